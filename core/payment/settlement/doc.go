// Package settlement keeps what was paid of invoices, and what came back: an invoice's payment status
// follows from it.
package settlement
