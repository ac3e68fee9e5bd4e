package agreement

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Part is some days of one subscription on an invoice.
type Part struct {
	billing.Subscription
	Plan billing.Plan
	Span civil.Range
	// Hours are the peak hours of the site that hold for these days; nil = those of now.
	Hours *civil.Hours
	// Discount is what holds on all of Span; see Agreements.Stretches.
	Discount *Discount
}

// Due is one invoice to be made: everything that one issuer bills one client for one
// period and one way to pay.
type Due struct {
	billing.PartyPair
	Period civil.Range // the billing period
	Method billing.PaymentMethod
	Parts  []Part
	// Adjustments are those that the invoice is to have.
	Adjustments []Adjustment
	// Statement: issuer and client are one person.
	Statement bool
	// Excess: too many periods of the pair lie before this one to be believed. One such
	// period stands for all that would follow.
	Excess bool
}

// DueKey tells the dues of a run apart.
type DueKey struct {
	billing.PartyPair
	Period civil.Range
	Method billing.PaymentMethod
}

// Key is what tells d apart.
func (d Due) Key() DueKey { return DueKey{d.PartyPair, d.Period, d.Method} }

// Spans are the days of each subscription that d bills, in the order of its lines.
func (d Due) Spans() []billing.Span {
	spans := make([]billing.Span, len(d.Parts))
	for n, p := range d.Parts {
		spans[n] = billing.Span{SubscriptionID: p.ID, Days: p.Span}
	}
	return spans
}

// Days is from the first to the last billed day.
func (d Due) Days() civil.Range {
	r := d.Parts[0].Span
	for _, p := range d.Parts {
		r = civil.Range{From: min(r.From, p.Span.From), To: max(r.To, p.Span.To)}
	}
	return r
}

// billedSince reports whether days of it are on what has a number by now.
func (d Due) billedSince() bool {
	return slices.ContainsFunc(d.Parts, func(p Part) bool {
		return slices.ContainsFunc(p.Billed, func(billed civil.Range) bool { return billed.Overlaps(p.Span) })
	})
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
