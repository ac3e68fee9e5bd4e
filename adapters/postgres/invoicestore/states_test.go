package invoicestore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// The states of an invoice mean the same in SQL as in the core.
func TestStatesMeanTheSameInTheDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for _, kind := range []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeStatement} {
		for _, status := range []billing.InvoiceStatus{billing.Draft, billing.Finalized, billing.NotCharged, billing.Cancelled} {
			for _, number := range []string{"", "COM-2026-00001"} {
				inv := billing.Invoice{Type: kind, Status: status, Number: number}
				var holds, final, counts bool
				require.NoError(t, db.Pool().QueryRow(t.Context(),
					"select invoice_holds($1, $2), invoice_final($1, nullif($3, '')), invoice_counts($1, $2)",
					string(kind), string(status), number).Scan(&holds, &final, &counts))
				require.Equal(t, [3]bool{inv.Holds(), inv.Final(), inv.Counts()}, [3]bool{holds, final, counts}, "%s %s %q", kind, status, number)
			}
		}
	}
}

// A side sees in a list what the core says it sees: drafts, numbered, cancelled, not charged
// and internal ones, by each site of the town as issuer and as client.
func TestASideSeesWhatTheCoreSays(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{})
	require.Greater(t, len(drafts), 3)
	for _, inv := range drafts[:2] {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
	}
	b.Exec("update invoices set status = 'CANCELLED' where id = $1", drafts[0].ID)
	b.Exec("update invoices set status = 'NOT_CHARGED' where id = $1", drafts[2].ID)
	store := invoicestore.NewInvoices(b.DB)
	types := []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeStatement}
	heads, _, err := store.List(t.Context(), b.Operation, billing.InvoiceFilter{Types: types})
	require.NoError(t, err)
	var all []billing.Invoice
	states := map[billing.InvoiceStatus]bool{}
	for _, head := range heads {
		inv, err := store.Get(t.Context(), b.Operation, head.ID)
		require.NoError(t, err)
		all = append(all, inv)
		states[inv.Status] = true
	}
	require.Len(t, states, 4)
	entities, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	seen := 0
	for name, site := range b.Sites {
		var issuers []id.ID
		for _, e := range entities {
			for _, producer := range e.ProducerIDs {
				if producer == site {
					issuers = append(issuers, e.ID)
				}
			}
		}
		for _, side := range []billing.Side{{}, {IssuedBy: site}, {IssuedBy: site, Published: true}, {ReceivedBy: site}, {IssuedBy: site, ReceivedBy: site, Published: true}} {
			want := []id.ID{}
			for _, inv := range all {
				if side.Sees(inv, issuers) {
					want = append(want, inv.ID)
				}
			}
			list, _, err := store.List(t.Context(), b.Operation, billing.InvoiceFilter{Types: types, Side: side})
			require.NoError(t, err)
			got := []id.ID{}
			for _, inv := range list {
				got = append(got, inv.ID)
			}
			require.ElementsMatch(t, want, got, "%s %+v", name, side)
			if side != (billing.Side{}) {
				seen += len(got)
			}
		}
	}
	require.Greater(t, seen, 5)
}

// What a site issues stands before what it receives, or behind it.
func TestInvoicesAreSortedBySide(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Run("2026-10-31")
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
	}
	store := invoicestore.NewInvoices(b.DB)
	mixed := 0
	for _, seller := range b.Sites {
		own, _, err := store.List(t.Context(), b.Operation, billing.InvoiceFilter{Side: billing.Side{IssuedBy: seller}})
		require.NoError(t, err)
		issues := map[id.ID]bool{}
		for _, inv := range own {
			issues[inv.ID] = true
		}
		for _, client := range b.Sites {
			side := billing.Side{IssuedBy: seller, ReceivedBy: client}
			for _, descending := range []bool{false, true} {
				list, _, err := store.List(t.Context(), b.Operation, billing.InvoiceFilter{Side: side, Sort: []billing.InvoiceOrder{{Field: "side", Descending: descending}}})
				require.NoError(t, err)
				for n := 1; n < len(list); n++ {
					before, after := issues[list[n-1].ID], issues[list[n].ID]
					if before != after {
						mixed++
						require.Equal(t, descending, after, "once, and in this order")
					}
				}
			}
		}
	}
	require.Positive(t, mixed, "a list of both")
}
