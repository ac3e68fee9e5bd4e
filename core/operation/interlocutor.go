package operation

import (
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// Interlocutor is the PMO: the legal person that runs an operation and answers for
// it to the operator. What is not known yet is empty.
type Interlocutor struct {
	LegalName    string
	LegalNumber  string // SIRET or SIREN in France, enterprise number in Belgium
	TaxID        string // VAT number
	Address      string
	PostCode     string
	City         string
	Country      dso.Country
	Email        string
	PhoneNumber  string
	ContactName  string
	VATFranchise bool // small-business VAT franchise
}

// InterlocutorChange holds what changes; nil is unchanged, an empty text clears.
type InterlocutorChange struct {
	LegalName, LegalNumber, TaxID   *string
	Address, PostCode, City         *string
	Country                         *string
	Email, PhoneNumber, ContactName *string
	VATFranchise                    *bool
}

func (c InterlocutorChange) apply(i *Interlocutor) {
	for _, one := range []struct {
		from *string
		to   *string
	}{
		{c.LegalName, &i.LegalName}, {c.LegalNumber, &i.LegalNumber}, {c.TaxID, &i.TaxID},
		{c.Address, &i.Address}, {c.PostCode, &i.PostCode}, {c.City, &i.City},
		{c.Country, (*string)(&i.Country)},
		{c.Email, &i.Email}, {c.PhoneNumber, &i.PhoneNumber}, {c.ContactName, &i.ContactName},
	} {
		if one.from != nil {
			*one.to = strings.TrimSpace(*one.from)
		}
	}
	if c.VATFranchise != nil {
		i.VATFranchise = *c.VATFranchise
	}
}

// Complete reports whether an invoice can name the PMO: name, number and address are
// filled (specification section 5: before plans are assigned).
func (i Interlocutor) Complete() bool {
	return i.LegalName != "" && i.LegalNumber != "" && i.Address != "" && i.PostCode != "" && i.City != ""
}

// check refuses numbers and addresses that cannot be right; empty ones may wait.
// Numbers are stored compact.
func (i *Interlocutor) check(wrong *fault.List) {
	if i.Country != dso.France && i.Country != dso.Belgium {
		wrong.Add(ErrCountry.With("value", string(i.Country)).At("interlocutor.country"))
	}
	for _, text := range []struct {
		field, value string
		most         int
	}{
		{"legalName", i.LegalName, 200}, {"address", i.Address, 200}, {"city", i.City, 100},
		{"phoneNumber", i.PhoneNumber, 30}, {"contactName", i.ContactName, 100},
	} {
		wrong.Add(length("interlocutor."+text.field, text.value, 0, text.most))
	}
	if i.LegalNumber != "" {
		n, err := party.ParseLegalNumber(i.Country, i.LegalNumber)
		addAt(wrong, err, "interlocutor.legalNumber")
		if err == nil {
			i.LegalNumber = n
		}
	}
	if i.TaxID != "" {
		n, err := party.ParseVATNumber(i.TaxID)
		addAt(wrong, err, "interlocutor.taxId")
		if err == nil {
			i.TaxID = string(n)
		}
	}
	if i.PostCode != "" {
		addAt(wrong, dso.CheckPostCode(i.Country, i.PostCode), "interlocutor.postCode")
	}
	if i.Email != "" {
		e, err := party.ParseEmail(i.Email)
		addAt(wrong, err, "interlocutor.email")
		if err == nil {
			i.Email = string(e)
		}
	}
}

func addAt(wrong *fault.List, err error, field string) {
	if f := fault.From(err); f != nil {
		wrong.Add(f.At(field))
		return
	}
	wrong.Add(err)
}

// length counts characters. The result is a true nil when they fit.
func length(field, s string, least, most int) error {
	switch n := utf8.RuneCountInString(s); {
	case n < least && n == 0:
		return ErrFieldRequired.At(field)
	case n > most:
		return ErrFieldTooLong.With("max", most).At(field)
	}
	return nil
}
