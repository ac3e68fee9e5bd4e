// Package cutoff says what was delivered up to a day and is not on an invoice that was issued by then:
// what an accountant books as income of the days before.
//
// Owns: what of a subscription's days is not invoiced on a day, the sums by seller, client and rate, the
// entries that book them. Does not own: prices and lines (drafting), accounts (journal).
package cutoff
