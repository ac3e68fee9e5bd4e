package invoicestore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// TestAPageOfInvoicesBeginsBehindAnInvoice wherever that stands by now: a run between two
// pages puts newer periods before it.
func TestAPageOfInvoicesBeginsBehindAnInvoice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	page := func(f billing.InvoiceFilter) (ids []id.ID, total int) {
		list, total, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, b.Scope, f)
		require.NoError(t, err)
		for _, inv := range list {
			ids = append(ids, inv.ID)
		}
		return ids, total
	}
	for _, sort := range [][]billing.InvoiceOrder{nil, {{Field: "amountCents", Descending: true}}, {{Field: "number"}, {Field: "netCents"}}} {
		b.Run("2026-10-31")
		all, total := page(billing.InvoiceFilter{Sort: sort})
		require.Len(t, all, total)
		require.Len(t, all, 3)
		for i, one := range all {
			rest, counted := page(billing.InvoiceFilter{Sort: sort, Behind: one, Offset: 77, Limit: 10})
			require.Equal(t, all[i+1:], append(all[:0:0], rest...))
			require.Equal(t, total, counted)
		}
		stranger, _ := page(billing.InvoiceFilter{Sort: sort, Behind: id.New(), Offset: 2})
		require.Equal(t, all[2:], stranger, "what is not in the list: by number")
		narrow, _ := page(billing.InvoiceFilter{Sort: sort, Behind: all[0], IDs: all[:2]})
		require.Equal(t, all[1:2], narrow, "within the filter")
	}

	october, _ := page(billing.InvoiceFilter{})
	for _, inv := range b.Publish(october...) {
		require.Nil(t, inv.Refused)
	}
	b.Clock = b.Clock.AddDate(0, 1, 0)
	b.Run("2026-11-30")
	after, total := page(billing.InvoiceFilter{Behind: october[0], Limit: 2})
	require.Greater(t, total, 3)
	require.Equal(t, october[1:], after, "newer ones came before")
}
