package pairing

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// TestWhatAProducerGave is what it made less what it kept; else what it says itself; a gap is
// not known, and outside its days it gave nothing.
func TestWhatAProducerGave(t *testing.T) {
	t.Parallel()
	grid := loadcurve.Grid{Start: time.Unix(0, 0).UTC(), Step: time.Hour, N: 6}
	curve := func(quality []loadcurve.Quality, values ...energy.MilliWh) loadcurve.Series {
		s := loadcurve.Series{Grid: grid, Values: values}
		for _, q := range quality {
			s.Quality = s.Quality.Add(q, 1)
		}
		return s
	}
	const d, m = loadcurve.Definitive, loadcurve.Missing
	whole := []loadcurve.Quality{d, d, d, d, d, d}
	made := curve([]loadcurve.Quality{d, d, d, d, m, d}, 10, 10, 10, 10, 0, 10)
	kept := curve([]loadcurve.Quality{d, d, d, m, d, d}, 4, 4, 12, 0, 4, 4)
	told := curve(whole, 1, 2, 3, 4, 5, 6)
	require.Nil(t, GivenCurve(made, nil, nil, 0, 6))
	require.Equal(t, []energy.MilliWh{0, 6, 0, margin.Unknown, margin.Unknown, 0}, GivenCurve(made, &kept, nil, 1, 5), "never less than nothing")
	require.Equal(t, []energy.MilliWh{1, 2, 3, 4, 5, 6}, GivenCurve(made, nil, &told, 0, 6))
	require.Equal(t, []energy.MilliWh{6, 6, 0, 4, 5, 6}, GivenCurve(made, &kept, &told, 0, 6), "what it kept comes first")

	require.Nil(t, Margins([][]energy.MilliWh{nil, nil}, 2))
	require.Equal(t, [][]energy.MilliWh{{1, 2}, {margin.Unknown, margin.Unknown}}, Margins([][]energy.MilliWh{{1, 2}, nil}, 2))
	require.Equal(t, [][]energy.MilliWh{{3, 4}}, AtLeast([][]energy.MilliWh{{3, 1}}, [][]energy.MilliWh{{2, 4}}))
}

// TestWeightsOfProducers are what they gave, as far as it is known; the rest goes to the
// others by what they made; what nobody can have given is an orphan.
func TestWeightsOfProducers(t *testing.T) {
	t.Parallel()
	const u = margin.Unknown
	for name, c := range map[string]struct {
		made, given [2]energy.MilliWh
		received    energy.MilliWh
		want        [2]energy.MilliWh
		orphan      bool
	}{
		"both say it":                     {[2]energy.MilliWh{10, 10}, [2]energy.MilliWh{3, 4}, 7, [2]energy.MilliWh{3, 4}, false},
		"one says it":                     {[2]energy.MilliWh{10, 10}, [2]energy.MilliWh{3, u}, 8, [2]energy.MilliWh{3, 5}, false},
		"one says more than was received": {[2]energy.MilliWh{10, 10}, [2]energy.MilliWh{9, u}, 8, [2]energy.MilliWh{9, 0}, false},
		"nobody says it":                  {[2]energy.MilliWh{10, 30}, [2]energy.MilliWh{u, u}, 8, [2]energy.MilliWh{10, 30}, false},
		"one says nothing was given":      {[2]energy.MilliWh{10, 30}, [2]energy.MilliWh{0, u}, 8, [2]energy.MilliWh{0, 30}, false},
		"all say nothing was given":       {[2]energy.MilliWh{10, 30}, [2]energy.MilliWh{0, 0}, 8, [2]energy.MilliWh{10, 30}, true},
		"who does not say made nothing":   {[2]energy.MilliWh{10, 0}, [2]energy.MilliWh{0, u}, 8, [2]energy.MilliWh{10, 0}, true},
		"the others made too little":      {[2]energy.MilliWh{10, 2}, [2]energy.MilliWh{3, u}, 8, [2]energy.MilliWh{3, 5}, true},
		"too little within the tolerance": {[2]energy.MilliWh{10, 4}, [2]energy.MilliWh{3, u}, 8, [2]energy.MilliWh{3, 5}, false},
	} {
		made, given := [][]energy.MilliWh{{c.made[0]}, {c.made[1]}}, [][]energy.MilliWh{{c.given[0]}, {c.given[1]}}
		weights, orphans, err := Weights(made, given, func() ([]energy.MilliWh, error) { return []energy.MilliWh{c.received}, nil }, 1)
		require.NoError(t, err, name)
		require.Equal(t, [][]energy.MilliWh{{c.want[0]}, {c.want[1]}}, weights, name)
		require.Equal(t, c.orphan, len(orphans) == 1, name)
	}
	made := [][]energy.MilliWh{{1}, {2}}
	weights, orphans, err := Weights(made, nil, nil, 0)
	require.NoError(t, err)
	require.Equal(t, made, weights, "nothing is known")
	require.Empty(t, orphans)
	wrong := errors.New("away")
	_, _, err = Weights(made, [][]energy.MilliWh{{1}, {u}}, func() ([]energy.MilliWh, error) { return nil, wrong }, 0)
	require.ErrorIs(t, err, wrong)
	_, _, err = Weights(made, [][]energy.MilliWh{{1}, {1}}, func() ([]energy.MilliWh, error) { return nil, wrong }, 0)
	require.NoError(t, err, "asked for only where some say it and others do not")
}

// TestWeightsAddUpToWhatWasReceived where the producers that do not say it can have given it.
func TestWeightsAddUpToWhatWasReceived(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "producers")
		var made, given [][]energy.MilliWh
		known, free := energy.MilliWh(0), energy.MilliWh(0)
		for range n {
			m := energy.MilliWh(rapid.IntRange(1, 1_000_000).Draw(t, "made"))
			g := energy.MilliWh(margin.Unknown)
			if rapid.Bool().Draw(t, "says it") {
				g = energy.MilliWh(rapid.IntRange(1, int(m)).Draw(t, "given"))
				known += g
			} else {
				free += m
			}
			made, given = append(made, []energy.MilliWh{m}), append(given, []energy.MilliWh{g})
		}
		received := known + energy.MilliWh(rapid.IntRange(0, int(free)).Draw(t, "rest"))
		weights, orphans, err := Weights(made, given, func() ([]energy.MilliWh, error) { return []energy.MilliWh{received}, nil }, 0)
		require.NoError(t, err)
		require.Empty(t, orphans)
		var sum energy.MilliWh
		for p := range weights {
			require.LessOrEqual(t, weights[p][0], made[p][0])
			sum += weights[p][0]
		}
		if known > 0 {
			require.Equal(t, received, sum)
		}
	})
}

// TestByDefaultSharesByConsumption and never more than was made or drawn.
func TestByDefaultSharesByConsumption(t *testing.T) {
	t.Parallel()
	got := [][]energy.MilliWh{make([]energy.MilliWh, 3), make([]energy.MilliWh, 3)}
	require.NoError(t, Prorata().Allocate(got, []energy.MilliWh{6, 100, 0}, [][]energy.MilliWh{{4, 4, 4}, {8, 8, 8}}))
	require.Equal(t, [][]energy.MilliWh{{2, 4, 0}, {4, 8, 0}}, got)
}
