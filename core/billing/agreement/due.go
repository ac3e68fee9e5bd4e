package agreement

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Part is some days of one subscription on an invoice.
type Part struct {
	billing.Subscription
	Plan billing.Plan
	Span civil.Range
}

// Due is one invoice to be made: everything that one issuer bills one client for one
// period and one way to pay.
type Due struct {
	billing.PartyPair
	Period civil.Range // the billing period
	Method billing.PaymentMethod
	Parts  []Part
	// Statement: issuer and client are one person.
	Statement bool
	// Excess: too many periods of the pair lie before this one to be believed. One such
	// period stands for all that would follow.
	Excess bool
}

// Days is from the first to the last billed day.
func (d Due) Days() civil.Range {
	r := d.Parts[0].Span
	for _, p := range d.Parts {
		r = civil.Range{From: min(r.From, p.Span.From), To: max(r.To, p.Span.To)}
	}
	return r
}

// Producer is the one that all parts are of; none when they are several.
func (d Due) Producer() id.ID {
	first := d.Parts[0].ProducerID
	for _, p := range d.Parts {
		if p.ProducerID != first {
			return ""
		}
	}
	return first
}
