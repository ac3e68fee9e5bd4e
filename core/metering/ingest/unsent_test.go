package ingest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// TestAnImportThatNobodySentIsPutTogether file by file, each once, and begins with the last.
func TestAnImportThatNobodySentIsPutTogether(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Words.Hold("a", coretest.TownMonth(october)[0])
	m.Words.Hold("b", coretest.TownMonth(october)[1:]...)
	ctx, p := t.Context(), ingest.Server(m.Operation)
	i := ingest.Import{ID: id.New(), OperationID: m.Operation, Kind: ingest.KindPull, Status: ingest.ImportStarted, Agent: p.Agent, CreatedAt: m.Clock}
	begun := 0
	open := func(i ingest.Import) error {
		return m.Ingest.Open(ctx, p, i, nil, func(context.Context) error { begun++; return nil })
	}
	require.NoError(t, open(i))
	second := i
	second.ID = id.New()
	require.ErrorIs(t, open(second), metering.ErrInProgress)
	require.Equal(t, 1, begun)

	next := 0
	for n, word := range []string{"a", "b", "b"} { // the last one comes again
		place := min(n, 1)
		require.NoError(t, m.Ingest.AddFile(ctx, i, place, word+".json", []byte(word), n+1, 2, func(context.Context) error { next++; return nil }))
	}
	require.Equal(t, 2, next, "what comes next comes once")
	require.NoError(t, m.Ingest.AddFile(ctx, i, 2, "", nil, 0, 0, func(ctx context.Context) error { return m.Ingest.Begin(ctx, i.ID) }))
	require.Equal(t, []coretest.QueuedPart{{Kind: ingest.JobKind, JobID: i.ID}}, m.Queued)
	m.Work()
	_, ok, err := m.Ingest.Started(ctx, i.ID)
	require.NoError(t, err)
	require.False(t, ok, "its work is over")
	newest, err := m.Ingest.Newest(ctx, m.Operation, ingest.KindPull, ingest.AgentServer)
	require.NoError(t, err)
	require.Equal(t, []any{i.ID, ingest.ImportSucceeded, 2}, []any{newest.ID, newest.Status, len(newest.Files)})
	newest, err = m.Ingest.Newest(ctx, m.Operation, ingest.KindFolder, "")
	require.NoError(t, err)
	require.Nil(t, newest)

	refused := ingest.Import{ID: id.New(), OperationID: m.Operation, Kind: ingest.KindFolder, Status: ingest.ImportStarted, CreatedAt: m.Clock}
	require.NoError(t, m.Ingest.Open(ctx, p, refused, nil, func(ctx context.Context) error { return m.Ingest.Refuse(ctx, refused, metering.ErrFileTooLarge) }))
	closed := m.Imported(refused.ID)
	require.Equal(t, ingest.ImportFailed, closed.Status)
	require.Equal(t, []string{"import.tooLarge"}, coretest.KeysOf(closed.Errors))
}

// TestWhatAnImportSaysIsInForceUntilALaterOneChangesItsMonths; one that waits for a yes, or
// still runs, is not asked about twice, and one that was refused or undone says nothing.
func TestWhatAnImportSaysIsInForceUntilALaterOneChangesItsMonths(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	for word, c := range map[string]struct {
		month string
		watts int64
	}{"a": {"2026-10", 400}, "b": {"2026-09", 400}, "c": {"2026-10", 460}, "d": {"2026-10", 400_000}} {
		m.Words.Hold(word, coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, coretest.Days(c.month+"-01", c.month+"-30"), map[string]int64{"10000000000001": c.watts}))
	}
	inForce := func(i ingest.Import) bool {
		ok, err := m.Ingest.InForce(t.Context(), m.Operation, i.ID)
		require.NoError(t, err)
		return ok
	}
	started, err := m.Send("a", false)
	require.NoError(t, err)
	require.True(t, inForce(started), "it still runs")
	first := m.Run(started.ID)
	require.True(t, inForce(first))
	m.Import("b", false)
	m.Import("c", true)
	require.True(t, inForce(first), "another month, and a check")
	later := m.Import("c", false)
	require.Equal(t, []bool{false, true}, []bool{inForce(first), inForce(later)})
	waits := m.Import("d", false)
	require.Equal(t, ingest.ImportSuspected, waits.Status)
	require.True(t, inForce(waits))
	_, err = m.Ingest.UndoImport(t.Context(), m.Organizer, m.Operation, later.ID)
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, []bool{inForce(first), inForce(later)})
}
