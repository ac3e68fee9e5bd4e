package coefficientset

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
)

// fullSet is coefficients of one day for producers, by site in percent.
func fullSet(mode CoefficientMode, files map[string]map[string]int32) *CoefficientSet {
	out := &CoefficientSet{Mode: mode}
	for _, producer := range []string{"", "P1", "P2", "P3"} {
		if files[producer] == nil {
			continue
		}
		set := coefficient.Set{Producer: producer, Zone: civil.Paris, Days: civil.Range{From: 0, To: 1}, Step: 12 * time.Hour}
		for _, site := range []string{"a", "b", "c"} {
			if v, ok := files[producer][site]; ok {
				set.Sites, set.Values = append(set.Sites, site), append(set.Values, []int32{v, v})
			}
		}
		out.Files = append(out.Files, CoefficientFile{Set: set})
	}
	return out
}

// TestDifferencesAreToldForEachProducer: of every file, also of producers that came or
// went, and never between percentages of different things.
func TestDifferencesAreToldForEachProducer(t *testing.T) {
	t.Parallel()
	now := fullSet(FullCoefficients, map[string]map[string]int32{"P1": {"a": 40, "b": 60}, "P2": {"a": 10, "c": 5}})
	_, ok := now.Differences()
	require.False(t, ok, "there is no month before")
	now.Previous = fullSet(FullCoefficients, map[string]map[string]int32{"P1": {"a": 50, "b": 50}, "P3": {"b": 7}})
	rows, ok := now.Differences()
	require.True(t, ok)
	percent := func(n int64) *int64 { n *= int64(allocation.One); return &n }
	require.Equal(t, []CoefficientDifference{
		{"P1", "a", percent(40), percent(50)}, {"P1", "b", percent(60), percent(50)},
		{"P2", "a", percent(10), nil}, {"P2", "c", percent(5), nil},
		{"P3", "b", nil, percent(7)},
	}, rows)

	now.Previous = fullSet(SimpleCoefficients, map[string]map[string]int32{"": {"a": 50, "b": 50}})
	_, ok = now.Differences()
	require.False(t, ok, "a part of all production is no part of one producer's")
	simple := fullSet(SimpleCoefficients, map[string]map[string]int32{"": {"a": 20}})
	simple.Previous = now.Previous
	rows, ok = simple.Differences()
	require.True(t, ok)
	require.Equal(t, []CoefficientDifference{{"", "a", percent(20), percent(50)}, {"", "b", nil, percent(50)}}, rows)
}
