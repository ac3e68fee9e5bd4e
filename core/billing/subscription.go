package billing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/tx"
)

// Pair is who a subscription binds: a consumer and a producer, a consumer alone, who then buys
// from all producers through the operation, or a producer alone, to whom the operation owes what
// it shared (OfProducer).
type Pair = metering.Pair

// OfProducer reports whether a pair is a producer alone.
func OfProducer(p Pair) bool { return p.ConsumerID.IsZero() && !p.ProducerID.IsZero() }

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
	InvoicedUntil              *civil.Date // last day on a published invoice or an internal statement, not on what came to nothing; of a producer, on a published statement
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

// Unbilled is days without the stretch that is billed from their beginning: years of
// periods that need not be gone through.
func (s Subscription) Unbilled(days civil.Range) civil.Range {
	if len(s.Billed) > 0 && s.Billed[0].Contains(days.From) {
		days.From = s.Billed[0].To
	}
	return days
}

// Concern puts the change under way into the histories of a subscription, of its plan and of its sites.
func (s Subscription) Concern(ctx context.Context) {
	tx.Concern(ctx, "subscription", s.ID)
	tx.Concern(ctx, "plan", s.PlanID)
	tx.Concern(ctx, "participant", s.ConsumerID, s.ProducerID)
}
