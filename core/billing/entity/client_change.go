package entity

import (
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// BillableEntityChange is a new client, or what changes of one; nil = unchanged.
type BillableEntityChange struct {
	IdentityChange
	ConsumerType                     *party.ConsumerType
	PublicBody, CommitmentRequired   *bool
	ServiceCode, Commitment, Channel *string // an empty text clears
	Contract                         *string
	Language                         *string
	IBAN, BIC                        *string
	Reference                        *string
	Tags                             *[]string
	ConsumerIDs                      []id.ID // nil = unchanged
	IfVersion                        int
}

// maxReference is the longest reference of an organizer's own, in characters.
const maxReference = 40

var errLanguage = fault.LanguageUnknown.At("language")

func (c BillableEntityChange) apply(e billing.BillableEntity, op operation.Operation) (billing.BillableEntity, error) {
	var err error
	if e.Identity, err = c.IdentityChange.apply(e.Identity, op); err != nil {
		return e, err
	}
	if c.ConsumerType != nil {
		e.ConsumerType = *c.ConsumerType
	}
	if e.ConsumerType == "" {
		e.ConsumerType = party.ConsumerTypeOf("", e.LegalNumber)
	}
	for _, f := range []struct{ to, from *bool }{{&e.PublicBody, c.PublicBody}, {&e.CommitmentRequired, c.CommitmentRequired}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from *string }{{&e.ServiceCode, c.ServiceCode}, {&e.Commitment, c.Commitment}, {&e.Contract, c.Contract}} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	if e.PublicBody && e.ConsumerType == party.Individual {
		return e, billing.ErrPublicPerson
	}
	if c.Channel != nil {
		if e.ChosenChannel, err = billing.ParseChannel(*c.Channel); err != nil {
			return e, err
		}
	}
	if c.Language != nil {
		e.Language = *c.Language
	}
	if e.Language != "fr" && e.Language != "nl" {
		return e, errLanguage
	}
	if e.IBAN, e.BIC, err = account(e.IBAN, e.BIC, c.IBAN, c.BIC); err != nil {
		return e, err
	}
	if c.Reference != nil {
		if e.Reference = strings.TrimSpace(*c.Reference); utf8.RuneCountInString(e.Reference) > maxReference {
			return e, fault.FieldTooLong.With("max", maxReference).At("reference")
		}
	}
	if c.Tags != nil {
		if e.Tags, err = party.Tags(*c.Tags); err != nil {
			return e, err
		}
	}
	if c.ConsumerIDs != nil {
		e.ConsumerIDs = unique(c.ConsumerIDs)
	}
	return e, nil
}
