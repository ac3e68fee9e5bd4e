// Package participant holds the metering sites of operations: who they are, when
// they are in the perimeter, and how far their folder with the operator is.
//
// Owns: participants, their activation, folder and account status, the perimeter
// import, and the rule that a PRM or EAN is in one operation only at a time. Does
// not own: the operation and its features (operation), accounts (account), curves
// (metering), who is billed (billing).
//
// Meaning of time: an activation is the civil days, in the operator's zone, in
// which the site is in the perimeter; its end is excluded here and is the last day
// on the wire. No activation means that no entry date is known. Past is earlier
// than today.
package participant
