package trial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/trial"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// TestCostsPassedOnGoThroughANewPrice: the preview of a plan says them as a run bills them, 'new price
// from' compares with and without them, says whose cannot be priced, and goes on with them: the old
// subscription ends the day before, so that nobody passes the same cost on twice.
func TestCostsPassedOnGoThroughANewPrice(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	_, dupont, plan := b.Network(party.VATNormal, billing.OwnRate, nil)
	b.Meter.Hourly[billing.Pair{ConsumerID: dupont, ProducerID: b.Lambert}] = 100_000
	october := month(t, "2026-10")
	in := contract.PriceChangeInput{PlanID: plan.ID, From: coretest.Date("2026-12-01"), NewPlan: &contract.NewPrices{Name: "Réseau 2027", Charges: []billing.Charge{
		{Code: "KWH", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 120_000}, {Code: "RES", Name: "Frais de réseau", Type: billing.PassThrough, Treatment: billing.OwnRate}}}}
	check := func(in contract.PriceChangeInput) trial.PriceChange {
		out, err := b.Trials.CheckPriceChange(t.Context(), b.Organizer, b.Scope, in)
		require.NoError(t, err)
		require.Len(t, out.Moves, 1)
		require.Nil(t, out.Moves[0].Refused)
		return out
	}
	untold := preview(t, b.Billing, trial.Input{PlanID: plan.ID, First: october, Last: october})
	require.Equal(t, []any{1, "plan.networkCostsMissing"}, []any{untold.Blocked, untold.Clients[0].Refused.Key})
	require.Equal(t, "plan.networkCostsMissing", check(in).Moves[0].Unpriceable.Key, "no figure where the costs are not known")

	b.Costs[dupont] = 12_340_000
	p := preview(t, b.Billing, trial.Input{PlanID: plan.ID, First: october, Last: october})
	require.Equal(t, trial.Line{Label: "Frais de réseau", Unit: billing.UnitOne, Quantity: 10_000, Net: 1234}, p.Clients[0].Lines[2])
	require.Equal(t, []money.Cents{200 + 745 + 1234, 458}, []money.Cents{p.Total.Net, p.Total.VAT})
	require.Equal(t, p.Total.Net-1234, preview(t, b.Billing, trial.Input{PlanID: plan.ID, Charges: plan.Charges[:2], First: october, Last: october}).Total.Net, "and the same prices without them")

	compared := check(in)
	require.Nil(t, compared.Moves[0].Unpriceable)
	require.Equal(t, []money.Cents{200 + 745 + 1234, 894 + 1234}, []money.Cents{compared.Before.Net, compared.After.Net})
	twice := in
	twice.NewPlan = &contract.NewPrices{Name: "Deux fois", Charges: append(in.NewPlan.Charges[1:], billing.Charge{Code: "RES2", Type: billing.PassThrough, Treatment: billing.OwnRate})}
	_, err := b.Trials.CheckPriceChange(t.Context(), b.Organizer, b.Scope, twice)
	require.Equal(t, "plan.invalid", fault.KeyOf(err))

	changed, _, err := b.Contracts.ChangePrice(t.Context(), b.Organizer, b.Scope, in)
	require.NoError(t, err)
	require.True(t, changed.New.PassesCosts())
	require.Equal(t, 2, b.Count("subscriptions where consumer_id = '"+string(dupont)+"'"))
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}})[0]
	require.Equal(t, p.Total.Net, inv.Net, "October is billed at the old prices")
}
