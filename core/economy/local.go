package economy

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// agreed is what a consumer has agreed to pay for local energy.
type agreed struct {
	*agreement.Agreements
	consumer      id.ID
	taxed         bool // prices with VAT
	subscriptions []billing.Subscription
}

func agreedOf(b *agreement.Agreements, consumer id.ID, c party.ConsumerType) agreed {
	return agreed{b, consumer, c == party.Individual, b.ByConsumer()[consumer]}
}

// rate is the VAT on a charge; ok is false where it is not known.
func (a agreed) rate(pair billing.PartyPair, c billing.Charge) (rate money.VATRate, ok bool) {
	regime, country := a.Issuers[pair.IssuerID].VATRegime, a.Op.DSO.Country()
	switch {
	case !a.taxed || !regime.Charges():
		return 0, true
	case party.VATApart(country, a.Issuers[pair.IssuerID].PostCode) || party.VATApart(country, a.Clients[pair.ClientID].PostCode):
		return 0, false
	case c.VATRate != nil:
		return *c.VATRate, true
	}
	return regime.DefaultRate(country), true
}

// on is what the energy of one day is charged: of each producer what came from it, and of none what came
// in all. ok is false where some of it has no price.
func (a agreed) on(day civil.Date, received map[id.ID]energy.MilliWh) (charges []Charge, ok bool) {
	left := map[id.ID]bool{}
	for producer, e := range received {
		if !producer.IsZero() && e > 0 {
			left[producer] = true
		}
	}
	for _, s := range a.subscriptions {
		if !a.Present(s).Contains(day) {
			continue
		}
		pair, tied := a.Parties(s.Pair)
		if !tied {
			return nil, false
		}
		if s.ProducerID.IsZero() {
			clear(left)
		}
		delete(left, s.ProducerID)
		if a.SamePerson(pair) { // nobody pays
			continue
		}
		for _, c := range a.Plans[s.PlanID].Charges {
			if c.Type != billing.PerUnit {
				continue
			}
			rate, known := a.rate(pair, c)
			if !known || c.Usage != billing.UsageEnergy {
				return nil, false
			}
			charges = append(charges, Charge{received[s.ProducerID], c.Price, rate})
		}
	}
	return charges, len(left) == 0
}

// each is what one more kWh of local energy is charged on a day, as charges of no energy; why says that it is
// not known, or not the same whoever produced it.
func (a agreed) each(day civil.Date) (charges []Charge, why Reason) {
	alone, subscribed := []Charge(nil), map[id.ID]bool{}
	of := map[id.ID][]Charge{}
	for _, s := range a.subscriptions {
		if !a.Present(s).Contains(day) {
			continue
		}
		pair, tied := a.Parties(s.Pair)
		if !tied {
			return nil, NoPrice
		}
		subscribed[s.ProducerID] = true
		if a.SamePerson(pair) { // nobody pays
			continue
		}
		for _, c := range a.Plans[s.PlanID].Charges {
			if c.Type != billing.PerUnit {
				continue
			}
			rate, known := a.rate(pair, c)
			if !known || c.Usage != billing.UsageEnergy {
				return nil, NoPrice
			}
			if s.ProducerID.IsZero() {
				alone = append(alone, Charge{Price: c.Price, Rate: rate})
			} else {
				of[s.ProducerID] = append(of[s.ProducerID], Charge{Price: c.Price, Rate: rate})
			}
		}
	}
	var common []Charge
	seen := false
	for _, site := range a.Sites {
		if !site.Produces || !site.Activation.Contains(day) {
			continue
		}
		switch own := of[site.ID]; {
		case !subscribed[""] && !subscribed[site.ID]:
			return nil, NoPrice
		case seen && !slices.Equal(common, own):
			return nil, PricesDiffer
		default:
			common, seen = own, true
		}
	}
	if !seen && !subscribed[""] {
		return nil, NoPrice
	}
	return append(alone, common...), ""
}

// fixed is what is charged by the month for counted days. Error: money.overflow.
func (a agreed) fixed(counted []civil.Range) (sum money.Cents, err error) {
	for _, s := range a.subscriptions {
		pair, tied := a.Parties(s.Pair)
		if !tied || a.SamePerson(pair) {
			continue
		}
		var months int64
		for _, days := range counted {
			if own := days.Intersect(a.Present(s)); !own.IsEmpty() {
				months += period.Months(a.Op.AnniversaryDate, own)
			}
		}
		quantity, err := money.Quantity(months, money.MonthParts)
		if err != nil {
			return 0, err
		}
		for _, c := range a.Plans[s.PlanID].Charges {
			if c.Type != billing.Fixed {
				continue
			}
			net, err := money.Amount(quantity, c.Price)
			if err != nil {
				return 0, err
			}
			rate, _ := a.rate(pair, c)
			tax, err := money.VAT(net, rate)
			if err != nil {
				return 0, err
			}
			sum += net + tax
		}
	}
	return sum, nil
}

// pairs are the consumer with each producer that takes part on some days, and alone.
func (a agreed) pairs(days civil.Range) []metering.Pair {
	out := []metering.Pair{{ConsumerID: a.consumer}}
	for _, site := range a.Sites {
		if site.Produces && site.Activation.Overlaps(days) {
			out = append(out, metering.Pair{ConsumerID: a.consumer, ProducerID: site.ID})
		}
	}
	slices.SortFunc(out, func(x, y metering.Pair) int { return cmp.Compare(x.ProducerID, y.ProducerID) })
	return out
}

// receivedOn is what came from each producer on the nth day, under none what came in all; known is false
// where one of them is not known. A producer without any day has given nothing.
func receivedOn(daily map[metering.Pair][]energy.MilliWh, n int) (received map[id.ID]energy.MilliWh, known bool) {
	received = map[id.ID]energy.MilliWh{}
	for pair, days := range daily {
		if days[n] == metering.Absent {
			if pair.ProducerID.IsZero() {
				return nil, false
			}
			continue
		}
		received[pair.ProducerID] = days[n]
	}
	var sum energy.MilliWh
	for producer, e := range received {
		if !producer.IsZero() {
			sum += e
		}
	}
	return received, sum == received[""]
}
