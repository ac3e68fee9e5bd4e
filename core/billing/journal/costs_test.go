package journal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// TestCostsPassedOnHaveTheirAccount: network costs are sales until the seller tells an account for them;
// then they are apart, to the cent, on invoices and credit notes alike, and the summary of the accountant,
// which is by rates of VAT, says the same totals as the journal.
func TestCostsPassedOnHaveTheirAccount(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	low := money.VATRate(600)
	own, dupont, _ := b.Network(party.VATNormal, billing.OwnRate, &low)
	b.Costs[dupont] = 12_345_678 // 12.35 €
	b.Meter.Hourly[billing.Pair{ConsumerID: dupont, ProducerID: b.Lambert}] = 100_000
	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}, Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
	require.Nil(t, b.Publish(draft.ID)[0].Refused)

	// 2 € and 74.5 kWh at 0.10 € with 21 %, 12.35 € with 6 %: 9.45 + 1.98 + 12.35 + 0.74.
	require.Equal(t, map[string]int{"400000": 2452, "700000": -(945 + 1235), "451000": -(198 + 74)}, sums(t, fec(t, b.Billing, own.ID, november)))
	put := func(number, name string) error {
		_, err := b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, own.ID, "fr", 0, func(a journal.Accounts) journal.Accounts {
			a.Costs = journal.Account{Number: number, Name: name}
			return a
		})
		return err
	}
	for _, c := range [][2]string{{"601000", "Réseau"}, {"", "Réseau"}, {"746000", ""}} {
		require.Equal(t, "journal.invalid", fault.KeyOf(put(c[0], c[1])), "%v", c)
	}
	require.NoError(t, put("746000", "Frais refacturés"))
	apart := map[string]int{"400000": 2452, "700000": -945, "746000": -1235, "451000": -(198 + 74)}
	require.Equal(t, apart, sums(t, fec(t, b.Billing, own.ID, november)))
	books, err := b.Invoices.AccountingSummary(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	require.NoError(t, err)
	require.Equal(t, []money.Cents{945 + 1235, 198 + 74, 2452}, []money.Cents{books.Net, books.Tax, books.Amount})
	require.Len(t, books.VAT, 2, "costs with their rate, the rest with its own")

	require.Nil(t, cancel(t, b.Billing, draft.ID)[0].Refused)
	for account, left := range sums(t, fec(t, b.Billing, own.ID, november)) {
		require.Zero(t, left, "the credit note takes back %s", account)
	}
	require.NoError(t, put("", ""))
	require.NotContains(t, sums(t, fec(t, b.Billing, own.ID, november)), "746000")
}
