// Package peppol hands e-invoices to access points of Peppol, whoever made them: as JSON by a template, as
// they are, or into a folder that a gateway empties; and looks receivers up in the network, without a
// certificate (einvoicing.Carrier).
package peppol
