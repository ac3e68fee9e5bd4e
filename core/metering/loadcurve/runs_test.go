package loadcurve_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Runs against the plain list of qualities that they stand for, wherever they are cut.
func TestRunsAreAListOfQualities(t *testing.T) {
	t.Parallel()
	list := []loadcurve.Quality{loadcurve.Definitive, loadcurve.Definitive, loadcurve.Missing, loadcurve.Suspect, loadcurve.Suspect, loadcurve.Suspect, loadcurve.Definitive}
	var runs loadcurve.Runs
	for _, q := range list {
		runs = runs.Add(q, 1)
	}
	require.Equal(t, loadcurve.Runs{{Quality: loadcurve.Definitive, Count: 2}, {Quality: loadcurve.Missing, Count: 1}, {Quality: loadcurve.Suspect, Count: 3}, {Quality: loadcurve.Definitive, Count: 1}}, runs)
	require.Equal(t, runs, runs.Add(loadcurve.Missing, 0).Add(loadcurve.Missing, -1))
	require.Equal(t, len(list), runs.Len())
	require.Zero(t, loadcurve.Runs(nil).Len())
	counts := map[loadcurve.Quality]int{}
	for i, q := range list {
		require.Equal(t, q, runs.At(i), i)
		counts[q]++
	}
	for q := range loadcurve.Definitive + 1 {
		require.Equal(t, counts[q], runs.Count(q), q)
	}
	for from := range list {
		for to := from; to <= len(list); to++ {
			var want loadcurve.Runs
			for _, q := range list[from:to] {
				want = want.Add(q, 1)
			}
			require.Equal(t, want, runs.Window(nil, from, to), "%d to %d", from, to)
		}
	}
}

// A body of half a mebibyte is the largest that is made of zeros; nobody has memory taken for more.
func TestZeroRunsAreBounded(t *testing.T) {
	t.Parallel()
	body, err := loadcurve.ReadZeroRuns(nil, loadcurve.AppendZeroRuns(nil, make([]byte, 1<<19)))
	require.NoError(t, err)
	require.True(t, bytes.Equal(make([]byte, 1<<19), body))
	_, err = loadcurve.ReadZeroRuns(nil, loadcurve.AppendZeroRuns(nil, make([]byte, 1<<19+1)))
	require.ErrorIs(t, err, loadcurve.ErrChunk)
	_, err = loadcurve.ReadZeroRuns(make([]byte, 9), loadcurve.AppendZeroRuns(nil, make([]byte, 1<<19)))
	require.NoError(t, err, "what is there already does not count")
}
