package pgtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Making a database costs half a second of file work, and dropping it a quarter: there are some thousand files in it. On
// a server that is thrown away, a database that a test has left as it was but for rows is therefore emptied, and the
// next test of any process has it. One whose tables, triggers, constraints or given rows were changed is dropped.

// largest is the size from which on a database is dropped: what was deleted stays in its files until a vacuum.
const largest = 48 << 20

// mould is what a database must be like to be used again.
type mould struct {
	fingerprint string
	filled      []string // tables and sequences that migrations have written to: they are compared, not emptied
}

// registry holds, in the administrative database, the moulds of templates and the databases to be had.
const registry = `
create table if not exists pmo_test_moulds (template text primary key, fingerprint text not null, filled text[] not null);
create table if not exists pmo_test_spares (name text primary key, template text not null)`

// keepMould records what a database that was just migrated is like.
func (s *server) keepMould(ctx context.Context, admin *pgx.Conn, database string) error {
	conn, err := pgx.Connect(ctx, s.url(database))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	rows, err := conn.Query(ctx, `
		select quote_ident(n.nspname) || '.' || quote_ident(c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and c.oid >= 16384 and n.nspname not like 'pg\_%' and pg_relation_size(c.oid) > 0
		union all select quote_ident(schemaname) || '.' || quote_ident(sequencename) from pg_sequences where last_value is not null
		order by 1`)
	if err != nil {
		return err
	}
	filled, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	fingerprint, err := fingerprintOf(ctx, conn, filled)
	if err != nil {
		return err
	}
	_, err = admin.Exec(ctx, `insert into pmo_test_moulds values ($1, $2, $3) on conflict (template) do update set fingerprint = excluded.fingerprint, filled = excluded.filled`,
		s.template, fingerprint, filled)
	return err
}

// fingerprintOf says what a database is like but for the rows of tables that were empty. Clones keep numbers and
// versions of catalogue rows, so that any change of the schema shows.
func fingerprintOf(ctx context.Context, conn *pgx.Conn, filled []string) (string, error) {
	parts := []string{"select 'settings' || count(*) as part from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())"}
	for _, catalogue := range []string{"pg_class", "pg_constraint", "pg_trigger", "pg_proc", "pg_type", "pg_attrdef", "pg_namespace", "pg_rewrite", "pg_policy", "pg_extension"} {
		parts = append(parts, fmt.Sprintf("select '%[1]s' || oid || '.' || xmin from %[1]s where oid >= 16384", catalogue))
	}
	parts = append(parts,
		"select 'pg_attribute' || attrelid || '.' || attnum || '.' || xmin from pg_attribute where attrelid >= 16384",
		"select 'pg_index' || indexrelid || '.' || xmin from pg_index where indexrelid >= 16384")
	for _, name := range filled {
		parts = append(parts, fmt.Sprintf("select '%s ' || t::text from (select * from %s) t", strings.ReplaceAll(name, "'", "''"), name))
	}
	var sum string
	err := conn.QueryRow(ctx, "select md5(string_agg(part, chr(10) order by part)) from ("+strings.Join(parts, " union all ")+") of").Scan(&sum)
	return sum, err
}

// spare is a database that a test gave back; "" when there is none.
func (s *server) spare(ctx context.Context) (string, error) {
	var name string
	err := s.admin.QueryRow(ctx, `delete from pmo_test_spares where name =
		(select name from pmo_test_spares where template = $1 limit 1 for update skip locked) returning name`, s.template).Scan(&name)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return name, err
}

// errChanged means that a database cannot be used again.
var errChanged = errors.New("the database is another one than it was")

// giveBack empties a database for the next test. It gets another name, so that what a test has left running finds
// it no more.
func (s *server) giveBack(ctx context.Context, name string) error {
	fresh := databaseName("pmo_spare_")
	if _, err := s.admin.Exec(ctx, "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1", name); err != nil {
		return err
	}
	if _, err := s.admin.Exec(ctx, "alter database "+quoted(name)+" rename to "+quoted(fresh)); err != nil {
		return err
	}
	err := s.empty(ctx, fresh)
	if err == nil {
		_, err = s.admin.Exec(ctx, "insert into pmo_test_spares values ($1, $2)", fresh, s.template)
	}
	if err != nil {
		_, dropped := s.admin.Exec(ctx, "drop database "+quoted(fresh)+" with (force)")
		if errors.Is(err, errChanged) {
			return dropped
		}
		return errors.Join(err, dropped)
	}
	return nil
}

// empty takes all rows away that a test has written and sets sequences back.
func (s *server) empty(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.url(name))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var size int64
	if err := conn.QueryRow(ctx, "select pg_database_size(current_database())").Scan(&size); err != nil {
		return err
	}
	fingerprint, err := fingerprintOf(ctx, conn, s.mould.filled)
	if err != nil || size > largest || fingerprint != s.mould.fingerprint {
		return errors.Join(err, errChanged)
	}
	// No trigger fires for what nobody has written, and no key is looked up: all tables are emptied.
	_, err = conn.Exec(ctx, `set session_replication_role = replica;
		do $$ declare filled text[] := `+textArray(s.mould.filled)+`; one record; begin
			for one in select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
				where c.relkind = 'r' and c.oid >= 16384 and n.nspname not like 'pg\_%' and pg_relation_size(c.oid) > 0 loop
				if one.name <> all (filled) then execute 'delete from ' || one.name; end if;
			end loop;
			for one in select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, start_value from pg_sequences where last_value is not null loop
				if one.name <> all (filled) then perform setval(one.name::regclass, one.start_value, false); end if;
			end loop;
		end $$`)
	return err
}

func textArray(values []string) string {
	quotes := make([]string, len(values))
	for i, v := range values {
		quotes[i] = "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return "array[" + strings.Join(quotes, ", ") + "]::text[]"
}

// lend is a migrated, empty database for t: one that another test gave back, or a new one.
func (s *server) lend(t testing.TB) string {
	t.Helper()
	name, err := s.spare(t.Context())
	if err != nil {
		t.Fatalf("looking for a test database: %v", err)
	}
	if name == "" {
		name = s.clone(t, s.template)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		if err := s.giveBack(ctx, name); err != nil {
			t.Logf("giving the test database back: %v", err)
		}
	})
	return s.url(name)
}
