package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/openpmo/pmo/core/fault"
)

// constraints says which fault a violated constraint is. Each store file has its
// own, by the names that its migrations give.
type constraints map[string]*fault.Error

// translate turns a violated constraint into its fault; the rest stays as it is.
func (c constraints) translate(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		if f, ok := c[pg.ConstraintName]; ok && pg.ConstraintName != "" {
			return f.Because(err)
		}
	}
	return err
}

// orMissing turns "no row" into the fault of the context that looked for one.
func orMissing(err error, missing *fault.Error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return missing
	}
	return err
}

// errLockAlone is a lock that nothing would hold.
var errLockAlone = errors.New("postgres: a lock outside a transaction would be given back at once")

// hold takes the lock named by key until the transaction of ctx ends. The order in
// which locks are taken is that of ADR 0003.
func (db *DB) hold(ctx context.Context, key string) error {
	if transactionOf(ctx) == nil {
		return errLockAlone
	}
	_, err := db.conn(ctx).Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", key)
	return err
}
