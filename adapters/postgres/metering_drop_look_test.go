package postgres_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/pull"
)

// waiting is what the state of pulls tells of files that are not taken, as key, name.
func (w *pullWorld) waiting(t *testing.T) (state pull.PullState, told map[string]string) {
	t.Helper()
	state, err := w.service.Pull.Pulls(t.Context(), w.organizer, w.operationID)
	require.NoError(t, err)
	told = map[string]string{}
	for _, one := range state.Waiting {
		require.Equal(t, "memory", one.Drop)
		if one.Name != "" {
			require.Equal(t, one.Name, one.Why.Params["fileName"])
		}
		told[one.Name] = one.Why.Key
	}
	require.Len(t, state.Waiting, state.Count)
	return state, told
}

// TestWhatCannotBeTakenIsTold: files that are locked, still written or just laid down are
// told with the reason and since when, until they are taken; what a reader refuses is an
// import.
func TestWhatCannotBeTakenIsTold(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.shelf.sets["good"] = func() ([]curvefile.Dataset, error) {
		return curveTownMonth(curveDays(t, "2026-10-01", "2026-10-31")), nil
	}
	w.take(t)
	state, told := w.waiting(t)
	require.Nil(t, state.Looked, "nothing lies there, and nobody asked")
	require.Empty(t, told)

	w.lay("locked.csv", "locked")
	w.lay("month.csv.part", "half")
	w.lay(".DS_Store", "x")
	w.lay("good.csv", "good")
	w.drop.files[string(w.operationID)+"/new.csv"] = droppedText{text: "new", at: w.now}
	first := w.now
	for range 3 { // the good file, then what it left
		_, _, _ = w.service.Pull.TakeFiles(t.Context())
		w.work(t)
	}
	state, told = w.waiting(t)
	require.Equal(t, map[string]string{"locked.csv": "drop.unreadable", "month.csv.part": "drop.unfinished", "new.csv": "drop.settling"}, told)
	require.True(t, state.Looked.Equal(first))
	require.Equal(t, ingest.ImportSucceeded, state.Taken.Status)

	w.now = w.now.Add(2 * time.Hour)
	w.lay("new.csv", "unlike any") // its reader knows none
	w.shelf.sets["unlike any"] = func() ([]curvefile.Dataset, error) { return nil, metering.ErrUnknownFile.With("fileName", "new.csv") }
	_, _, err := w.service.Pull.TakeFiles(t.Context())
	require.Error(t, err, "the log has the cause")
	w.work(t)
	_, _, _ = w.service.Pull.TakeFiles(t.Context())
	state, told = w.waiting(t)
	require.Equal(t, map[string]string{"locked.csv": "drop.unreadable", "month.csv.part": "drop.unfinished"}, told)
	for _, one := range state.Waiting {
		require.True(t, one.Since.Equal(first), "as long as the reason is the same")
	}
	require.Equal(t, []any{ingest.ImportFailed, "UnknownFile"}, []any{state.Taken.Status, state.Taken.Errors[0].Key})

	w.lay("locked.csv", "good")
	delete(w.drop.files, string(w.operationID)+"/month.csv.part")
	w.take(t)
	_, told = w.waiting(t)
	require.Empty(t, told, "nothing is left")
}

// TestADropThatCannotBeReachedIsTold, also when the operation has no file there.
func TestADropThatCannotBeReachedIsTold(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.drop.fails = errors.New("no route to host 10.0.0.7")
	_, _, err := w.service.Pull.TakeFiles(t.Context())
	require.ErrorIs(t, err, pull.ErrDropUnreachable)
	state, told := w.waiting(t)
	require.Equal(t, map[string]string{"": "drop.unreachable"}, told)
	require.Empty(t, state.Waiting[0].Why.Params, "where the server is concerns nobody else")
	w.drop.fails = nil
	w.take(t)
	_, told = w.waiting(t)
	require.Empty(t, told)
}

// TestAPartWithoutTheOtherIsTold: one of two files of a month waits, and says for what.
func TestAPartWithoutTheOtherIsTold(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	_, err := w.db.Pool().Exec(t.Context(), "update operations set dso = 'SIBELGA'")
	require.NoError(t, err)
	w.shelf.sets["one"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{{Part: curvefile.PartMonthly, Registers: []metering.RegisterVolume{{DsoID: "1", Days: curveDays(t, "2026-10-01", "2026-10-31")}}}}, nil
	}
	w.lay("monthly.xlsx", "one")
	w.lay("locked.csv", "locked")
	_, _, _ = w.service.Pull.TakeFiles(t.Context())
	_, told := w.waiting(t)
	require.Equal(t, map[string]string{"monthly.xlsx": "drop.otherPartMissing", "locked.csv": "drop.unreadable"}, told)
}

// TestALookCanBeAskedFor: it is queued once, takes what is there and is over then; a
// look that began before does not end it.
func TestALookCanBeAskedFor(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.shelf.sets["good"] = func() ([]curvefile.Dataset, error) {
		return curveTownMonth(curveDays(t, "2026-10-01", "2026-10-31")), nil
	}
	ask := func() pull.PullState {
		state, err := w.service.Pull.StartDropLook(t.Context(), w.organizer, w.operationID)
		require.NoError(t, err)
		return state
	}
	require.True(t, ask().Looking)
	require.True(t, ask().Looking)
	require.Len(t, w.looks, 1, "one is enough")

	w.now = w.now.Add(-time.Second)
	w.take(t)
	state, _ := w.waiting(t)
	require.True(t, state.Looking, "that look began before somebody asked")
	w.now = w.now.Add(2 * time.Second)

	w.lay("a.csv", "good")
	started, more, err := w.service.Pull.TakeFilesOf(t.Context(), w.looks[0])
	require.NoError(t, err)
	require.Equal(t, []any{1, false}, []any{started, more})
	state, _ = w.waiting(t)
	require.False(t, state.Looking)
	require.True(t, state.Looked.Equal(w.now))
	require.NotNil(t, state.Taken)

	ask()
	w.now = w.now.Add(time.Hour)
	state, _ = w.waiting(t)
	require.False(t, state.Looking, "a job that is gone keeps nobody waiting")
	ask()
	require.Len(t, w.looks, 3)
}

// TestManyFilesThatWaitAreCounted: the first 200 are listed.
func TestManyFilesThatWaitAreCounted(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	for n := range 203 {
		w.lay(fmt.Sprintf("%03d.csv", n), "locked")
	}
	_, _, _ = w.service.Pull.TakeFiles(t.Context())
	state, err := w.service.Pull.Pulls(t.Context(), w.organizer, w.operationID)
	require.NoError(t, err)
	require.Len(t, state.Waiting, 200)
	require.Equal(t, 203, state.Count)
}
