package agreement

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// Agreements is everything of an operation that decides who owes what, without energy.
type Agreements struct {
	Op            operation.Operation
	Sites         map[id.ID]billing.Site
	Issuers       map[id.ID]billing.BillingEntity
	Clients       map[id.ID]billing.BillableEntity
	Place         map[id.ID]int   // of a client in the order of names, in which numbers are given; read with the parts of some pairs only
	IssuerOf      map[id.ID]id.ID // producer → issuer
	ClientOf      map[id.ID]id.ID // consumer → client
	Own           id.ID           // the operation's own issuer; none when there is none
	Plans         map[id.ID]billing.Plan
	Subscriptions []billing.Subscription
	Discounts     map[billing.Pair][]Discount    // in the order of days
	waiting       []Adjustment                   // that are on no issued invoice
	byID          map[id.ID]billing.Subscription // see bySubscription
	Doubles       map[id.ID][]Double             // see findDoubles
	same          map[billing.PartyPair]bool     // what samePerson has found
}

// Parties finds who issues and who receives for a pair (domain 8.5): the producer's
// issuer, or the operation's own for a consumer who subscribed alone. A producer alone is invoiced
// nothing and has no client.
func (b *Agreements) Parties(p billing.Pair) (billing.PartyPair, bool) {
	issuer := b.Own
	if !p.ProducerID.IsZero() {
		issuer = b.IssuerOf[p.ProducerID]
	}
	client := b.ClientOf[p.ConsumerID]
	return billing.PartyPair{IssuerID: issuer, ClientID: client}, !issuer.IsZero() && !client.IsZero()
}

// Present is the days of a subscription on which its sites take part, without those that another
// tool billed.
func (b *Agreements) Present(s billing.Subscription) civil.Range {
	days := s.Days
	if !billing.OfProducer(s.Pair) {
		days = days.Intersect(b.Sites[s.ConsumerID].Activation)
	}
	if !s.ProducerID.IsZero() {
		days = days.Intersect(b.Sites[s.ProducerID].Activation)
	}
	if until := b.BilledUntil(s.Pair); until != nil {
		days = days.Intersect(civil.Range{From: *until + 1, To: civil.Forever})
	}
	return days
}

// BilledUntil is the last day that another tool billed of a pair, the later one of its sites; nil =
// none did.
func (b *Agreements) BilledUntil(p billing.Pair) *civil.Date {
	consumer, producer := b.Sites[p.ConsumerID].BilledUntil, b.Sites[p.ProducerID].BilledUntil
	if consumer == nil || producer != nil && *producer > *consumer {
		return producer
	}
	return consumer
}

// CountRunning is how many subscriptions have begun by a day and can be billed: both their sides
// are there and have parties.
func (b *Agreements) CountRunning(day civil.Date) (n int) {
	for _, s := range b.Subscriptions {
		if _, tied := b.Parties(s.Pair); tied && !b.Present(s).IsEmpty() && b.Present(s).From <= day {
			n++
		}
	}
	return n
}

// Dues lists what is to be billed up to a day, by issuer, client, period. The order is
// that in which items of a run are numbered and never depends on how rows were read.
func (b *Agreements) Dues(upTo civil.Date) []Due {
	type key struct {
		billing.PartyPair
		period civil.Range
		method billing.PaymentMethod
	}
	found := map[key]*Due{}
	var list []*Due
	for _, s := range b.Subscriptions {
		pair, ok := b.Parties(s.Pair)
		plan := b.Plans[s.PlanID]
		if !ok || plan.Period.Months() == 0 {
			continue
		}
		for _, seg := range period.Segments(b.Op.AnniversaryDate, plan.Period.Months(), s.Unbilled(b.Present(s)), upTo, billing.MaxPairPeriods+1) {
			for _, span := range period.Subtract(seg.Days, s.Billed) {
				k := key{pair, seg.Period, plan.Method}
				d := found[k]
				if d == nil {
					d = &Due{PartyPair: pair, Period: seg.Period, Method: plan.Method, Statement: b.SamePerson(pair)}
					found[k] = d
					list = append(list, d)
				}
				d.Parts = append(d.Parts, Part{Subscription: s, Plan: plan, Span: span})
			}
		}
	}
	return b.ordered(list)
}

// Delivered lists what was delivered up to a day and is not billed: as Dues, with what has begun of
// periods that are not over.
func (b *Agreements) Delivered(upTo civil.Date) []Due {
	cut := *b
	cut.byID, cut.Subscriptions = nil, slices.Clone(b.Subscriptions)
	for n := range cut.Subscriptions {
		cut.Subscriptions[n].Days.To = min(cut.Subscriptions[n].Days.To, upTo+1)
	}
	return cut.Dues(upTo)
}

func (b *Agreements) ordered(list []*Due) []Due {
	out := make([]Due, 0, len(list))
	for _, d := range list {
		b.orderParts(d)
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, c Due) int {
		return cmp.Or(cmp.Compare(a.IssuerID, c.IssuerID), cmp.Compare(a.ClientID, c.ClientID),
			cmp.Compare(a.Period.From, c.Period.From), cmp.Compare(a.Period.To, c.Period.To), cmp.Compare(a.Method, c.Method))
	})
	n := 0
	for i := range out {
		if i > 0 && out[i].PartyPair != out[i-1].PartyPair {
			n = 0
		}
		n++
		out[i].Excess = n > billing.MaxPairPeriods
	}
	all := make([]*Due, len(out))
	for i := range out {
		all[i] = &out[i]
	}
	b.adjustFirst(all)
	return out
}

// orderParts puts the parts of a due in the order of its lines.
func (b *Agreements) orderParts(d *Due) {
	slices.SortFunc(d.Parts, func(a, c Part) int {
		return cmp.Or(naming.Compare(b.Sites[a.ConsumerID].Name, b.Sites[c.ConsumerID].Name), cmp.Compare(a.ConsumerID, c.ConsumerID),
			cmp.Compare(a.ProducerID, c.ProducerID), cmp.Compare(a.Span.From, c.Span.From))
	})
}

// keepPairs keeps the subscriptions of some pairs of parties.
func (b *Agreements) keepPairs(pairs []billing.PartyPair) {
	wanted := map[billing.PartyPair]bool{}
	for _, p := range pairs {
		wanted[p] = true
	}
	b.Subscriptions = slices.DeleteFunc(slices.Clone(b.Subscriptions), func(s billing.Subscription) bool {
		pair, ok := b.Parties(s.Pair)
		return !ok || !wanted[pair]
	})
	b.byID = nil
}

// KeepProducer keeps what the issuer of one producer bills; none keeps all. An issuer of
// several producers has one invoice for them, so that it bills all or none of them.
func (b *Agreements) KeepProducer(producerID id.ID) {
	if producerID.IsZero() {
		return
	}
	issuer := b.IssuerOf[producerID]
	b.Subscriptions = slices.DeleteFunc(slices.Clone(b.Subscriptions), func(s billing.Subscription) bool {
		pair, ok := b.Parties(s.Pair)
		return !ok || pair.IssuerID != issuer
	})
	b.byID = nil
}

// Rebuild rebuilds what a draft was made of, as things are now. False when they are not
// so any more: a subscription is gone, ends earlier, or has other parties.
func (b *Agreements) Rebuild(draft billing.Invoice) (Due, bool) {
	return b.rebuild(Due{PartyPair: billing.PartyPair{IssuerID: draft.IssuerID, ClientID: draft.ClientID}, Method: draft.Method, Adjustments: b.toAdjust(draft)}, draft.Spans)
}

// Again is what an issued invoice bills, between the same parties, of what holds now: days on which a
// site takes part no more are left out, and so is a subscription that is gone. It has no parts where
// nothing is left.
func (b *Agreements) Again(inv billing.Invoice) Due {
	byID := b.BySubscription()
	d := Due{PartyPair: billing.PartyPair{IssuerID: inv.IssuerID, ClientID: inv.ClientID}, Method: inv.Method, Adjustments: asIssued(inv)}
	for _, span := range inv.Spans {
		s, ok := byID[span.SubscriptionID]
		days := b.Present(s).Intersect(span.Days)
		if ok && !days.IsEmpty() {
			d.Parts = append(d.Parts, Part{Subscription: s, Plan: b.Plans[s.PlanID], Span: days, Hours: hoursOf(inv, s.ID)})
		}
	}
	b.orderParts(&d)
	return d
}

// hoursOf are the peak hours by which an invoice priced a subscription: what was issued is looked at
// again by the hours of then.
func hoursOf(inv billing.Invoice, subscriptionID id.ID) *civil.Hours {
	for _, l := range inv.Lines {
		if h := l.PeakHours(); h != nil && l.SubscriptionID == subscriptionID {
			return h
		}
	}
	return nil
}

// StillDue is what a run found due when it began, item by item, as agreements are now. What
// has changed since is what is due today for the same period; nil where nothing is.
func (b *Agreements) StillDue(items []billing.RunItem) []*Due {
	out := make([]*Due, len(items))
	var today map[DueKey]Due
	for n, i := range items {
		kept := Due{PartyPair: billing.PartyPair{IssuerID: i.IssuerID, ClientID: i.ClientID}, Period: i.Period, Method: i.Method, Excess: i.Excess}
		if d, same := b.rebuild(kept, i.Spans); same && !d.billedSince() {
			out[n] = &d
			continue
		}
		if today == nil {
			today = b.duesOf(items)
		}
		if d, ok := today[kept.Key()]; ok {
			out[n] = &d
		}
	}
	b.adjustFirst(out)
	return out
}

// duesOf is what is due today up to the last day of some items.
func (b *Agreements) duesOf(items []billing.RunItem) map[DueKey]Due {
	upTo := civil.Min
	for _, i := range items {
		upTo = max(upTo, i.Days.Last())
	}
	found := map[DueKey]Due{}
	for _, d := range b.Dues(upTo) {
		found[d.Key()] = d
	}
	return found
}

// rebuild makes of kept, and of the days that it billed, what is due as things are now.
func (b *Agreements) rebuild(kept Due, spans []billing.Span) (Due, bool) {
	byID, d := b.BySubscription(), &kept
	for _, span := range spans {
		s, ok := byID[span.SubscriptionID]
		pair, tied := b.Parties(s.Pair)
		if !ok || !tied || pair != d.PartyPair || !b.Present(s).Covers(span.Days) || b.Plans[s.PlanID].Method != d.Method {
			return Due{}, false
		}
		d.Parts = append(d.Parts, Part{Subscription: s, Plan: b.Plans[s.PlanID], Span: span.Days})
	}
	if len(d.Parts) == 0 {
		return Due{}, false
	}
	d.Statement = b.SamePerson(d.PartyPair)
	b.orderParts(d)
	return *d, true
}

// BySubscription finds subscriptions by id.
func (b *Agreements) BySubscription() map[id.ID]billing.Subscription {
	if b.byID == nil {
		b.byID = make(map[id.ID]billing.Subscription, len(b.Subscriptions))
		for _, s := range b.Subscriptions {
			b.byID[s.ID] = s
		}
	}
	return b.byID
}

func (b *Agreements) ByConsumer() map[id.ID][]billing.Subscription {
	of := make(map[id.ID][]billing.Subscription, len(b.Subscriptions))
	for _, s := range b.Subscriptions {
		of[s.ConsumerID] = append(of[s.ConsumerID], s)
	}
	return of
}

// SamePerson reports whether issuer and client are one person, who invoices nobody
// (domain 8.5). A legal number decides where one of them has one. Two without are one
// person when they share the one site they have, when all their sites that have an account
// have the same, or when they are held in one name.
func (b *Agreements) SamePerson(pair billing.PartyPair) bool {
	if same, known := b.same[pair]; known {
		return same
	}
	issuer, client := b.Issuers[pair.IssuerID], b.Clients[pair.ClientID]
	same := party.LegalPerson(issuer.LegalNumber) == party.LegalPerson(client.LegalNumber)
	if issuer.LegalNumber == "" && client.LegalNumber == "" {
		same = sameHolder(issuer.Identity, client.Identity)
		for _, who := range []func(billing.Site) string{siteOf, accountOf, holderOf} {
			same = same || oneOf(b.Sites, issuer.ProducerIDs, client.ConsumerIDs, who)
		}
	}
	if b.same == nil {
		b.same = map[billing.PartyPair]bool{}
	}
	b.same[pair] = same
	return same
}

// Overlap is the days on which two subscriptions would price the same energy: those of a
// consumer, on days when both their sites take part, unless each prices what another
// producer gave; or on which both would pass on what the operator asks for the consumer's network.
// A pair has one subscription a day in any case (subscriptions_pair_excl).
func (b *Agreements) Overlap(s, o billing.Subscription) civil.Range {
	if s.ConsumerID != o.ConsumerID || s.Pair == o.Pair || s.ConsumerID.IsZero() { // a producer alone is owed, and pays nothing
		return civil.Range{}
	}
	costsTwice := b.Plans[s.PlanID].PassesCosts() && b.Plans[o.PlanID].PassesCosts()
	if !costsTwice && !b.sameEnergy(s, o) {
		return civil.Range{}
	}
	return b.Present(s).Intersect(b.Present(o))
}

// sameEnergy reports whether two subscriptions of a consumer price energy that is the same.
func (b *Agreements) sameEnergy(s, o billing.Subscription) bool {
	mine, theirs := b.Plans[s.PlanID].Reach(s.Pair), b.Plans[o.PlanID].Reach(o.Pair)
	return mine != billing.Priceless && theirs != billing.Priceless && (mine != billing.OfOne || theirs != billing.OfOne)
}

// findDoubles keeps, of each subscription, those that price its energy too. None should:
// they are refused when they are made. Yet a site that was gone may come back, and a run
// would rather fail than bill a kWh twice.
func (b *Agreements) findDoubles() {
	of := b.ByConsumer()
	b.Doubles = map[id.ID][]Double{}
	for _, list := range of {
		if len(list) < 2 {
			continue
		}
		for _, s := range list {
			for _, o := range list {
				if days := b.Overlap(s, o); !days.IsEmpty() {
					b.Doubles[s.ID] = append(b.Doubles[s.ID], Double{o, days})
				}
			}
		}
	}
}

// EndOfReopened is when a subscription ends that goes on since one that had ended it is
// gone: before another one that prices its energy meanwhile.
func (b *Agreements) EndOfReopened(s billing.Subscription, before []billing.Subscription) civil.Date {
	end := s.Days.To
	for _, was := range before {
		if was.ID == s.ID && was.Days != s.Days {
			for _, o := range b.Doubles[s.ID] {
				end = min(end, o.Shared.From)
			}
		}
	}
	return end
}

// RefuseNewDoubles refuses a change of agreements by which a subscription comes to price energy
// that another prices already. before is what was double until then.
func (b *Agreements) RefuseNewDoubles(before map[id.ID][]Double) error {
	b.findDoubles()
	for _, s := range b.Subscriptions {
		for _, o := range b.Doubles[s.ID] {
			known := slices.ContainsFunc(before[s.ID], func(k Double) bool { return k.ID == o.ID && k.Shared.Covers(o.Shared) })
			if !known {
				return b.PricedTwice(s, o)
			}
		}
	}
	return nil
}

// PricedTwice names the other subscription, which prices what s prices, and the days.
func (b *Agreements) PricedTwice(s billing.Subscription, o Double) *fault.Error {
	what := billing.ErrEnergyTwice
	if !b.sameEnergy(s, o.Subscription) {
		what = billing.ErrCostsTwice
	}
	seller := b.Op.Name
	if site, ok := b.Sites[o.ProducerID]; ok {
		seller = site.Name
	}
	f := what.With("consumer", b.Sites[o.ConsumerID].Name).With("seller", seller).With("plan", b.Plans[o.PlanID].Name).
		With("from", o.Shared.From.String())
	if !o.Shared.IsOpen() {
		f = f.With("to", o.Shared.Last().String())
	}
	return f
}

// Stretches cuts a part where discounts of its pair begin and end.
func (b *Agreements) Stretches(p Part) []Part {
	of := b.Discounts[p.Pair]
	if len(of) == 0 {
		return []Part{p}
	}
	var out []Part
	add := func(days civil.Range, by *Discount) {
		if !days.IsEmpty() {
			q := p
			q.Span, q.Discount = days, by
			out = append(out, q)
		}
	}
	from := p.Span.From
	for n, d := range of { // in the order of days, none of which has two
		days := d.Days.Intersect(p.Span)
		if days.IsEmpty() {
			continue
		}
		add(civil.Range{From: from, To: days.From}, nil)
		add(days, &of[n])
		from = days.To
	}
	add(civil.Range{From: from, To: p.Span.To}, nil)
	return out
}

// toAdjust are the adjustments of a draft as they are now: those that it has, and those that were made since.
// One that is older waits for another invoice of the pair, which could not be made.
func (b *Agreements) toAdjust(draft billing.Invoice) (out []Adjustment) {
	pair := billing.PartyPair{IssuerID: draft.IssuerID, ClientID: draft.ClientID}
	for _, a := range b.waiting {
		since := draft.Status == billing.Draft && a.Draft.IsZero() && !a.CreatedAt.Before(draft.CreatedAt)
		if a.PartyPair == pair && (since || !draft.ID.IsZero() && a.Draft == draft.ID) {
			out = append(out, a)
		}
	}
	return out
}

// adjustFirst gives what waits to the first invoice of each pair, whatever draft it is on: a run makes the
// drafts of its pairs anew.
func (b *Agreements) adjustFirst(dues []*Due) {
	given := map[billing.PartyPair]bool{}
	for _, d := range dues {
		if d == nil {
			continue
		}
		if d.Adjustments = nil; d.Statement || d.Excess || given[d.PartyPair] {
			continue
		}
		given[d.PartyPair] = true
		d.Adjustments = slices.DeleteFunc(slices.Clone(b.waiting), func(a Adjustment) bool { return a.PartyPair != d.PartyPair || a.Settled })
	}
}

// WaitingOf is how many adjustments of a pair are on no issued invoice.
func (b *Agreements) WaitingOf(pair billing.PartyPair) (n int) {
	for _, a := range b.waiting {
		if a.PartyPair == pair {
			n++
		}
	}
	return n
}
