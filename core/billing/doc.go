// Package billing turns shared energy into invoices: issuers and clients, plans,
// subscriptions, bill runs, drafts and published invoices (specification sections 3,
// 5 and 7; domain 8).
//
// Owns: who issues to whom, which periods are due, the amounts, invoice numbers, the
// facts of a document. Does not own: measured energy and whether it is definitive
// (metering), sites and their dates (participant), mandates and collections
// (payment), how a document looks (adapters/pdf).
//
// Meanings of time: a period lies between two boundaries counted from the
// operation's anniversary date; a segment is the part of a period that a
// subscription and its sites cover, and is due when its last day is not after billUpTo;
// an issue date is a civil day in the operator's zone. All ranges are half-open.
package billing
