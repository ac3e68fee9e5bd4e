package event_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/tx"
)

type lit struct{ Room string }

func (lit) EventName() string { return "test.lit" }

type unheard struct{}

func (unheard) EventName() string { return "test.unheard" }

// hears appends what it hears to diary, and fails with err.
func hears(name string, diary *[]string, err error) event.Handler {
	return event.InTransaction(name, func(_ context.Context, e lit) error {
		*diary = append(*diary, name+" "+e.Room)
		return err
	})
}

func TestEachHandlerHearsInOrder(t *testing.T) {
	t.Parallel()
	var diary []string
	bus := event.New(event.Deps{})
	bus.Handle(hears("a", &diary, nil), hears("b", &diary, nil))
	require.NoError(t, bus.Publish(t.Context(), lit{"hall"}))
	require.Equal(t, []string{"a hall", "b hall"}, diary)
	require.ErrorContains(t, bus.Publish(t.Context(), unheard{}), "nobody handles test.unheard")
	require.Panics(t, func() { bus.Handle(hears("a", &diary, nil)) })
	require.NoError(t, event.Publish(t.Context(), nil, unheard{}), "without a publisher nobody hears")
}

// TestAFailingHandlerUndoesTheChange: of it, and of the handlers before.
func TestAFailingHandlerUndoesTheChange(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.Pool().Exec(t.Context(), "create table lamps (room text)")
	require.NoError(t, err)
	var diary []string
	broken := errors.New("no bulb")
	bus := event.New(event.Deps{})
	bus.Handle(hears("a", &diary, nil), hears("b", &diary, broken), hears("c", &diary, nil))
	err = db.InTx(t.Context(), tx.Change{Action: "lamp:light"}, func(ctx context.Context) error {
		connection, _ := postgres.TxFrom(ctx)
		if _, err := connection.Exec(ctx, "insert into lamps values ('hall')"); err != nil {
			return err
		}
		return event.Publish(ctx, bus, lit{"hall"})
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, []string{"a hall", "b hall"}, diary, "those after it are not asked")
	var rows int
	require.NoError(t, db.Pool().QueryRow(t.Context(), "select count(*) from lamps").Scan(&rows))
	require.Zero(t, rows)
}
