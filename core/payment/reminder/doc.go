// Package reminder writes to clients about invoices that are overdue: who is written to, at which level,
// in which words, and what became of each mail (ADR 76).
//
// Owns: settings and words of an operation, pauses, which level of an invoice was sent. Does not own:
// what is overdue (package receivable), the frame around the words (Letters), the mail server.
package reminder
