package intake

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
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
