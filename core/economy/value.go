package economy

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
)

// ValueLack is days of consumers whose local energy has no value, for one reason.
type ValueLack struct {
	Why  Reason
	Days int // of all consumers together
}

// Value is what local energy of some days comes to by the subscriptions, of one consumer or of all. It is no
// invoice: it is known as soon as the energy is.
type Value struct {
	Days       civil.Range
	Taxed      bool // with all taxes: of one individual
	Energy     energy.MilliWh
	Amount     money.Cents // of that energy, by the kWh
	Fixed      money.Cents // by the month, of the days that count
	Subscribed bool        // somebody has agreed on a price
	Lacks      []ValueLack // by reason
}

// tally adds up consumers.
type tally struct {
	Value
	sum *big.Int
	why map[Reason]int
}

// add takes in a consumer: what it received day by day, on its days of the range.
func (t *tally) add(a agreed, daily map[metering.Pair][]energy.MilliWh, own civil.Range) error {
	t.Subscribed = t.Subscribed || len(a.subscriptions) > 0
	var counted []civil.Range
	for d := own.From; d < own.To; d++ {
		received, known := receivedOn(daily, int(d-t.Days.From))
		if !known {
			t.why[NoData]++
			continue
		}
		charges, priced := a.on(d, received)
		if !priced {
			t.why[NoPrice]++
			continue
		}
		for _, c := range charges {
			t.sum.Add(t.sum, parts(c.Energy, c.Price, c.Rate))
		}
		t.Energy += received[id.ID("")]
		counted = append(counted, civil.Range{From: d, To: d + 1})
	}
	fixed, err := a.fixed(civil.Merge(counted))
	t.Fixed += fixed
	return err
}

// value rounds what was added. Error: money.overflow.
func (t *tally) value() (_ Value, err error) {
	if t.Amount, err = cents(t.sum); err != nil {
		return t.Value, err
	}
	for why, days := range t.why {
		t.Lacks = append(t.Lacks, ValueLack{why, days})
	}
	slices.SortFunc(t.Lacks, func(a, b ValueLack) int { return cmp.Compare(a.Why, b.Why) })
	return t.Value, nil
}
