package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// TestPowerAboveOnePointTwoTimesTheContract is told, with the first line and how often;
// exactly that is not.
func TestPowerAboveOnePointTwoTimesTheContract(t *testing.T) {
	t.Parallel()
	sites := map[string][]metering.Site{"A": {{ContractPowerW: 6000}, {ContractPowerW: 9000}}, "B": {{}}}
	const quarter, limit = 900, 9000 * 12 / 10 * 250 // mWh of 1.2 times the larger contract in a quarter
	of := func(number string, values ...energy.MilliWh) []int {
		r := reading{sites: sites[number]}
		count, row := r.abovePower(curvefile.Run{Step: quarter, Values: values, Row: 7}, highest(values))
		return []int{count, row}
	}
	require.Equal(t, []int{0, 0}, of("A", 100, limit, limit-1))
	require.Equal(t, []int{2, 9}, of("A", 100, limit, limit+1, 5, 10*limit))
	require.Equal(t, []int{0, 0}, of("B", 1<<40), "whose contract nobody told")
}

// TestWarningsOfAReadingAreOfAllItsRuns: power above the contract is counted over them with the first line of all,
// and none is told where there is none; an index only ever rises, for a day of quarters at least.
func TestWarningsOfAReadingAreOfAllItsRuns(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC).Unix()
	sites := []metering.Site{{DsoID: "A", ContractPowerW: 9000, Period: civil.Range{From: civil.NewDate(2026, 9, 1), To: civil.Forever}}}
	check := func(runs ...curvefile.Run) []*fault.Error {
		got := reading{Readings: curvefile.Readings{DsoID: "A", Nature: metering.Conso, Runs: runs}, against: Against{Zone: civil.Paris, Now: time.Unix(from, 0).AddDate(0, 1, 0)}, sites: sites}.check(&stretches{})
		require.Empty(t, got.refused)
		return got.told
	}
	const limit = 9000 * 12 / 10 * 250
	require.Empty(t, check(curvefile.Run{Start: from, Step: 900, Values: []energy.MilliWh{1, limit}, Row: 2}))
	told := check(curvefile.Run{Start: from, Step: 900, Values: []energy.MilliWh{1, limit}, Row: 2}, curvefile.Run{Start: from + 9000, Step: 900, Values: []energy.MilliWh{1, limit + 1}, Row: 30},
		curvefile.Run{Start: from + 18000, Step: 900, Values: []energy.MilliWh{limit + 1, limit + 1}, Row: 60})
	require.Len(t, told, 1)
	require.Equal(t, []any{metering.WarnPower.Key, 3, 31, "A"}, []any{told[0].Key, told[0].Params["count"], told[0].Row, told[0].Params["value"]})

	rising := func(steps, every int) curvefile.Run {
		run := curvefile.Run{Start: from, Step: 900, Row: 2}
		for n := range steps {
			run.Values = append(run.Values, energy.MilliWh(1+n/every))
		}
		return run
	}
	told = check(rising(leastRise, 1))
	require.Len(t, told, 1)
	require.Equal(t, []any{metering.WarnIndex.Key, leastRise, 2, "A"}, []any{told[0].Key, told[0].Params["count"], told[0].Row, told[0].Params["value"]})
	require.Empty(t, check(rising(leastRise-1, 1)), "less than a day tells nothing")
	require.Len(t, check(rising(4*leastRise, 3)), 1)
	require.Empty(t, check(rising(4*leastRise, 5)), "a value that rises now and then is no index")
	falls := rising(2*leastRise, 1)
	falls.Values[leastRise+3] = 1
	require.Empty(t, check(falls))
	exact := rising(100, 1) // 25 rises in 100 values
	for n := range exact.Values {
		exact.Values[n] = energy.MilliWh(min(n, 25))
	}
	require.Len(t, check(exact), 1)
	exact.Values = append(exact.Values, 25)
	require.Empty(t, check(exact), "fewer than one in four")
}

// TestTheClocksOfTwoMachinesDiffer: a step may begin up to a step from now, and not later.
func TestTheClocksOfTwoMachinesDiffer(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC).Unix()
	r := func(now int64) reading { return reading{against: Against{Now: time.Unix(now, 0)}} }
	run := curvefile.Run{Start: start, Step: 900, Values: make([]energy.MilliWh, 3)}
	for now, want := range map[int64]int{start + 900: -1, start + 899: 2, start: 2, start - 1: 1, start - 900: 1, start - 901: 0, start - 90_000: 0} {
		require.Equal(t, want, r(now).future(run), now-start)
	}
}

func TestFactorsThatLookLikeAMistake(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]string{1: "", 0.4: "", 2.5: "", 4.1: "×4", 0.24: "÷4", 980: "×1000", 0.00101: "÷1000", 30: "",
		5: "", 3.2: "", 0.2: "", 1 / 3.2: "", 500: "", 2000: "", 1. / 500: "", 1. / 2000: "",
		4.99: "×4", 3.21: "×4", 1 / 4.99: "÷4", 1 / 3.21: "÷4", 500.5: "×1000", 1999.5: "×1000", 1 / 500.5: "÷1000", 1 / 1999.5: "÷1000"} {
		require.Equal(t, want, suspectedFactor(ratio), ratio)
	}
}

// TestWhatIsWrongWithAStretchOfValues: each refusal names the line and the instant on the
// clocks of the operator; a stretch that is fine is placed.
func TestWhatIsWrongWithAStretchOfValues(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 6, 8, 0, 0, 0, time.UTC)
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC).Unix()
	run := func(start int64, step int32, values ...energy.MilliWh) curvefile.Run {
		return curvefile.Run{Start: start, Step: step, Values: values, Row: 10}
	}
	for name, c := range map[string]struct {
		runs []curvefile.Run
		key  string // "" = nothing is wrong
		row  int
		date any
	}{
		"fine":                    {runs: []curvefile.Run{run(from, 900, 1, 2)}},
		"no value":                {runs: []curvefile.Run{run(from, 7)}},
		"a step of seven minutes": {[]curvefile.Run{run(from, 420, 1)}, "curve.step", 10, nil},
		"seven minutes late":      {[]curvefile.Run{run(from+420, 900, 1)}, "curve.offGrid", 10, "2026-10-01T02:07:00+02:00"},
		"the same step again":     {[]curvefile.Run{run(from, 900, 1, 2), run(from+900, 900, 2)}, "curve.duplicate", 10, "2026-10-01T02:15:00+02:00"},
		"beside each other":       {runs: []curvefile.Run{run(from+900, 900, 1), run(from, 900, 2)}},
		"still to come":           {[]curvefile.Run{run(now.Unix()-900, 900, 1, 1, 1, 1)}, "curve.inFuture", 13, "2026-11-06T09:30:00+01:00"},
		"below zero":              {[]curvefile.Run{run(from, 900, 1, 2, -1)}, "curve.negative", 12, nil},
		"more than any site has":  {[]curvefile.Run{run(from, 900, 1, maxValue+1)}, "curve.outOfRange", 11, nil},
		"as much as any site has": {runs: []curvefile.Run{run(from, 900, maxValue)}},
		"before it took part":     {[]curvefile.Run{run(from-86400*30, 900, 1)}, "curve.outsideActivation", 10, "2026-09-01"},
	} {
		sites := []metering.Site{{DsoID: "A", Period: civil.Range{From: civil.NewDate(2026, 10, 1), To: civil.Forever}}}
		got := reading{Readings: curvefile.Readings{DsoID: "A", Runs: c.runs}, against: Against{Zone: civil.Paris, Now: now}, file: "a.csv", sites: sites}.check(&stretches{})
		if c.key == "" {
			require.Empty(t, got.refused, name)
			continue
		}
		require.Len(t, got.refused, 1, name)
		f := got.refused[0]
		require.Equal(t, []any{c.key, c.row, c.date, "A", "a.csv"}, []any{f.Key, f.Row, f.Params["date"], f.Params["value"], f.Params["fileName"]}, name)
	}
}

// TestHistoryOutsideAnActivationIsLeftOutAndTold: days before, between and after.
func TestHistoryOutsideAnActivationIsLeftOutAndTold(t *testing.T) {
	t.Parallel()
	day := func(d int) civil.Date { return civil.NewDate(2026, 10, d) }
	sites := []metering.Site{{DsoID: "A", Period: civil.Range{From: day(2), To: day(4)}}, {DsoID: "A", Period: civil.Range{From: day(6), To: day(8)}}}
	got := reading{Readings: curvefile.Readings{DsoID: "A", Nature: metering.Conso, Runs: []curvefile.Run{quartersFrom(civil.Paris.Start(day(1)), 96*10, 1)}},
		against: Against{Zone: civil.Paris, Now: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}, history: true, sites: sites}.check(&stretches{})
	require.Empty(t, got.refused)
	require.Len(t, got.pieces, 2)
	require.Equal(t, civil.Paris.Start(day(2)).Unix(), got.pieces[0].start)
	require.Len(t, got.pieces[0].values, 2*96)
	require.Equal(t, civil.Paris.Start(day(8)).Unix(), got.pieces[1].end())
	require.Len(t, got.told, 1)
	require.Equal(t, []any{"curve.leftOut", 6, "2026-10-01", "2026-10-10"}, []any{got.told[0].Key, got.told[0].Params["days"], got.told[0].Params["from"], got.told[0].Params["to"]})
}

// TestValuesOutsideAnActivationAreRefusedOnce, with the line of the first of them.
func TestValuesOutsideAnActivationAreRefusedOnce(t *testing.T) {
	t.Parallel()
	day := func(d int) civil.Date { return civil.NewDate(2026, 10, d) }
	run := quartersFrom(civil.Paris.Start(day(1)), 96*4, 1)
	run.Row = 2
	got := reading{Readings: curvefile.Readings{DsoID: "A", Nature: metering.Conso, Runs: []curvefile.Run{run}},
		against: Against{Zone: civil.Paris, Now: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)},
		sites:   []metering.Site{{DsoID: "A", Period: civil.Range{From: day(1), To: day(3)}}}}.check(&stretches{})
	require.Len(t, got.refused, 1)
	require.ErrorIs(t, got.refused[0], metering.ErrOutside)
	require.Equal(t, []any{"2026-10-03", 2 + 2*96}, []any{got.refused[0].Params["date"], got.refused[0].Row})
}

// TestQualityIsWhatTheFileSaysOfItself: one without a status is what its reader saw, or
// definitive where the import says so.
func TestQualityIsWhatTheFileSaysOfItself(t *testing.T) {
	t.Parallel()
	seen := []loadcurve.Quality{loadcurve.Definitive, loadcurve.Suspect, loadcurve.Missing}
	for _, c := range []struct {
		status     curvefile.Status
		definitive bool
		seen       []loadcurve.Quality
		want       loadcurve.Runs
	}{
		{curvefile.StatusDefinitive, false, nil, loadcurve.Runs(nil).Add(loadcurve.Definitive, 3)},
		{curvefile.StatusProvisional, true, nil, loadcurve.Runs(nil).Add(loadcurve.Provisional, 3)},
		{curvefile.StatusEstimated, false, nil, loadcurve.Runs(nil).Add(loadcurve.Estimated, 3)},
		{curvefile.StatusNone, false, nil, loadcurve.Runs(nil).Add(loadcurve.Provisional, 3)},
		{curvefile.StatusNone, true, seen, loadcurve.Runs(nil).Add(loadcurve.Definitive, 3)},
		{curvefile.StatusNone, false, seen, loadcurve.Runs(nil).Add(loadcurve.Definitive, 1).Add(loadcurve.Suspect, 2)},
	} {
		r := reading{Readings: curvefile.Readings{Status: c.status}, against: Against{Definitive: c.definitive}}
		require.Equal(t, c.want, r.qualities(curvefile.Run{Values: make([]energy.MilliWh, 3), Quality: c.seen}), "%+v", c)
	}
}
