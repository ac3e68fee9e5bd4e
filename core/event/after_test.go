package event_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/tx"
)

// later keeps what was queued.
type later []event.Delivery

func (l *later) Deliver(_ context.Context, ds []event.Delivery) error {
	*l = append(*l, ds...)
	return nil
}

// TestWhatIsHandledLaterIsWrittenWithTheChange: kept until it is done, queued again when its job
// is lost, and forgotten after thirty days.
func TestWhatIsHandledLaterIsWrittenWithTheChange(t *testing.T) {
	t.Parallel()
	db, queue, diary := pgtest.New(t), &later{}, []string(nil)
	now := time.Date(2026, 11, 6, 7, 0, 0, 0, time.UTC)
	var fails error
	bus := event.New(event.Deps{Tx: db, Log: kernelstore.NewEvents(db), Queue: queue, Now: func() time.Time { return now }})
	bus.Handle(hears("now", &diary, nil), event.AfterCommit("then", func(_ context.Context, e lit) error {
		diary = append(diary, "then "+e.Room)
		return fails
	}))
	publish := func(room string, then error) {
		err := db.InTx(t.Context(), tx.Change{Action: "lamp:light"}, func(ctx context.Context) error {
			return errors.Join(event.Publish(ctx, bus, lit{room}), then)
		})
		require.ErrorIs(t, err, then)
	}
	count := func(table string) (n int) {
		require.NoError(t, db.Pool().QueryRow(t.Context(), "select count(*) from "+table).Scan(&n))
		return n
	}
	publish("cellar", errors.New("no"))
	require.Zero(t, count("events"), "what is undone did not happen")
	*queue, diary = nil, nil

	publish("hall", nil)
	require.Equal(t, []string{"now hall"}, diary)
	require.Len(t, *queue, 1)
	fails = errors.New("no bulb")
	require.ErrorIs(t, bus.Deliver(t.Context(), (*queue)[0]), fails)
	require.NoError(t, bus.Sweep(t.Context()))
	require.Len(t, *queue, 1, "its job may still be tried")
	now = now.Add(61 * time.Minute)
	require.NoError(t, bus.Sweep(t.Context()))
	require.Len(t, *queue, 2)
	require.Equal(t, (*queue)[0], (*queue)[1])
	fails = nil
	require.NoError(t, bus.Deliver(t.Context(), (*queue)[1]))
	require.NoError(t, bus.Deliver(t.Context(), (*queue)[0]), "a second time is no error")
	require.Equal(t, []string{"now hall", "then hall", "then hall", "then hall"}, diary)
	now = now.Add(2 * time.Hour)
	require.NoError(t, bus.Sweep(t.Context()))
	require.Len(t, *queue, 2, "done is done")

	publish("attic", nil)
	require.NoError(t, bus.Deliver(t.Context(), event.Delivery{EventID: (*queue)[2].EventID, Handler: "test.lit/gone"}), "a handler that is no more")
	_, err := db.Pool().Exec(t.Context(), "update events set name = 'x'")
	require.ErrorContains(t, err, "append-only")
	require.Equal(t, 2, count("events"))
	now = now.AddDate(0, 0, 31)
	require.NoError(t, bus.Sweep(t.Context()))
	require.Zero(t, count("events")+count("event_deliveries"))
	require.NoError(t, bus.Deliver(t.Context(), (*queue)[0]), "nothing is left to do")
}
