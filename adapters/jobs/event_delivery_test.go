package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/tx"
)

type rung struct{ Door string }

func (rung) EventName() string { return "test.rung" }

// TestAnEventOutlivesTheProcess: one process commits and ends before anybody works; the next one
// runs the handler.
func TestAnEventOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	db, seen := pgtest.New(t), &diary{}
	process := func() (*event.Bus, *river.Workers, **jobs.Client) {
		var client *jobs.Client
		workers := river.NewWorkers()
		bus := event.New(event.Deps{Tx: db, Log: kernelstore.NewEvents(db), Queue: jobs.EventDeliveries{Client: func() *jobs.Client { return client }}})
		bus.Handle(event.AfterCommit("porter", func(_ context.Context, e rung) error {
			seen.add(e.Door)
			return nil
		}))
		jobs.AddEventDeliveries(workers, bus)
		return bus, workers, &client
	}
	bus, workers, client := process()
	var err error
	*client, err = jobs.New(db.Pool(), jobs.Options{Workers: workers, TxFrom: postgres.TxFrom}) // works nothing
	require.NoError(t, err)
	require.NoError(t, db.InTx(t.Context(), tx.Change{Action: "bell:ring"}, func(ctx context.Context) error {
		return event.Publish(ctx, bus, rung{"front"})
	}))
	require.Empty(t, seen.read())

	bus, workers, client = process()
	*client = start(t, db, jobs.Options{Workers: workers, Sweeps: []jobs.Sweep{jobs.EventSweep(bus)}})
	require.Eventually(t, func() bool { return len(seen.read()) > 0 }, 5*time.Minute, 5*time.Millisecond)
	require.Equal(t, []string{"front"}, seen.read())
	require.Eventually(t, func() bool {
		var done int
		return db.Pool().QueryRow(t.Context(), "select count(*) from event_deliveries where handler = 'test.rung/porter'").Scan(&done) == nil && done == 1
	}, 5*time.Minute, 5*time.Millisecond)
}
