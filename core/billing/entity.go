package billing

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Identity is what an issuer and a client have in common: who they are in law.
// Texts are empty where nothing is known.
type Identity struct {
	Name                   string
	Street, PostCode, City string
	Country                dso.Country
	Email, Phone           string
	LegalNumber            string // SIREN, SIRET or enterprise number, compact
	TaxID                  string // VAT number
	VATRegime              party.VATRegime
}

// BillingEntity is an issuer of invoices: it belongs to producers, or is the
// operation's own (the PMO).
type BillingEntity struct {
	ID, OperationID  id.ID
	OwnedByOperation bool
	Identity
	ExemptionText string // article that is printed with the exemption regime
	IBAN          party.IBAN
	BIC           party.BIC
	SeriesCode    string // first part of its invoice numbers
	ProducerIDs   []id.ID
	Version       int
	CreatedAt     time.Time
	// Read only: whether the operation may issue in this series of the legal person; empty
	// without a legal number. HeldElsewhere: another operation may.
	Claim         ClaimStatus
	HeldElsewhere bool
}

// BillableEntity is a client: it receives the invoices of one or several consumer
// sites.
type BillableEntity struct {
	ID, OperationID id.ID
	Identity
	ConsumerType party.ConsumerType
	Language     string // fr or nl
	ConsumerIDs  []id.ID
	Version      int
	CreatedAt    time.Time
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

// vatNumber is what an invoice that charges VAT must show (CGI annexe II article 242
// nonies A, EN 16931 rule BR-S-02): the one given, else the one that the legal number
// makes.
func (i Identity) vatNumber() string {
	if i.TaxID != "" || !i.VATRegime.Charges() {
		return i.TaxID
	}
	return string(party.VATNumberOf(i.Country, i.LegalNumber))
}

// Missing lists the fields an issuer lacks. A taxable person has a legal number, from
// which its VAT number follows; the exemption regime names its article.
func (e BillingEntity) Missing() []string {
	out := e.missing()
	if e.VATRegime != party.VATNone && e.LegalNumber == "" {
		out = append(out, "legalNumber")
	}
	if e.VATRegime == party.VATExemption && e.ExemptionText == "" {
		out = append(out, "vatExemptionText")
	}
	if e.SeriesCode == "" {
		out = append(out, "seriesCode")
	}
	return out
}

// Missing lists the fields a client lacks. Professionals have a legal number.
func (e BillableEntity) Missing() []string {
	out := e.missing()
	if e.ConsumerType == party.Professional && e.LegalNumber == "" {
		out = append(out, "legalNumber")
	}
	return out
}

// NumberingOwner is whose the invoice numbers are: the legal person, or the entity
// itself where it has no legal number (decisions 5.3).
func (e BillingEntity) NumberingOwner() string {
	if e.LegalNumber != "" {
		return party.LegalPerson(e.LegalNumber)
	}
	return string(e.ID)
}

// check refuses numbers that are none and gives the identity with its numbers compact.
// Errors: siren.invalid, siret.invalid, bce.invalid, vatNumber.invalid, email.invalid.
func (i Identity) check() (Identity, error) {
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
	if i.PostCode != "" {
		if err := dso.CheckPostCode(i.Country, i.PostCode); err != nil {
			return i, err
		}
	}
	return i, nil
}
