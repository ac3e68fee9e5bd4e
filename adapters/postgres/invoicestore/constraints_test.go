package invoicestore_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
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
