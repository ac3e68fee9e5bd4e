// Package invoicestore keeps bill runs and the invoices that they make.
package invoicestore
