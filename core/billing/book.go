package billing

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
)

// book is everything of an operation that decides who owes what, without energy.
type book struct {
	op            operation.Operation
	sites         map[id.ID]Site
	issuers       map[id.ID]BillingEntity
	clients       map[id.ID]BillableEntity
	place         map[id.ID]int   // of a client in the order of names, in which numbers are given; of bookOf only
	issuerOf      map[id.ID]id.ID // producer → issuer
	clientOf      map[id.ID]id.ID // consumer → client
	own           id.ID           // the operation's own issuer; none when there is none
	plans         map[id.ID]Plan
	subscriptions []Subscription
	byID          map[id.ID]Subscription // see bySubscription
	doubles       map[id.ID][]double     // see findDoubles
	same          map[PartyPair]bool     // what samePerson has found
}

// part is some days of one subscription on an invoice.
type part struct {
	Subscription
	Plan Plan
	Span civil.Range
}

// due is one invoice to be made: everything that one issuer bills one client for one
// period and one way to pay.
type due struct {
	PartyPair
	Period civil.Range // the billing period
	Method PaymentMethod
	Parts  []part
	// Statement: issuer and client are one person.
	Statement bool
	// Excess: too many periods of the pair lie before this one to be believed. One such
	// period stands for all that would follow.
	Excess bool
}

// days is from the first to the last billed day.
func (d due) days() civil.Range {
	r := d.Parts[0].Span
	for _, p := range d.Parts {
		r = civil.Range{From: min(r.From, p.Span.From), To: max(r.To, p.Span.To)}
	}
	return r
}

// parties finds who issues and who receives for a pair (decisions 5.2): the producer's
// issuer, or the operation's own for a consumer who subscribed alone.
func (b *book) parties(p Pair) (PartyPair, bool) {
	issuer := b.own
	if !p.ProducerID.IsZero() {
		issuer = b.issuerOf[p.ProducerID]
	}
	client := b.clientOf[p.ConsumerID]
	return PartyPair{IssuerID: issuer, ClientID: client}, !issuer.IsZero() && !client.IsZero()
}

// present is the days of a subscription on which its sites take part.
func (b *book) present(s Subscription) civil.Range {
	days := s.Days.Intersect(b.sites[s.ConsumerID].Activation)
	if !s.ProducerID.IsZero() {
		days = days.Intersect(b.sites[s.ProducerID].Activation)
	}
	return days
}

// running is how many subscriptions have begun by a day and can be billed: both their sides
// are there and have parties.
func (b *book) running(day civil.Date) (n int) {
	for _, s := range b.subscriptions {
		if _, tied := b.parties(s.Pair); tied && !b.present(s).IsEmpty() && b.present(s).From <= day {
			n++
		}
	}
	return n
}

// dues lists what is to be billed up to a day, by issuer, client, period. The order is
// that in which items of a run are numbered and never depends on how rows were read.
func (b *book) dues(upTo civil.Date) []due {
	type key struct {
		PartyPair
		period civil.Range
		method PaymentMethod
	}
	found := map[key]*due{}
	var list []*due
	for _, s := range b.subscriptions {
		pair, ok := b.parties(s.Pair)
		plan := b.plans[s.PlanID]
		if !ok || plan.Period.Months() == 0 {
			continue
		}
		for _, seg := range Segments(b.op.AnniversaryDate, plan.Period.Months(), s.unbilled(b.present(s)), upTo, maxPairPeriods+1) {
			for _, span := range without(seg.Days, s.Billed) {
				k := key{pair, seg.Period, plan.Method}
				d := found[k]
				if d == nil {
					d = &due{PartyPair: pair, Period: seg.Period, Method: plan.Method, Statement: b.samePerson(pair)}
					found[k] = d
					list = append(list, d)
				}
				d.Parts = append(d.Parts, part{Subscription: s, Plan: plan, Span: span})
			}
		}
	}
	return b.ordered(list)
}

func (b *book) ordered(list []*due) []due {
	out := make([]due, 0, len(list))
	for _, d := range list {
		slices.SortFunc(d.Parts, func(a, c part) int {
			return cmp.Or(naming.Compare(b.sites[a.ConsumerID].Name, b.sites[c.ConsumerID].Name), cmp.Compare(a.ConsumerID, c.ConsumerID),
				cmp.Compare(a.ProducerID, c.ProducerID), cmp.Compare(a.Span.From, c.Span.From))
		})
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, c due) int {
		return cmp.Or(cmp.Compare(a.IssuerID, c.IssuerID), cmp.Compare(a.ClientID, c.ClientID),
			cmp.Compare(a.Period.From, c.Period.From), cmp.Compare(a.Period.To, c.Period.To), cmp.Compare(a.Method, c.Method))
	})
	n := 0
	for i := range out {
		if i > 0 && out[i].PartyPair != out[i-1].PartyPair {
			n = 0
		}
		n++
		out[i].Excess = n > maxPairPeriods
	}
	return out
}

// only keeps the subscriptions of some pairs of parties.
func (b *book) only(pairs []PartyPair) {
	wanted := map[PartyPair]bool{}
	for _, p := range pairs {
		wanted[p] = true
	}
	b.subscriptions = slices.DeleteFunc(slices.Clone(b.subscriptions), func(s Subscription) bool {
		pair, ok := b.parties(s.Pair)
		return !ok || !wanted[pair]
	})
	b.byID = nil
}

// ofProducer keeps what the issuer of one producer bills; none keeps all. An issuer of
// several producers has one invoice for them, so that it bills all or none of them.
func (b *book) ofProducer(producerID id.ID) {
	if producerID.IsZero() {
		return
	}
	issuer := b.issuerOf[producerID]
	b.subscriptions = slices.DeleteFunc(slices.Clone(b.subscriptions), func(s Subscription) bool {
		pair, ok := b.parties(s.Pair)
		return !ok || pair.IssuerID != issuer
	})
	b.byID = nil
}

// again rebuilds what a draft was made of, as things are now. False when they are not
// so any more: a subscription is gone, ends earlier, or has other parties.
func (b *book) again(draft Invoice) (due, bool) {
	byID := b.bySubscription()
	d := &due{PartyPair: PartyPair{IssuerID: draft.IssuerID, ClientID: draft.ClientID}, Method: draft.Method}
	for _, span := range draft.Spans {
		s, ok := byID[span.SubscriptionID]
		pair, tied := b.parties(s.Pair)
		if !ok || !tied || pair != d.PartyPair || !b.present(s).Covers(span.Days) || b.plans[s.PlanID].Method != draft.Method {
			return due{}, false
		}
		d.Parts = append(d.Parts, part{Subscription: s, Plan: b.plans[s.PlanID], Span: span.Days})
	}
	if len(d.Parts) == 0 {
		return due{}, false
	}
	d.Statement = b.samePerson(d.PartyPair)
	return b.ordered([]*due{d})[0], true
}

// bySubscription finds subscriptions by id.
func (b *book) bySubscription() map[id.ID]Subscription {
	if b.byID == nil {
		b.byID = make(map[id.ID]Subscription, len(b.subscriptions))
		for _, s := range b.subscriptions {
			b.byID[s.ID] = s
		}
	}
	return b.byID
}
