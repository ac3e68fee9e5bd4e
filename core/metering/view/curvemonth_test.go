package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/meteringtest"
)

const wholeDay = metering.HasData | metering.Whole | metering.Final | metering.Complete

func curveMonth(m civil.Month, n metering.Nature, side metering.Side, change func(days metering.Days)) CurveMonth {
	days := make(metering.Days, m.Days())
	for i := range days {
		days[i].State = wholeDay
	}
	if change != nil {
		change(days)
	}
	return CurveMonth{Month: m, Nature: n, Side: side, Days: days}
}

// TestWholeMonths: every day complete and definitive, of the curve that is asked for.
func TestWholeMonths(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, time.July)
	received := metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}
	months := []CurveMonth{
		curveMonth(m, metering.Autoconso, metering.Consumer, nil),
		curveMonth(m+1, metering.Autoconso, metering.Consumer, func(days metering.Days) { days[30].State &^= metering.Complete }),
		curveMonth(m+2, metering.Autoconso, metering.Consumer, func(days metering.Days) { days[0].State &^= metering.Final }),
		curveMonth(m+3, metering.Autoconso, metering.Consumer, func(days metering.Days) { days[7].State = 0 }),
		curveMonth(m+4, metering.Autoconso, metering.Producer, nil),
		curveMonth(m+5, metering.Conso, metering.Consumer, nil),
	}
	byOperator := metering.Finality{Before: civil.Min}
	require.Equal(t, map[civil.Month]bool{m: true}, WholeMonths(months, byOperator, received))
	require.Equal(t, m, *LatestComplete(months, byOperator))
	declared := metering.Finality{Before: civil.Min, Declared: map[civil.Month]bool{m + 1: true, m + 2: true}}
	require.Equal(t, m+2, *LatestComplete(months, declared), "a declaration makes values definitive, no month complete")
	require.Nil(t, LatestComplete(months[4:], byOperator))
	require.Len(t, OfSide(months, metering.Producer), 1)
	require.Len(t, SidesOf(months, metering.ScopeProducer), 1)
	require.Len(t, SidesOf(months, metering.ScopeGlobal), 5, "what producers gave is what consumers received")
}

// TestComparedPeriods: as many days just before, and the same dates of the year before, also
// those of a leap year.
func TestComparedPeriods(t *testing.T) {
	t.Parallel()
	days := func(from, to civil.Date) civil.Range { return civil.Range{From: from, To: to} }
	r := days(civil.NewDate(2024, 2, 20), civil.NewDate(2024, 3, 1)) // to 29 February
	require.Equal(t, days(civil.NewDate(2024, 2, 10), civil.NewDate(2024, 2, 20)), PreviousDays(r))
	require.Equal(t, days(civil.NewDate(2023, 2, 20), civil.NewDate(2023, 3, 1)), YearBefore(r))
	require.Equal(t, civil.NewDate(2023, 2, 20), Earliest(r))
	long := days(civil.NewDate(2025, 1, 1), civil.NewDate(2026, 1, 1))
	require.Equal(t, civil.NewDate(2024, 1, 1), Earliest(long))
}

// TestWhatIsMeasured: ACI with what sites make only, and with it what rates leave out.
func TestWhatIsMeasured(t *testing.T) {
	t.Parallel()
	q := Question{Natures: []metering.Nature{metering.Conso, metering.ProdExt}}
	require.Equal(t, q.Natures, q.WithACI())
	require.NotContains(t, q.Measured(), metering.UnmatchedACI)
	q.Op.ACI = true
	require.Equal(t, []metering.Nature{metering.Conso, metering.ProdExt, metering.ACI}, q.WithACI())
	require.Subset(t, q.Measured(), []metering.Nature{metering.Unmatched, metering.UnmatchedShared, metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared})
	q.Natures = q.Natures[:1]
	require.Equal(t, q.Natures, q.WithACI(), "who does not ask what sites make")
}

// siteMonth is a curve of the balance month as it is stored, with a gap of some steps.
func siteMonth(n metering.Nature, side metering.Side, v energy.MilliWh, gap ...int) CurveMonth {
	row := meteringtest.BalanceRow("A", n, side, meteringtest.Steady(v), civil.Range{})
	if len(gap) == 2 {
		row = meteringtest.Holed(row, gap[0], gap[1])
	}
	return CurveMonth{row.Month, row.Nature, row.Side, row.Step, row.Days, metering.Encode(*row.Curve)}
}

// TestWhatStandsAlone: energy of steps at which the other curve of a site has a gap.
func TestWhatStandsAlone(t *testing.T) {
	t.Parallel()
	conso, shared := siteMonth(metering.Conso, metering.Consumer, 7), siteMonth(metering.Autoconso, metering.Consumer, 3)
	alone := func(all ...CurveMonth) map[metering.Nature]energy.MilliWh {
		t.Helper()
		months, err := UnmatchedMonths(civil.Paris, metering.Conso, metering.Consumer, all)
		require.NoError(t, err)
		out := map[metering.Nature]energy.MilliWh{}
		for _, m := range months {
			for _, d := range m.Days {
				out[m.Nature] += d.Sum
			}
		}
		return out
	}
	require.Empty(t, alone(conso, shared))
	require.Empty(t, alone(conso), "of a month of which nothing shared is known")
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.Unmatched: 4 * 7}, alone(conso, siteMonth(metering.Autoconso, metering.Consumer, 3, 100, 104)))
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.UnmatchedShared: 5 * 3, metering.Unmatched: 2 * 7},
		alone(siteMonth(metering.Conso, metering.Consumer, 7, 10, 15), siteMonth(metering.Autoconso, metering.Consumer, 3, 200, 202)))

	aci := func(z CurveMonth, of ...CurveMonth) map[metering.Nature]energy.MilliWh {
		t.Helper()
		months, err := UnmatchedACIMonths(civil.Paris, metering.Conso, metering.Consumer, of, []CurveMonth{z})
		require.NoError(t, err)
		out := map[metering.Nature]energy.MilliWh{}
		for _, m := range months {
			for _, d := range m.Days {
				out[m.Nature] += d.Sum
			}
		}
		return out
	}
	spot := siteMonth(metering.ACI, metering.Producer, 2)
	require.Empty(t, aci(spot, conso, shared))
	require.Empty(t, aci(spot, conso), "nothing shared is known")
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.UnmatchedACI: 4 * 2}, aci(spot, conso, siteMonth(metering.Autoconso, metering.Consumer, 3, 100, 104)))
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.WithoutACI: 3 * 7, metering.WithoutACIShared: 3 * 3},
		aci(siteMonth(metering.ACI, metering.Producer, 2, 50, 53), conso, shared))
	require.Empty(t, aci(siteMonth(metering.ProdExt, metering.Producer, 2, 50, 53), conso, shared), "other natures beside it are none")
	n := energy.MilliWh(31*96 + 4)
	require.Equal(t, map[metering.Nature]energy.MilliWh{metering.UnmatchedACI: n * 2}, aci(spot, shared), "without what it drew nothing stands beside it")
}
