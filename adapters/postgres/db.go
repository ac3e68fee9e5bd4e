package postgres

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
)

// defaultMaxConns of a pool; River holds one of them to listen.
const defaultMaxConns = 20

// statementTimeout ends a query that nobody waits for any more: requests and jobs are given
// a minute. Migrations take the time they need.
const statementTimeout = "60s"

// Options of Open.
type Options struct {
	// MaxConns of the pool; 0 = pool_max_conns of the URL, else 20.
	MaxConns int
	// RequestID finds the id of the request in a context, for the audit lines.
	RequestID func(context.Context) string
	// Now is the clock of the core; nil = time.Now. Nothing that is stored asks the
	// clock of the database.
	Now func() time.Time
	// Tracer of queries; nil = none.
	Tracer pgx.QueryTracer
}

// DB is a database: a pool of connections, and the runner of transactions
// (tx.Runner).
type DB struct {
	pool      *pgxpool.Pool
	requestID func(context.Context) string
	now       func() time.Time
	moved     *atomic.Pointer[pgx.ConnConfig] // where the database is by now; nil = where it was
	connected *atomic.Int64                   // connections made so far
}

// Open connects to a database and makes sure that it answers. It changes nothing:
// see Migrate.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	switch {
	case o.MaxConns > 0:
		config.MaxConns = int32(o.MaxConns)
	case !strings.Contains(url, "pool_max_conns"):
		config.MaxConns = defaultMaxConns
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "pmo"
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if config.ConnConfig.RuntimeParams["statement_timeout"] == "" {
		config.ConnConfig.RuntimeParams["statement_timeout"] = statementTimeout
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	config.ConnConfig.Tracer = o.Tracer
	var moved atomic.Pointer[pgx.ConnConfig]
	config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		if to := moved.Load(); to != nil {
			c.Host, c.Port, c.User, c.Password, c.Database, c.Fallbacks = to.Host, to.Port, to.User, to.Password, to.Database, nil
		}
		return nil
	}
	var connected atomic.Int64
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		connected.Add(1)
		registerTypes(conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database: %w", err)
	}
	if o.RequestID == nil {
		o.RequestID = func(context.Context) string { return "" }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &DB{pool: pool, requestID: o.RequestID, now: o.Now, moved: &moved, connected: &connected}, nil
}

// Move goes on with the database at another address: connections to the one before are given
// up. Who asks for one from now on gets one to the new.
func (db *DB) Move(url string) error {
	to, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	db.moved.Store(to)
	db.pool.Reset()
	return nil
}

// Now is the instant, by the clock of the core, that rows bear of which no use case says
// when they were written: what was replaced, and the sums of a month.
func (db *DB) Now() time.Time { return db.now() }

// Pool is for what brings its own queries: the job queue and backups.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error { return db.pool.Ping(ctx) }

// Close gives the connections back and waits for those in use.
func (db *DB) Close() { db.pool.Close() }

// connection is what a pool and a transaction have in common.
type connection interface {
	sqlcgen.DBTX
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Conn is the transaction of ctx, else the pool, for queries written by hand.
func (db *DB) Conn(ctx context.Context) connection {
	if t := transactionOf(ctx); t != nil {
		return t.tx
	}
	asked, _ := ctx.Value(momentKey{}).(*momentAsked)
	if q := questionOf(ctx); q != nil || asked != nil {
		return reader{db.pool, q, asked}
	}
	return db.pool
}
