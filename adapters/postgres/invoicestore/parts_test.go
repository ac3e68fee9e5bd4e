package invoicestore_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// numbered are copies of a draft, with numbers for them and some 1.5 kB to freeze of each.
func numbered(t *testing.T, b *coretest.Billing, inv billing.Invoice, count int) (numbers []billing.Numbers) {
	t.Helper()
	rows, err := b.DB.Pool().Query(t.Context(), `insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
		payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
		select operation_id, gen_random_uuid(), type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
		payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at from invoices, generate_series(1, $2) where id = $1 returning id`, inv.ID, count)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	require.NoError(t, err)
	for n, i := range ids {
		number := fmt.Sprintf("X-2026-%05d", n+1)
		filler := make([]byte, 0, 1_500)
		for sum := sha256.Sum256([]byte(number)); len(filler) < cap(filler); sum = sha256.Sum256(sum[:]) {
			filler = fmt.Appendf(filler, "%x", sum)
		}
		numbers = append(numbers, billing.Numbers{InvoiceID: i, Number: number, Owner: inv.IssuerID.String(), Series: "X", Year: 2026, Sequence: n + 1,
			IssueDate: coretest.Date("2026-11-20"), DueDate: coretest.Date("2026-12-20"), Snapshot: billing.Document{Number: number, Operation: string(filler)}})
	}
	return numbers
}

// TestNamingADocumentWritesNoIndex: most rows have room for it beside them, also where documents of all are named
// at once, since what is frozen lies apart.
func TestNamingADocumentWritesNoIndex(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	numbers := numbered(t, b, inv, 120)
	require.NoError(t, invoicestore.NewPublication(b.DB, nil).Publish(t.Context(), b.Operation, numbers, time.Now()))
	// Drafts make room for what replaces them. Whether the database clears them away by itself in time depends on
	// what other tests of its cluster hold open.
	b.Exec("vacuum invoices")
	named := id.New()
	b.Exec("insert into documents (id, operation_id, kind, sha256, size, content_type, state, expected_at) values ($1, $2, 'invoices', sha256(uuid_send($1)), 1, 'application/pdf', 'STORED', now())",
		named, b.Operation)
	of := map[id.ID]billing.StoredFiles{}
	for _, n := range numbers {
		of[n.InvoiceID] = billing.StoredFiles{PrintedID: named}
	}
	var within int
	require.NoError(t, b.DB.Enclose(t.Context(), func(ctx context.Context) error {
		if err := invoicestore.NewDocuments(b.DB, nil).SetDocuments(ctx, b.Operation, of); err != nil {
			return err
		}
		return b.DB.Conn(ctx).QueryRow(ctx, "select pg_stat_get_xact_tuples_hot_updated('invoices'::regclass)").Scan(&within)
	}))
	require.Greater(t, within, len(numbers)*2/3)
}

// TestManyNumbersAreGivenInOneTransaction: they are written in several statements, all of them or none.
func TestManyNumbersAreGivenInOneTransaction(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	numbers := numbered(t, b, inv, 260)
	ids := make([]id.ID, len(numbers))
	for n, x := range numbers {
		ids[n] = x.InvoiceID
	}
	publish := func(numbers []billing.Numbers) error {
		return b.DB.Enclose(t.Context(), func(ctx context.Context) error {
			return invoicestore.NewPublication(b.DB, nil).Publish(ctx, b.Operation, numbers, time.Now())
		})
	}
	given := func() (out []string) {
		rows, err := b.DB.Pool().Query(t.Context(), "select number || ' ' || (snapshot ->> 'Number') || ' ' || status from invoices where number is not null order by array_position($1, id)", ids)
		require.NoError(t, err)
		out, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return out
	}
	twice := slices.Clone(numbers)
	twice[len(twice)-1].Sequence = 1
	require.Error(t, publish(twice))
	require.Empty(t, given(), "the last number was given before")
	lost := slices.Clone(numbers)
	lost[len(lost)-1].InvoiceID = id.New()
	require.ErrorContains(t, publish(lost), "of")
	require.Empty(t, given(), "the last draft is not there")
	require.NoError(t, publish(numbers))
	var want []string
	for _, n := range numbers {
		want = append(want, n.Number+" "+n.Number+" FINALIZED")
	}
	require.Equal(t, want, given())
}

// TestTheLastInvoicedDayIsThatOfTheLastInvoice: of all days of a subscription that are billed for good the last that
// are on an issued invoice, whichever was issued last; not those that came to nothing, nor those that were taken back.
func TestTheLastInvoicedDayIsThatOfTheLastInvoice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	until := func() string {
		for _, s := range b.Subscriptions() {
			if s.ConsumerID == b.Sites["Martin"] {
				if s.InvoicedUntil == nil {
					return ""
				}
				return s.InvoicedUntil.String()
			}
		}
		return "no subscription"
	}
	require.Empty(t, until())
	b.Run("2026-10-31")
	require.Empty(t, until(), "a draft is no invoice")
	first := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(first.ID)[0].Refused)
	require.Equal(t, "2026-10-31", until())
	later := func(from, to, status string) (i id.ID) {
		require.NoError(t, b.DB.Pool().QueryRow(t.Context(), `insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
			payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
			select operation_id, gen_random_uuid(), type, $4, payment_status, billing_entity_id, billable_entity_id, $2, $3,
			payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at from invoices where id = $1 returning id`, first.ID, from, to, status).Scan(&i))
		b.Exec("insert into billed_spans select operation_id, $2, subscription_id, $3, $4, true from billed_spans where invoice_id = $1", first.ID, i, from, to)
		return i
	}
	later("2026-12-01", "2027-01-01", "NOT_CHARGED")
	require.Equal(t, "2026-10-31", until(), "days that came to nothing are on no invoice")
	november := later("2026-11-01", "2026-12-01", "DRAFT")
	b.Exec(`update invoices set status = 'FINALIZED', number = 'Z-1', number_owner = billing_entity_id, series = 'Z', year = 2026, sequence = 1, issue_date = '2026-12-05',
		due_date = '2026-12-31', snapshot = '{}', published_at = now() where id = $1`, november)
	require.Equal(t, "2026-11-30", until())
	b.Exec("update billed_spans set firm = false where invoice_id = $1", november)
	require.Equal(t, "2026-10-31", until(), "taken back")
}
