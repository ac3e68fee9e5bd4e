package ingest_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/tx"
)

// haltingCurves waits before it writes for the first time.
type haltingCurves struct {
	metering.Curves
	once          sync.Once
	reached, goOn chan struct{}
}

func (c *haltingCurves) Write(ctx context.Context, operationID, importID id.ID, rows []metering.SeriesMonth) error {
	c.once.Do(func() {
		close(c.reached)
		<-c.goOn
	})
	return c.Curves.Write(ctx, operationID, importID, rows)
}

// leave gives a site its first day outside, as the participants' use cases do it: under
// the lock of the operation, with the months rebuilt in the same transaction.
func leave(ctx context.Context, m *coretest.Metering, site, outside string) error {
	return m.DB.InTx(ctx, tx.Change{Action: "participant:update", OperationID: m.Operation}, func(ctx context.Context) error {
		if _, err := operationstore.NewOperations(m.DB).Locked(ctx, m.Operation); err != nil {
			return err
		}
		here, _ := postgres.TxFrom(ctx)
		_, err := here.Exec(ctx, `update participants set activation = daterange(lower(activation), $3::text::date) where operation_id = $1 and id = $2`,
			m.Operation, m.Sites[site], outside)
		if err != nil {
			return err
		}
		day, err := civil.ParseDate(outside)
		if err != nil {
			return err
		}
		return m.Rollup.Rebuild(ctx, m.Operation, civil.Range{From: day, To: civil.Forever})
	})
}

// leftWorld is the town on a grid that shares itself, where a word holds its curves and the
// store of curves may be another.
func leftWorld(t *testing.T, wrap func(metering.Curves) metering.Curves) *coretest.Metering {
	m := coretest.MeteredTown(t, "FAKE")
	m.Rewire(func(d *assembly.Parts) { d.Curves = wrap(d.Curves) })
	m.Words.Hold("curves", septemberAndOctober()...)
	return m
}

func septemberAndOctober() []curvefile.Dataset {
	days := coretest.Days("2026-09-01", "2026-10-31")
	conso := coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, days, coretest.TownConso)
	conso.History = true // what lies after an exit is left out
	return []curvefile.Dataset{conso, coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, days, coretest.TownProd)}
}

// requireLeft checks that a site that left on 1 October has nothing of October.
func requireLeft(t *testing.T, m *coretest.Metering) {
	t.Helper()
	october := coretest.Days("2026-10-01", "2026-10-31")
	metrics := m.Metrics(october)
	require.Equal(t, energy.MilliWh(745*(16000-4000)*1000), metrics.Values[metering.Conso].Energy, "the town hall has left")
	require.Equal(t, 7450*energy.KilowattHour, metrics.Values[metering.Autoconso].Energy, "and what is made goes to the others")
	pairs, err := m.Billable.PairEnergy(t.Context(), m.Operation, october)
	require.NoError(t, err)
	require.Zero(t, pairs[metering.Pair{ConsumerID: m.Sites["Mairie"], ProducerID: m.Sites["Commune"]}])
}

// TestASiteLeavesWhileItsFilesAreRead: files are checked against the sites of before; what
// is stored is of those who take part when it is stored.
func TestASiteLeavesWhileItsFilesAreRead(t *testing.T) {
	t.Parallel()
	m := leftWorld(t, func(c metering.Curves) metering.Curves { return c })
	reads := 0
	m.Words["curves"] = func() ([]curvefile.Dataset, error) {
		if reads++; reads == 1 {
			require.NoError(t, leave(t.Context(), m, "Mairie", "2026-10-01"), "no month has data yet")
		}
		return septemberAndOctober(), nil
	}
	started, err := m.Send("curves", false)
	require.NoError(t, err)
	require.NoError(t, m.Ingest.RunImport(t.Context(), started.ID))
	require.Equal(t, 2, reads, "checked again")
	requireLeft(t, m)
}

// TestASiteLeavesWhileCurvesAreWritten: the change waits for the import, and then finds
// the months that this one made.
func TestASiteLeavesWhileCurvesAreWritten(t *testing.T) {
	t.Parallel()
	halt := &haltingCurves{reached: make(chan struct{}), goOn: make(chan struct{})}
	m := leftWorld(t, func(c metering.Curves) metering.Curves { halt.Curves = c; return halt })
	started, err := m.Send("curves", false)
	require.NoError(t, err)
	imported, left := make(chan error, 1), make(chan error, 1)
	go func() { imported <- m.Ingest.RunImport(context.WithoutCancel(t.Context()), started.ID) }()
	<-halt.reached
	go func() { left <- leave(context.WithoutCancel(t.Context()), m, "Mairie", "2026-10-01") }()
	require.Eventually(t, func() bool {
		var waits int
		err := m.DB.Pool().QueryRow(t.Context(), `select count(*) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`).Scan(&waits)
		return err == nil && waits > 0 || len(left) > 0
	}, 5*time.Minute, 5*time.Millisecond)
	require.Empty(t, left, "the change waits for the import")
	close(halt.goOn)
	require.NoError(t, <-imported)
	require.NoError(t, <-left)
	requireLeft(t, m)
}
