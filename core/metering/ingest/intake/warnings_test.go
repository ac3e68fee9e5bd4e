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
