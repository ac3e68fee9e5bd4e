// Package collection collects invoices by SEPA direct debit (specification section 7, domain 8.7):
// which of them can be collected and when, the order to the bank, and who gave which file when.
//
// It does not write the file: that is adapters/sepa, behind Writer. An invoice is in at most one
// collection that holds, which is a constraint of the database.
package collection
