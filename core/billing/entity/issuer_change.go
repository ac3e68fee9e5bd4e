package entity

import (
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// BillingEntityChange is a new issuer, or what changes of one; nil = unchanged.
type BillingEntityChange struct {
	IdentityChange
	ExemptionText, IBAN, BIC, SeriesCode, LegalForm, Registration, FranchiseForm, MandateReference *string
	ShareCapital                                                                                   *money.Cents // zero clears
	VATOnDebits                                                                                    *bool
	MandateSigned                                                                                  **civil.Date // of the billing mandate; nil within clears
	ProducerIDs                                                                                    []id.ID      // nil = unchanged
	FirstNumber                                                                                    *int         // of a change: where the numbers of another tool go on
	IfVersion                                                                                      int
}

// maxShareCapital is above that of any company of the field: 1 000 billion euros.
const maxShareCapital money.Cents = 1e14

var seriesPattern = regexp.MustCompile(`^[A-Z0-9]{1,10}$`)

func (c BillingEntityChange) apply(e billing.BillingEntity, op operation.Operation, today civil.Date) (billing.BillingEntity, error) {
	var err error
	if e.Identity, err = c.IdentityChange.apply(e.Identity, op); err != nil {
		return e, err
	}
	if c.ExemptionText != nil {
		e.ExemptionText = strings.TrimSpace(*c.ExemptionText)
	}
	for _, f := range []struct{ to, from *string }{{&e.LegalForm, c.LegalForm}, {&e.Registration, c.Registration}, {&e.BillingMandate.Reference, c.MandateReference}} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	if c.ShareCapital != nil {
		if e.ShareCapital = *c.ShareCapital; e.ShareCapital < 0 || e.ShareCapital > maxShareCapital {
			return e, billing.ErrShareCapital.With("max", int(maxShareCapital/100))
		}
	}
	if c.VATOnDebits != nil {
		e.VATOnDebits = *c.VATOnDebits
	}
	if c.MandateSigned != nil {
		if e.BillingMandate.Signed = *c.MandateSigned; e.BillingMandate.Signed != nil && *e.BillingMandate.Signed > today {
			return e, billing.ErrMandateAhead
		}
	}
	if c.FranchiseForm != nil {
		if e.FranchiseForm, err = billing.ParseFranchiseForm(*c.FranchiseForm); err != nil {
			return e, err
		}
	}
	if e.IBAN, e.BIC, err = account(e.IBAN, e.BIC, c.IBAN, c.BIC); err != nil {
		return e, err
	}
	if c.SeriesCode != nil {
		e.SeriesCode = *c.SeriesCode
	}
	if !seriesPattern.MatchString(e.SeriesCode) {
		return e, billing.ErrSeriesCode
	}
	if c.ProducerIDs != nil {
		e.ProducerIDs = unique(c.ProducerIDs)
	}
	return e, nil
}

// account is a bank account after a change; nil = unchanged, an empty text clears.
// Errors: those of party.ParseIBAN and party.ParseBIC.
func account(iban party.IBAN, bic party.BIC, newIBAN, newBIC *string) (party.IBAN, party.BIC, error) {
	var err error
	if newIBAN != nil {
		if iban = ""; *newIBAN != "" {
			if iban, err = party.ParseIBAN(*newIBAN); err != nil {
				return iban, bic, err
			}
		}
	}
	if newBIC != nil {
		if bic = ""; *newBIC != "" {
			bic, err = party.ParseBIC(*newBIC)
		}
	}
	return iban, bic, err
}
