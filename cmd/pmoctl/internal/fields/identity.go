package fields

// Identity is who an issuer and a client of invoices are in law.
func Identity() []Field {
	return []Field{
		{Flag: "name", Name: "name"},
		{Flag: "address", Name: "address"},
		{Flag: "post-code", Name: "postCode"},
		{Flag: "city", Name: "city"},
		{Flag: "country", Name: "country", Usage: "ISO 3166-1, as FR or BE"},
		{Flag: "email", Name: "email"},
		{Flag: "phone", Name: "phoneNumber"},
		{Flag: "legal-number", Name: "legalNumber", Usage: "SIREN or SIRET, or BCE number"},
		{Flag: "tax-id", Name: "taxId", Usage: "VAT number"},
		{Flag: "vat-regime", Name: "vatRegime", Values: []string{"franchise", "exemption", "simplified", "normal",
			"agricultural_simplified", "agricultural_flat_rate", "none"}},
	}
}
