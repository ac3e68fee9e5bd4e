package billing

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// reach is how much of the energy that a consumer received a subscription prices.
type reach int

const (
	priceless    reach = iota // none: months only
	ofOne                     // what came from the producer of the pair
	ofEverything              // what came from all producers
)

// reach of the plan for a pair. The registers of a meter count what came from everybody,
// whoever sells it.
func (p Plan) reach(pair Pair) reach {
	most := priceless
	for _, c := range p.Charges {
		switch {
		case c.Type != PerUnit:
		case c.Usage != UsageEnergy || pair.ProducerID.IsZero():
			return ofEverything
		default:
			most = ofOne
		}
	}
	return most
}

// overlap is the days on which two subscriptions would price the same energy: those of a
// consumer, on days when both their sites take part, unless each prices what another
// producer gave. A pair has one subscription a day in any case (subscriptions_pair_excl).
func (b *book) overlap(s, o Subscription) civil.Range {
	if s.ConsumerID != o.ConsumerID || s.Pair == o.Pair {
		return civil.Range{}
	}
	mine, theirs := b.plans[s.PlanID].reach(s.Pair), b.plans[o.PlanID].reach(o.Pair)
	if mine == priceless || theirs == priceless || mine == ofOne && theirs == ofOne {
		return civil.Range{}
	}
	return b.present(s).Intersect(b.present(o))
}

// double is another subscription that prices the energy of one, and on which days.
type double struct {
	Subscription
	shared civil.Range
}

// makeWay refuses a new subscription whose energy others price, or says which of them end
// when it begins. One that begins later, or is invoiced on its days, cannot end.
func (b *book) makeWay(s Subscription, endOthers bool, others []Subscription) (ended []id.ID, err error) {
	for _, o := range others {
		days := b.overlap(s, o)
		switch {
		case days.IsEmpty():
		case !endOthers || o.Days.From >= s.Days.From:
			return nil, b.twice(double{o, days}).At("consumerId")
		case o.InvoicedUntil != nil && s.Days.From <= *o.InvoicedUntil:
			return nil, ErrOverlapsInvoiced.With("invoicedUntil", o.InvoicedUntil.String())
		default:
			ended = append(ended, o.ID)
		}
	}
	return ended, nil
}

// findDoubles keeps, of each subscription, those that price its energy too. None should:
// they are refused when they are made. Yet a site that was gone may come back, and a run
// would rather fail than bill a kWh twice.
func (b *book) findDoubles() {
	of := b.byConsumer()
	b.doubles = map[id.ID][]double{}
	for _, list := range of {
		if len(list) < 2 {
			continue
		}
		for _, s := range list {
			for _, o := range list {
				if days := b.overlap(s, o); !days.IsEmpty() {
					b.doubles[s.ID] = append(b.doubles[s.ID], double{o, days})
				}
			}
		}
	}
}

func (b *book) byConsumer() map[id.ID][]Subscription {
	of := make(map[id.ID][]Subscription, len(b.subscriptions))
	for _, s := range b.subscriptions {
		of[s.ConsumerID] = append(of[s.ConsumerID], s)
	}
	return of
}

// endOfReopened is when a subscription ends that goes on since one that had ended it is
// gone: before another one that prices its energy meanwhile.
func (b *book) endOfReopened(s Subscription, before []Subscription) civil.Date {
	end := s.Days.To
	for _, was := range before {
		if was.ID == s.ID && was.Days != s.Days {
			for _, o := range b.doubles[s.ID] {
				end = min(end, o.shared.From)
			}
		}
	}
	return end
}

// once refuses days whose energy another subscription prices too.
func (f facts) once(d due) *fault.Error {
	for _, p := range d.Parts {
		for _, o := range f.doubles[p.ID] {
			if days := o.shared.Intersect(p.Span); !days.IsEmpty() {
				o.shared = days
				return f.twice(o)
			}
		}
	}
	return nil
}

// twice names the other subscription and the days.
func (b *book) twice(o double) *fault.Error {
	seller := b.op.Name
	if site, ok := b.sites[o.ProducerID]; ok {
		seller = site.Name
	}
	f := ErrEnergyTwice.With("consumer", b.sites[o.ConsumerID].Name).With("seller", seller).With("plan", b.plans[o.PlanID].Name).
		With("from", o.shared.From.String())
	if !o.shared.IsOpen() {
		f = f.With("to", o.shared.Last().String())
	}
	return f
}

// keepOnce refuses a change of the book by which a subscription comes to price energy
// that another prices already. before is what was double until then.
func (b *book) keepOnce(before map[id.ID][]double) error {
	b.findDoubles()
	for _, s := range b.subscriptions {
		for _, o := range b.doubles[s.ID] {
			known := slices.ContainsFunc(before[s.ID], func(k double) bool { return k.ID == o.ID && k.shared.Covers(o.shared) })
			if !known {
				return b.twice(o)
			}
		}
	}
	return nil
}
