package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestIndexOfAMeter: values that only rise are what a meter shows; flat and growing
// consumption is not.
func TestIndexOfAMeter(t *testing.T) {
	t.Parallel()
	file := func(n int, value func(i int) float64) string {
		var out strings.Builder
		out.WriteString("Début;Conso (kWh) " + site + "\n")
		for i := range n {
			fmt.Fprintf(&out, "%s;%.2f\n", at(2024, 11, 20).Add(time.Duration(i)*quarter).Format("02/01/2006 15:04"), value(i))
		}
		return out.String()
	}
	for name, c := range map[string]struct {
		n     int
		value func(i int) float64
		index bool
	}{
		"an index":             {96 * 7, func(i int) float64 { return 1000 + float64(i)/10 }, true},
		"a new meter":          {96, func(i int) float64 { return float64(i) / 10 }, true},
		"whole kWh":            {96 * 7, func(i int) float64 { return float64(48210 + i/16) }, true},
		"a few hours":          {24, func(i int) float64 { return 1000 + float64(i)/10 }, true},
		"a sunny morning":      {24, func(i int) float64 { return float64(i*i) / 100 }, false},
		"always the same":      {96 * 7, func(int) float64 { return 2.5 }, false},
		"one machine more":     {96 * 7, func(i int) float64 { return float64(5 + i/400) }, false},
		"what falls once":      {96, func(i int) float64 { return 1000 + float64((i+1)%96)/10 }, true},
		"a meter that changes": {96 * 7, func(i int) float64 { return float64(16_900_000+i*120) - map[bool]float64{true: 16_900_000}[i > 300] }, true},
		"anew each day":        {96 * 7, func(i int) float64 { return float64(i%96) * 1.5 }, true},
		"light by night":       {96 * 7, func(i int) float64 { return map[bool]float64{true: 4, false: 0}[i%96 < 24 || i%96 > 80] }, false},
		"sun":                  {96 * 7, func(i int) float64 { return float64(max(0, 900-(i%96-48)*(i%96-48))) / 100 }, false},
		"a growing business":   {96 * 7, func(i int) float64 { return 10 + float64(i)/100 + float64(i%2) }, false},
		"a base and its noise": {96, func(i int) float64 { return 1000 + float64(i*7%5)/10 }, false},
	} {
		set, err := read(t, "a.csv", file(c.n, c.value))
		if !c.index {
			require.NoError(t, err, name)
			_, n := total(set)
			require.Equal(t, c.n, n, name)
			continue
		}
		// It may be a curve all the same: it is asked, and both answers lead on.
		require.NoError(t, err, name)
		require.Empty(t, set.Readings, name)
		require.Equal(t, curvefile.FileQuestion{Kind: curvefile.AskMeter, Column: curvefile.NoColumn, Options: []string{"VALUES", "INDEX"}}, set.Understood.Questions[0], name)
		require.Equal(t, []any{"file.risingValues", "Conso (kWh) " + site, 2}, []any{set.Understood.Notes[0].Key, set.Understood.Notes[0].Params["column"], set.Understood.Notes[0].Params["row"]}, name)
		set, err = read(t, "a.csv", file(c.n, c.value), curvefile.FileAnswers{MeterIndex: curvefile.MeterIndexValues})
		require.NoError(t, err, name)
		_, n := total(set)
		require.Equal(t, c.n, n, name)
		_, err = read(t, "a.csv", file(c.n, c.value), curvefile.FileAnswers{MeterIndex: curvefile.MeterIndexShown})
		require.Equal(t, "import.rejected", fault.KeyOf(err), name)
		item := fault.From(err).Items[0]
		require.Equal(t, []any{"curve.indexReadings", 2, "Conso (kWh) " + site}, []any{item.Key, item.Row, item.Params["column"]}, name)
	}
}
