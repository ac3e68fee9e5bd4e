package economy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

const kWh = int64(energy.KilowattHour)

// hourly is a curve of hours that are all alike, shared and of the supplier in kWh.
func hourly(days civil.Range, shared, supplier int64) drawing.LoadCurve {
	n := civil.Paris.StepsIn(days, metering.Hour)
	used, received := make([]int64, n), make([]int64, n)
	for i := range n {
		used[i], received[i] = (shared+supplier)*kWh, shared*kWh
	}
	return drawing.LoadCurve{Zone: civil.Paris, Days: days, Start: civil.Paris.Start(days.From), Step: "PT1H",
		Series: []drawing.CurveSeries{{Nature: metering.Conso, Values: used}, {Nature: metering.Autoconso, Values: received}}}
}

func days(from, to civil.Date) civil.Range { return civil.Range{From: from, To: to + 1} }

// estimated compares all days of a curve.
func estimated(t require.TestingT, s Supply, curve drawing.LoadCurve, q money.MicroEuro, rate money.VATRate, fixed money.Cents) Estimate {
	e := Estimate{Supply: s, Days: curve.Days}
	steps, why := stepsOf(curve, curve.Days, &civil.Range{From: civil.Min, To: civil.Forever})
	require.Empty(t, why)
	prices := map[civil.Date]Prices{}
	for d := curve.Days.From; d < curve.Days.To; d++ {
		prices[d] = s.Prices
	}
	var shared energy.MilliWh
	for _, st := range steps {
		shared += st.Shared
	}
	require.NoError(t, e.compare(steps, prices, []Charge{{shared, q, rate}}, fixed))
	return e
}

// TestBillsByHand: the three types of contracts, over both clock changes and from summer to winter (domain 7).
func TestBillsByHand(t *testing.T) {
	t.Parallel()
	spring := civil.NewDate(2026, 3, 29)
	base := estimated(t, Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(200_000)}}, hourly(days(spring, spring), 1, 2), 120_000, 0, 0)
	// 23 h: 69 kWh at 0.20; 46 kWh at 0.20 and 23 kWh at 0.12.
	require.Equal(t, []money.Cents{1380, 1196, 184}, []money.Cents{base.Without, base.With, base.Economy})
	require.InDelta(t, 184.0/1380, *base.Rate, 1e-12)

	autumn := civil.NewDate(2026, 10, 25)
	two := Supply{ConsumerType: party.Individual, ContractType: Double, Prices: Prices{Peak: micro(200_000), OffPeak: micro(100_000)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}
	double := estimated(t, two, hourly(days(autumn, autumn), 1, 1), 100_000, 2000, 0)
	// 16 h of peak and 9 of 25 off-peak: 32 kWh at 0.20 and 18 at 0.10; half of it, and 25 kWh at 0.10 with 20 % of VAT.
	require.Equal(t, []money.Cents{820, 410 + 300, 110, 300}, []money.Cents{double.Without, double.With, double.Economy, double.Local})
	require.Equal(t, []SlotSum{{Peak, 200_000, 16 * energy.KilowattHour, 16 * energy.KilowattHour}, {OffPeak, 100_000, 9 * energy.KilowattHour, 9 * energy.KilowattHour}}, double.Slots)

	four := Supply{ConsumerType: party.Professional, ContractType: Quadruple, PeakStart: hour("06:00"), OffPeakStart: hour("22:00"),
		Prices: Prices{SummerPeak: micro(200_000), SummerOffPeak: micro(100_000), WinterPeak: micro(300_000), WinterOffPeak: micro(150_000)}}
	quadruple := estimated(t, four, hourly(days(civil.NewDate(2026, 10, 31), civil.NewDate(2026, 11, 1)), 1, 0), 120_000, 0, 100)
	// 16 and 8 h of each season: 3.20 + 0.80 + 4.80 + 1.20; 48 kWh at 0.12 and 1 € of the plan.
	require.Equal(t, []money.Cents{1000, 676, 324, 100}, []money.Cents{quadruple.Without, quadruple.With, quadruple.Economy, quadruple.Fixed})
}

// TestHoursAreDividedBetweenSlots: an hour across the beginning of peak hours counts for both, and nothing is lost.
func TestHoursAreDividedBetweenSlots(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, 5, 12)
	s := Supply{ContractType: Double, Prices: Prices{Peak: micro(200_000), OffPeak: micro(100_000)}, PeakStart: hour("06:20"), OffPeakStart: hour("22:30")}
	e := estimated(t, s, hourly(days(day, day), 1, 0), 1, 0, 0)
	require.Equal(t, []energy.MilliWh{16_166_666, 7_833_334}, []energy.MilliWh{e.Slots[0].Shared, e.Slots[1].Shared})
	require.Equal(t, 24*energy.KilowattHour, e.Shared)
}

// TestAtOnePriceTheEconomyIsTheFixedCharges, below zero, to the cent, whatever was used.
func TestAtOnePriceTheEconomyIsTheFixedCharges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		price := money.MicroEuro(rapid.Int64Range(1, int64(MostPrice)).Draw(t, "price"))
		s := Supply{ContractType: rapid.SampledFrom([]ContractType{Base, Double, Quadruple}).Draw(t, "contract"),
			PeakStart: hour("06:30"), OffPeakStart: hour("22:15"), Prices: Prices{Base: &price, Peak: &price, OffPeak: &price, SummerPeak: &price, SummerOffPeak: &price, WinterPeak: &price, WinterOffPeak: &price}}
		from := civil.NewDate(2026, 1, 1) + civil.Date(rapid.IntRange(0, 360).Draw(t, "day"))
		curve := hourly(days(from, from+2), 0, 0)
		for i := range curve.Series[0].Values {
			curve.Series[1].Values[i] = rapid.Int64Range(0, 50*kWh).Draw(t, "shared")
			curve.Series[0].Values[i] = curve.Series[1].Values[i] + rapid.Int64Range(0, 50*kWh).Draw(t, "supplier")
		}
		fixed := money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "fixed"))
		e := estimated(t, s, curve, price, 0, fixed)
		require.Equal(t, -fixed, e.Economy)
		var sum energy.MilliWh
		for _, slot := range e.Slots {
			sum += slot.Shared + slot.Supplier
		}
		require.Equal(t, e.Shared+e.Supplier, sum, "every mWh has a price")
	})
}

// TestAGapIsNeverZero: a day without one of its steps is left out whole, and told; so is one on which more
// was shared than used, and one before the site came.
func TestAGapIsNeverZero(t *testing.T) {
	t.Parallel()
	first := civil.NewDate(2026, 5, 10)
	all := days(first, first+5)
	curve := hourly(all, 1, 1)
	curve.Series[0].Values[2*24+5] = drawing.Gap
	curve.Series[1].Values[3*24+7] = drawing.Gap
	curve.Series[1].Values[5*24+23] = 3 * kWh
	steps, why := stepsOf(curve, all, &civil.Range{From: first + 1, To: civil.Forever})
	require.Equal(t, []Gap{{NotActive, days(first, first)}, {NoData, days(first+2, first+3)}, {Contradictory, days(first+5, first+5)}}, gapsOf(all, why))
	counted := map[civil.Date]int{}
	for _, s := range steps {
		if why[s.Day] == "" {
			counted[s.Day]++
		}
	}
	require.Equal(t, map[civil.Date]int{first + 1: 24, first + 4: 24}, counted)
	curve.Series = curve.Series[:1]
	steps, why = stepsOf(curve, all, &civil.Range{From: civil.Min, To: civil.Forever})
	require.Empty(t, steps)
	require.Len(t, why, 6, "nothing is known of what was shared")
}

// TestAPriceThatNothingIsOfIsNotListed: steps of one price alone make one sum, and a minute of the other makes two.
func TestAPriceThatNothingIsOfIsNotListed(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, 11, 2)
	two := Supply{ConsumerType: party.Individual, ContractType: Double, Prices: Prices{Peak: micro(200_000), OffPeak: micro(100_000)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}
	slots := func(from string, minutes int) (out []Slot) {
		e := Estimate{Supply: two, Days: days(day, day)}
		steps := []Step{{Day: day, From: *hour(from), Minutes: minutes, Shared: 60_000, Supplier: 120_000}}
		require.NoError(t, e.compare(steps, map[civil.Date]Prices{day: two.Prices}, nil, 0))
		for _, s := range e.Slots {
			out = append(out, s.Slot)
		}
		return out
	}
	require.Equal(t, []Slot{OffPeak}, slots("05:00", 60))
	require.Equal(t, []Slot{Peak}, slots("06:00", 60))
	require.Equal(t, []Slot{Peak}, slots("21:00", 60))
	require.ElementsMatch(t, []Slot{Peak, OffPeak}, slots("05:01", 60), "its last minute is a peak one")
	require.ElementsMatch(t, []Slot{Peak, OffPeak}, slots("21:59", 60), "its first minute is a peak one")
}
