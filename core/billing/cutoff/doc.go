// Package cutoff says what was delivered up to a day and is not on an invoice that was issued by then:
// what an accountant books as income of the days before. Discounts of pairs are taken off. Amounts that stand
// once are for the next invoice and no delivery of days before: they are in no sum, and named beside (ADR 121).
//
// Owns: what of a subscription's days is not invoiced on a day, the sums by seller, client and rate, the
// entries that book them. Does not own: prices and lines (drafting), accounts (journal).
package cutoff
