package share_test

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// golden is one case of testdata/golden.alloc.
type golden struct {
	algorithm   string
	consumption []float64
	parameters  []float64
	pools       []share.Pool
}

func numbers(t *testing.T, fields []string) []float64 {
	out := make([]float64, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		require.NoError(t, err, "%q in %v", f, fields)
		out[i] = v
	}
	return out
}

func milli(kwh float64) energy.MilliWh { return energy.MilliWh(math.Round(kwh * 1e6)) }

func ints(values []float64) []int64 {
	out := make([]int64, len(values))
	for i, v := range values {
		out[i] = int64(v)
	}
	return out
}

// parsePool reads: 40 by_default 1:2 2 -> 3.
func parsePool(t *testing.T, line string) share.Pool {
	left, right, found := strings.Cut(line, "->")
	require.True(t, found, line)
	fields := strings.Fields(left)
	p := share.Pool{Part: int64(numbers(t, fields[:1])[0] * 100), Algorithm: share.Algorithm(fields[1]), Destination: share.ToSurplus}
	for _, f := range fields[2:] {
		member, parameter, given := strings.Cut(f, ":")
		p.Members = append(p.Members, int(numbers(t, []string{member})[0])-1)
		if given {
			p.Parameters = append(p.Parameters, int64(numbers(t, []string{parameter})[0]))
		}
	}
	if to := strings.TrimSpace(right); to != "surplus" {
		p.Destination = int(numbers(t, []string{to})[0]) - 1
	}
	return p
}

func (g golden) run(k *share.Kernel, dst [][]energy.MilliWh, p []energy.MilliWh, c [][]energy.MilliWh) error {
	switch g.algorithm {
	case "by_default":
		return k.Prorata(dst, p, c)
	case "static":
		return k.Static(dst, p, c, ints(g.parameters), 100)
	case "by_equality":
		return k.Equality(dst, p, c)
	case "by_weight":
		return k.Weight(dst, p, c, ints(g.parameters))
	case "by_priority":
		return k.Priority(dst, p, c, ints(g.parameters))
	case "by_pool":
		return k.Pools(dst, p, c, g.pools, 10_000)
	}
	return share.ErrShape
}

// check runs one line: production = shares | surplus.
func (g golden) check(t *testing.T, line string) {
	left, right, found := strings.Cut(line, "=")
	require.True(t, found, line)
	shares, surplus, found := strings.Cut(right, "|")
	require.True(t, found, line)
	n := len(g.consumption)
	production := []energy.MilliWh{milli(numbers(t, strings.Fields(left))[0])}
	consumption, dst, rest := columns(n, 1), columns(n, 1), make([]energy.MilliWh, 1)
	for i, c := range g.consumption {
		consumption[i][0] = milli(c)
	}
	var k share.Kernel
	require.NoError(t, g.run(&k, dst, production, consumption), line)
	require.NoError(t, share.Surplus(rest, production, dst))
	want := numbers(t, strings.Fields(shares))
	require.Len(t, want, n, line)
	for i, w := range want {
		require.InDelta(t, float64(milli(w)), float64(dst[i][0]), 501, "%s %s: consumer %d", g.algorithm, line, i+1)
	}
	require.InDelta(t, float64(milli(numbers(t, strings.Fields(surplus))[0])), float64(rest[0]), 501, line)
}

func TestGoldenExamples(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/golden.alloc")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var g golden
	checked := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "", "#":
		case "case":
			g = golden{algorithm: rest}
		case "consumption":
			g.consumption = numbers(t, strings.Fields(rest))
		case "parameters":
			g.parameters = numbers(t, strings.Fields(rest))
		case "pool":
			g.pools = append(g.pools, parsePool(t, rest))
		default:
			g.check(t, line)
			checked[g.algorithm]++
		}
	}
	for _, a := range []string{"by_default", "static", "by_equality", "by_weight", "by_priority", "by_pool"} {
		require.Positive(t, checked[a], a)
	}
}
