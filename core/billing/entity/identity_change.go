package entity

import (
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// IdentityChange is what changes of an issuer or client; nil = unchanged, an empty
// text clears.
type IdentityChange struct {
	Name, Street, Street2, PostCode, City, Country, Email, Phone, Contact, LegalNumber, TaxID, VATRegime *string
	EAddressScheme, EAddress                                                                             *string
}

func (c IdentityChange) apply(i billing.Identity, op operation.Operation) (billing.Identity, error) {
	for _, f := range []struct{ to, from *string }{
		{&i.Name, c.Name}, {&i.Street, c.Street}, {&i.Street2, c.Street2}, {&i.Contact, c.Contact}, {&i.PostCode, c.PostCode}, {&i.City, c.City},
		{&i.Email, c.Email}, {&i.Phone, c.Phone}, {&i.LegalNumber, c.LegalNumber}, {&i.TaxID, c.TaxID}, {&i.EAddress.Value, c.EAddress},
	} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	// Without an address there is no register of it.
	if c.EAddressScheme != nil {
		i.EAddress.Scheme = party.Scheme(*c.EAddressScheme)
	}
	if c.EAddress != nil && i.EAddress.Value == "" {
		i.EAddress = party.EAddress{}
	}
	given := string(i.Country)
	if c.Country != nil {
		given = *c.Country
	}
	var err error
	if i.Country, err = country(given, op); err != nil {
		return i, err
	}
	if c.VATRegime != nil {
		if i.VATRegime, err = party.ParseVATRegime(*c.VATRegime); err != nil {
			return i, err
		}
	}
	return i.Check()
}

// country of an entity: the one given, else the operator's.
func country(given string, op operation.Operation) (dso.Country, error) {
	switch c := dso.Country(given); c {
	case "":
		return op.DSO.Country(), nil
	case dso.France, dso.Belgium:
		return c, nil
	}
	return "", errCountry
}

var errCountry = fault.CountryUnknown.At("country")
