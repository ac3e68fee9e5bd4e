// Package einvoice makes the structured form of an issued invoice: the semantic model of EN 16931,
// with what France (BR-FR of XP Z12-012) and Belgium (Peppol BIS Billing 3) want of it. It is made
// from the frozen document alone, to the cent what the PDF says, and what a valid e-invoice needs
// and the document lacks is named, never made up (domain 8.3, 8.4).
package einvoice
