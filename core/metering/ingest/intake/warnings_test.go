package intake

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/meteringtest"
)

func TestSharesThatAreSentAreSentWhole(t *testing.T) {
	t.Parallel()
	in := meteringtest.GapFixture()
	whole := meteringtest.Steady(100 * 250)
	row := func(number string, values []energy.MilliWh) metering.SeriesMonth {
		return meteringtest.BalanceRow(number, metering.Autoconso, metering.Consumer, values, civil.Range{})
	}
	stored := func(rows ...metering.SeriesMonth) map[metering.SeriesKey]metering.SeriesMonth {
		out := map[metering.SeriesKey]metering.SeriesMonth{}
		for _, row := range append(in.Curves, rows...) {
			out[row.SeriesKey] = row
		}
		return out
	}
	derived := row("C3", whole)
	derived.Derived = true
	all := []metering.SeriesMonth{row("C1", whole), row("C2", whole), row("C3", whole), row("C4", whole)}
	for name, c := range map[string]struct {
		operator dso.Operator
		rows     []metering.SeriesMonth
		wrong    []string
	}{
		"none is sent":            {dso.Fake, nil, nil},
		"all are":                 {dso.Fake, all, nil},
		"one is":                  {dso.Fake, all[:1], []string{"C2", "C3", "C4"}},
		"one was computed before": {dso.Fake, []metering.SeriesMonth{all[0], all[1], derived, all[3]}, []string{"C3"}},
		"a day lacks":             {dso.Fake, []metering.SeriesMonth{all[0], all[1], all[2], meteringtest.Holed(all[3], 96, 192)}, []string{"C4"}},
		"the operator shares":     {dso.Enedis, all[:1], nil},
	} {
		err := SharedInPart(metering.Operation{Operator: c.operator}, in.Sites, meteringtest.BalanceMonth, stored(c.rows...))
		var wrong []string
		if refused := fault.From(err); refused != nil {
			for _, item := range refused.Items {
				require.Equal(t, "curve.sharedInPart", item.Key, name)
				wrong = append(wrong, item.Params["value"].(string))
			}
		}
		require.Equal(t, c.wrong, wrong, name)
	}
}

// TestGapsAreToldUpToTheLastDayWithData: days within what came; what is still to come is no gap.
func TestGapsAreToldUpToTheLastDayWithData(t *testing.T) {
	t.Parallel()
	in := meteringtest.GapFixture()
	row := in.Curves[1] // an hour of the second day lacks
	against := Against{Zone: civil.Paris, Sites: map[string][]metering.Site{"C2": {in.Sites[1]}}}
	told := gaps(against, row)
	require.Len(t, told, 1)
	require.Equal(t, []any{1, []string{"2026-10-02"}}, []any{told[0].Params["count"], told[0].Params["days"]})
	whole := meteringtest.BalanceRow("C2", metering.Conso, metering.Consumer, meteringtest.Steady(1), civil.Range{})
	require.Empty(t, gaps(against, meteringtest.Holed(whole, 10*96, row.N)), "from the eleventh day nothing came yet")
	told = gaps(against, meteringtest.Holed(whole, 10*96, 12*96))
	require.Equal(t, []string{"2026-10-11", "2026-10-12"}, told[0].Params["days"])
	against.Sites["C2"][0].Period.From += 11
	require.Equal(t, []string{"2026-10-12"}, gaps(against, meteringtest.Holed(whole, 10*96, 12*96))[0].Params["days"], "on its days")
}

// TestWhatAReaderRemarksIsKept: a file's own remarks come with it, whatever it holds.
func TestWhatAReaderRemarksIsKept(t *testing.T) {
	t.Parallel()
	d := curvefile.Dataset{FileName: "a.csv", Warnings: []*fault.Error{{Key: "drawn.remark", Params: map[string]any{"row": 3}}}}
	checked := Check(Against{Zone: civil.Paris}, d, 0)
	require.False(t, checked.Refusals.Any())
	require.Equal(t, Told(d.Warnings...), checked.Remarks)
}

// TestDaysThatAreLessFinalAreTold: those that were definitive by what the operator said and are no longer, by what
// it says or by their age; ten are named and all are counted.
func TestDaysThatAreLessFinalAreTold(t *testing.T) {
	t.Parallel()
	july := civil.NewMonth(2026, 7)
	states := []metering.DayState{0, metering.HasData | metering.Whole, metering.HasData | metering.Whole | metering.Final}
	days := func(state func(i int) metering.DayState) (d metering.Days) {
		for i := range july.Days() {
			d = append(d, metering.Day{State: state(i)})
		}
		return d
	}
	key := metering.SeriesKey{DsoID: "A", Nature: metering.Conso}
	before := metering.SeriesMonth{SeriesKey: key, Month: july, Days: days(func(i int) metering.DayState { return states[i%3] })}
	after := metering.SeriesMonth{SeriesKey: key, Month: july, Days: days(func(i int) metering.DayState { return states[i/3%3] })}
	f := metering.Finality{Before: july.First() + 3}
	told := lessFinal(before, after, f)
	var want []string
	for i := range july.Days() {
		if i%3 == 2 && i/3%3 != 2 && i >= 3 {
			want = append(want, (july.First() + civil.Date(i)).String())
		}
	}
	require.Len(t, told, 1)
	require.Equal(t, []any{metering.WarnLessFinal.Key, len(want), want, "A", "Conso"}, []any{told[0].Key, told[0].Params["count"], told[0].Params["days"], told[0].Params["value"], told[0].Params["nature"]})
	require.Empty(t, lessFinal(before, before, f))
	require.Empty(t, lessFinal(before, after, metering.Finality{Before: july.Next().First()}), "by their age they stay definitive")
	require.Empty(t, lessFinal(before, after, metering.Finality{Before: civil.Min, Declared: map[civil.Month]bool{july: true}}), "by declaration too")

	var list dayList
	require.Empty(t, list.said(metering.WarnGap))
	for n := range mostDays + 2 {
		list.add(july.First() + civil.Date(n))
		said := list.said(metering.WarnGap)[0]
		named := said.Params["days"].([]string)
		require.Equal(t, n+1, said.Params["count"])
		require.Len(t, named, min(n+1, mostDays+1))
		require.Equal(t, n >= mostDays, named[len(named)-1] == "…", n)
	}
	require.Equal(t, 10, mostDays)
}

// TestWhatWasSaidOfAMonthIsTold where days of it change, each for itself.
func TestWhatWasSaidOfAMonthIsTold(t *testing.T) {
	t.Parallel()
	c := Change{Month: civil.NewMonth(2026, 7), Days: []bool{false, true, false, true}}
	for _, of := range []Promised{{}, {Declared: true}, {NotCharged: true}, {Invoiced: true}, {Declared: true, NotCharged: true, Invoiced: true}} {
		var keys []string
		for _, f := range Promises(c, of) {
			require.Equal(t, []any{"2026-07", 2, []string{"2026-07-02", "2026-07-04"}}, []any{f.Params["month"], f.Params["count"], f.Params["days"]})
			keys = append(keys, f.Key)
		}
		var want []string
		for _, one := range []struct {
			holds bool
			key   string
		}{{of.Declared, metering.WarnDeclared.Key}, {of.NotCharged, metering.WarnNotCharged.Key}, {of.Invoiced, metering.WarnInvoiced.Key}} {
			if one.holds {
				want = append(want, one.key)
			}
		}
		require.Equal(t, want, keys)
	}
	require.Empty(t, Promises(Change{Month: c.Month, Days: make([]bool, 31)}, Promised{Declared: true, Invoiced: true}), "nothing changes")
}

// TestExternalCurvesAreCountedBySite, over all months, where no screen shows them.
func TestExternalCurvesAreCountedBySite(t *testing.T) {
	t.Parallel()
	july := civil.NewMonth(2026, 7)
	of := func(nature metering.Nature, numbers ...string) map[metering.SeriesKey]Curve {
		out := map[metering.SeriesKey]Curve{{DsoID: "A", Nature: metering.Conso}: {}}
		for _, n := range numbers {
			out[metering.SeriesKey{DsoID: n, Nature: nature}] = Curve{}
		}
		return out
	}
	curves := Curves{july: of(metering.ConsExt, "A", "B"), july.Next(): of(metering.ConsExt, "B", "C")}
	said := External(metering.Operation{}, curves)
	require.Len(t, said, 1)
	require.Equal(t, []any{metering.WarnExternal.Key, "ConsExt", 3}, []any{said[0].Key, said[0].Params["nature"], said[0].Params["count"]})
	curves[july] = of(metering.ProdExt, "A")
	said = External(metering.Operation{}, curves)
	require.Equal(t, []any{2, "ProdExt", 1, "ConsExt", 2}, []any{len(said), said[0].Params["nature"], said[0].Params["count"], said[1].Params["nature"], said[1].Params["count"]})
	require.Empty(t, External(metering.Operation{ACI: true}, curves))
	require.Empty(t, External(metering.Operation{}, Curves{july: of(metering.Conso)}))
}
