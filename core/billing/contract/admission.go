package contract

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// SubscriptionsInput subscribes pairs to one plan from one day on.
type SubscriptionsInput struct {
	PlanID id.ID
	Pairs  []billing.Pair
	Days   civil.Range // an open end is civil.Forever
	// EndOthers ends, the day before, what else prices the same energy of a consumer,
	// instead of refusing the pair.
	EndOthers bool
}

// wish is a pair that is to subscribe, and on which days.
type wish struct {
	billing.Pair
	days civil.Range
}

func (in SubscriptionsInput) wishes() []wish {
	out := make([]wish, len(in.Pairs))
	for n, pair := range in.Pairs {
		out[n] = wish{pair, in.Days}
	}
	return out
}

// admit decides on each pair, and collects what is refused pair by pair.
func admit(b *agreement.Agreements, planID id.ID, wishes []wish, endOthers bool, scope billing.Scope, last map[billing.PartyPair]civil.Date) (made []billing.Subscription, closes map[id.ID]id.ID, err error) {
	of := b.ByConsumer()
	closes = map[id.ID]id.ID{}
	var wrong fault.List
	for i, w := range wishes {
		sub := billing.Subscription{ID: id.New(), OperationID: b.Op.ID, Pair: w.Pair, PlanID: planID, Days: w.days}
		closed, err := admitOne(b, sub, endOthers, scope, of[w.ConsumerID], last)
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, nil, err
			}
			wrong.Add(named(b, f.OnRow(i+1), w.Pair))
			continue
		}
		made = append(made, sub)
		of[w.ConsumerID] = append(of[w.ConsumerID], sub) // the same consumer twice in one call
		for n, o := range of[w.ConsumerID] {
			if slices.Contains(closed, o.ID) {
				closes[o.ID] = sub.ID
				of[w.ConsumerID][n].Days.To = sub.Days.From
			}
		}
	}
	return made, closes, wrong.Err(billing.ErrSubscriptionsRejected)
}

// admitOne decides on one pair, and which subscriptions it ends; existing are those of its
// consumer.
func admitOne(b *agreement.Agreements, sub billing.Subscription, endOthers bool, scope billing.Scope, existing []billing.Subscription, last map[billing.PartyPair]civil.Date) ([]id.ID, error) {
	if err := checkSites(sub.Pair, b.Sites, sub.Days.From); err != nil {
		return nil, err
	}
	if !scope.Holds(sub.Pair) {
		return nil, billing.ErrProducerNotInOperation
	}
	alone := billing.OfProducer(sub.Pair)
	switch plan := b.Plans[sub.PlanID]; {
	case alone && !plan.OfProducers():
		return nil, billing.ErrPlanOfConsumers.With("plan", plan.Name)
	case !alone && plan.OfProducers():
		return nil, billing.ErrPlanOfProducers.With("plan", plan.Name)
	}
	parties, tied := b.Parties(sub.Pair)
	switch {
	case alone && parties.IssuerID.IsZero():
		return nil, billing.ErrIssuerMissing.With("name", b.Sites[sub.ProducerID].Name)
	case alone: // the operation's own issuer owes it, and stands in it already
	case parties.ClientID.IsZero():
		return nil, billing.ErrClientMissing.With("name", b.Sites[sub.ConsumerID].Name)
	case !tied && sub.ProducerID.IsZero():
		return nil, billing.ErrOwnIssuerMissing
	case !tied:
		return nil, billing.ErrIssuerMissing.With("name", b.Sites[sub.ProducerID].Name)
	}
	issuer := b.Issuers[parties.IssuerID]
	if fields := issuer.Missing(); len(fields) > 0 {
		return nil, billing.ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields)
	}
	var lastInvoice *civil.Date
	if d, ok := last[parties]; ok {
		lastInvoice = &d
	}
	if until := b.BilledUntil(sub.Pair); until != nil && (lastInvoice == nil || *until > *lastInvoice) {
		lastInvoice = until
	}
	replaced, err := follow(ofPair(existing, sub.Pair), sub.PlanID, sub.Days, lastInvoice)
	if err != nil {
		return nil, err
	}
	closed, err := makeRoom(b, sub, endOthers, existing)
	if replaced != nil {
		closed = append(closed, replaced.ID)
	}
	return closed, err
}

// named adds who the refused pair is.
func named(b *agreement.Agreements, f *fault.Error, pair billing.Pair) *fault.Error {
	for _, x := range []struct {
		key string
		id  id.ID
	}{{"consumer", pair.ConsumerID}, {"producer", pair.ProducerID}} {
		if !x.id.IsZero() {
			f = f.With(x.key+"Id", x.id.String())
			if site, ok := b.Sites[x.id]; ok {
				f = f.With(x.key+"Name", site.Name)
			}
		}
	}
	return f
}

// makeRoom refuses a new subscription whose energy others price, or says which of them end
// when it begins. One that begins later, or is invoiced on its days, cannot end.
func makeRoom(b *agreement.Agreements, s billing.Subscription, endOthers bool, others []billing.Subscription) (ended []id.ID, err error) {
	for _, o := range others {
		days := b.Overlap(s, o)
		switch {
		case days.IsEmpty():
		case !endOthers || o.Days.From >= s.Days.From:
			return nil, b.PricedTwice(s, agreement.Double{Subscription: o, Shared: days}).At("consumerId")
		case o.InvoicedUntil != nil && s.Days.From <= *o.InvoicedUntil:
			return nil, billing.ErrOverlapsInvoiced.With("invoicedUntil", o.InvoicedUntil.String())
		default:
			ended = append(ended, o.ID)
		}
	}
	return ended, nil
}

// follow decides what a new subscription does to those of the same pair: which one it
// closes, if any. pairs holds the existing ones of the pair, invoicedUntil the last
// published day of the pair, lastInvoice that between issuer and client.
// Errors: the refusals of specification section 5, each with its own key.
func follow(existing []billing.Subscription, planID id.ID, days civil.Range, lastInvoice *civil.Date) (closes *billing.Subscription, err error) {
	if days.IsEmpty() {
		return nil, billing.ErrSubscriptionDates
	}
	existing = slices.Clone(existing)
	slices.SortFunc(existing, func(a, b billing.Subscription) int { return int(a.Days.From) - int(b.Days.From) })
	for _, s := range existing {
		if s.InvoicedUntil != nil && days.From <= *s.InvoicedUntil {
			return nil, billing.ErrOverlapsInvoiced.With("invoicedUntil", s.InvoicedUntil.String())
		}
	}
	if lastInvoice != nil && days.From <= *lastInvoice {
		return nil, billing.ErrBeforeLastInvoice.With("lastInvoiceDate", lastInvoice.String())
	}
	for _, s := range existing {
		if s.PlanID == planID && s.Days.Overlaps(days) {
			return nil, billing.ErrAlreadySubscribed.With("startDate", s.Days.From.String())
		}
	}
	if len(existing) == 0 {
		return nil, nil
	}
	last := existing[len(existing)-1]
	if days.From <= last.Days.From {
		return nil, billing.ErrNotAfterPrevious.With("startDate", last.Days.From.String())
	}
	if last.Days.Contains(days.From) {
		return &last, nil
	}
	return nil, nil
}

// checkSites wants consumer and producer to be sites of the operation, of the right
// side, and within the perimeter on the first day.
func checkSites(p billing.Pair, sites map[id.ID]billing.Site, first civil.Date) error {
	switch {
	case p.ConsumerID.IsZero() && p.ProducerID.IsZero():
		return billing.ErrConsumerRequired
	case billing.OfProducer(p):
		return checkProducer(p.ProducerID, sites, first)
	}
	consumer, ok := sites[p.ConsumerID]
	if !ok || !consumer.Consumes {
		return billing.ErrConsumerNotInOperation
	}
	if !consumer.Activation.Contains(first) {
		return outside(consumer).At("consumerId")
	}
	if p.ProducerID.IsZero() {
		return nil
	}
	return checkProducer(p.ProducerID, sites, first)
}

func checkProducer(producerID id.ID, sites map[id.ID]billing.Site, first civil.Date) error {
	producer, ok := sites[producerID]
	if !ok || !producer.Produces {
		return billing.ErrProducerNotInOperation
	}
	if !producer.Activation.Contains(first) {
		return outside(producer).At("producerId")
	}
	return nil
}

func outside(s billing.Site) *fault.Error {
	f := billing.ErrOutsidePerimeter.With("name", s.Name)
	if s.Activation.IsEmpty() {
		return f
	}
	f = f.With("from", s.Activation.From.String())
	if !s.Activation.IsOpen() {
		f = f.With("to", s.Activation.Last().String())
	}
	return f
}

func ofPair(list []billing.Subscription, pair billing.Pair) []billing.Subscription {
	return slices.DeleteFunc(slices.Clone(list), func(s billing.Subscription) bool { return s.Pair != pair })
}

// laterOf are the subscription and all of its pair that begin after it.
func laterOf(existing []billing.Subscription, s billing.Subscription) []billing.Subscription {
	var out []billing.Subscription
	for _, o := range existing {
		if o.Pair == s.Pair && o.Days.From >= s.Days.From {
			out = append(out, o)
		}
	}
	return out
}
