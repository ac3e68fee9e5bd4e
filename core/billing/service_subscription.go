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
	b, err := s.book(ctx, op)
	if err != nil {
		return nil, err
	}
	today := s.today(op)
	out := []SubscriptionView{}
	for _, sub := range b.subscriptions {
		of := scope.ParticipantID
		if !of.IsZero() && sub.ConsumerID != of && sub.ProducerID != of {
			continue
		}
		v := b.view(sub, today)
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

// view is a subscription as it stands on a day: it ends with its sites, yet never before
// the last day that is invoiced.
func (b *book) view(sub Subscription, today civil.Date) SubscriptionView {
	present := b.present(sub)
	if !present.IsEmpty() {
		end := present.To
		if sub.InvoicedUntil != nil {
			end = max(end, *sub.InvoicedUntil+1)
		}
		sub.Days.To = min(sub.Days.To, end)
	}
	v := SubscriptionView{Subscription: sub, Status: sub.StatusOn(today)}
	if present.IsEmpty() && sub.InvoicedUntil == nil {
		v.Status = SubscriptionEnded // a site left before it began
	}
	return v
}

// SubscriptionsInput subscribes pairs to one plan from one day on.
type SubscriptionsInput struct {
	PlanID id.ID
	Pairs  []Pair
	Days   civil.Range // an open end is civil.Forever
	// EndOthers ends, the day before, what else prices the same energy of a consumer,
	// instead of refusing the pair.
	EndOthers bool
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
			own, err := s.addOwnIssuer(ctx, p, op) // the operation's own issuer is its interlocutor
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
			views = append(views, b.view(made[i], today))
		}
		return s.Subscriptions.Add(ctx, made, closes)
	})
	return views, err
}

// admit decides on each pair, and collects what is refused pair by pair.
func (b *book) admit(in SubscriptionsInput, scope Scope, last map[PartyPair]civil.Date) (made []Subscription, closes map[id.ID]id.ID, err error) {
	of := b.byConsumer()
	closes = map[id.ID]id.ID{}
	var wrong fault.List
	for i, pair := range in.Pairs {
		sub := Subscription{ID: id.New(), OperationID: b.op.ID, Pair: pair, PlanID: in.PlanID, Days: in.Days}
		closed, err := b.admitOne(sub, in.EndOthers, scope, of[pair.ConsumerID], last)
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, nil, err
			}
			wrong.Add(b.named(f.OnRow(i+1), pair))
			continue
		}
		made = append(made, sub)
		of[pair.ConsumerID] = append(of[pair.ConsumerID], sub) // the same consumer twice in one call
		for n, o := range of[pair.ConsumerID] {
			if slices.Contains(closed, o.ID) {
				closes[o.ID] = sub.ID
				of[pair.ConsumerID][n].Days.To = sub.Days.From
			}
		}
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

// admitOne decides on one pair, and which subscriptions it ends; existing are those of its
// consumer.
func (b *book) admitOne(sub Subscription, endOthers bool, scope Scope, existing []Subscription, last map[PartyPair]civil.Date) ([]id.ID, error) {
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
	replaced, err := place(ofPair(existing, sub.Pair), sub.PlanID, sub.Days, lastInvoice)
	if err != nil {
		return nil, err
	}
	closed, err := b.makeWay(sub, endOthers, existing)
	if replaced != nil {
		closed = append(closed, replaced.ID)
	}
	return closed, err
}

func ofPair(list []Subscription, pair Pair) []Subscription {
	return slices.DeleteFunc(slices.Clone(list), func(s Subscription) bool { return s.Pair != pair })
}

// DeleteSubscription deletes a subscription and all later ones of its pair, with
// their drafts; the one that they had closed goes on.
// Errors: subscription.notFound, subscription.alreadyInvoiced, subscription.energyTwice
// when what goes on prices energy that another one prices meanwhile.
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
		before, err := s.book(ctx, op)
		if err != nil {
			return err
		}
		list := before.subscriptions
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
		if err := s.Subscriptions.Remove(ctx, op.ID, ids); err != nil {
			return err
		}
		after, err := s.book(ctx, op)
		if err != nil {
			return err
		}
		return after.keepOnce(before.doubles)
	})
}
