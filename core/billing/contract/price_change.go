package contract

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
)

// PriceChangeInput lets subscriptions of a plan go on at other prices from a day on: each ends the
// day before, and a new one of the same pair begins, which ends when the old one would have.
type PriceChangeInput struct {
	PlanID          id.ID
	From            civil.Date
	SubscriptionIDs []id.ID // nil = all of the plan that run on the day
	// The other prices: those of a plan that there is, or of a new one, which is billed and paid as
	// the old one is.
	ToPlanID id.ID
	NewPlan  *NewPrices
}

// NewPrices are the prices of a plan that a price change makes.
type NewPrices struct {
	Name    string
	Charges []billing.Charge
}

// PriceChange is what a price change does.
type PriceChange struct {
	From  civil.Date
	Old   billing.Plan
	New   billing.Plan
	Made  bool // New is a plan that the change makes
	Moves []Move
}

// Move is one subscription of a price change.
type Move struct {
	billing.Subscription              // as it stands
	Refused              *fault.Error // why it cannot go on at the new prices; nil = it can
}

// refusal is that of all subscriptions that cannot go on. Error: subscription.rejected.
func (c PriceChange) refusal() error {
	var wrong fault.List
	for n, m := range c.Moves {
		if m.Refused != nil {
			wrong.Add(m.Refused.OnRow(n + 1))
		}
	}
	return wrong.Err(billing.ErrSubscriptionsRejected)
}

// moving are the subscriptions that a price change is about, by the names of their consumers: in the
// calls of a site those of the site.
func moving(b *agreement.Agreements, in PriceChangeInput, scope billing.Scope, today civil.Date) ([]Move, error) {
	chosen := map[id.ID]bool{}
	for _, one := range in.SubscriptionIDs {
		chosen[one] = true
	}
	var moves []Move
	for _, sub := range b.Subscriptions {
		if sub.PlanID != in.PlanID || !scope.Holds(sub.Pair) {
			continue
		}
		sub = view(b, sub, today).Subscription // it ends with its sites
		if in.SubscriptionIDs == nil && sub.Days.Contains(in.From) || chosen[sub.ID] {
			moves = append(moves, Move{Subscription: sub})
			delete(chosen, sub.ID)
		}
	}
	for _, one := range in.SubscriptionIDs {
		if chosen[one] {
			return nil, billing.ErrSubscriptionNotFound.At("subscriptionIds")
		}
	}
	if len(moves) == 0 {
		return nil, billing.ErrNoneSubscribed.With("from", in.From.String())
	}
	slices.SortStableFunc(moves, func(x, y Move) int {
		return cmp.Or(naming.Compare(x.ConsumerName, y.ConsumerName), naming.Compare(x.ProducerName, y.ProducerName), cmp.Compare(x.ID, y.ID))
	})
	return moves, nil
}
