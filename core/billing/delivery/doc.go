// Package delivery brings issued invoices to their clients, each by the client's channel: by mail, as
// an e-invoice to transmit, deposited on the portal of public bodies, or on paper (ADR 74).
//
// Owns: what became of each invoice on its way. Does not own: what an invoice says (billing/document),
// which channel a client has (billing.BillableEntity), how platforms are spoken to.
package delivery
