package loadcurve_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

var midnight = time.Date(2025, 3, 29, 23, 0, 0, 0, time.UTC) // 30 March in Paris, the day of 92 quarters

const quarter = 15 * time.Minute

// point is a value, or a gap below zero.
func series(start time.Time, step time.Duration, points ...energy.MilliWh) loadcurve.Series {
	s := loadcurve.Series{Grid: loadcurve.Grid{Start: start, Step: step}}
	for _, p := range points {
		if p < 0 {
			s.Append(0, loadcurve.Missing)
			continue
		}
		s.Append(p, loadcurve.Definitive)
	}
	return s
}

// points is the inverse of series.
func points(s loadcurve.Series) []energy.MilliWh {
	out := make([]energy.MilliWh, s.N)
	for i := range out {
		if out[i] = s.Values[i]; s.Quality.At(i) == loadcurve.Missing {
			out[i] = -1
		}
	}
	return out
}

func TestAGapInASumIsAGap(t *testing.T) {
	t.Parallel()
	a := series(midnight, quarter, 1, 2, -1, 4, 5)
	b := series(midnight.Add(quarter), quarter, 10, 20, -1)
	require.NoError(t, loadcurve.AddTo(&a, b))
	require.Equal(t, []energy.MilliWh{1, 12, -1, -1, 5}, points(a))
	require.Zero(t, a.Values[3], "the value under a gap is zero")
	require.NoError(t, a.Check())
	for _, wrong := range []loadcurve.Series{
		series(midnight, 2*quarter, 1), series(midnight.Add(-quarter), quarter, 1),
		series(midnight.Add(time.Minute), quarter, 1), series(midnight.Add(4*quarter), quarter, 1, 1),
	} {
		require.ErrorIs(t, loadcurve.AddTo(&a, wrong), loadcurve.ErrGrid)
	}
	big := series(midnight, quarter, math.MaxInt64)
	require.ErrorIs(t, loadcurve.AddTo(&big, series(midnight, quarter, 1)), energy.ErrOverflow)
}

func TestTheQualityOfASumIsTheLowest(t *testing.T) {
	t.Parallel()
	a, b := series(midnight, quarter), series(midnight, quarter)
	for q := loadcurve.Missing; q <= loadcurve.Definitive; q++ {
		a.Append(1, q)
		b.Append(1, loadcurve.Estimated)
	}
	require.NoError(t, loadcurve.AddTo(&a, b))
	require.Equal(t, loadcurve.Runs{{loadcurve.Missing, 1}, {loadcurve.Suspect, 1}, {loadcurve.Estimated, 3}}, a.Quality)
	require.Equal(t, []energy.MilliWh{0, 2, 2, 2, 2}, a.Values)
}

func TestALaterFileReplacesWhatItKnows(t *testing.T) {
	t.Parallel()
	old := series(midnight, quarter, 1, -1, 3, 4)
	file := series(midnight.Add(quarter), quarter, 20, -1, 40)
	require.NoError(t, loadcurve.Overlay(&old, file))
	require.Equal(t, []energy.MilliWh{1, 20, 3, 40}, points(old))
	require.Equal(t, loadcurve.Runs{{loadcurve.Definitive, 4}}, old.Quality)
	before := old.Clone()
	require.NoError(t, loadcurve.Overlay(&old, file))
	require.True(t, before.Equal(old), "twice is once")
}

func TestResample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		in     loadcurve.Series
		step   time.Duration
		start  time.Time
		points []energy.MilliWh
	}{
		{"quarters to hours, a gap spoils its hour", series(midnight, quarter, 1, 2, 3, 4, 5, -1, 7, 8), time.Hour, midnight, []energy.MilliWh{10, -1}},
		{"hours begun or not ended are gaps", series(midnight.Add(quarter), quarter, 2, 3, 4, 5, 6, 7, 8, 9), time.Hour, midnight, []energy.MilliWh{-1, 26, -1}},
		{"half hours to quarters keep every unit", series(midnight, 2*quarter, 5, -1, 8), quarter, midnight, []energy.MilliWh{2, 3, -1, -1, 4, 4}},
		{"hours to ten minutes", series(midnight, time.Hour, 100), 10 * time.Minute, midnight, []energy.MilliWh{16, 17, 17, 16, 17, 17}},
		{"ten minutes to quarters", series(midnight, 10*time.Minute, 10, 20, 40), quarter, midnight, []energy.MilliWh{20, 50}},
		{"the same step", series(midnight, quarter, 1, -1), quarter, midnight, []energy.MilliWh{1, -1}},
		{"nothing", series(midnight, quarter), time.Hour, midnight, []energy.MilliWh{}},
	} {
		var got loadcurve.Series
		require.NoError(t, loadcurve.Resample(&got, c.in, c.step), c.name)
		require.NoError(t, got.Check(), c.name)
		require.Equal(t, c.points, points(got), c.name)
		require.True(t, c.start.Equal(got.Start), c.name)
	}
	var got loadcurve.Series
	require.ErrorIs(t, loadcurve.Resample(&got, series(midnight, quarter, 1), 7*time.Minute), loadcurve.ErrStep)
	require.ErrorIs(t, loadcurve.Resample(&got, series(midnight, quarter, 1), 24*time.Hour), loadcurve.ErrStep)
	require.ErrorIs(t, loadcurve.Resample(&got, series(midnight.Add(time.Minute), quarter, 1), time.Hour), loadcurve.ErrGrid)
	require.ErrorIs(t, loadcurve.Resample(&got, series(midnight, quarter, math.MaxInt64, 1, 0, 0), time.Hour), energy.ErrOverflow)
}

func TestResampleFinerAndBackIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawSeries(t, midnight, time.Hour)
		step := rapid.SampledFrom([]time.Duration{5, 10, 15, 30, 60}).Draw(t, "minutes") * time.Minute
		var fine, back loadcurve.Series
		require.NoError(t, loadcurve.Resample(&fine, s, step))
		require.NoError(t, loadcurve.Resample(&back, fine, time.Hour))
		require.True(t, s.Equal(back), "%v %v", s, back)
	})
}

func TestWindow(t *testing.T) {
	t.Parallel()
	s := series(midnight, quarter, 1, -1, 3, 4)
	w := s.Window(midnight.Add(quarter), midnight.Add(3*quarter))
	require.Equal(t, []energy.MilliWh{-1, 3}, points(w))
	require.NoError(t, w.Check())
	require.Equal(t, []energy.MilliWh{3, 4}, points(s.Window(midnight.Add(quarter+1), midnight.Add(time.Hour*5))), "steps that begin within")
	require.Equal(t, 4, s.Window(midnight.Add(-time.Hour), midnight.Add(time.Hour)).N)
	require.Zero(t, s.Window(midnight.Add(time.Hour), midnight).N)
	total, err := s.Total()
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(8), total)
	i, ok := s.Index(midnight.Add(quarter + time.Second))
	require.True(t, ok)
	require.Equal(t, 1, i)
	_, ok = s.Index(s.End())
	require.False(t, ok)
}

func TestGridCheck(t *testing.T) {
	t.Parallel()
	for _, g := range []loadcurve.Grid{
		{Start: midnight, Step: 0}, {Start: midnight, Step: 7 * time.Minute}, {Start: midnight, Step: time.Second},
		{Start: midnight, Step: 2 * time.Hour}, {Start: midnight.Add(time.Minute), Step: quarter}, {Start: midnight, Step: quarter, N: -1},
	} {
		require.Error(t, g.Check(), "%v", g)
	}
	require.NoError(t, loadcurve.NewSeries(loadcurve.Grid{Start: midnight, Step: 5 * time.Minute, N: 276}).Check())
}

// drawSeries draws values of every size, with runs of every quality.
func drawSeries(t *rapid.T, start time.Time, step time.Duration) loadcurve.Series {
	s := loadcurve.Series{Grid: loadcurve.Grid{Start: start, Step: step}}
	unit := rapid.SampledFrom([]int64{1, 250, 1000, 7 << 20, 1 << 40}).Draw(t, "unit")
	top := rapid.SampledFrom([]int64{0, 5, 4000, math.MaxInt64}).Draw(t, "top") / unit
	for range rapid.IntRange(0, 8).Draw(t, "runs") {
		q := loadcurve.Quality(rapid.IntRange(0, 4).Draw(t, "quality"))
		for range rapid.IntRange(1, 30).Draw(t, "count") {
			s.Append(energy.MilliWh(rapid.Int64Range(-top, top).Draw(t, "v")*unit), q)
		}
	}
	return s
}
