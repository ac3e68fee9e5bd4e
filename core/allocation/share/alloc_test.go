package share_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// tolerated is half a Wh and a mWh: cases give kWh with three decimals.
const tolerated = 501

// TestGoldenExamples runs all cases of testdata, and explains each of their lines.
func TestGoldenExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.alloc")
	require.NoError(t, err)
	require.Greater(t, len(files), 3)
	checked := map[share.Algorithm]int{}
	for _, file := range files {
		for _, c := range readCases(t, file) {
			require.NotEmpty(t, c.lines, "%s checks nothing", c.name)
			for _, line := range c.lines {
				c.check(t, line)
				checked[c.rule.Algorithm]++
			}
		}
	}
	for _, a := range []share.Algorithm{share.ByDefault, share.Static, share.ByEquality, share.ByWeight, share.ByPriority,
		share.ByPool, share.ByUngroupedPriority, share.SimpleDynamic} {
		require.Positive(t, checked[a], a)
	}
}

func readCases(t *testing.T, path string) []*allocCase {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	r := &allocReader{t: t}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		r.name = fmt.Sprintf("%s:%d", path, n)
		r.line(lines.Text())
	}
	require.NoError(t, lines.Err())
	return r.cases
}

// asColumns turns the values of one step into columns.
func asColumns(row []energy.MilliWh) columnsOf {
	out := columns(len(row), 1)
	for i, v := range row {
		out[i][0] = v
	}
	return out
}

func pairsOf(producers, consumers, steps int) []columnsOf {
	out := make([]columnsOf, producers)
	for p := range out {
		out[p] = columns(consumers, steps)
	}
	return out
}

func (c *allocCase) check(t *testing.T, line *allocLine) {
	t.Helper()
	production, consumption := asColumns(line.production), asColumns(c.consumption)
	pairs := pairsOf(len(production), len(consumption), 1)
	var k share.Kernel
	err := k.ShareByProducer(pairs, production, consumption, c.rule)
	if line.refused != "" {
		require.Error(t, err, line.name)
		require.Equal(t, line.refused, fault.KeyOf(err), line.name)
		return
	}
	require.NoError(t, err, line.name)
	received := columns(len(consumption), 1)
	require.NoError(t, share.Received(received, pairs))
	requireKWh(t, line.shares, received, "%s: shares", line.name)
	left := make([]energy.MilliWh, len(production))
	for p := range production {
		rest := make([]energy.MilliWh, 1)
		require.NoError(t, share.Surplus(rest, production[p], pairs[p]))
		left[p] = rest[0]
	}
	if len(line.surplus) == 1 {
		sum, err := energy.Sum(left)
		require.NoError(t, err)
		left = []energy.MilliWh{sum}
	}
	requireKWh(t, line.surplus, asColumns(left), "%s: surplus", line.name)
	for p, want := range line.from {
		requireKWh(t, want, pairs[p], "%s: from producer %d", line.name, p+1)
	}
	c.checkCoefficients(t, line, pairs, received)
	requireExplained(t, c.rule, production, consumption, pairs)
}

func requireKWh(t *testing.T, want []float64, got columnsOf, format string, args ...any) {
	t.Helper()
	require.Len(t, want, len(got), format, args)
	for i, w := range want {
		require.InDelta(t, float64(milli(w)), float64(got[i][0]), tolerated, fmt.Sprintf(format, args...)+fmt.Sprintf(", place %d", i+1))
	}
}

// checkCoefficients rounds what came out to percent with two decimals, and shares by
// them.
func (c *allocCase) checkCoefficients(t *testing.T, line *allocLine, pairs []columnsOf, received columnsOf) {
	t.Helper()
	var files [][][]int32
	production := asColumns(line.production)
	for producer := range len(production) + 1 {
		want, given := line.percent[producer]
		if !given {
			continue
		}
		shared, of := received, energy.MilliWh(0)
		if producer > 0 {
			shared, of = pairs[producer-1], line.production[producer-1]
		} else {
			var err error
			of, err = energy.Sum(line.production)
			require.NoError(t, err)
		}
		got, err := coefficient.Default.Round(shared, []energy.MilliWh{of})
		require.NoError(t, err)
		for i, w := range want {
			require.InDelta(t, w, float64(got[i][0])/100, 1e-9, "%s: coefficient %d", line.name, i+1)
		}
		files = append(files, got)
	}
	if line.applied == nil {
		return
	}
	rule := share.Rule{Algorithm: share.SimpleDynamic, Coefficients: files, Whole: int64(coefficient.Whole(2))}
	again := pairsOf(len(production), len(c.consumption), 1)
	require.NoError(t, new(share.Kernel).ShareByProducer(again, production, asColumns(c.consumption), rule), line.name)
	require.NoError(t, share.Received(received, again))
	requireKWh(t, line.applied, received, "%s: applied", line.name)
}
