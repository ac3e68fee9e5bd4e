package correction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/money"
)

// TestACorrectedCostIsFound: an invoice is made of the costs that the file tells, waits while it tells
// none, and is found when a later file tells others, as other energy is.
func TestACorrectedCostIsFound(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, own.ID, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{VATRegime: coretest.Ptr("franchise")}, SeriesCode: coretest.Ptr("TAN")})
	require.NoError(t, err)
	b.Confirm()
	dupont := b.Household("Dupont")
	rate := money.VATRate(2100)
	plan, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Réseau", Period: billing.Monthly, Method: billing.Transfer,
		Charges: []billing.Charge{{Code: "ABO", Type: billing.Fixed, Price: 2_000_000}, {Code: "RES", Name: "Frais de réseau", Type: billing.PassThrough, Treatment: billing.Gross, VATRate: &rate}}})
	require.NoError(t, err)
	require.NoError(t, b.TrySubscribe(plan.ID, dupont, "", "2026-10-01"))

	run := b.Run("2026-10-31")
	require.Equal(t, "plan.networkCostsMissing", run.Items[0].Failure.Key, "what nobody told is not nothing")
	require.Equal(t, []any{"Dupont", "2026-10-01", "2026-10-31"}, []any{run.Items[0].Failure.Params["name"], run.Items[0].Failure.Params["from"], run.Items[0].Failure.Params["to"]})

	b.Costs[dupont] = 9_040_000
	w := billed(t, b.Billing)
	issued := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})[0]
	require.Equal(t, money.Cents(200+1094), issued.Amount)
	invoice, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, issued.ID)
	require.NoError(t, err)
	require.Equal(t, &billing.VATWithin{Cost: 9_040_000, Rate: 2100}, invoice.Lines[1].Within, "kept with the line")
	require.Equal(t, 1, b.Count("invoices where snapshot->'Lines'->1->'Within'->>'Cost' = '9040000'"), "and frozen with the invoice")

	b.Costs[dupont] = 15_000_000
	w.look()
	found := w.found(correction.Open)
	require.Len(t, found, 1)
	require.Equal(t, []money.Cents{1294, 200 + 1815}, []money.Cents{found[0].Amount, found[0].AmountNow})
	require.True(t, found[0].CostsDiffer(), "and it is costs that differ")
	require.Equal(t, []correction.Figures{{Net: 1294, Costs: 1094}, {Net: 2015, Costs: 1815}}, []correction.Figures{found[0].Pairs[0].Before, found[0].Pairs[0].After})
	require.Nil(t, w.correct(found[0]))
	require.Equal(t, money.Cents(2015), b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})[0].Amount)
}
