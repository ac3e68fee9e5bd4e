// Package month says where a month of an operation stands on its way from data to published
// invoices: which step is open, what blocks, what is odd, by when, and the one thing to do next.
//
// Owns: the order and states of the steps, the checks. Does not own: any figure in them. Days of
// data are metering's, coefficients are allocation's, what is due and drafted is billing's; each
// is asked by a port, with the right of who asks.
//
// Meanings of time: an invoice belongs to the month in which its last day lies; a month is over
// when its last day has passed in the operator's zone; a deadline is the last day to act.
package month
