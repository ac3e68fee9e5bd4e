package trial

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements agreement.Loader
	Sources    drafting.Sources
	Contracts  *contract.Service
}

// Service tries prices. It changes nothing.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// MaxMonths is how many months a preview goes over.
const MaxMonths = 12

// Preview says what prices would have billed over months that are over.
// Errors: plan.notFound, plan.invalid with items, plan.previewSubject, plan.previewMonthAhead,
// range.reversed, range.tooLong.
func (s *Service) Preview(ctx context.Context, p policy.Principal, scope billing.Scope, in Input) (Preview, error) {
	op, err := s.Enter(ctx, p, "plan:read", scope)
	if err != nil {
		return Preview{}, err
	}
	out := Preview{First: in.First, Last: in.Last, Clients: []Client{}}
	if err := s.checkMonths(op, in); err != nil {
		return out, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return out, err
	}
	if out.Plan, err = s.tried(op, b, in); err != nil {
		return out, err
	}
	var bound []billing.Subscription
	bound, out.Whose = whose(b, in)
	var dues []agreement.Due
	for m := in.First; m <= in.Last; m = m.Next() {
		dues = append(dues, duesOf(b, bound, out.Plan, m)...)
	}
	tried, err := s.Sources.Session(op).Try(ctx, b, dues)
	if err != nil {
		return out, err
	}
	at := map[who]int{}
	for _, t := range tried {
		of := whoOf(t.Due)
		n, known := at[of]
		if !known {
			n = len(out.Clients)
			at[of] = n
			out.Clients = append(out.Clients, Client{PartyPair: t.PartyPair, IssuerName: issuerName(b, t.Due), ClientName: clientName(b, t.Due)})
		}
		out.Clients[n].add(t)
	}
	out.order()
	return out, nil
}

func (s *Service) checkMonths(op operation.Operation, in Input) error {
	days := civil.Range{From: in.First.First(), To: in.Last.Next().First()}
	if days.IsEmpty() {
		return civil.ErrReversed.At("monthTo")
	}
	if err := days.AtMost(MaxMonths); err != nil {
		return err
	}
	if over := civil.MonthOf(s.Today(op)) - 1; in.Last > over {
		return billing.ErrMonthAhead.With("last", over.String())
	}
	return nil
}

// tried are the prices that are tried, as a plan.
func (s *Service) tried(op operation.Operation, b *agreement.Agreements, in Input) (billing.Plan, error) {
	var plan billing.Plan
	if !in.PlanID.IsZero() {
		known, ok := b.Plans[in.PlanID]
		if !ok {
			return plan, billing.ErrPlanNotFound
		}
		plan = known
	}
	if in.Charges == nil {
		if in.PlanID.IsZero() {
			return plan, billing.ErrPreviewSubject
		}
		return plan, nil
	}
	plan.Charges = in.Charges
	asked := billing.Plan{Name: "-", Period: billing.Monthly, Method: billing.Transfer, Charges: in.Charges}
	return plan, asked.Check(s.Contracts.Terms(op))
}

// whose are the pairs whose energy is priced, with their days.
func whose(b *agreement.Agreements, in Input) ([]billing.Subscription, Whose) {
	days := civil.Range{From: in.First.First(), To: in.Last.Next().First()}
	wanted := func(site id.ID) bool { return in.Consumers == nil || slices.Contains(in.Consumers, site) }
	of := func(planID id.ID) (out []billing.Subscription) {
		for _, sub := range b.Subscriptions {
			sub.Days = b.Present(sub).Intersect(days)
			if (planID.IsZero() || sub.PlanID == planID) && !sub.Days.IsEmpty() && wanted(sub.ConsumerID) {
				out = append(out, sub)
			}
		}
		return out
	}
	if !in.PlanID.IsZero() {
		if bound := of(in.PlanID); len(bound) > 0 {
			return bound, Subscribers
		}
	}
	if bound := of(""); len(bound) > 0 {
		return bound, AllSubscribed
	}
	var all []billing.Subscription
	for _, site := range b.Sites {
		sub := billing.Subscription{ID: site.ID, Pair: billing.Pair{ConsumerID: site.ID}, Days: days}
		if sub.Days = b.Present(sub).Intersect(days); site.Consumes && !sub.Days.IsEmpty() && wanted(site.ID) {
			all = append(all, sub)
		}
	}
	slices.SortFunc(all, func(x, y billing.Subscription) int { return cmp.Compare(x.ID, y.ID) })
	return all, Everybody
}

// who tells invoices of a month apart: by their parties, or by the site whose client is not known.
type who struct {
	billing.PartyPair
	site id.ID
}

func whoOf(d agreement.Due) who {
	w := who{PartyPair: d.PartyPair}
	if d.ClientID.IsZero() {
		w.site = d.Parts[0].ConsumerID
	}
	return w
}

// duesOf is one due for each issuer and client, of the days of a month.
func duesOf(b *agreement.Agreements, bound []billing.Subscription, plan billing.Plan, m civil.Month) (dues []agreement.Due) {
	at := map[who]int{}
	for _, sub := range bound {
		days := sub.Days.Intersect(m.Range())
		if days.IsEmpty() {
			continue
		}
		parties, _ := b.Parties(sub.Pair)
		one := agreement.Due{PartyPair: parties, Period: m.Range(), Method: billing.Transfer, Parts: []agreement.Part{{Subscription: sub, Plan: plan, Span: days}}}
		of := whoOf(one)
		if n, known := at[of]; known {
			dues[n].Parts = append(dues[n].Parts, one.Parts[0])
			continue
		}
		one.Statement = tied(one) && b.SamePerson(parties)
		at[of] = len(dues)
		dues = append(dues, one)
	}
	return dues
}

func tied(d agreement.Due) bool { return !d.IssuerID.IsZero() && !d.ClientID.IsZero() }

// issuerName is who issues, or would: the producer, or the operation.
func issuerName(b *agreement.Agreements, d agreement.Due) string {
	if issuer, ok := b.Issuers[d.IssuerID]; ok {
		return issuer.Name
	}
	if site, ok := b.Sites[d.Parts[0].ProducerID]; ok {
		return site.Name
	}
	return b.Op.Name
}

func clientName(b *agreement.Agreements, d agreement.Due) string {
	if client, ok := b.Clients[d.ClientID]; ok {
		return client.Name
	}
	return b.Sites[d.Parts[0].ConsumerID].Name
}

// CheckPriceChange says what a price change would do, and who would pay what on the energy of the last
// month that is complete and definitive, without doing it. Where no month is, it is the month that is over.
// Errors: those of contract.Service.PlanPriceChange.
func (s *Service) CheckPriceChange(ctx context.Context, p policy.Principal, scope billing.Scope, in contract.PriceChangeInput) (PriceChange, error) {
	op, err := s.Enter(ctx, p, "subscription:create", scope)
	if err != nil {
		return PriceChange{}, err
	}
	out := PriceChange{Month: civil.MonthOf(s.Today(op)) - 1}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return out, err
	}
	if out.PriceChange, err = s.Contracts.PlanPriceChange(ctx, op, scope, b, in); err != nil {
		return out, err
	}
	last, definitive, err := s.Sources.Measurements.LastDefinitive(ctx, op.ID)
	if err != nil {
		return out, err
	}
	if definitive {
		out.Month, out.Definitive = civil.MonthOf(last), true
	}
	var dues []agreement.Due // of each move, before and after
	var of []int
	for n, m := range out.PriceChange.Moves {
		out.Moves = append(out.Moves, Move{Move: m})
		sub := m.Subscription
		sub.Days = out.Month.Range()
		if sub.Days = b.Present(sub); sub.Days.IsEmpty() {
			continue // its sites did not take part then: nothing to compare
		}
		for _, plan := range []billing.Plan{out.Old, out.New} {
			dues = append(dues, duesOf(b, []billing.Subscription{sub}, plan, out.Month)...)
		}
		of = append(of, n)
	}
	tried, err := s.Sources.Session(op).Try(ctx, b, dues)
	if err != nil {
		return out, err
	}
	for k, n := range of {
		m, before, after := &out.Moves[n], tried[2*k], tried[2*k+1]
		m.Compared = true
		m.Before.add(before)
		m.After.add(after)
		if m.Unpriceable = after.Refused; m.Unpriceable == nil {
			m.Unpriceable = before.Refused
		}
		if m.Refused == nil && m.Unpriceable == nil {
			out.Before.add(before)
			out.After.add(after)
		}
	}
	return out, nil
}
