package contract

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
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

// PlanPriceChange says what a price change would do to each subscription, without doing it, as
// agreements are in b, to which it adds the new plan. It checks no permission.
// Errors: plan.notFound, plan.invalid, subscription.notFound, plan.noneSubscribed, plan.samePrices.
func (s *Service) PlanPriceChange(ctx context.Context, op operation.Operation, scope billing.Scope, b *agreement.Agreements, in PriceChangeInput) (PriceChange, error) {
	c, _, _, err := s.planPriceChange(ctx, op, scope, b, in)
	return c, err
}

func (s *Service) planPriceChange(ctx context.Context, op operation.Operation, scope billing.Scope, b *agreement.Agreements, in PriceChangeInput) (c PriceChange, made []billing.Subscription, closes map[id.ID]id.ID, err error) {
	c = PriceChange{From: in.From}
	var ok bool
	if c.Old, ok = b.Plans[in.PlanID]; !ok {
		return c, nil, nil, billing.ErrPlanNotFound
	}
	if err := s.otherPrices(op, b, in, &c); err != nil {
		return c, nil, nil, err
	}
	if c.Moves, err = moving(b, in, s.Today(op)); err != nil {
		return c, nil, nil, err
	}
	last, err := s.Invoices.LastDates(ctx, op.ID)
	if err != nil {
		return c, nil, nil, err
	}
	var wishes []wish
	var of []int // the move of each wish
	for n, m := range c.Moves {
		if !m.Days.Contains(in.From) {
			c.Moves[n].Refused = named(b, billing.ErrNotRunning.With("from", in.From.String()), m.Pair)
			continue
		}
		wishes, of = append(wishes, wish{m.Pair, civil.Range{From: in.From, To: m.Days.To}}), append(of, n)
	}
	made, closes, err = admit(b, c.New.ID, wishes, false, scope, last)
	f := fault.From(err)
	if err != nil && (f == nil || f.Key != billing.ErrSubscriptionsRejected.Key) {
		return c, nil, nil, err
	}
	if f != nil {
		for _, item := range f.Items {
			c.Moves[of[item.Row-1]].Refused = item.OnRow(0)
		}
	}
	return c, made, closes, nil
}

// otherPrices finds the plan that subscriptions go on with, or makes it of the old one.
func (s *Service) otherPrices(op operation.Operation, b *agreement.Agreements, in PriceChangeInput, c *PriceChange) error {
	if (in.NewPlan == nil) == in.ToPlanID.IsZero() {
		return billing.ErrChangeTarget
	}
	if in.NewPlan != nil {
		c.New, c.Made = c.Old, true
		c.New.ID, c.New.Name, c.New.Charges = id.New(), strings.TrimSpace(in.NewPlan.Name), in.NewPlan.Charges
		c.New.Version, c.New.Invoiced, c.New.Subscriptions, c.New.CreatedAt = 1, false, 0, s.Now()
		for _, plan := range b.Plans {
			if strings.EqualFold(plan.Name, c.New.Name) {
				return billing.ErrPlanNameTaken
			}
		}
		if err := c.New.Check(s.Terms(op)); err != nil {
			return err
		}
		b.Plans[c.New.ID] = c.New
	} else {
		plan, ok := b.Plans[in.ToPlanID]
		if !ok {
			return billing.ErrPlanNotFound.At("toPlanId")
		}
		c.New = plan
	}
	if c.New.ID == c.Old.ID || c.New.SamePrices(c.Old) {
		return billing.ErrSamePrices
	}
	return nil
}

// moving are the subscriptions that a price change is about, by the names of their consumers.
func moving(b *agreement.Agreements, in PriceChangeInput, today civil.Date) ([]Move, error) {
	chosen := map[id.ID]bool{}
	for _, one := range in.SubscriptionIDs {
		chosen[one] = true
	}
	var moves []Move
	for _, sub := range b.Subscriptions {
		if sub.PlanID != in.PlanID {
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

// ChangePrice lets subscriptions of a plan go on at other prices from a day on, all or none, in one
// transaction. Errors: those of PlanPriceChange, subscription.rejected with one item per subscription
// that is refused: its row among them by name, consumerId, producerId, and names.
func (s *Service) ChangePrice(ctx context.Context, p policy.Principal, scope billing.Scope, in PriceChangeInput) (PriceChange, []SubscriptionView, error) {
	op, err := s.Enter(ctx, p, "subscription:create", scope)
	if err == nil && in.NewPlan != nil {
		err = s.Guard.Operation(ctx, p, "plan:create", op.ID)
	}
	if err != nil {
		return PriceChange{}, nil, err
	}
	var done PriceChange
	var views []SubscriptionView
	change := p.Change("subscription:create", op.ID, "plan", in.PlanID)
	change.Details = map[string]any{"startDate": in.From.String()}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		views = nil
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
		if err != nil {
			return err
		}
		c, made, closes, err := s.planPriceChange(ctx, op, scope, b, in)
		if err != nil {
			return err
		}
		if err := c.refusal(); err != nil {
			return err
		}
		if c.Made {
			if err := s.Plans.Add(ctx, c.New); err != nil {
				return err
			}
		}
		now, today := s.Now(), s.Today(op)
		for i := range made {
			made[i].CreatedAt, made[i].PlanName = now, c.New.Name
			made[i].ConsumerName, made[i].ProducerName = b.Sites[made[i].ConsumerID].Name, b.Sites[made[i].ProducerID].Name
			views = append(views, view(b, made[i], today))
			concern(ctx, made[i])
		}
		done = c
		return s.Subscriptions.Add(ctx, made, closes)
	})
	return done, views, err
}
