package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/openpmo/pmo/core/fault"
)

// Constraints says which fault a violated constraint is. Each store file has its
// own, by the names that its migrations give.
type Constraints map[string]*fault.Error

// Translate turns a violated constraint into its fault; the rest stays as it is.
func (c Constraints) Translate(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		if f, ok := c[pg.ConstraintName]; ok && pg.ConstraintName != "" {
			return f.Because(err)
		}
	}
	return err
}

// OrMissing turns "no row" into the fault of the context that looked for one.
func OrMissing(err error, missing *fault.Error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return missing
	}
	return err
}
