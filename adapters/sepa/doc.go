// Package sepa writes orders to collect by direct debit as banks take them: pain.008.001.08, and
// pain.008.001.02 for those that are not further (domain 8.7). It does no I/O, and the same order
// gives the same bytes.
package sepa
