package cutoff_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// TestCostsPassedOnAreCutOff: at the end of the month they are what will be invoiced; within it, and while
// nobody told them, the energy and the months count with their prices, and the costs are named as what
// has none.
func TestCostsPassedOnAreCutOff(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	own, dupont, _ := b.Network(party.VATNormal, billing.OwnRate, nil)
	b.Meter.Hourly[billing.Pair{ConsumerID: dupont, ProducerID: b.Lambert}] = 100_000
	reasons := func(day string) (keys []string) {
		for _, p := range on(t, b.Billing, day).Problems {
			keys = append(keys, p.ClientName+" "+p.Reason.Key)
		}
		return keys
	}
	unknown := of(on(t, b.Billing, "2026-10-31"), "Dupont")
	require.Equal(t, []any{money.Cents(200 + 745), energy.MilliWh(74_500_000)}, []any{unknown.Net, unknown.Energy})
	require.Equal(t, []string{"Dupont plan.networkCostsMissing"}, reasons("2026-10-31"))

	b.Costs[dupont] = 12_340_000
	require.Empty(t, reasons("2026-10-31"))
	whole := of(on(t, b.Billing, "2026-10-31"), "Dupont")
	require.Equal(t, []any{money.Cents(200 + 745 + 1234), money.Cents(458), energy.MilliWh(74_500_000)}, []any{whole.Net, whole.VAT, whole.Energy})
	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}})[0]
	require.Equal(t, []money.Cents{draft.Net, draft.VAT}, []money.Cents{whole.Net, whole.VAT}, "what the run drafts")

	// 404 owes what sales are credited with: there is no VAT to book before the invoice.
	entry := func() map[string]money.Cents {
		left := map[string]money.Cents{}
		for _, l := range on(t, b.Billing, "2026-10-31").Entries[0].Lines {
			left[l.Account.Number+" "+l.Account.Name] += l.Debit - l.Credit
		}
		return left
	}
	require.Equal(t, map[string]money.Cents{"404000 Clients - Factures à établir": whole.Net, "700000 Ventes d’électricité": -whole.Net}, entry())
	put := func(change func(a *journal.Accounts)) {
		_, err := b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, own.ID, "fr", 0, func(a journal.Accounts) journal.Accounts { change(&a); return a })
		require.NoError(t, err)
	}
	put(func(a *journal.Accounts) { a.Costs = journal.Account{Number: "746000", Name: "Frais refacturés"} })
	require.Equal(t, map[string]money.Cents{"404000 Clients - Factures à établir": whole.Net, "700000 Ventes d’électricité": -945, "746000 Frais refacturés": -1234}, entry(), "as invoices are booked")
	put(func(a *journal.Accounts) {
		a.ToInvoice, a.VATToCome = journal.Account{Number: "404100", Name: "À établir"}, journal.Account{Number: "451900", Name: "TVA à venir"}
	})
	require.Equal(t, map[string]money.Cents{"404100 À établir": whole.Net + whole.VAT, "700000 Ventes d’électricité": -945, "746000 Frais refacturés": -1234, "451900 TVA à venir": -whole.VAT}, entry())

	ten := of(on(t, b.Billing, "2026-10-10"), "Dupont")
	require.Equal(t, []any{money.Cents(65 + 240), energy.MilliWh(24_000_000)}, []any{ten.Net, ten.Energy})
	require.Equal(t, []string{"Dupont plan.networkCostsTorn"}, reasons("2026-10-10"))
}
