package contract

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// OwnIssuers makes the operation's own issuer within a transaction; *entity.Service is one.
type OwnIssuers interface {
	AddOwnIssuer(ctx context.Context, p policy.Principal, op operation.Operation) (billing.BillingEntity, error)
}

// Deps is what the use cases need. Volumes and Mandates may be nil: plans that need
// them are then refused.
type Deps struct {
	billing.Access
	Agreements    agreement.Loader
	Plans         billing.Plans
	Subscriptions billing.Subscriptions
	Invoices      billing.InvoiceQueries
	OwnIssuers    OwnIssuers
	Volumes       billing.Volumes
	Mandates      billing.Mandates
	PriceRanges   billing.PriceRanges
}

// Service holds the use cases of plans and subscriptions.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	return &Service{d}
}

// ListPlans lists the plans of an operation, by name.
func (s *Service) ListPlans(ctx context.Context, p policy.Principal, scope billing.Scope) ([]billing.Plan, error) {
	op, err := s.Enter(ctx, p, "plan:read", scope)
	if err != nil {
		return nil, err
	}
	return s.plansOf(ctx, op)
}

// plansOf are the plans of an operation, each with what is usual today.
func (s *Service) plansOf(ctx context.Context, op operation.Operation) ([]billing.Plan, error) {
	plans, err := s.Plans.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	usual, err := s.UsualPrices(ctx, op)
	for n := range plans {
		plans[n].Usual = usual
	}
	return plans, err
}

// UsualPrices is where prices are usual today where the operation is, nil = not known. It checks no
// permission.
func (s *Service) UsualPrices(ctx context.Context, op operation.Operation) (*billing.PriceRange, error) {
	all, err := s.PriceRanges.All(ctx)
	return billing.UsualOn(all, op.DSO.Country(), s.Today(op)), err
}

// PriceRange is where prices of plans of the operation are usual today; nil = not known.
func (s *Service) PriceRange(ctx context.Context, p policy.Principal, scope billing.Scope) (*billing.PriceRange, error) {
	op, err := s.Enter(ctx, p, "plan:read", scope)
	if err != nil {
		return nil, err
	}
	return s.UsualPrices(ctx, op)
}

// Plan reads one plan. Error: plan.notFound.
func (s *Service) Plan(ctx context.Context, p policy.Principal, scope billing.Scope, planID id.ID) (billing.Plan, error) {
	op, err := s.Enter(ctx, p, "plan:read", scope)
	if err != nil {
		return billing.Plan{}, err
	}
	return s.planOf(ctx, op, planID)
}

// CreatePlan adds a plan. Errors: plan.invalid with items, plan.nameTaken.
func (s *Service) CreatePlan(ctx context.Context, p policy.Principal, scope billing.Scope, in PlanInput) (billing.Plan, error) {
	op, err := s.Enter(ctx, p, "plan:create", scope)
	if err != nil {
		return billing.Plan{}, err
	}
	plan := billing.Plan{ID: id.New(), OperationID: op.ID, Name: strings.TrimSpace(in.Name), Description: in.Description, Period: in.Period,
		Charges: in.Charges, Method: in.Method, TermDays: defaultTermDays, Version: 1, CreatedAt: s.Now()}
	if plan.Method == "" {
		plan.Method = billing.Transfer
	}
	if in.TermDays != nil {
		plan.TermDays = *in.TermDays
	}
	if err := plan.Check(s.Terms(op)); err != nil {
		return billing.Plan{}, err
	}
	if plan.Usual, err = s.UsualPrices(ctx, op); err != nil {
		return billing.Plan{}, err
	}
	change := p.Change("plan:create", op.ID, "plan", plan.ID)
	return plan, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Plans.Add(ctx, plan) })
}

// UpdatePlan changes a plan. One that is on a published invoice takes name and
// description only. Errors: plan.notFound, planAlreadyInvoiced, plan.invalid,
// plan.nameTaken, object.changed, subscription.energyTwice when it comes to price energy
// that another plan of a subscriber prices.
func (s *Service) UpdatePlan(ctx context.Context, p policy.Principal, scope billing.Scope, planID id.ID, in PlanChange) (billing.Plan, error) {
	op, err := s.Enter(ctx, p, "plan:update", scope)
	if err != nil {
		return billing.Plan{}, err
	}
	var plan billing.Plan
	change := p.Change("plan:update", op.ID, "plan", planID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		// Publishing reads the plan: it must not change underneath.
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		old, err := s.planOf(ctx, op, planID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return billing.ErrChanged
		}
		plan = in.apply(old)
		if old.Invoiced && !plan.SamePrices(old) {
			return billing.ErrPlanAlreadyInvoiced
		}
		if err := plan.Check(s.Terms(op)); err != nil {
			return err
		}
		if plan.Subscriptions > 0 && plan.OfProducers() != old.OfProducers() { // those who subscribed are consumers, or producers
			return billing.ErrPlanSide.With("plan", old.Name)
		}
		if err := s.refuseNewDoubles(ctx, op, plan); err != nil {
			return err
		}
		plan.Version++
		tx.NoteFields(ctx, old, plan)
		return s.Plans.Change(ctx, plan)
	})
	return plan, err
}

// refuseNewDoubles refuses prices by which subscribers would pay the same energy twice.
func (s *Service) refuseNewDoubles(ctx context.Context, op operation.Operation, plan billing.Plan) error {
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return err
	}
	before := b.Doubles
	b.Plans[plan.ID] = plan
	if f := fault.From(b.RefuseNewDoubles(before)); f != nil {
		return f.At("charges")
	}
	return nil
}

func (s *Service) planOf(ctx context.Context, op operation.Operation, planID id.ID) (billing.Plan, error) {
	plans, err := s.plansOf(ctx, op)
	if err != nil {
		return billing.Plan{}, err
	}
	for _, plan := range plans {
		if plan.ID == planID {
			return plan, nil
		}
	}
	return billing.Plan{}, billing.ErrPlanNotFound
}

// Terms of a plan of the operation, as of today. A method that collects by itself needs
// mandates.
func (s *Service) Terms(op operation.Operation) billing.Terms {
	t := billing.Terms{Usages: s.usages(op), Rates: party.VATRatesOn(op.DSO.Country(), s.Today(op)),
		Methods: []billing.PaymentMethod{billing.Transfer, billing.Cheque}, Costs: s.registers(op)}
	if op.DSO.Country() == dso.France { // the public accountant collects there only
		t.Methods = append(t.Methods, billing.PublicTreasuryPaymentOrder, billing.PublicTreasuryDebit)
	}
	if s.Mandates != nil {
		t.Methods = append(t.Methods, billing.Debit)
	}
	return t
}

// PaymentMethods are how clients of an operation may pay, each with what lacks in the operation for it.
func (s *Service) PaymentMethods(ctx context.Context, p policy.Principal, scope billing.Scope) ([]billing.MethodChoice, error) {
	op, err := s.Enter(ctx, p, "plan:read", scope)
	if err != nil {
		return nil, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return nil, err
	}
	var out []billing.MethodChoice
	for _, method := range s.Terms(op).Methods {
		c := billing.MethodChoice{Method: method}
		if method == billing.Debit {
			if c.Missing, err = s.debitLacks(ctx, b); err != nil {
				return nil, err
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// debitLacks says what lacks altogether for direct debits: who collects, or who lets them. What lacks
// for one issuer or client is said when an invoice is made.
func (s *Service) debitLacks(ctx context.Context, b *agreement.Agreements) ([]billing.MethodLack, error) {
	creditors := 0
	for _, issuer := range b.Issuers {
		clients, err := s.Mandates.Collectable(ctx, b.Op.ID, issuer.ID)
		if err != nil {
			return nil, err
		}
		if len(clients) > 0 {
			return nil, nil
		}
		if clients != nil {
			creditors++
		}
	}
	if creditors == 0 {
		return []billing.MethodLack{billing.LacksCreditor, billing.LacksMandate}, nil
	}
	return []billing.MethodLack{billing.LacksMandate}, nil
}

// registers reports whether the operator's file of a month says what is billed: volumes and costs.
func (s *Service) registers(op operation.Operation) bool {
	return op.DSO.Capabilities().BillingUsages && s.Volumes != nil
}

// usages are the volumes a plan of the operation can price.
func (s *Service) usages(op operation.Operation) []billing.Usage {
	if s.registers(op) {
		return []billing.Usage{billing.UsageEnergy, billing.UsageHigh, billing.UsageLow, billing.UsageTotal, billing.UsageInjection}
	}
	return []billing.Usage{billing.UsageEnergy}
}

// ListSubscriptions lists subscriptions; an empty status gives all. A participant sees
// those of the site it asks about, without the names of other consumers.
func (s *Service) ListSubscriptions(ctx context.Context, p policy.Principal, scope billing.Scope, status billing.SubscriptionStatus) ([]SubscriptionView, error) {
	op, err := s.Enter(ctx, p, "subscription:read", scope)
	if err != nil {
		return nil, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, err
	}
	today := s.Today(op)
	out := []SubscriptionView{}
	for _, sub := range b.Subscriptions {
		if !scope.Holds(sub.Pair) {
			continue
		}
		v := view(b, sub, today)
		if status != "" && status != v.Status {
			continue
		}
		if p.Role == policy.RoleParticipant && !p.Holds(v.ConsumerID) {
			v.ConsumerID, v.ConsumerName = "", ""
		}
		v.Deletion = deletionOf(b.Subscriptions, sub)
		out = append(out, v)
	}
	return out, nil
}

// CheckSubscriptions says what subscribing pairs would do to the subscriptions that they have,
// without doing it; a nil day is not known yet.
func (s *Service) CheckSubscriptions(ctx context.Context, p policy.Principal, scope billing.Scope, pairs []billing.Pair, start *civil.Date) (Effect, error) {
	op, err := s.Enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return Effect{}, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return Effect{}, err
	}
	existing := make([]billing.Subscription, len(b.Subscriptions))
	for i, sub := range b.Subscriptions {
		existing[i] = view(b, sub, s.Today(op)).Subscription // it ends with its sites
	}
	return effectOf(existing, pairs, start), nil
}

// Subscribe subscribes one pair; the running subscription of the pair ends the day
// before. Errors: those of specification section 5, each with its own key.
func (s *Service) Subscribe(ctx context.Context, p policy.Principal, scope billing.Scope, in SubscriptionsInput) (SubscriptionView, error) {
	op, err := s.Enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return SubscriptionView{}, err
	}
	views, err := s.subscribe(ctx, p, op, scope, in)
	if err != nil {
		// One pair: its own refusal is the answer.
		if f := fault.From(err); f != nil && len(f.Items) == 1 && f.Key == billing.ErrSubscriptionsRejected.Key {
			return SubscriptionView{}, f.Items[0].OnRow(0)
		}
		return SubscriptionView{}, err
	}
	return views[0], nil
}

// SubscribeAll subscribes many pairs, all or none. Error: subscription.rejected with
// one item per refused pair: its row (from 1), consumerId, producerId, and names.
func (s *Service) SubscribeAll(ctx context.Context, p policy.Principal, scope billing.Scope, in SubscriptionsInput) ([]SubscriptionView, error) {
	op, err := s.Enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return nil, err
	}
	return s.subscribe(ctx, p, op, scope, in)
}

func (s *Service) subscribe(ctx context.Context, p policy.Principal, op operation.Operation, scope billing.Scope, in SubscriptionsInput) ([]SubscriptionView, error) {
	var views []SubscriptionView
	change := p.Change("subscription:create", op.ID, "plan", in.PlanID)
	change.Details = map[string]any{"pairs": len(in.Pairs), "startDate": in.Days.From.String()}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		views = nil
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
		if err != nil {
			return err
		}
		plan, ok := b.Plans[in.PlanID]
		if !ok {
			return billing.ErrPlanNotFound.At("planId")
		}
		if b.Own.IsZero() && slices.ContainsFunc(in.Pairs, func(p billing.Pair) bool {
			return p != (billing.Pair{}) && (p.ProducerID.IsZero() || billing.OfProducer(p))
		}) {
			own, err := s.OwnIssuers.AddOwnIssuer(ctx, p, op) // the operation's own issuer is its interlocutor
			if err != nil {
				return err
			}
			b.Issuers[own.ID], b.Own = own, own.ID
		}
		last, err := s.Invoices.LastDates(ctx, op.ID)
		if err != nil {
			return err
		}
		made, closes, err := admit(b, in.PlanID, in.wishes(), in.EndOthers, scope, last)
		if err != nil {
			return err
		}
		now, today := s.Now(), s.Today(op)
		for i := range made {
			made[i].CreatedAt = now
			made[i].PlanName = plan.Name
			made[i].ConsumerName, made[i].ProducerName = b.Sites[made[i].ConsumerID].Name, b.Sites[made[i].ProducerID].Name
			views = append(views, view(b, made[i], today))
			made[i].Concern(ctx)
		}
		concernClosed(ctx, b.Subscriptions, closes)
		return s.Subscriptions.Add(ctx, made, closes)
	})
	return views, err
}

// TakeOver adds plans with their subscriptions, all or none, by the rules of Subscribe. It belongs to
// the change of whoever calls it, who has asked the policy and locked the operation.
// Errors: plan.invalid, subscription.rejected with an item for each pair.
func (s *Service) TakeOver(ctx context.Context, op operation.Operation, taken []Taken) error {
	if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
		return err
	}
	for n := range taken {
		if err := taken[n].Plan.Check(s.Terms(op)); err != nil {
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
		made[n].Concern(ctx)
	}
	return s.Subscriptions.Add(ctx, made, nil)
}

// DeleteSubscription deletes a subscription and all later ones of its pair, with
// their drafts; the one that they had closed goes on.
// Errors: subscription.notFound, subscription.alreadyInvoiced, subscription.energyTwice
// when what goes on prices energy that another one prices meanwhile.
func (s *Service) DeleteSubscription(ctx context.Context, p policy.Principal, scope billing.Scope, subscriptionID id.ID) error {
	op, err := s.Enter(ctx, p, "subscription:delete", scope)
	if err != nil {
		return err
	}
	change := p.Change("subscription:delete", op.ID, "subscription", subscriptionID)
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		before, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
		if err != nil {
			return err
		}
		list := before.Subscriptions
		i := slices.IndexFunc(list, func(sub billing.Subscription) bool { return sub.ID == subscriptionID })
		if i < 0 || !scope.Holds(list[i].Pair) {
			return billing.ErrSubscriptionNotFound
		}
		gone := deletionOf(list, list[i])
		for _, sub := range list {
			if sub.ID == subscriptionID || slices.Contains(gone.Later, sub.ID) {
				sub.Concern(ctx)
			}
		}
		if gone.Held != nil {
			return billing.ErrSubscriptionInvoiced.With("invoicedUntil", gone.Held.String())
		}
		if err := s.Subscriptions.Remove(ctx, op.ID, append(gone.Later, subscriptionID)); err != nil {
			return err
		}
		after, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
		if err != nil {
			return err
		}
		concernChanged(ctx, list, after.Subscriptions)
		return after.RefuseNewDoubles(before.Doubles)
	})
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
	if c.New.Usual, err = s.UsualPrices(ctx, op); err != nil {
		return c, nil, nil, err
	}
	if c.Moves, err = moving(b, in, scope, s.Today(op)); err != nil {
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
			made[i].Concern(ctx)
		}
		concernClosed(ctx, b.Subscriptions, closes)
		done = c
		return s.Subscriptions.Add(ctx, made, closes)
	})
	return done, views, err
}

// ParticipantDeleted hears that a site is removed for good, in the transaction that does so: its
// subscriptions go, and what they had closed goes on. Errors: subscription.alreadyInvoiced,
// subscription.energyTwice when what goes on prices energy that another one prices meanwhile.
func (s *Service) ParticipantDeleted(ctx context.Context, operationID, participantID id.ID) error {
	if err := s.Locks.Operation(ctx, operationID, true); err != nil {
		return err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return err
	}
	before, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return err
	}
	var gone []id.ID
	for _, sub := range before.Subscriptions {
		if sub.ConsumerID != participantID && sub.ProducerID != participantID {
			continue
		}
		if sub.InvoicedUntil != nil {
			return billing.ErrSubscriptionInvoiced.With("invoicedUntil", sub.InvoicedUntil.String())
		}
		gone = append(gone, sub.ID)
		sub.Concern(ctx)
	}
	if len(gone) == 0 {
		return nil
	}
	if err := s.Subscriptions.Remove(ctx, op.ID, gone); err != nil {
		return err
	}
	after, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return err
	}
	concernChanged(ctx, before.Subscriptions, after.Subscriptions)
	return after.RefuseNewDoubles(before.Doubles)
}

// concernClosed is Concern for those that end where another one begins.
func concernClosed(ctx context.Context, all []billing.Subscription, closes map[id.ID]id.ID) {
	for _, sub := range all {
		if _, ends := closes[sub.ID]; ends {
			sub.Concern(ctx)
		}
	}
}

// concernChanged is Concern for those whose days are others by now: they go on.
func concernChanged(ctx context.Context, before, after []billing.Subscription) {
	was := make(map[id.ID]civil.Range, len(before))
	for _, sub := range before {
		was[sub.ID] = sub.Days
	}
	for _, sub := range after {
		if was[sub.ID] != sub.Days {
			sub.Concern(ctx)
		}
	}
}
