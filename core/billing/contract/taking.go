package contract

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Taken is a new plan with the pairs that another engine billed until now.
type Taken struct {
	Plan  billing.Plan
	Pairs []TakenPair
}

// TakenPair subscribes a pair for the days that are left to bill.
type TakenPair struct {
	billing.Pair
	Days civil.Range
}

// admitTaken decides on each stretch of days, the earliest first. None ends another: days of a pair
// that touch are of different plans and already parted.
func admitTaken(b *agreement.Agreements, taken []Taken) (made []billing.Subscription, err error) {
	var all []billing.Subscription
	for _, t := range taken {
		for _, p := range t.Pairs {
			all = append(all, billing.Subscription{ID: id.New(), OperationID: b.Op.ID, Pair: p.Pair, PlanID: t.Plan.ID, Days: p.Days})
		}
	}
	slices.SortStableFunc(all, func(x, y billing.Subscription) int { return cmp.Compare(x.Days.From, y.Days.From) })
	of := b.ByConsumer()
	var wrong fault.List
	for _, sub := range all {
		closed, err := admitOne(b, sub, false, billing.Scope{}, of[sub.ConsumerID], nil)
		if err == nil && len(closed) > 0 {
			err = billing.ErrAlreadySubscribed.With("startDate", sub.Days.From.String())
		}
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, err
			}
			wrong.Add(named(b, f, sub.Pair))
			continue
		}
		made, of[sub.ConsumerID] = append(made, sub), append(of[sub.ConsumerID], sub)
	}
	return made, wrong.Err(billing.ErrSubscriptionsRejected)
}
