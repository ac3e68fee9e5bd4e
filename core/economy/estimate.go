package economy

import (
	"math/big"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
)

// Reason is why a day is left out of a bill check.
type Reason string

// The reasons: the site did not take part, its curves lack a step or contradict each other, nobody has
// agreed on a price of the local energy, the regulated tariff is not known.
const (
	NotActive     Reason = "NOT_ACTIVE"
	NoData        Reason = "NO_DATA"
	Contradictory Reason = "CONTRADICTORY"
	NoPrice       Reason = "NO_PRICE"
	NoTariff      Reason = "NO_TARIFF"
)

// Gap is days that are left out, for one reason.
type Gap struct {
	Reason Reason
	Days   civil.Range
}

// Step is what a site had at one step of a counted day.
type Step struct {
	Day              civil.Date
	From             Clock
	Minutes          int
	Shared, Supplier energy.MilliWh
}

// Charge is local energy at a price without VAT, and the VAT on it; the rate of professionals is none.
type Charge struct {
	Energy energy.MilliWh
	Price  money.MicroEuro
	Rate   money.VATRate
}

// SlotSum is the energy that one price of the supplier holds for.
type SlotSum struct {
	Slot             Slot
	Price            money.MicroEuro
	Shared, Supplier energy.MilliWh
}

// Estimate is what the energy of some days cost, and what it would have cost without the operation.
type Estimate struct {
	Supply
	Days             civil.Range // asked for
	Counted          int         // days
	Gaps             []Gap       // ascending
	Grids            []civil.Date
	Provisional      bool
	Shared, Supplier energy.MilliWh
	Slots            []SlotSum
	Local, Fixed     money.Cents // what the local energy cost: by the kWh, and by the month
	With, Without    money.Cents
	Economy          money.Cents
	Rate             *float64 // economy / without; nil where nothing would have been paid
}

// centParts is how many parts a cent has in which energy × price × VAT is counted: mWh × µ€ × 10⁻⁴.
var centParts = big.NewInt(100_000_000_000_000)

func parts(e energy.MilliWh, p money.MicroEuro, r money.VATRate) *big.Int {
	v := new(big.Int).Mul(big.NewInt(int64(e)), big.NewInt(int64(p)))
	return v.Mul(v, big.NewInt(10_000+int64(r)))
}

// cents rounds once, half away from zero; the sums here are never negative.
// Error: money.overflow.
func cents(v *big.Int) (money.Cents, error) {
	v = new(big.Int).Add(v, new(big.Int).Rsh(centParts, 1))
	if v.Quo(v, centParts); !v.IsInt64() {
		return 0, money.ErrOverflow
	}
	return money.Cents(v.Int64()), nil
}

// compare sums the steps by price, and makes of them both bills (domain 7). Prices are those of a day,
// which has one of each slot of the contract. Error: money.overflow.
func (e *Estimate) compare(steps []Step, prices map[civil.Date]Prices, local []Charge, fixed money.Cents) (err error) {
	sums := map[SlotSum]*SlotSum{}
	add := func(slot Slot, day civil.Date, shared, supplier energy.MilliWh) {
		price := prices[day].Of(slot)
		key := SlotSum{Slot: slot, Price: price}
		if sums[key] == nil {
			sums[key] = &SlotSum{Slot: slot, Price: price}
		}
		sums[key].Shared += shared
		sums[key].Supplier += supplier
	}
	for _, s := range steps {
		peak, offPeak := e.slotsOf(s.Day)
		at := energy.MilliWh(e.peakMinutes(s.From, s.Minutes))
		of := energy.MilliWh(s.Minutes)
		shared, supplier := s.Shared*at/of, s.Supplier*at/of
		if at > 0 {
			add(peak, s.Day, shared, supplier)
		}
		if at < of {
			add(offPeak, s.Day, s.Shared-shared, s.Supplier-supplier)
		}
		e.Shared += s.Shared
		e.Supplier += s.Supplier
	}
	without, supplier, own := new(big.Int), new(big.Int), new(big.Int)
	for _, n := range e.named() {
		for _, sum := range sums {
			if sum.Slot == n.slot {
				e.Slots = append(e.Slots, *sum)
				without.Add(without, parts(sum.Shared+sum.Supplier, sum.Price, 0))
				supplier.Add(supplier, parts(sum.Supplier, sum.Price, 0))
			}
		}
	}
	slices.SortStableFunc(e.Slots, func(a, b SlotSum) int {
		if a.Slot != b.Slot {
			return 0
		}
		return int(a.Price - b.Price)
	})
	for _, c := range local {
		own.Add(own, parts(c.Energy, c.Price, c.Rate))
	}
	var wrong fault.List
	var with money.Cents
	e.Without, err = cents(without)
	wrong.Add(err)
	with, err = cents(new(big.Int).Add(supplier, own))
	wrong.Add(err)
	e.Local, err = cents(own)
	wrong.Add(err)
	if len(wrong.Items) > 0 {
		return wrong.Items[0]
	}
	e.Fixed, e.With = fixed, with+fixed
	e.Economy = e.Without - e.With
	if e.Without > 0 {
		rate := float64(e.Economy) / float64(e.Without)
		e.Rate = &rate
	}
	return nil
}

// stepsOf are the steps of a curve on the days of which all are known, and why the other days are left out.
func stepsOf(curve drawing.LoadCurve, days civil.Range, active *civil.Range) (steps []Step, why map[civil.Date]Reason) {
	why = map[civil.Date]Reason{}
	var used, shared []int64
	for _, s := range curve.Series {
		switch s.Nature {
		case metering.Conso:
			used = s.Values
		case metering.Autoconso:
			shared = s.Values
		}
	}
	bounds := curve.Bounds()
	for d := days.From; d < days.To; d++ {
		if active == nil || !active.Contains(d) {
			why[d] = NotActive
		} else if used == nil || shared == nil {
			why[d] = NoData
		}
	}
	for n := 0; n+1 < len(bounds) && n < len(used) && n < len(shared); n++ {
		at := bounds[n].In(curve.Zone.Location())
		day := curve.Zone.DateOf(at)
		switch {
		case why[day] != "":
		case used[n] == drawing.Gap || shared[n] == drawing.Gap:
			why[day] = NoData
		case shared[n] > used[n]:
			why[day] = Contradictory
		default:
			steps = append(steps, Step{Day: day, From: Clock(at.Hour()*60 + at.Minute()), Minutes: int(bounds[n+1].Sub(bounds[n]).Minutes()),
				Shared: energy.MilliWh(shared[n]), Supplier: energy.MilliWh(used[n] - shared[n])})
		}
	}
	return steps, why
}

// gapsOf joins days that follow each other and lack the same.
func gapsOf(days civil.Range, why map[civil.Date]Reason) (out []Gap) {
	for d := days.From; d < days.To; d++ {
		reason, ok := why[d]
		if !ok {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].Reason == reason && out[n].Days.To == d {
			out[n].Days.To = d + 1
		} else {
			out = append(out, Gap{reason, civil.Range{From: d, To: d + 1}})
		}
	}
	return out
}
