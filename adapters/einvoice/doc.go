// Package einvoice writes e-invoices: UN/CEFACT CII as Factur-X has it, and UBL 2.1 as Peppol takes
// it. It does no I/O, and the same invoice gives the same bytes.
package einvoice
