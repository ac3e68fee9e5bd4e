package billing

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Pair is who a subscription binds: a consumer and a producer, or a consumer alone,
// who then buys from all producers through the operation.
type Pair = metering.Pair

// Subscription binds a pair to a plan for some days.
type Subscription struct {
	ID, OperationID id.ID
	Pair
	PlanID    id.ID
	Days      civil.Range // an open end is civil.Forever
	CreatedAt time.Time
	// Read only.
	PlanName                   string
	ConsumerName, ProducerName string
	InvoicedUntil              *civil.Date // last day on a published invoice or an internal statement, not on what came to nothing
	// Billed, in order: on published invoices, or not charged. Read with the sites of a run
	// and with lists of an operation only.
	Billed []civil.Range
}

// SubscriptionStatus is where a subscription stands on a day.
type SubscriptionStatus string

// The states: it runs, has yet to begin, is over.
const (
	SubscriptionActive   SubscriptionStatus = "ACTIVE"
	SubscriptionUpcoming SubscriptionStatus = "UPCOMING"
	SubscriptionEnded    SubscriptionStatus = "ENDED"
)

// StatusOn is where the subscription stands on day d.
func (s Subscription) StatusOn(d civil.Date) SubscriptionStatus {
	switch {
	case s.Days.Contains(d):
		return SubscriptionActive
	case d < s.Days.From:
		return SubscriptionUpcoming
	}
	return SubscriptionEnded
}

// unbilled is days without the stretch that is billed from their beginning: years of
// periods that need not be gone through.
func (s Subscription) unbilled(days civil.Range) civil.Range {
	if len(s.Billed) > 0 && s.Billed[0].Contains(days.From) {
		days.From = s.Billed[0].To
	}
	return days
}

// place decides what a new subscription does to those of the same pair: which one it
// closes, if any. pairs holds the existing ones of the pair, invoicedUntil the last
// published day of the pair, lastInvoice that between issuer and client.
// Errors: the refusals of specification section 5, each with its own key.
func place(existing []Subscription, planID id.ID, days civil.Range, lastInvoice *civil.Date) (closes *Subscription, err error) {
	if days.IsEmpty() {
		return nil, ErrSubscriptionDates
	}
	existing = slices.Clone(existing)
	slices.SortFunc(existing, func(a, b Subscription) int { return int(a.Days.From) - int(b.Days.From) })
	for _, s := range existing {
		if s.InvoicedUntil != nil && days.From <= *s.InvoicedUntil {
			return nil, ErrOverlapsInvoiced.With("invoicedUntil", s.InvoicedUntil.String())
		}
	}
	if lastInvoice != nil && days.From <= *lastInvoice {
		return nil, ErrBeforeLastInvoice.With("lastInvoiceDate", lastInvoice.String())
	}
	for _, s := range existing {
		if s.PlanID == planID && s.Days.Overlaps(days) {
			return nil, ErrAlreadySubscribed.With("startDate", s.Days.From.String())
		}
	}
	if len(existing) == 0 {
		return nil, nil
	}
	last := existing[len(existing)-1]
	if days.From <= last.Days.From {
		return nil, ErrNotAfterPrevious.With("startDate", last.Days.From.String())
	}
	if last.Days.Contains(days.From) {
		return &last, nil
	}
	return nil, nil
}

// checkSites wants consumer and producer to be sites of the operation, of the right
// side, and within the perimeter on the first day.
func checkSites(p Pair, sites map[id.ID]Site, first civil.Date) error {
	if p.ConsumerID.IsZero() {
		return ErrConsumerRequired
	}
	consumer, ok := sites[p.ConsumerID]
	if !ok || !consumer.Consumes {
		return ErrConsumerNotInOperation
	}
	if !consumer.Activation.Contains(first) {
		return outside(consumer).At("consumerId")
	}
	if p.ProducerID.IsZero() {
		return nil
	}
	producer, ok := sites[p.ProducerID]
	if !ok || !producer.Produces {
		return ErrProducerNotInOperation
	}
	if !producer.Activation.Contains(first) {
		return outside(producer).At("producerId")
	}
	return nil
}

func outside(s Site) *fault.Error {
	f := ErrOutsidePerimeter.With("name", s.Name)
	if s.Activation.IsEmpty() {
		return f
	}
	f = f.With("from", s.Activation.From.String())
	if !s.Activation.IsOpen() {
		f = f.With("to", s.Activation.Last().String())
	}
	return f
}

// laterOf are the subscription and all of its pair that begin after it.
func laterOf(existing []Subscription, s Subscription) []Subscription {
	var out []Subscription
	for _, o := range existing {
		if o.Pair == s.Pair && o.Days.From >= s.Days.From {
			out = append(out, o)
		}
	}
	return out
}
