// Package pgtest gives a test its own PostgreSQL database with all tables in it.
//
// The server is that of PMO_TEST_DATABASE_URL (what `make test` sets), else an
// embedded one for this test process, which ends with it. There is no third way:
// without a server the test fails. Where the server is thrown away after the tests
// (PMO_TEST_DATABASE_THROWN_AWAY, which `make test` sets too), databases go from one test to
// the next, emptied; elsewhere each is made and dropped.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
)

// maxConns of a test's own pool: many tests share one server.
const maxConns = 8

// The embedded server is supervised by this same test program, started again.
// Being in init, no test package needs a TestMain for it.
func init() { pgembed.MaybeSupervise() }

// New returns a migrated, empty database that nobody else has; after the test nothing
// of it is left. Parallel tests are welcome.
func New(t testing.TB) *postgres.DB {
	t.Helper()
	return Open(t, postgres.Options{MaxConns: maxConns})
}

// Open is New with options of the pool.
func Open(t testing.TB, o postgres.Options) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), URL(t), o)
	if err != nil {
		t.Fatalf("opening the test database: %v", err)
	}
	t.Cleanup(db.Close)
	return db
}

// URL is the address of a migrated, empty database, for what opens its own connections.
// They are ended by force after the test.
func URL(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("no PostgreSQL for tests: %v", err)
	}
	if s.thrownAway {
		return s.lend(t)
	}
	return s.create(t, s.template)
}

// Kept is a clone of a database that fill made once in this test process, for what takes long
// to make. Others who ask for the same name wait until it is made.
func Kept(t testing.TB, name string, fill func(url string) error) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("no PostgreSQL for tests: %v", err)
	}
	made, _ := s.kept.LoadOrStore(name, sync.OnceValues(func() (string, error) { return s.keep(context.WithoutCancel(t.Context()), fill) }))
	template, err := made.(func() (string, error))()
	if err != nil {
		t.Fatalf("making the database %s: %v", name, err)
	}
	return s.create(t, template)
}

// keep makes a template whose connections are all closed. The server goes with this process or with
// the command that started it, and the template with the server.
func (s *server) keep(ctx context.Context, fill func(url string) error) (string, error) {
	name := databaseName("pmo_kept_")
	if _, err := s.admin.Exec(ctx, s.cloning(name, s.template)); err != nil {
		return "", err
	}
	if err := fill(s.url(name)); err != nil {
		return "", err
	}
	if _, err := s.admin.Exec(ctx, "alter database "+quoted(name)+" allow_connections false"); err != nil {
		return "", err
	}
	_, err := s.admin.Exec(ctx, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
	return name, err
}

func databaseName(prefix string) string {
	return prefix + strings.ReplaceAll(string(id.New()), "-", "")
}

// Empty is a database without any table, for tests of migrations.
func Empty(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("no PostgreSQL for tests: %v", err)
	}
	return s.create(t, "template0")
}

// server is the one of this process, and the template in it.
type server struct {
	admin    *pgxpool.Pool
	address  *url.URL
	template string
	// thrownAway is a server that ends with the tests: what they leave there is nobody's burden.
	thrownAway bool
	mould      mould    // of the template, where the server is thrown away
	kept       sync.Map // of Kept: name → func() (template, error)
}

var shared = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	address, thrownAway := os.Getenv("PMO_TEST_DATABASE_URL"), os.Getenv("PMO_TEST_DATABASE_THROWN_AWAY") != ""
	if address == "" {
		thrownAway = true
		// Never stopped from here: the supervisor does when this process ends.
		embedded, err := pgembed.Start(ctx, pgembed.Options{MaxConnections: 200})
		if err != nil {
			return nil, err
		}
		address = embedded.URL()
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("PMO_TEST_DATABASE_URL: %w", err)
	}
	s := &server{address: parsed, thrownAway: thrownAway}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.MaxConns = 2
	if s.admin, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	return s, s.prepare(ctx)
})

// prepare makes the template once for all processes on this server. It gets its
// name only when it is whole, and nobody can connect to it afterwards.
func (s *server) prepare(ctx context.Context) error {
	fingerprint, err := postgres.SchemaFingerprint()
	if err != nil {
		return err
	}
	s.template = "pmo_template_" + fingerprint
	conn, err := s.admin.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "select pg_advisory_lock(hashtextextended($1, 0))", s.template); err != nil {
		return err
	}
	defer func() {
		_, _ = conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock(hashtextextended($1, 0))", s.template)
	}()
	var exists bool
	if err = conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", s.template).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		err = s.build(ctx, conn.Conn())
	}
	if err != nil || !s.thrownAway {
		return err
	}
	return conn.QueryRow(ctx, "select fingerprint, filled from pmo_test_moulds where template = $1", s.template).Scan(&s.mould.fingerprint, &s.mould.filled)
}

func (s *server) build(ctx context.Context, conn *pgx.Conn) error {
	fresh := s.template + "_new"
	for _, statement := range []string{
		"drop database if exists " + quoted(fresh) + " with (force)",
		"create database " + quoted(fresh) + " template template0",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	db, err := postgres.Open(ctx, s.url(fresh), postgres.Options{MaxConns: 4})
	if err != nil {
		return err
	}
	err = db.Migrate(ctx)
	db.Close()
	if err != nil {
		return err
	}
	if s.thrownAway {
		if _, err := conn.Exec(ctx, registry); err != nil {
			return err
		}
		if err := s.keepMould(ctx, conn, fresh); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		"alter database " + quoted(fresh) + " allow_connections false",
		"alter database " + quoted(fresh) + " rename to " + quoted(s.template),
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// cloning is the statement that makes a database like a template. Where nothing needs to outlive a crash, copying
// its files is less work than copying its pages through the log.
func (s *server) cloning(name, template string) string {
	statement := "create database " + quoted(name) + " template " + quoted(template)
	if s.thrownAway {
		statement += " strategy file_copy"
	}
	return statement
}

func (s *server) clone(t testing.TB, template string) string {
	t.Helper()
	name := databaseName("pmo_test_")
	if _, err := s.admin.Exec(t.Context(), s.cloning(name, template)); err != nil {
		t.Fatalf("creating the test database: %v", err)
	}
	return name
}

// create is a clone for t alone, which is dropped after it.
func (s *server) create(t testing.TB, template string) string {
	t.Helper()
	name := s.clone(t, template)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		if _, err := s.admin.Exec(ctx, "drop database "+quoted(name)+" with (force)"); err != nil {
			t.Logf("dropping the test database: %v", err)
		}
	})
	return s.url(name)
}

func (s *server) url(name string) string {
	u := *s.address
	u.Path = "/" + name
	return u.String()
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// Column is what a question of one column answers, as text.
func Column(t testing.TB, db *postgres.DB, sql string) []string {
	t.Helper()
	rows, err := db.Pool().Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return values
}
