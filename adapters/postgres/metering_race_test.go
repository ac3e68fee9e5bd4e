package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/policy"
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
func (f *meteringFixture) leave(ctx context.Context, site, outside string) error {
	return f.db.InTx(ctx, tx.Change{Action: "participant:update", OperationID: f.operationID}, func(ctx context.Context) error {
		if _, err := postgres.NewOperations(f.db).Locked(ctx, f.operationID); err != nil {
			return err
		}
		here, _ := postgres.TxFrom(ctx)
		_, err := here.Exec(ctx, `update participants set activation = daterange(lower(activation), $3::text::date) where operation_id = $1 and id = $2`,
			f.operationID, f.sites[site], outside)
		if err != nil {
			return err
		}
		day, err := civil.ParseDate(outside)
		if err != nil {
			return err
		}
		return f.service.Rollup.Rebuild(ctx, f.operationID, civil.Range{From: day, To: civil.Forever})
	})
}

// leftWorld imports a month of a FAKE operation whose curves are held up by curves.
func leftWorld(t *testing.T, wrap func(metering.Curves) metering.Curves) (*meteringFixture, *curveShelf) {
	f := curveTown(t, "FAKE")
	shelf := &curveShelf{kept: map[string][]byte{}, sets: map[string]func() ([]curvefile.Dataset, error){}}
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: wrap(postgres.NewCurves(f.db)),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Files: shelf, Reader: shelf, Queue: shelf})
	shelf.sets["curves"] = func() ([]curvefile.Dataset, error) { return septemberAndOctober(t), nil }
	return f, shelf
}

func septemberAndOctober(t *testing.T) []curvefile.Dataset {
	days := curveDays(t, "2026-09-01", "2026-10-31")
	conso := constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, days, townConso)
	conso.History = true // what lies after an exit is left out
	return []curvefile.Dataset{conso, constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, days, townProd)}
}

// requireLeft checks that a site that left on 1 October has nothing of October.
func requireLeft(t *testing.T, f *meteringFixture) {
	t.Helper()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	m, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(745*(16000-4000)*1000), m.Values[metering.Conso].Energy, "the town hall has left")
	require.Equal(t, 7450*kiloWh, m.Values[metering.Autoconso].Energy, "and what is made goes to the others")
	pairs, err := f.service.Billable.PairEnergy(t.Context(), f.operationID, october)
	require.NoError(t, err)
	require.Zero(t, pairs[metering.Pair{ConsumerID: f.sites["Mairie"], ProducerID: f.sites["Commune"]}])
}

// TestASiteLeavesWhileItsFilesAreRead: files are checked against the sites of before; what
// is stored is of those who take part when it is stored.
func TestASiteLeavesWhileItsFilesAreRead(t *testing.T) {
	t.Parallel()
	f, shelf := leftWorld(t, func(c metering.Curves) metering.Curves { return c })
	reads := 0
	shelf.sets["curves"] = func() ([]curvefile.Dataset, error) {
		if reads++; reads == 1 {
			require.NoError(t, f.leave(t.Context(), "Mairie", "2026-10-01"), "no month has data yet")
		}
		return septemberAndOctober(t), nil
	}
	started, err := f.send(t, "curves", false)
	require.NoError(t, err)
	require.NoError(t, f.service.Ingest.RunImport(t.Context(), started.ID))
	require.Equal(t, 2, reads, "checked again")
	requireLeft(t, f)
}

// TestASiteLeavesWhileCurvesAreWritten: the change waits for the import, and then finds
// the months that this one made.
func TestASiteLeavesWhileCurvesAreWritten(t *testing.T) {
	t.Parallel()
	halt := &haltingCurves{reached: make(chan struct{}), goOn: make(chan struct{})}
	f, _ := leftWorld(t, func(c metering.Curves) metering.Curves { halt.Curves = c; return halt })
	started, err := f.send(t, "curves", false)
	require.NoError(t, err)
	imported, left := make(chan error, 1), make(chan error, 1)
	go func() { imported <- f.service.Ingest.RunImport(context.WithoutCancel(t.Context()), started.ID) }()
	<-halt.reached
	go func() { left <- f.leave(context.WithoutCancel(t.Context()), "Mairie", "2026-10-01") }()
	require.Eventually(t, func() bool {
		var waits int
		err := f.db.Pool().QueryRow(t.Context(), `select count(*) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`).Scan(&waits)
		return err == nil && waits > 0 || len(left) > 0
	}, time.Minute, 5*time.Millisecond)
	require.Empty(t, left, "the change waits for the import")
	close(halt.goOn)
	require.NoError(t, <-imported)
	require.NoError(t, <-left)
	requireLeft(t, f)
}
