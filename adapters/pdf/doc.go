// Package pdf draws the document of an invoice.
//
// Owns: how an invoice looks on A4 paper, in French and Dutch. Does not own: any fact
// or amount on it (billing.Document), the legal texts (billing), where files are kept
// (core/object). It does no I/O and adds nothing that the document does not say, so
// that the same document gives the same bytes at any time.
//
// Lengths are millimetres from the top left corner of the page, sizes of type are
// points. What is drawn is PDF/A-3b, for years: fonts, a colour profile and metadata are in
// it, and so is the e-invoice in France, as Factur-X wants. The fonts are the Go fonts, which cover Latin, Greek and Cyrillic letters.
package pdf
