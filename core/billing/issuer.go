package billing

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// BillingEntity is an issuer of invoices: it belongs to producers, or is the
// operation's own (the PMO).
type BillingEntity struct {
	ID, OperationID  id.ID
	OwnedByOperation bool
	Identity
	LegalForm     string // as in the register: SAS, commune, association
	ShareCapital  money.Cents
	Registration  string // city of the register: RCS in France, RPM in Belgium
	ExemptionText string // article that is printed with the exemption regime
	FranchiseForm FranchiseForm
	VATOnDebits   bool // VAT is due when the invoice is issued, by choice of the seller
	// BillingMandate lets the PMO bill in the name of the issuer (CGI article 289 I 2).
	BillingMandate BillingMandate
	IBAN           party.IBAN
	BIC            party.BIC
	SeriesCode     string // first part of its invoice numbers
	LogoID         id.ID  // the picture on its invoices (package logo); "" = none
	ProducerIDs    []id.ID
	Version        int
	CreatedAt      time.Time
	// Read only: whether the operation may issue in this series of the legal person; empty
	// without a legal number. HeldElsewhere: another operation may.
	Claim                  ClaimStatus
	HeldElsewhere          bool
	NumberYear, NextNumber int // the latest year of its series, and the next number in it; 0 = none is taken or set
}

// BillingMandate is the agreement by which somebody else writes the issuer's invoices.
type BillingMandate struct {
	Signed    *civil.Date // nil = not known
	Reference string
}

// FranchiseForm is how e-invoices of a seller under franchise are put, which platforms see
// differently; "" = FranchiseLegalNumber.
type FranchiseForm string

// The forms: exempt (category E) under the legal number (BT-32) or the VAT number (BT-31), or at a
// rate of zero (Z).
const (
	FranchiseLegalNumber FranchiseForm = "EXEMPT_LEGAL_NUMBER"
	FranchiseVATNumber   FranchiseForm = "EXEMPT_VAT_NUMBER"
	FranchiseZeroRate    FranchiseForm = "ZERO_RATE"
)

// ParseFranchiseForm reads the contract's name. Error: franchiseForm.unknown.
func ParseFranchiseForm(s string) (FranchiseForm, error) {
	switch f := FranchiseForm(s); f {
	case FranchiseLegalNumber, FranchiseVATNumber, FranchiseZeroRate:
		return f, nil
	}
	return "", ErrFranchiseForm.With("value", s)
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

// NumberingOwner is whose the invoice numbers are: the legal person, or the entity
// itself where it has no legal number (domain 8.2).
func (e BillingEntity) NumberingOwner() string {
	if e.LegalNumber != "" {
		return party.LegalPerson(e.LegalNumber)
	}
	return string(e.ID)
}

// MayIssue refuses an issuer whose claim nobody has confirmed. Without a legal number the
// numbers are the issuer's own.
func (e BillingEntity) MayIssue() *fault.Error {
	switch {
	case e.LegalNumber == "" || e.Claim == ClaimConfirmed:
		return nil
	case e.HeldElsewhere || e.Claim == ClaimRefused:
		return ErrNumberTaken.With("name", e.Name).With("legalNumber", e.NumberingOwner())
	}
	return ErrIssuerUnconfirmed.With("name", e.Name).With("legalNumber", e.NumberingOwner())
}
