package postgres_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// lay puts a file into the drop, as it was left an hour ago.
func (w *pullWorld) lay(name, text string) {
	w.drop.files[string(w.operationID)+"/"+name] = droppedText{text: text, at: w.now.Add(-time.Hour)}
}

func (w *pullWorld) take(t *testing.T) (started int, more bool) {
	t.Helper()
	started, more, err := w.service.Pull.TakeFiles(t.Context())
	require.NoError(t, err)
	return started, more
}

func TestDroppedFilesAreTakenOnce(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	w.shelf.sets["good"] = func() ([]curvefile.Dataset, error) { return curveTownMonth(october), nil }
	w.shelf.sets["bad"] = func() ([]curvefile.Dataset, error) {
		return nil, metering.ErrRejected.Of(metering.ErrNoValues.With("fileName", "b.csv"))
	}
	w.lay("a.csv", "good")
	w.lay("b.csv", "bad")
	w.lay("c.csv.part", "good too")
	w.drop.files[string(w.operationID)+"/new.csv"] = droppedText{text: "good three", at: w.now}

	started, more := w.take(t)
	require.Equal(t, 1, started)
	require.True(t, more)
	started, more = w.take(t)
	require.Zero(t, started)
	require.True(t, more, "one import at a time")
	w.work(t)
	started, more = w.take(t)
	require.Equal(t, 1, started)
	require.False(t, more, "what is unfinished, or was touched just now, waits")
	w.work(t)
	started, _ = w.take(t)
	require.Zero(t, started)

	list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{"b.csv", ingest.ImportFailed, ingest.KindFolder}, []any{list[0].Files[0].Name, list[0].Status, list[0].Kind})
	require.Equal(t, "import.empty", list[0].Errors[0].Key)
	require.Equal(t, []any{"a.csv", ingest.ImportSucceeded}, []any{list[1].Files[0].Name, list[1].Status})

	w.now = w.now.Add(2 * time.Hour)
	delete(w.drop.files, string(w.operationID)+"/new.csv")
	w.lay("copy of a.csv", "good")
	started, _ = w.take(t)
	require.Zero(t, started, "the same content under another name")
	w.lay("a.csv", "good")
	started, _ = w.take(t)
	require.Zero(t, started, "the same content, laid down again")
	w.shelf.sets["better"] = w.shelf.sets["good"]
	w.lay("b.csv", "better")
	started, _ = w.take(t)
	require.Equal(t, 1, started, "a refused file is taken again when it has changed")
	w.work(t)
	list, _, err = w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.True(t, list[0].Result.Unchanged)
	sum := sha256.Sum256([]byte("better"))
	require.Equal(t, hex.EncodeToString(sum[:]), list[0].Files[0].SHA256)
	require.True(t, bytes.Equal([]byte("better"), w.shelf.kept[list[0].Files[0].Key()]))
}

// TestTheFirstContentComesBack: an operator sends a month, then a wrong one, then the
// first again; whatever the names, the first is what is meant.
func TestTheFirstContentComesBack(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	for word, watts := range map[string]int64{"right": 400, "wrong": 460} {
		w.shelf.sets[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{"10000000000001": watts})}, nil
		}
	}
	stored := func() energy.MilliWh {
		m, err := w.service.Dashboard.OperationMetrics(t.Context(), w.organizer, dashboard.MetricsInput{OperationID: w.operationID, Days: october})
		require.NoError(t, err)
		return m.Values[metering.Conso].Energy
	}
	for _, c := range []struct {
		name, word string
		started    int
		watts      int64
	}{{"v1.csv", "right", 1, 400}, {"v1 again.csv", "right", 0, 400}, {"v2.csv", "wrong", 1, 460}, {"v3.csv", "right", 1, 400},
		{"v2.csv", "wrong", 1, 460}, {"v1.csv", "right", 1, 400}, {"v1.csv", "right", 0, 400}} {
		w.now = w.now.Add(2 * time.Hour)
		w.lay(c.name, c.word)
		started, _ := w.take(t)
		require.Equal(t, c.started, started, "%+v", c)
		w.work(t)
		require.Equal(t, energy.MilliWh(c.watts*745*1000), stored(), "%+v", c)
	}
}

// TestADroppedFileThatLooksLikeAMistakeWaits: it is asked about once, and stored by nobody.
func TestADroppedFileThatLooksLikeAMistakeWaits(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	for word, watts := range map[string]int64{"right": 400, "thousand": 400_000} {
		w.shelf.sets[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{"10000000000001": watts})}, nil
		}
	}
	for i, c := range []struct {
		word    string
		started int
		status  ingest.ImportStatus
	}{{"right", 1, ingest.ImportSucceeded}, {"thousand", 1, ingest.ImportSuspected}, {"thousand", 0, ingest.ImportSuspected}} {
		w.now = w.now.Add(2 * time.Hour)
		w.lay(fmt.Sprintf("%d.csv", i), c.word)
		started, _ := w.take(t)
		require.Equal(t, c.started, started, "%+v", c)
		w.work(t)
		list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
		require.NoError(t, err)
		require.Equal(t, c.status, list[0].Status, "%+v", c)
	}
	m, err := w.service.Dashboard.OperationMetrics(t.Context(), w.organizer, dashboard.MetricsInput{OperationID: w.operationID, Days: october})
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(400*745*1000), m.Values[metering.Conso].Energy)

	state, err := w.service.Pull.Pulls(t.Context(), w.organizer, w.operationID)
	require.NoError(t, err)
	_, err = w.service.Ingest.UndoImport(t.Context(), w.organizer, w.operationID, state.Taken.ID)
	require.NoError(t, err, "no: it is given up")
	state, err = w.service.Pull.Pulls(t.Context(), w.organizer, w.operationID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportUndone, state.Taken.Status)
}

// TestAFileThatCannotBeReadHoldsUpNoOther tells its error and goes on.
func TestAFileThatCannotBeReadHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.shelf.sets["good"] = func() ([]curvefile.Dataset, error) {
		return curveTownMonth(curveDays(t, "2026-10-01", "2026-10-31")), nil
	}
	w.lay("a.csv", "locked")
	w.lay("b.csv", "good")
	started, _, err := w.service.Pull.TakeFiles(t.Context())
	require.ErrorIs(t, err, fs.ErrPermission)
	require.Equal(t, 1, started)
	w.work(t)
	list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []any{"b.csv", ingest.ImportSucceeded}, []any{list[0].Files[0].Name, list[0].Status})
}

// TestSetsArePairedByWhatIsInThem: two files of one month make a set, in whatever order
// and at whatever time they come; a stray file is refused alone.
func TestSetsArePairedByWhatIsInThem(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	_, err := w.db.Pool().Exec(t.Context(), "update operations set dso = 'SIBELGA'")
	require.NoError(t, err)
	part := func(word string, part curvefile.UploadPart, from, to string) {
		w.shelf.sets[word] = func() ([]curvefile.Dataset, error) {
			days := curveDays(t, from, to)
			if part == curvefile.PartMonthly {
				return []curvefile.Dataset{{Part: part, Registers: []metering.RegisterVolume{{DsoID: "1", Days: days}}}}, nil
			}
			set := constantCurve(civil.Brussels, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"1": 1})
			set.Part = part
			return []curvefile.Dataset{set}, nil
		}
	}
	part("month 9", curvefile.PartMonthly, "2026-09-01", "2026-09-30")
	part("month 9 corrected", curvefile.PartMonthly, "2026-09-01", "2026-09-30")
	part("quarters 9", curvefile.PartQuarters, "2026-09-01", "2026-09-30")
	part("month 10", curvefile.PartMonthly, "2026-10-01", "2026-10-31")
	part("quarters 10", curvefile.PartQuarters, "2026-10-01", "2026-10-31")
	w.shelf.sets["stray"] = func() ([]curvefile.Dataset, error) { return nil, metering.ErrUnknownFile.With("fileName", "c.csv") }
	w.shelf.sets["locked"] = nil
	names := func() []string {
		list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 1)
		require.NoError(t, err)
		var names []string
		for _, f := range list[0].Files {
			names = append(names, f.Name)
		}
		return names
	}
	step := func(want ...string) {
		t.Helper()
		w.now = w.now.Add(2 * time.Hour)
		started, _, _ := w.service.Pull.TakeFiles(t.Context())
		require.Equal(t, min(1, len(want)), started)
		if len(want) > 0 {
			require.ElementsMatch(t, want, names())
		}
		w.work(t)
	}
	w.lay("a month 9.xlsx", "month 9")
	w.lay("b month 10.xlsx", "month 10")
	step() // two monthly files are no set
	w.lay("c.csv", "stray")
	step("c.csv")
	w.lay("x.csv", "quarters 10")
	step("b month 10.xlsx", "x.csv")
	w.lay("locked.csv", "locked")
	w.lay("y.csv", "quarters 9")
	step("a month 9.xlsx", "y.csv")
	step()
	w.lay("a month 9.xlsx", "month 9 corrected")
	step("a month 9.xlsx", "y.csv") // beside the quarters as they were
	step()
}

func TestASetIsTakenWhenItIsThereWhole(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	_, err := w.db.Pool().Exec(t.Context(), "update operations set dso = 'SIBELGA'")
	require.NoError(t, err)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	w.shelf.sets["one"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{{Part: curvefile.PartMonthly, Registers: []metering.RegisterVolume{{DsoID: "1", Days: october}}}}, nil
	}
	w.shelf.sets["two"] = func() ([]curvefile.Dataset, error) {
		set := constantCurve(civil.Brussels, metering.Autoconso, curvefile.StatusDefinitive, october, map[string]int64{"1": 1})
		set.Part = curvefile.PartQuarters
		return []curvefile.Dataset{set}, nil
	}
	w.lay("monthly.xlsx", "one")
	started, _ := w.take(t)
	require.Zero(t, started)
	w.lay("quarters.csv", "two")
	started, more := w.take(t)
	require.Equal(t, 1, started)
	require.False(t, more)
	list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list[0].Files, 2)
}
