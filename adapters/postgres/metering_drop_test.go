package postgres_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering"
)

// lay puts a file into the drop, as it was left an hour ago.
func (w *pullWorld) lay(name, text string) {
	w.drop.files[string(w.operationID)+"/"+name] = droppedText{text, w.now.Add(-time.Hour)}
}

func (w *pullWorld) take(t *testing.T) (started int, more bool) {
	t.Helper()
	started, more, err := w.service.TakeFiles(t.Context())
	require.NoError(t, err)
	return started, more
}

func TestDroppedFilesAreTakenOnce(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	w.shelf.sets["good"] = func() ([]metering.Dataset, error) { return curveTownMonth(october), nil }
	w.shelf.sets["bad"] = func() ([]metering.Dataset, error) {
		return nil, metering.ErrRejected.Of(metering.ErrNoValues.With("fileName", "b.csv"))
	}
	w.lay("a.csv", "good")
	w.lay("b.csv", "bad")
	w.lay("c.csv.part", "good too")
	w.drop.files[string(w.operationID)+"/new.csv"] = droppedText{"good three", w.now}

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

	list, _, err := w.service.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{"b.csv", metering.ImportFailed, metering.KindFolder}, []any{list[0].Files[0].Name, list[0].Status, list[0].Kind})
	require.Equal(t, "import.empty", list[0].Errors[0].Key)
	require.Equal(t, []any{"a.csv", metering.ImportSucceeded}, []any{list[1].Files[0].Name, list[1].Status})

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
	list, _, err = w.service.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.True(t, list[0].Result.Unchanged)
	sum := sha256.Sum256([]byte("better"))
	require.Equal(t, hex.EncodeToString(sum[:]), list[0].Files[0].SHA256)
	require.True(t, bytes.Equal([]byte("better"), w.shelf.kept[list[0].Files[0].Key()]))
}

func TestASetIsTakenWhenItIsThereWhole(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	_, err := w.db.Pool().Exec(t.Context(), "update operations set dso = 'SIBELGA'")
	require.NoError(t, err)
	w.lay("monthly.xlsx", "one")
	started, _ := w.take(t)
	require.Zero(t, started)
	w.lay("quarters.csv", "two")
	started, more := w.take(t)
	require.Equal(t, 1, started)
	require.False(t, more)
	list, _, err := w.service.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list[0].Files, 2)
}
