package postgres

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Moment names what a database shows: in two equal ones every reader sees the same rows. It is the snapshot of
// transactions that is given to who asks, which names those that were still at work; all others had ended, which
// nothing changes any more. A server that fell and recovered may give a number to two transactions, and one that took the
// place of another may have lost some: the first cuts all connections, the second was started at another time.
type Moment struct {
	snapshot  string
	started   int64 // of the server, in microseconds
	connected int64 // how many connections we had made by then
}

// momentQuery costs little more than the way to the database: no table is read.
const momentQuery = "select pg_current_snapshot()::text, pg_postmaster_start_time()"

func (db *DB) scanMoment(row pgx.Row) (Moment, error) {
	var m Moment
	var started time.Time
	err := row.Scan(&m.snapshot, &started)
	m.started, m.connected = started.UnixMicro(), db.connected.Load()
	return m, err
}

// longestQuiet is how long after a read it may be worth a question of its own whether it still holds. Somebody who
// opens a page puts ten questions within this time.
const longestQuiet = time.Second

// Kept are reads that are answered again from memory where the database still shows what it showed, so that no
// answer is older than one that is read anew. What it gives is shared: nobody may change it.
type Kept[K comparable, V any] struct {
	db  *DB
	all *lru.Cache[K, keptRead[V]]
	// quiet is for how long nobody wrote to the database, as far as reads could tell: after a longer time a read is more
	// likely to be over than not, and is made anew on the way of the question for the moment.
	quiet atomic.Int64
}

type keptRead[V any] struct {
	value  V
	moment Moment
	at     time.Time // that it was last known to hold
}

// NewKept keeps the most used reads of a database, at most as many as said.
func NewKept[K comparable, V any](db *DB, most int) *Kept[K, V] {
	all, err := lru.New[K, keptRead[V]](most)
	if err != nil {
		panic(err) // a number that is none
	}
	k := &Kept[K, V]{db: db, all: all}
	k.quiet.Store(int64(longestQuiet))
	return k
}

// Read is what read finds, or found before for the same key. In a transaction it is always read anew: what that wrote
// is seen there alone. Errors are those of read and of the database, and are not kept.
func (k *Kept[K, V]) Read(ctx context.Context, key K, read func(ctx context.Context) (V, error)) (V, error) {
	if transactionOf(ctx) != nil {
		return read(ctx)
	}
	before, found := k.all.Get(key)
	age := k.db.now().Sub(before.at)
	question := questionOf(ctx)
	now, known := question.moment()
	if found && !known && age < time.Duration(k.quiet.Load()) {
		var err error
		if now, err = k.db.scanMoment(k.db.pool.QueryRow(ctx, momentQuery)); err != nil {
			return before.value, err
		}
		question.learn(now)
		known = true
	}
	if found && known && k.holds(before, now, age) {
		before.at = k.db.now()
		k.all.Add(key, before)
		return before.value, nil
	}
	var asked *momentAsked
	if !known {
		asked = &momentAsked{db: k.db}
		ctx = context.WithValue(ctx, momentKey{}, asked)
	}
	value, err := read(ctx)
	if err != nil {
		return value, err
	}
	if asked != nil {
		if asked.moment == (Moment{}) {
			return value, nil // it asked nothing
		}
		now = asked.moment
		question.learn(now)
		if found {
			k.holds(before, now, age)
		}
	}
	// The moment is that before the read. Where something was committed in between, the database never shows it again.
	k.all.Add(key, keptRead[V]{value, now, k.db.now()})
	return value, nil
}

// holds reports whether a read of such an age holds now, and learns from it how long the database is quiet.
func (k *Kept[K, V]) holds(before keptRead[V], now Moment, age time.Duration) bool {
	held, quiet := before.moment == now, time.Duration(k.quiet.Load())
	switch {
	case held && 2*age > quiet:
		k.quiet.Store(int64(min(2*age, longestQuiet)))
	case !held && age < 2*quiet:
		k.quiet.Store(int64(age / 2))
	}
	return held
}

// InOneMoment is the context of a request that only asks: the moment is asked for once, and all that is kept and read
// for it is of that moment, until a transaction, a command or a batch runs for it.
func InOneMoment(ctx context.Context) context.Context {
	if questionOf(ctx) != nil {
		return ctx
	}
	return context.WithValue(ctx, questionKey{}, &question{})
}

type (
	questionKey struct{}
	momentKey   struct{}
)

// question is what is known of the moment of a request; nil = not one that only asks.
type question struct {
	mu  sync.Mutex
	now Moment // zero = not known
}

func questionOf(ctx context.Context) *question {
	q, _ := ctx.Value(questionKey{}).(*question)
	return q
}

func (q *question) moment() (Moment, bool) {
	if q == nil {
		return Moment{}, false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.now, q.now != Moment{}
}

func (q *question) learn(now Moment) {
	if q == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now = now
}

// wrote forgets the moment of a request for which something was written.
func (q *question) wrote() { q.learn(Moment{}) }

// momentAsked is the pool for a read that asks for the moment on the way of its first question.
type momentAsked struct {
	db     *DB
	moment Moment
}

func (a *momentAsked) queryRow(ctx context.Context, sql string, args []any) pgx.Row {
	if a.moment != (Moment{}) {
		return a.db.pool.QueryRow(ctx, sql, args...)
	}
	b := &pgx.Batch{}
	b.Queue(momentQuery)
	b.Queue(sql, args...)
	answers := a.db.pool.SendBatch(ctx, b)
	moment, err := a.db.scanMoment(answers.QueryRow())
	if err != nil {
		return failedRow{errors.Join(err, answers.Close())}
	}
	a.moment = moment
	return lastRow{answers.QueryRow(), answers}
}

// lastRow gives its connection back once it is read.
type lastRow struct {
	pgx.Row
	answers pgx.BatchResults
}

func (r lastRow) Scan(into ...any) error {
	err := r.Row.Scan(into...)
	if end := r.answers.Close(); err == nil {
		err = end
	}
	return err
}

type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// reader is the pool, for a request whose reads are kept.
type reader struct {
	*pgxpool.Pool
	question *question
	asked    *momentAsked // nil = the moment is known
}

func (r reader) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if r.asked != nil {
		return r.asked.queryRow(ctx, sql, args)
	}
	return r.Pool.QueryRow(ctx, sql, args...)
}

// What follows may write.

func (r reader) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	defer r.question.wrote()
	return r.Pool.SendBatch(ctx, b)
}

func (r reader) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	defer r.question.wrote()
	return r.Pool.CopyFrom(ctx, table, columns, rows)
}

func (r reader) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	defer r.question.wrote()
	return r.Pool.Exec(ctx, sql, args...)
}
