package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// SubscriptionView is a subscription with what depends on the day.
type SubscriptionView struct {
	Subscription
	Status SubscriptionStatus
}

// ListSubscriptions lists subscriptions; an empty status gives all. A participant sees
// those of the site it asks about, without the names of other consumers.
func (s *Service) ListSubscriptions(ctx context.Context, p policy.Principal, scope Scope, status SubscriptionStatus) ([]SubscriptionView, error) {
	op, err := s.enter(ctx, p, "subscription:read", scope)
	if err != nil {
		return nil, err
	}
	list, err := s.Subscriptions.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	today := s.today(op)
	out := []SubscriptionView{}
	for _, sub := range list {
		of := scope.ParticipantID
		if !of.IsZero() && sub.ConsumerID != of && sub.ProducerID != of {
			continue
		}
		v := SubscriptionView{Subscription: sub, Status: sub.StatusOn(today)}
		if status != "" && status != v.Status {
			continue
		}
		if p.Role == policy.RoleParticipant && !p.Holds(v.ConsumerID) {
			v.ConsumerID, v.ConsumerName = "", ""
		}
		out = append(out, v)
	}
	return out, nil
}

// SubscriptionsInput subscribes pairs to one plan from one day on.
type SubscriptionsInput struct {
	PlanID id.ID
	Pairs  []Pair
	Days   civil.Range // an open end is civil.Forever
}

// Subscribe subscribes one pair; the running subscription of the pair ends the day
// before. Errors: those of specification section 5, each with its own key.
func (s *Service) Subscribe(ctx context.Context, p policy.Principal, scope Scope, in SubscriptionsInput) (SubscriptionView, error) {
	op, err := s.enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return SubscriptionView{}, err
	}
	views, err := s.subscribe(ctx, p, op, scope, in)
	if err != nil {
		// One pair: its own refusal is the answer.
		if f := fault.From(err); f != nil && len(f.Items) == 1 && f.Key == ErrSubscriptionsRejected.Key {
			return SubscriptionView{}, f.Items[0].OnRow(0)
		}
		return SubscriptionView{}, err
	}
	return views[0], nil
}

// SubscribeAll subscribes many pairs, all or none. Error: subscription.rejected with
// one item per refused pair: its row (from 1), consumerId, producerId, and names.
func (s *Service) SubscribeAll(ctx context.Context, p policy.Principal, scope Scope, in SubscriptionsInput) ([]SubscriptionView, error) {
	op, err := s.enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return nil, err
	}
	return s.subscribe(ctx, p, op, scope, in)
}

func (s *Service) subscribe(ctx context.Context, p policy.Principal, op operation.Operation, scope Scope, in SubscriptionsInput) ([]SubscriptionView, error) {
	var views []SubscriptionView
	change := p.Change("subscription:create", op.ID, "plan", in.PlanID)
	change.Details = map[string]any{"pairs": len(in.Pairs), "startDate": in.Days.From.String()}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		views = nil
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		b, err := s.book(ctx, op)
		if err != nil {
			return err
		}
		plan, ok := b.plans[in.PlanID]
		if !ok {
			return ErrPlanNotFound.At("planId")
		}
		if b.own.IsZero() && slices.ContainsFunc(in.Pairs, func(p Pair) bool { return p.ProducerID.IsZero() }) {
			own, err := s.addOwnIssuer(ctx, op) // the operation's own issuer is its interlocutor
			if err != nil {
				return err
			}
			b.issuers[own.ID], b.own = own, own.ID
		}
		last, err := s.Invoices.LastDates(ctx, op.ID)
		if err != nil {
			return err
		}
		made, closes, err := b.admit(in, scope, last)
		if err != nil {
			return err
		}
		now, today := s.Now(), s.today(op)
		for i := range made {
			made[i].CreatedAt = now
			made[i].PlanName = plan.Name
			made[i].ConsumerName, made[i].ProducerName = b.sites[made[i].ConsumerID].Name, b.sites[made[i].ProducerID].Name
			views = append(views, SubscriptionView{Subscription: made[i], Status: made[i].StatusOn(today)})
		}
		return s.Subscriptions.Add(ctx, made, closes)
	})
	return views, err
}

// admit decides on each pair, and collects what is refused pair by pair.
func (b *book) admit(in SubscriptionsInput, scope Scope, last map[PartyPair]civil.Date) (made []Subscription, closes map[id.ID]id.ID, err error) {
	byPair := map[Pair][]Subscription{}
	for _, s := range b.subscriptions {
		byPair[s.Pair] = append(byPair[s.Pair], s)
	}
	closes = map[id.ID]id.ID{}
	var wrong fault.List
	for i, pair := range in.Pairs {
		sub := Subscription{ID: id.New(), OperationID: b.op.ID, Pair: pair, PlanID: in.PlanID, Days: in.Days}
		closed, err := b.admitOne(sub, scope, byPair[pair], last)
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, nil, err
			}
			wrong.Add(b.named(f.OnRow(i+1), pair))
			continue
		}
		if closed != nil {
			closes[closed.ID] = sub.ID
		}
		made = append(made, sub)
		byPair[pair] = append(byPair[pair], sub) // the same pair twice in one call
	}
	return made, closes, wrong.Err(ErrSubscriptionsRejected)
}

// named adds who the refused pair is.
func (b *book) named(f *fault.Error, pair Pair) *fault.Error {
	for _, x := range []struct {
		key string
		id  id.ID
	}{{"consumer", pair.ConsumerID}, {"producer", pair.ProducerID}} {
		if !x.id.IsZero() {
			f = f.With(x.key+"Id", x.id.String())
			if site, ok := b.sites[x.id]; ok {
				f = f.With(x.key+"Name", site.Name)
			}
		}
	}
	return f
}

func (b *book) admitOne(sub Subscription, scope Scope, existing []Subscription, last map[PartyPair]civil.Date) (*Subscription, error) {
	if err := checkSites(sub.Pair, b.sites, sub.Days.From); err != nil {
		return nil, err
	}
	if of := scope.ParticipantID; !of.IsZero() && sub.ProducerID != of && sub.ConsumerID != of {
		return nil, ErrProducerNotInOperation
	}
	parties, tied := b.parties(sub.Pair)
	switch {
	case parties.ClientID.IsZero():
		return nil, ErrClientMissing.With("name", b.sites[sub.ConsumerID].Name)
	case !tied && sub.ProducerID.IsZero():
		return nil, ErrOwnIssuerMissing
	case !tied:
		return nil, ErrIssuerMissing.With("name", b.sites[sub.ProducerID].Name)
	}
	issuer := b.issuers[parties.IssuerID]
	if fields := issuer.Missing(); len(fields) > 0 {
		return nil, ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields)
	}
	var lastInvoice *civil.Date
	if d, ok := last[parties]; ok {
		lastInvoice = &d
	}
	return place(existing, sub.PlanID, sub.Days, lastInvoice)
}

// DeleteSubscription deletes a subscription and all later ones of its pair, with
// their drafts; the one that they had closed goes on.
// Errors: subscription.notFound, subscription.alreadyInvoiced.
func (s *Service) DeleteSubscription(ctx context.Context, p policy.Principal, scope Scope, subscriptionID id.ID) error {
	op, err := s.enter(ctx, p, "subscription:delete", scope)
	if err != nil {
		return err
	}
	change := p.Change("subscription:delete", op.ID, "subscription", subscriptionID)
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.Subscriptions.List(ctx, op.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(sub Subscription) bool { return sub.ID == subscriptionID })
		if i < 0 || !scope.ParticipantID.IsZero() && list[i].ProducerID != scope.ParticipantID && list[i].ConsumerID != scope.ParticipantID {
			return ErrSubscriptionNotFound
		}
		var ids []id.ID
		for _, sub := range laterOf(list, list[i]) {
			if sub.InvoicedUntil != nil {
				return ErrSubscriptionInvoiced.With("invoicedUntil", sub.InvoicedUntil.String())
			}
			ids = append(ids, sub.ID)
		}
		return s.Subscriptions.Remove(ctx, op.ID, ids)
	})
}
