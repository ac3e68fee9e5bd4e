package metering

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// ragged is a curve with random values below most and random gaps; known says which of
// its steps are.
func ragged(random *rand.Rand, number string, n Nature, side Side, most int64) (row SeriesMonth, known []bool) {
	g := gridOf(civil.Paris, balanceMonth, 900)
	s := loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N)}
	gap := false
	for t := range g.N {
		if random.IntN(40) == 0 {
			gap = random.IntN(3) == 0
		}
		quality := loadcurve.Missing
		if !gap {
			quality, s.Values[t] = loadcurve.Definitive, energy.MilliWh(random.Int64N(most))
		}
		known = append(known, !gap)
		s.Quality = s.Quality.Add(quality, 1)
	}
	return newSeriesMonth(SeriesKey{number, n, side, DSO}, g, s), known
}

// TestEveryRateDividesEnergiesOfTheSameSteps: with random gaps in all curves, every rate is
// what it is of the steps at which each of its energies is known, site by site.
func TestEveryRateDividesEnergiesOfTheSameSteps(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 4))
		in := monthInput{op: Operation{Operator: dso.Enedis, ACI: true}, month: balanceMonth}
		var produced, consumed, producedACI, consumedACI split
		for i, number := range []string{"A", "B", "C"} {
			side := []Side{Producer, Producer, Consumer}[i]
			in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: number, Side: side, Prosumer: number == "A", Period: balanceMonth.Range()})
			at := map[sumKey][]bool{}
			row := map[sumKey][]energy.MilliWh{}
			add := func(n Nature, side Side, most int64) {
				m, known := ragged(random, number, n, side, most)
				in.curves = append(in.curves, m)
				at[sumKey{n, side}], row[sumKey{n, side}] = known, m.curve.Values
			}
			if side == Producer {
				add(Prod, Producer, 500_000)
				add(Autoconso, Producer, 400_000)
				add(Surplus, Producer, 400_000)
				if number == "A" { // B has no meter of its own
					add(ProdExt, Producer, 900_000)
				}
			}
			if side == Consumer || number == "A" {
				add(Conso, Consumer, 800_000)
				add(Autoconso, Consumer, 600_000)
			}
			for step := range gridOf(civil.Paris, balanceMonth, 900).N {
				aci, metered, spot := energy.MilliWh(0), number == "A", true
				if metered {
					spot = at[sumKey{ProdExt, Producer}][step] && at[sumKey{Prod, Producer}][step]
				}
				if metered && spot {
					aci = max(0, row[sumKey{ProdExt, Producer}][step]-row[sumKey{Prod, Producer}][step])
				}
				for _, of := range []struct {
					whole         Nature
					side          Side
					plain, spotty *split
				}{{Prod, Producer, &produced, &producedACI}, {Conso, Consumer, &consumed, &consumedACI}} {
					whole, shared := sumKey{of.whole, of.side}, sumKey{Autoconso, of.side}
					if row[whole] == nil || !at[whole][step] || !at[shared][step] {
						continue
					}
					of.plain.whole += row[whole][step]
					of.plain.shared += row[shared][step]
					if spot {
						of.spotty.whole += row[whole][step] + aci
						of.spotty.shared += row[shared][step] + aci
					}
				}
			}
		}
		out, err := buildMonth(in)
		require.NoError(t, err)
		c := tallyOf(out, balanceMonth.Range())
		c.op.ACI = true
		m := c.metrics()
		for name, rates := range map[string][2]*float64{
			"self-consumption":          {produced.rate(), m.SelfConsumption},
			"self-production":           {consumed.rate(), m.SelfProduction},
			"self-consumption with ACI": {producedACI.rate(), m.SelfConsumptionWithACI},
			"self-production with ACI":  {consumedACI.rate(), m.SelfProductionWithACI},
		} {
			require.NotNil(t, rates[0], name)
			require.NotNil(t, rates[1], name)
			require.InDelta(t, *rates[0], *rates[1], 1e-12, "%s, seed %d", name, seed)
		}
		requireSameOfOneSite(t, in, out)
	}
}

// TestACIOfMonthsThatAreNotSharedIsInNoRate: energy used on the spot in a month of which
// nothing shared is known stands in no rate either.
func TestACIOfMonthsThatAreNotSharedIsInNoRate(t *testing.T) {
	t.Parallel()
	site := Site{ParticipantID: id.New(), DsoID: "S", Side: Producer, Period: civil.Range{From: balanceMonth.First(), To: civil.Forever}}
	month := func(m civil.Month, shared bool) monthOutput {
		in := monthInput{op: Operation{Operator: dso.Enedis, ACI: true}, month: m, sites: []Site{site}}
		rows := map[Nature]energy.MilliWh{Prod: 600, ProdExt: 1000}
		if shared {
			rows[Autoconso], rows[Surplus] = 150, 450
		}
		for n, v := range rows {
			g := gridOf(civil.Paris, m, 900)
			s := loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N), Quality: loadcurve.Runs(nil).Add(loadcurve.Definitive, g.N)}
			for i := range s.Values {
				s.Values[i] = v * 1000
			}
			in.curves = append(in.curves, newSeriesMonth(SeriesKey{"S", n, Producer, DSO}, g, s))
		}
		out, err := buildMonth(in)
		require.NoError(t, err)
		return out
	}
	c := tallyOf(month(balanceMonth, true), civil.Range{From: balanceMonth.First(), To: balanceMonth.Add(2).First()})
	next := tallyOf(month(balanceMonth.Add(1), false), c.days)
	c.months = append(c.months, next.months...)
	c.op.ACI = true
	m := c.metrics()
	require.InDelta(t, 150.0/600, *m.SelfConsumption, 1e-12)
	require.InDelta(t, (150.0+400)/(600+400), *m.SelfConsumptionWithACI, 1e-12, "the second month is in neither")
}

// requireSameOfOneSite: what a rate of the first site leaves out is the same where it is
// found of its curves alone.
func requireSameOfOneSite(t *testing.T, in monthInput, out monthOutput) {
	t.Helper()
	var months []curveMonth
	rows := map[SeriesKey]SeriesMonth{}
	for _, row := range in.curves {
		if row.DsoID == "A" {
			months = append(months, curveMonth{row.Month, row.Nature, row.Side, row.Step, row.Days, row.Chunk})
			rows[row.SeriesKey] = row
		}
	}
	spot, ok, err := onSpotOf(in.sites[0], rows, func(row SeriesMonth) (loadcurve.Series, error) { return *row.curve, nil })
	require.NoError(t, err)
	require.True(t, ok)
	row := newSeriesMonth(SeriesKey{"A", ACI, Producer, DSO}, gridOf(civil.Paris, balanceMonth, 900), spot)
	onSpot := []curveMonth{{balanceMonth, ACI, Producer, row.Step, row.Days, row.Chunk}}
	want, got := map[sumKey]energy.MilliWh{}, map[sumKey]energy.MilliWh{}
	for _, d := range out.rollup.Distributions {
		if d.Nature > UnmatchedShared {
			require.Equal(t, []id.ID{in.sites[0].ParticipantID}, d.Participants)
			want[sumKey{d.Nature, d.Side}] = d.Totals[0]
		}
	}
	for _, k := range []sumKey{{Conso, Consumer}, {Prod, Producer}} {
		left, err := unmatchedACIMonths(civil.Paris, k.nature, k.side, ofSide(months, k.side), onSpot)
		require.NoError(t, err)
		for _, m := range left {
			for _, day := range m.days {
				got[sumKey{m.nature, m.side}] += day.Sum
			}
		}
	}
	require.Len(t, want, 6)
	require.Equal(t, want, got)
}
