package entity

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// BillableEntityChange is a new client, or what changes of one; nil = unchanged.
type BillableEntityChange struct {
	IdentityChange
	ConsumerType *party.ConsumerType
	Language     *string
	ConsumerIDs  []id.ID // nil = unchanged
	IfVersion    int
}

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
	if c.Language != nil {
		e.Language = *c.Language
	}
	if e.Language != "fr" && e.Language != "nl" {
		return e, errLanguage
	}
	if c.ConsumerIDs != nil {
		e.ConsumerIDs = unique(c.ConsumerIDs)
	}
	return e, nil
}
