package fields

// Identity is who an issuer and a client of invoices are in law.
func Identity() []Field {
	return []Field{
		{Flag: "name", Name: "name"},
		{Flag: "address", Name: "address"},
		{Flag: "address-line-2", Name: "addressLine2", Usage: "building, floor or department"},
		{Flag: "post-code", Name: "postCode"},
		{Flag: "city", Name: "city"},
		{Flag: "country", Name: "country", Usage: "ISO 3166-1, as FR or BE"},
		{Flag: "email", Name: "email"},
		{Flag: "phone", Name: "phoneNumber"},
		{Flag: "contact", Name: "contactName", Usage: "whom to ask about invoices"},
		{Flag: "e-address-scheme", Name: "electronicAddressScheme", Values: []string{"0225", "0208", "9925"}},
		{Flag: "e-address", Name: "electronicAddress", Usage: "where e-invoices reach it"},
		{Flag: "legal-number", Name: "legalNumber", Usage: "SIREN or SIRET, or BCE number"},
		{Flag: "tax-id", Name: "taxId", Usage: "VAT number"},
		{Flag: "vat-regime", Name: "vatRegime", Values: []string{"franchise", "exemption", "simplified", "normal",
			"agricultural_simplified", "agricultural_flat_rate", "none"}},
	}
}
