package dashboard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
)

// ragged is a curve with random values below most and random gaps; known says which of
// its steps are.
func ragged(random *rand.Rand, number string, n metering.Nature, side metering.Side, most int64) (row metering.SeriesMonth, known []bool) {
	g := metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900)
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
	return metering.NewSeriesMonth(metering.SeriesKey{DsoID: number, Nature: n, Side: side, Origin: metering.DSO}, g, s), known
}

// TestEveryRateDividesEnergiesOfTheSameSteps: with random gaps in all curves, every rate is
// what it is of the steps at which each of its energies is known, site by site.
func TestEveryRateDividesEnergiesOfTheSameSteps(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 4))
		in := rollup.Input{Op: metering.Operation{Operator: dso.Enedis, ACI: true}, Month: meteringtest.BalanceMonth}
		var produced, consumed, producedACI, consumedACI split
		for i, number := range []string{"A", "B", "C"} {
			side := []metering.Side{metering.Producer, metering.Producer, metering.Consumer}[i]
			in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: number, Side: side, Prosumer: number == "A", Period: meteringtest.BalanceMonth.Range()})
			at := map[metering.NatureSide][]bool{}
			row := map[metering.NatureSide][]energy.MilliWh{}
			add := func(n metering.Nature, side metering.Side, most int64) {
				m, known := ragged(random, number, n, side, most)
				in.Curves = append(in.Curves, m)
				at[metering.NatureSide{Nature: n, Side: side}], row[metering.NatureSide{Nature: n, Side: side}] = known, m.Curve.Values
			}
			if side == metering.Producer {
				add(metering.Prod, metering.Producer, 500_000)
				add(metering.Autoconso, metering.Producer, 400_000)
				add(metering.Surplus, metering.Producer, 400_000)
				if number == "A" { // B has no meter of its own
					add(metering.ProdExt, metering.Producer, 900_000)
				}
			}
			if side == metering.Consumer || number == "A" {
				add(metering.Conso, metering.Consumer, 800_000)
				add(metering.Autoconso, metering.Consumer, 600_000)
			}
			for step := range metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900).N {
				aci, metered, spot := energy.MilliWh(0), number == "A", true
				if metered {
					spot = at[metering.NatureSide{Nature: metering.ProdExt, Side: metering.Producer}][step] && at[metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}][step]
				}
				if metered && spot {
					aci = max(0, row[metering.NatureSide{Nature: metering.ProdExt, Side: metering.Producer}][step]-row[metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}][step])
				}
				for _, of := range []struct {
					whole         metering.Nature
					side          metering.Side
					plain, spotty *split
				}{{metering.Prod, metering.Producer, &produced, &producedACI}, {metering.Conso, metering.Consumer, &consumed, &consumedACI}} {
					whole, shared := metering.NatureSide{Nature: of.whole, Side: of.side}, metering.NatureSide{Nature: metering.Autoconso, Side: of.side}
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
		out, err := rollup.Summed(in)
		require.NoError(t, err)
		c := tallyOf(out, meteringtest.BalanceMonth.Range())
		c.Op.ACI = true
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
	site := metering.Site{ParticipantID: id.New(), DsoID: "S", Side: metering.Producer, Period: civil.Range{From: meteringtest.BalanceMonth.First(), To: civil.Forever}}
	month := func(m civil.Month, shared bool) rollup.Output {
		in := rollup.Input{Op: metering.Operation{Operator: dso.Enedis, ACI: true}, Month: m, Sites: []metering.Site{site}}
		rows := map[metering.Nature]energy.MilliWh{metering.Prod: 600, metering.ProdExt: 1000}
		if shared {
			rows[metering.Autoconso], rows[metering.Surplus] = 150, 450
		}
		for n, v := range rows {
			g := metering.GridOf(civil.Paris, m, 900)
			s := loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N), Quality: loadcurve.Runs(nil).Add(loadcurve.Definitive, g.N)}
			for i := range s.Values {
				s.Values[i] = v * 1000
			}
			in.Curves = append(in.Curves, metering.NewSeriesMonth(metering.SeriesKey{DsoID: "S", Nature: n, Side: metering.Producer, Origin: metering.DSO}, g, s))
		}
		out, err := rollup.Summed(in)
		require.NoError(t, err)
		return out
	}
	c := tallyOf(month(meteringtest.BalanceMonth, true), civil.Range{From: meteringtest.BalanceMonth.First(), To: meteringtest.BalanceMonth.Add(2).First()})
	next := tallyOf(month(meteringtest.BalanceMonth.Add(1), false), c.Days)
	c.Months = append(c.Months, next.Months...)
	c.Op.ACI = true
	m := c.metrics()
	require.InDelta(t, 150.0/600, *m.SelfConsumption, 1e-12)
	require.InDelta(t, (150.0+400)/(600+400), *m.SelfConsumptionWithACI, 1e-12, "the second month is in neither")
}

// requireSameOfOneSite: what a rate of the first site leaves out is the same where it is
// found of its curves alone.
func requireSameOfOneSite(t *testing.T, in rollup.Input, out rollup.Output) {
	t.Helper()
	var months []view.CurveMonth
	rows := map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range in.Curves {
		if row.DsoID == "A" {
			months = append(months, view.CurveMonth{Month: row.Month, Nature: row.Nature, Side: row.Side, Step: row.Step, Days: row.Days, Chunk: row.Chunk})
			rows[row.SeriesKey] = row
		}
	}
	spot, ok, err := rollup.OnSpotOf(in.Sites[0], func(k metering.NatureSide) (metering.SeriesMonth, bool) {
		row, ok := rows[metering.SeriesKey{DsoID: in.Sites[0].DsoID, Nature: k.Nature, Side: k.Side, Origin: metering.DSO}]
		return row, ok
	}, func(row metering.SeriesMonth) (loadcurve.Series, error) { return *row.Curve, nil })
	require.NoError(t, err)
	require.True(t, ok)
	row := metering.NewSeriesMonth(metering.SeriesKey{DsoID: "A", Nature: metering.ACI, Side: metering.Producer, Origin: metering.DSO}, metering.GridOf(civil.Paris, meteringtest.BalanceMonth, 900), spot)
	onSpot := []view.CurveMonth{{Month: meteringtest.BalanceMonth, Nature: metering.ACI, Side: metering.Producer, Step: row.Step, Days: row.Days, Chunk: row.Chunk}}
	want, got := map[metering.NatureSide]energy.MilliWh{}, map[metering.NatureSide]energy.MilliWh{}
	for _, d := range out.Rollup.Distributions {
		if d.Nature > metering.UnmatchedShared {
			require.Equal(t, []id.ID{in.Sites[0].ParticipantID}, d.Participants)
			want[metering.NatureSide{Nature: d.Nature, Side: d.Side}] = d.Totals[0]
		}
	}
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Prod, Side: metering.Producer}} {
		left, err := view.UnmatchedACIMonths(civil.Paris, k.Nature, k.Side, view.OfSide(months, k.Side), onSpot)
		require.NoError(t, err)
		for _, m := range left {
			for _, day := range m.Days {
				got[metering.NatureSide{Nature: m.Nature, Side: m.Side}] += day.Sum
			}
		}
	}
	require.Len(t, want, 6)
	require.Equal(t, want, got)
}
