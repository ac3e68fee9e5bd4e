// Package accounting turns published invoices into what an accountant books. It computes only: what
// it is given are invoices with what was frozen of them.
package accounting
