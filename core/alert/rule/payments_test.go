package rule

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/receivable"
)

// TestAlertsOfPayments: what is late for long, what the bank took back, who is to be collected from and
// cannot be, now or soon.
func TestAlertsOfPayments(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 12, 20)
	late := func(days int, paid money.Cents) receivable.Document {
		return receivable.Document{Type: billing.TypeInvoice, Status: billing.Finalized, Payment: billing.PaymentPending, Method: billing.Transfer, DueDate: today.AddDays(-days), Amount: 100, Paid: paid}
	}
	treasury := late(90, 0)
	treasury.Method = billing.PublicTreasuryPaymentOrder
	require.Empty(t, overdueInvoices([]receivable.Document{late(29, 0), treasury}, today, 30))
	found := overdueInvoices([]receivable.Document{late(61, 40), late(30, 0), late(5, 0)}, today, 30)
	require.Len(t, found, 1)
	require.Equal(t, []any{61, 2, money.Cents(160), alert.Urgent}, []any{found[0].Figures.Days, found[0].Figures.Number, *found[0].Amount, found[0].Severity})

	require.Empty(t, returnedDebits([]receivable.ReturnedInvoice{{Open: 10, On: today}}, today, 1))
	found = returnedDebits([]receivable.ReturnedInvoice{{Open: 10, On: today - 3}, {Open: 5, On: today - 1}}, today, 1)
	require.Equal(t, []any{2, today - 1, money.Cents(15)}, []any{found[0].Figures.Number, *found[0].Figures.Day, *found[0].Amount})

	soon, far := today+60, today+61
	sites := []receivable.DebitSite{{SiteID: "none", Since: today - 40}, {SiteID: "new", Since: today}, {SiteID: "soon", Since: today - 400, HoldsUntil: &soon}, {SiteID: "far", Since: today - 400, HoldsUntil: &far}}
	found = missingMandates(sites, today, 1)
	require.Len(t, found, 1)
	require.EqualValues(t, "none", found[0].SiteID)
	found = lapsingMandates(sites, today, 60)
	require.Len(t, found, 1)
	require.Equal(t, []any{60, soon}, []any{found[0].Figures.Days, *found[0].Figures.Day})
}
