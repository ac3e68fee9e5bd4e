package invoicestore_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// What foreign keys would hold, the triggers hold that look at whole statements.
func TestTheDatabaseKeepsWhatInvoicesReferTo(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	count := func(table string) (n int) {
		require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*) from "+table+" where invoice_id = $1", inv.ID).Scan(&n))
		return n
	}
	refused := func(code, sql string, args ...any) {
		t.Helper()
		_, err := b.DB.Pool().Exec(t.Context(), sql, args...)
		var pg *pgconn.PgError
		require.ErrorAs(t, err, &pg, sql)
		require.Equal(t, code, pg.Code, sql)
	}
	const foreignKey = "23503"
	const copied = `insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
		payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
		select operation_id, gen_random_uuid(), type, status, payment_status, %, period_from, period_to,
		payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at from invoices where id = $1`
	for _, parties := range []string{"gen_random_uuid(), billable_entity_id", "billing_entity_id, gen_random_uuid()"} {
		refused(foreignKey, strings.Replace(copied, "%", parties, 1), inv.ID)
	}
	refused(foreignKey, "delete from billable_entities where id = $1", inv.ClientID)
	refused(foreignKey, "delete from billing_entities where id = $1", inv.IssuerID)
	refused(foreignKey, "delete from subscriptions where id = (select subscription_id from billed_spans where invoice_id = $1)", inv.ID)
	refused(foreignKey, "update invoice_lines set invoice_id = gen_random_uuid() where invoice_id = $1", inv.ID)
	refused(foreignKey, "insert into billed_spans select operation_id, gen_random_uuid(), subscription_id, from_date, to_date, firm from billed_spans where invoice_id = $1", inv.ID)
	refused(foreignKey, "insert into billed_spans select operation_id, invoice_id, gen_random_uuid(), from_date, to_date, firm from billed_spans where invoice_id = $1", inv.ID)

	require.Equal(t, []int{2, 1}, []int{count("invoice_lines"), count("billed_spans")})
	b.Exec("delete from invoices where id = $1", inv.ID)
	require.Equal(t, []int{0, 0}, []int{count("invoice_lines"), count("billed_spans")})
}

// Days on a published invoice are billed for good, whatever the code believes.
func TestTheDatabaseRefusesToBillADayTwice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	other := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	_, err := b.DB.Pool().Exec(t.Context(), `insert into billed_spans (operation_id, invoice_id, subscription_id, from_date, to_date, firm)
		select operation_id, $2, subscription_id, '2026-10-31', '2026-11-02', true from billed_spans where invoice_id = $1`, inv.ID, other.ID)
	var pg *pgconn.PgError
	require.ErrorAs(t, err, &pg)
	require.Equal(t, "billed_spans_once_excl", pg.ConstraintName)
}

// TestNothingOfAnIssuedInvoiceChanges: the trigger is asked by statements that set one of its columns, so
// it must name all but those that may change; and those change one way.
func TestNothingOfAnIssuedInvoiceChanges(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	rows, err := b.DB.Pool().Query(t.Context(), `select a.attname from pg_attribute a where a.attrelid = 'invoices'::regclass and a.attnum > 0 and not a.attisdropped
		and not exists (select from pg_trigger g where g.tgrelid = a.attrelid and g.tgname = 'invoices_issued' and a.attnum = any (g.tgattr::int2[])) order by a.attname`)
	require.NoError(t, err)
	free, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{"document_id", "payment_status", "status"}, free)

	document := func() id.ID {
		d := id.New()
		b.Exec("insert into documents (id, operation_id, kind, sha256, size, content_type, state, expected_at) values ($1, $2, 'invoices', sha256(uuid_send($1)), 1, 'application/pdf', 'STORED', now())",
			d, b.Operation)
		return d
	}
	for _, change := range []string{"amount_cents = amount_cents + 1, net_cents = net_cents + 1", "snapshot = snapshot || '{\"Number\": \"X\"}'", "number = 'X'", "status = 'DRAFT'", "number = null, status = 'DRAFT'"} {
		_, err := b.DB.Pool().Exec(t.Context(), "update invoices set "+change+" where id = $1", inv.ID)
		require.ErrorContains(t, err, "is issued and cannot change", change)
	}
	_, err = b.DB.Pool().Exec(t.Context(), "delete from invoices where id = $1", inv.ID)
	require.ErrorContains(t, err, "is issued and cannot be deleted")
	b.Exec("update invoices set snapshot = snapshot, payment_status = 'FAILED', document_id = $2 where id = $1", inv.ID, document())
	_, err = b.DB.Pool().Exec(t.Context(), "update invoices set document_id = $2 where id = $1", inv.ID, document())
	require.ErrorContains(t, err, "is issued and cannot change", "another document")
	_, err = b.DB.Pool().Exec(t.Context(), "update invoices set document_id = null where id = $1", inv.ID)
	require.ErrorContains(t, err, "is issued and cannot change", "no document")
	b.Exec("update invoices set status = 'CANCELLED' where id = $1", inv.ID)
	_, err = b.DB.Pool().Exec(t.Context(), "update invoices set status = 'FINALIZED' where id = $1", inv.ID)
	require.ErrorContains(t, err, "is issued and cannot change", "what was taken back")
}

// TestNoNumberIsGivenInAClosedMonth, whatever the code believes: one of several that a statement gives is
// enough, and what is closed for another seller or month is not asked about.
func TestNoNumberIsGivenInAClosedMonth(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	list := b.Listed(billing.InvoiceFilter{})
	require.Greater(t, len(list), 1)
	var user id.ID
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select id from users limit 1").Scan(&user))
	closed := func(owner, month string) {
		b.Exec("insert into month_locks (number_owner, month, operation_id, locked_by, locked_at) values ($1, $2, $3, $4, now())", owner, month, b.Operation, user)
	}
	give := func() error {
		_, err := b.DB.Pool().Exec(t.Context(), `update invoices i set status = 'FINALIZED', number = 'T-' || w.n, number_owner = i.billing_entity_id::text, series = 'T', year = 2026,
			sequence = w.n, issue_date = case w.n when 2 then date '2026-12-15' else '2026-11-15' end, due_date = '2026-12-31', snapshot = '{}', published_at = now()
			from (select id, row_number() over (order by id) as n from invoices where operation_id = $1 limit 2) w where i.id = w.id`, b.Operation)
		return err
	}
	closed("somebody else", "2026-12-01")
	closed(list[0].IssuerID.String(), "2026-10-01")
	closed(list[0].IssuerID.String(), "2026-12-01")
	var pg *pgconn.PgError
	require.ErrorAs(t, give(), &pg)
	require.Equal(t, "invoices_month_open", pg.ConstraintName)
	b.Exec("delete from month_locks where number_owner = $1 and month = '2026-12-01'", list[0].IssuerID.String())
	require.NoError(t, give())
}
