package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

var (
	// ErrNewer is a database that a newer program has already changed.
	ErrNewer = errors.New("the database is newer than this pmo-server")
	// ErrBeforeRelease is a database whose tables were made before the migrations of the
	// first release were written: nothing leads from them to those of today.
	ErrBeforeRelease = errors.New("the database is of a pmo-server from before the first release")
)

// Migrate brings the tables to what this program knows, those of the job queue
// included. Processes that start together wait for each other. A database that holds a
// migration unknown here is refused and left as it is: with ErrNewer and the way out,
// or with ErrBeforeRelease where the migration is older than all that are known.
func (db *DB) Migrate(ctx context.Context) error { return db.migrate(ctx, migrationFiles) }

func (db *DB) migrate(ctx context.Context, files fs.FS) (err error) {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return err
	}
	if ok, err := db.current(ctx, folder); ok || err != nil {
		return err
	}
	unhurried := db.pool.Config()
	unhurried.ConnConfig.RuntimeParams["statement_timeout"] = "0"
	unhurried.MaxConns = 4
	connections, err := pgxpool.NewWithConfig(ctx, unhurried)
	if err != nil {
		return err
	}
	defer connections.Close()
	pool := stdlib.OpenDBFromPool(connections)
	defer func() { err = errors.Join(err, pool.Close()) }()
	provider, err := goose.NewProvider(goose.DialectPostgres, pool, folder,
		goose.WithAllowOutofOrder(true), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	queue, err := rivermigrate.New(riverpgxv5.New(connections), nil)
	if err != nil {
		return err
	}
	return locked(ctx, pool, func() error {
		if err := db.refuseUnknown(ctx, provider, queue); err != nil {
			return err
		}
		if _, err := provider.Up(ctx); err != nil {
			return fmt.Errorf("migrating: %w", err)
		}
		if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
			return fmt.Errorf("migrating the job queue: %w", err)
		}
		return nil
	})
}

// locked runs fn while this process holds the lock of migrations. The lock is ours
// and not one that goose takes by itself, because the job queue's migrations
// belong under the same.
func locked(ctx context.Context, pool *sql.DB, fn func() error) (err error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := locker.SessionLock(ctx, conn); err != nil {
		return fmt.Errorf("waiting for another process that migrates: %w", err)
	}
	defer func() { err = errors.Join(err, locker.SessionUnlock(context.WithoutCancel(ctx), conn)) }()
	return fn()
}

func (db *DB) refuseUnknown(ctx context.Context, provider *goose.Provider, queue *rivermigrate.Migrator[pgx.Tx]) error {
	known := []int64{0}                             // goose marks an empty database with version 0
	for _, source := range provider.ListSources() { // in the order of their versions
		known = append(known, source.Version)
	}
	applied, err := db.versions(ctx, "goose_db_version", "version_id")
	if err != nil {
		return err
	}
	for _, version := range applied {
		if first := known[1]; version != 0 && version < first {
			return fmt.Errorf("%w: it holds migration %d, and the first known here is %d. Nothing in it was changed", ErrBeforeRelease, version, first)
		}
	}
	if err := compare("migration", known, applied); err != nil {
		return err
	}
	known = nil
	for _, m := range queue.AllVersions() {
		known = append(known, int64(m.Version))
	}
	if applied, err = db.versions(ctx, "river_migration", "version"); err != nil {
		return err
	}
	return compare("migration of the job queue", known, applied)
}

// versions lists what a table of migrations holds, nothing when there is none yet.
func (db *DB) versions(ctx context.Context, table, column string) ([]int64, error) {
	var exists bool
	if err := db.pool.QueryRow(ctx, "select to_regclass($1) is not null", table).Scan(&exists); err != nil || !exists {
		return nil, err
	}
	rows, err := db.pool.Query(ctx, "select "+column+"::bigint from "+table+" order by 1")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

func compare(what string, known, applied []int64) error {
	for _, version := range applied {
		if !slices.Contains(known, version) {
			return fmt.Errorf("%w: it holds %s %d, and the newest known here is %d. "+
				"Start the newer pmo-server, or restore the backup made before the update: pmo-server restore <file>",
				ErrNewer, what, version, slices.Max(known))
		}
	}
	return nil
}

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
