package contract

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
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

// TakeOver adds plans with their subscriptions, all or none, by the rules of Subscribe. It belongs to
// the change of whoever calls it, who has asked the policy and locked the operation.
// Errors: plan.invalid, subscription.rejected with an item for each pair.
func (s *Service) TakeOver(ctx context.Context, op operation.Operation, taken []Taken) error {
	if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
		return err
	}
	for n := range taken {
		if err := taken[n].Plan.Check(s.terms(op)); err != nil {
			return err
		}
		taken[n].Plan.CreatedAt = s.Now()
		if err := s.Plans.Add(ctx, taken[n].Plan); err != nil {
			return err
		}
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return err
	}
	made, err := admitTaken(b, taken)
	if err != nil {
		return err
	}
	for n := range made {
		made[n].CreatedAt = s.Now()
		concern(ctx, made[n])
	}
	return s.Subscriptions.Add(ctx, made, nil)
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
