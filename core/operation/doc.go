// Package operation holds the sharing operations: their operator, billing engine
// and toggles, the PMO that runs them, and which accounts run or observe them.
//
// Owns: operations, their interlocutor and colours, their members, and which
// features exist for an operator, an engine and a toggle (features.go). Does not
// own: the sites (participant), who may do what (policy), curves (metering).
//
// Meaning of time: AnniversaryDate anchors the billing periods; the latest day is
// a civil day in the operator's zone. An operation has no end of its own.
package operation
