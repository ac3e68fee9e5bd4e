package entity

import (
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// BillingEntityChange is a new issuer, or what changes of one; nil = unchanged.
type BillingEntityChange struct {
	IdentityChange
	ExemptionText, IBAN, BIC, SeriesCode *string
	ProducerIDs                          []id.ID // nil = unchanged
	IfVersion                            int
}

var seriesPattern = regexp.MustCompile(`^[A-Z0-9]{1,10}$`)

func (c BillingEntityChange) apply(e billing.BillingEntity, op operation.Operation) (billing.BillingEntity, error) {
	var err error
	if e.Identity, err = c.IdentityChange.apply(e.Identity, op); err != nil {
		return e, err
	}
	if c.ExemptionText != nil {
		e.ExemptionText = strings.TrimSpace(*c.ExemptionText)
	}
	if c.IBAN != nil {
		if e.IBAN = ""; *c.IBAN != "" {
			if e.IBAN, err = party.ParseIBAN(*c.IBAN); err != nil {
				return e, err
			}
		}
	}
	if c.BIC != nil {
		if e.BIC = ""; *c.BIC != "" {
			if e.BIC, err = party.ParseBIC(*c.BIC); err != nil {
				return e, err
			}
		}
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
