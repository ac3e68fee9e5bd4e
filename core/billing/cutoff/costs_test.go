package cutoff_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
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
	_, dupont, _ := b.Network(party.VATNormal, billing.OwnRate, nil)
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

	ten := of(on(t, b.Billing, "2026-10-10"), "Dupont")
	require.Equal(t, []any{money.Cents(65 + 240), energy.MilliWh(24_000_000)}, []any{ten.Net, ten.Energy})
	require.Equal(t, []string{"Dupont plan.networkCostsTorn"}, reasons("2026-10-10"))
}
