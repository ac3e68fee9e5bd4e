package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/openpmo/pmo/core/tx"
)

var _ tx.Runner = (*DB)(nil)

// retries of a transaction that met another one, by the outermost runner.
const retries = 3

type transactionKey struct{}

// transaction is one level: the real one, or a savepoint in it.
type transaction struct {
	tx      pgx.Tx
	entries []entry // audit lines, in the order of the calls
	// clash is a serialization failure met below. It dooms the whole transaction,
	// also when the code that met it went on.
	clash error
}

// entry is the audit line of a change, with what it turned out to do.
type entry struct {
	change tx.Change
	record *tx.Record
}

func transactionOf(ctx context.Context) *transaction {
	t, _ := ctx.Value(transactionKey{}).(*transaction)
	return t
}

// TxFrom is the transaction that ctx runs in, for what must be written with the
// change by a library of its own, as a job is.
func TxFrom(ctx context.Context) (pgx.Tx, bool) {
	if t := transactionOf(ctx); t != nil {
		return t.tx, true
	}
	return nil, false
}

// InTx runs fn in a transaction and commits it together with the audit line of
// change. Inside another InTx it joins: when fn fails, only what fn did is undone,
// and the outer function decides. The outermost repeats everything, up to three
// times, when the database reports a serialization failure or a deadlock. The
// deadline of ctx holds for all of it.
func (db *DB) InTx(ctx context.Context, change tx.Change, fn func(ctx context.Context) error) error {
	if change.Action == "" {
		return errors.New("postgres: a change without an action cannot be audited")
	}
	audited := func(ctx context.Context) error {
		t := transactionOf(ctx)
		ctx, record := tx.Recording(ctx)
		t.entries = append(t.entries, entry{change, record})
		return fn(ctx)
	}
	if outer := transactionOf(ctx); outer != nil {
		return outer.join(ctx, audited)
	}
	return db.outermost(ctx, audited)
}

// Enclose runs fn in one transaction without an audit line of its own; every InTx
// below joins it. It is for what must be kept with a change but is none itself:
// the answer to a request with an Idempotency-Key. fn may run more than once.
func (db *DB) Enclose(ctx context.Context, fn func(ctx context.Context) error) error {
	if outer := transactionOf(ctx); outer != nil {
		return outer.join(ctx, fn)
	}
	return db.outermost(ctx, fn)
}

func (db *DB) outermost(ctx context.Context, fn func(ctx context.Context) error) error {
	for attempt := 0; ; attempt++ {
		err := db.once(ctx, fn)
		if err != nil && ctx.Err() != nil {
			// The driver may only know that the connection broke; here is known why.
			return errors.Join(context.Cause(ctx), err)
		}
		if !clashes(err) || attempt == retries {
			return err
		}
		// Apart by chance, so that two that met do not meet again.
		pause := time.Duration(1+rand.IntN(10<<attempt)) * time.Millisecond
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func (db *DB) once(ctx context.Context, fn func(ctx context.Context) error) error {
	defer questionOf(ctx).wrote()
	begun, err := db.pool.Begin(ctx)
	if err != nil {
		return err
	}
	// Also after a panic and when ctx is over. Nothing happens after a commit.
	defer func() { _ = begun.Rollback(context.WithoutCancel(ctx)) }()
	t := &transaction{tx: begun}
	inner := context.WithValue(ctx, transactionKey{}, t)
	err = fn(inner)
	if t.clash != nil {
		return t.clash
	}
	if err != nil {
		return err
	}
	if err := db.writeAudit(inner, t.entries); err != nil {
		return err
	}
	return begun.Commit(ctx)
}

// join runs fn below t, in a savepoint.
func (t *transaction) join(ctx context.Context, fn func(ctx context.Context) error) error {
	point, err := t.tx.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = point.Rollback(context.WithoutCancel(ctx)) }()
	below := &transaction{tx: point}
	err = fn(context.WithValue(ctx, transactionKey{}, below))
	if err == nil && below.clash == nil {
		err = point.Commit(ctx)
	}
	if below.clash == nil && clashes(err) {
		below.clash = err
	}
	if below.clash != nil {
		t.clash = below.clash
		return below.clash
	}
	if err != nil {
		return err
	}
	t.entries = append(t.entries, below.entries...)
	return nil
}

// clashes reports whether err is one that goes away when everything is done again.
func clashes(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
