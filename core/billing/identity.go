package billing

import (
	"strings"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/party"
)

// Identity is what an issuer and a client have in common: who they are in law.
// Texts are empty where nothing is known.
type Identity struct {
	Name                   string
	Street, PostCode, City string
	Street2                string // building, floor or department
	Country                dso.Country
	Email, Phone           string
	Contact                string // whom to ask about invoices
	// EAddress is where its e-invoices are sent, and what comes back about them; none = the one
	// that its legal number makes.
	EAddress    party.EAddress
	LegalNumber string // SIREN, SIRET or enterprise number, compact
	TaxID       string // VAT number
	VATRegime   party.VATRegime
}

// missing lists the contract's names of the fields that an invoice needs and that are
// empty (specification section 8: name, address, city, postCode).
func (i Identity) missing() []string {
	var out []string
	for _, f := range []struct{ name, value string }{
		{"name", i.Name}, {"address", i.Street}, {"postCode", i.PostCode}, {"city", i.City},
	} {
		if strings.TrimSpace(f.value) == "" {
			out = append(out, f.name)
		}
	}
	return out
}

// VatNumber is what an invoice that charges VAT must show (CGI annexe II article 242
// nonies A, EN 16931 rule BR-S-02): the one given, else the one that the legal number
// makes.
func (i Identity) VatNumber() string {
	if i.TaxID != "" || !i.VATRegime.Charges() {
		return i.TaxID
	}
	return string(party.VATNumberOf(i.Country, i.LegalNumber))
}

// Check refuses numbers that are none and gives the identity with its numbers compact.
// Errors: siren.invalid, siret.invalid, bce.invalid, vatNumber.invalid, email.invalid,
// those of party.EAddress.Check.
func (i Identity) Check() (Identity, error) {
	var err error
	if i.Name = strings.TrimSpace(i.Name); i.Name == "" {
		return i, ErrEntityName
	}
	if i.LegalNumber != "" {
		if i.LegalNumber, err = party.ParseLegalNumber(i.Country, i.LegalNumber); err != nil {
			return i, at(err, "legalNumber")
		}
	}
	if i.TaxID != "" {
		n, err := party.ParseVATNumber(i.TaxID)
		if err != nil {
			return i, at(err, "taxId")
		}
		i.TaxID = string(n)
	}
	if i.Email != "" {
		e, err := party.ParseEmail(i.Email)
		if err != nil {
			return i, err
		}
		i.Email = string(e)
	}
	if i.EAddress, err = i.EAddress.Check(i.Country, i.LegalNumber); err != nil {
		return i, err
	}
	if i.PostCode != "" {
		if err := dso.CheckPostCode(i.Country, i.PostCode); err != nil {
			return i, err
		}
	}
	return i, nil
}
