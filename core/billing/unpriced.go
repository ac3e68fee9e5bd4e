package billing

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
)

// UnpricedReason is why nobody is billed for energy.
type UnpricedReason string

// The reasons, each with its way out: a client for the site, an issuer for the producer, a
// subscription of the two, one that goes on where another ended, or none: the first one of
// the pair begins later, on the day that somebody chose.
const (
	ClientMissing     UnpricedReason = "CLIENT_MISSING"
	IssuerMissing     UnpricedReason = "ISSUER_MISSING"
	NotSubscribed     UnpricedReason = "NOT_SUBSCRIBED"
	SubscriptionOver  UnpricedReason = "SUBSCRIPTION_OVER"
	SubscriptionLater UnpricedReason = "SUBSCRIPTION_LATER"
)

// UnpricedPair is what a consumer received from a producer on days when no subscription of
// its covers it.
type UnpricedPair struct {
	Pair
	ConsumerName, ProducerName string
	Days                       civil.Range // from the first to the last of them
	Energy                     energy.MilliWh
	Reason                     UnpricedReason
}

// Unpriced is the energy of some days that nobody is billed for (decisions 5.7).
type Unpriced struct {
	Energy energy.MilliWh
	Number int            // of pairs
	Pairs  []UnpricedPair // those to mend first, then those with most energy, at most maxUnpriced
	// What publishing asks about: all but what was received before a subscription began.
	AskedEnergy energy.MilliWh
	Asked       int // of pairs
}

// asked reports whether somebody has to say yes before the rest is published.
func (p UnpricedPair) asked() bool { return p.Reason != SubscriptionLater }

func (p UnpricedPair) rank() int {
	if p.asked() {
		return 0
	}
	return 1
}

const maxUnpriced = 200

// unpriced finds the energy without a subscription in the periods that dues bill; in the
// month of the day where nothing is due. seller = nil looks at all producers.
// A subscription that prices months only covers what its pair shares: that is a price too.
func (s *session) unpriced(ctx context.Context, b *book, dues []due, upTo civil.Date, seller *Seller) (Unpriced, error) {
	s.measures.mu.Lock()
	defer s.measures.mu.Unlock()
	days := billedPeriods(dues, upTo)
	found, err := s.unpricedOn(ctx, b, days, seller)
	if err != nil || len(found) == 0 {
		return Unpriced{}, err
	}
	// Some of it: now with the sites and subscriptions of those who have no client.
	whole, err := s.book(ctx, s.op)
	if err != nil {
		return Unpriced{}, err
	}
	if found, err = s.unpricedOn(ctx, whole, days, seller); err != nil {
		return Unpriced{}, err
	}
	out := Unpriced{Number: len(found)}
	for _, u := range found {
		out.Energy += u.Energy
		if u.asked() {
			out.AskedEnergy, out.Asked = out.AskedEnergy+u.Energy, out.Asked+1
		}
	}
	slices.SortFunc(found, func(a, b UnpricedPair) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.Energy, a.Energy), naming.Compare(a.ConsumerName, b.ConsumerName), cmp.Compare(a.ConsumerID, b.ConsumerID), cmp.Compare(a.ProducerID, b.ProducerID))
	})
	out.Pairs = found[:min(len(found), maxUnpriced)]
	return out, nil
}

// billedPeriods is from the first to the last day of the periods of dues, none after upTo.
func billedPeriods(dues []due, upTo civil.Date) civil.Range {
	days := civil.Range{From: civil.MonthOf(upTo).First(), To: upTo + 1}
	for n, d := range dues {
		if n == 0 {
			days = d.Period
		}
		if !d.Excess {
			days = civil.Range{From: min(days.From, d.Period.From), To: max(days.To, d.Period.To)}
		}
	}
	days.To = min(days.To, upTo+1)
	return days
}

func (s *session) unpricedOn(ctx context.Context, b *book, days civil.Range, seller *Seller) ([]UnpricedPair, error) {
	if days.IsEmpty() {
		return nil, nil
	}
	if err := s.weigh(ctx, days); err != nil {
		return nil, err
	}
	of := b.byConsumer()
	var found []UnpricedPair
	for pair, received := range s.weights[days].shared {
		if received <= 0 || seller != nil && !slices.Contains(seller.Producers, pair.ProducerID) {
			continue
		}
		if parties, tied := b.parties(pair); tied && b.samePerson(parties) {
			continue // nobody owes himself
		}
		bare := without(days, b.covered(pair, of[pair.ConsumerID]))
		u := UnpricedPair{Pair: pair, ConsumerName: b.sites[pair.ConsumerID].Name, ProducerName: b.sites[pair.ProducerID].Name}
		for _, r := range bare {
			amount := received
			if r != days {
				if err := s.weigh(ctx, r); err != nil {
					return nil, err
				}
				amount = s.weights[r].shared[pair]
			}
			if amount <= 0 {
				continue
			}
			if u.Energy == 0 {
				u.Days = r
			}
			u.Energy, u.Days.To = u.Energy+amount, r.To
		}
		if u.Energy > 0 {
			u.Reason = b.unpricedBecause(pair, of[pair.ConsumerID], u.Days)
			found = append(found, u)
		}
	}
	return found, nil
}

// covered are the days on which a subscription of the pair, or one of the consumer for what
// all give, holds.
func (b *book) covered(pair Pair, of []Subscription) []civil.Range {
	var days []civil.Range
	for _, s := range of {
		if s.Pair == pair || s.ProducerID.IsZero() || b.plans[s.PlanID].reach(s.Pair) == ofEverything {
			days = append(days, b.present(s))
			days = append(days, s.Billed...) // what was billed is covered, whatever holds today
		}
	}
	return days
}

func (b *book) unpricedBecause(pair Pair, of []Subscription, days civil.Range) UnpricedReason {
	switch {
	case b.clientOf[pair.ConsumerID].IsZero():
		return ClientMissing
	case b.issuerOf[pair.ProducerID].IsZero() && b.own.IsZero():
		return IssuerMissing
	case slices.ContainsFunc(of, func(s Subscription) bool {
		return (s.Pair == pair || s.ProducerID.IsZero()) && (s.Days.From < days.From || s.Days.To < days.To)
	}):
		return SubscriptionOver
	case slices.ContainsFunc(of, func(s Subscription) bool {
		return (s.Pair == pair || s.ProducerID.IsZero()) && s.Days.From >= days.To
	}):
		return SubscriptionLater
	}
	return NotSubscribed
}

// refusal is the question that publishing asks; nil when there is nothing to ask.
func (u Unpriced) refusal() *fault.Error {
	if u.Asked == 0 {
		return nil
	}
	var named []*fault.Error
	for _, p := range u.Pairs[:min(len(u.Pairs), u.Asked, maxNamed)] {
		named = append(named, p.problem())
	}
	return ErrEnergyUnpriced.With("quantity", money.KilowattHours(u.AskedEnergy).String()).With("pairs", u.Asked).Of(named...)
}

// of is the part of some producers.
func (u Unpriced) of(s *Seller) Unpriced {
	var own Unpriced
	for _, p := range u.Pairs {
		if slices.Contains(s.Producers, p.ProducerID) {
			own.Pairs, own.Number, own.Energy = append(own.Pairs, p), own.Number+1, own.Energy+p.Energy
			if p.asked() {
				own.Asked, own.AskedEnergy = own.Asked+1, own.AskedEnergy+p.Energy
			}
		}
	}
	return own
}

// maxNamed is how many pairs a refusal names.
const maxNamed = 20

// problem says a pair in words.
func (p UnpricedPair) problem() *fault.Error {
	return ErrPairUnpriced.With("consumer", p.ConsumerName).With("producer", p.ProducerName).With("quantity", money.KilowattHours(p.Energy).String()).
		With("from", p.Days.From.String()).With("to", p.Days.Last().String()).With("consumerId", p.ConsumerID.String()).
		With("producerId", p.ProducerID.String()).With("reason", string(p.Reason))
}

// unpricedBy is the energy without a subscription in the months that drafts bill, up to the
// last day of these: what comes after is asked about when it is billed.
func (s *Service) unpricedBy(ctx context.Context, op operation.Operation, heads map[id.ID]Invoice, scope Scope) (Unpriced, error) {
	var days civil.Range
	for _, inv := range heads {
		switch {
		case inv.Status != Draft:
		case days.IsEmpty():
			days = inv.Days
		default:
			days = civil.Range{From: min(days.From, inv.Days.From), To: max(days.To, inv.Days.To)}
		}
	}
	if days.IsEmpty() {
		return Unpriced{}, nil
	}
	days.From = civil.MonthOf(days.From).First() // what was received before a draft begins is part of its month
	seller, err := s.sellerOf(ctx, op.ID, scope)
	if err != nil {
		return Unpriced{}, err
	}
	b, err := s.book(ctx, op)
	if err != nil {
		return Unpriced{}, err
	}
	return s.newSession(op).unpriced(ctx, b, []due{{Period: days}}, min(days.Last(), s.today(op)), seller)
}
