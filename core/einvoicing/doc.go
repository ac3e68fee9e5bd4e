// Package einvoicing is how e-invoices travel: connections of sellers with platforms and access
// points, transmissions with a state of their own, and the port by which carriers are spoken to.
//
// A transmission has an id of ours that is stored before anything is sent; where an answer is lost
// the carrier is asked for that id before anything is sent again. What carriers and buyers say
// afterwards is evidence, kept as a set: the state follows from the set, whatever order it came in
// (ADR 75, domain 8.9).
package einvoicing
