package postgres

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// errLockAlone is a lock that nothing would hold.
var errLockAlone = errors.New("postgres: a lock outside a transaction would be given back at once")

// Hold takes the lock named by key until the transaction of ctx ends. The order in
// which locks are taken is that of ADR 0003.
func (db *DB) Hold(ctx context.Context, key string) error {
	if err := RequireTx(ctx); err != nil {
		return err
	}
	_, err := db.Conn(ctx).Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", key)
	return err
}

// RequireTx refuses to lock outside a transaction.
func RequireTx(ctx context.Context) error {
	if transactionOf(ctx) == nil {
		return errLockAlone
	}
	return nil
}

// MonthLock names the lock of an operation month.
func MonthLock(operationID id.ID, m civil.Month) string {
	return "month " + string(operationID) + " " + m.String()
}
