package postgres

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// current tells by one question whether a database holds all migrations of this program,
// as it does at nearly every start. It needs no lock: what others still change is not
// held yet. Whatever else is the matter, an empty database or a newer one, Migrate says.
func (db *DB) current(ctx context.Context, folder fs.FS) (bool, error) {
	var tables, queue []int64
	var undone bool
	err := db.pool.QueryRow(ctx, `select array(select version_id from goose_db_version),
		array(select version::bigint from river_migration), exists (select from goose_db_version where not is_applied)`).Scan(&tables, &queue, &undone)
	var missing *pgconn.PgError
	if errors.As(err, &missing) && missing.Code == undefinedTable {
		return false, nil
	}
	if err != nil || undone {
		return false, err
	}
	known := []int64{0} // goose marks an empty database with version 0
	files, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return false, err
	}
	for _, name := range files {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return false, err
		}
		known = append(known, version)
	}
	migrations, err := rivermigrate.New(riverpgxv5.New(db.pool), nil)
	if err != nil {
		return false, err
	}
	var knownQueue []int64
	for _, m := range migrations.AllVersions() {
		knownQueue = append(knownQueue, int64(m.Version))
	}
	return equalSets(known, tables) && equalSets(knownQueue, queue), nil
}

// undefinedTable is PostgreSQL's code for one that does not exist.
const undefinedTable = "42P01"

// equalSets reports whether two lists hold the same, in any order. It sorts both.
func equalSets(a, b []int64) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}
