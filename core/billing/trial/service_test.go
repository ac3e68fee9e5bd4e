package trial_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/trial"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
)

func month(t *testing.T, s string) civil.Month {
	m, err := civil.ParseMonth(s)
	require.NoError(t, err)
	return m
}

func energyAt(price money.MicroEuro) []billing.Charge {
	return []billing.Charge{{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: price}}
}

func preview(t *testing.T, b *coretest.Billing, in trial.Input) trial.Preview {
	t.Helper()
	p, err := b.Trials.Preview(t.Context(), b.Organizer, b.Scope, in)
	require.NoError(t, err)
	return p
}

// TestAPreviewIsWhatARunBills: the prices of a plan over a month are the invoices of that month.
func TestAPreviewIsWhatARunBills(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	october := month(t, "2026-10")
	p := preview(t, b, trial.Input{PlanID: b.Plan.ID, First: october, Last: october})
	b.Run("2026-10-31")
	billed := map[id.ID]billing.Invoice{}
	for _, inv := range b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice, billing.TypeStatement}}) {
		billed[inv.ClientID] = inv
	}
	require.Equal(t, trial.Subscribers, p.Whose)
	require.Len(t, p.Clients, 5)
	for _, c := range p.Clients {
		inv := billed[c.ClientID]
		require.Equal(t, []any{inv.Energy, inv.Net, inv.VAT, inv.Amount}, []any{c.Energy, c.Net, c.VAT, c.Amount}, c.ClientName)
		require.Nil(t, c.Refused)
	}
	// Boulangerie: 745 hours of October (the clock goes back) at 3.75 kWh.
	n := slices.IndexFunc(p.Clients, func(c trial.Client) bool { return c.ClientName == "Boulangerie" })
	require.Equal(t, []trial.Line{{Label: "ENERGIE", Unit: billing.UnitKWh, Quantity: 27_937_500, Net: 27938}, {Label: "ABONNEMENT", Unit: billing.UnitMonth, Quantity: 10_000, Net: 200}}, p.Clients[n].Lines)
}

// TestPricesThatNobodyHasAreTried on whoever subscribed, or on everybody.
func TestPricesThatNobodyHasAreTried(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	october := month(t, "2026-10")
	was := preview(t, b, trial.Input{PlanID: b.Plan.ID, Charges: energyAt(100_000), First: october, Last: october})
	double := preview(t, b, trial.Input{Charges: energyAt(200_000), First: october, Last: october})
	require.Equal(t, trial.AllSubscribed, double.Whose)
	require.Equal(t, was.Total.Energy, double.Total.Energy)
	require.InDelta(t, 2*int(was.Total.Net), int(double.Total.Net), 5, "a cent a client of rounding")
	some := preview(t, b, trial.Input{Charges: energyAt(200_000), First: october, Last: october, Consumers: []id.ID{b.Sites["Martin"]}})
	require.Equal(t, 1, some.Number)

	unused := b.MakePlan("Sans abonné", 150_000)
	require.Equal(t, trial.AllSubscribed, preview(t, b, trial.Input{PlanID: unused.ID, First: october, Last: october}).Whose)

	september := month(t, "2026-09") // before any subscription
	everybody := preview(t, b, trial.Input{Charges: energyAt(200_000), First: september, Last: september})
	require.Equal(t, trial.Everybody, everybody.Whose)
	require.True(t, everybody.Total.VATUnknown, "the operation has no issuer yet")
	require.Equal(t, 5, everybody.Number)
	require.Positive(t, everybody.Total.Net)

	two := preview(t, b, trial.Input{Charges: energyAt(200_000), First: september, Last: october, Consumers: []id.ID{b.Sites["Martin"]}})
	require.Equal(t, trial.AllSubscribed, two.Whose)
	require.Equal(t, []civil.Month{october}, two.Clients[0].Months)
}

func TestWhatCannotBeTried(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	october := month(t, "2026-10")
	for key, in := range map[string]trial.Input{
		"plan.previewSubject":    {First: october, Last: october},
		"plan.notFound":          {PlanID: id.New(), First: october, Last: october},
		"plan.invalid":           {Charges: energyAt(0), First: october, Last: october},
		"range.reversed":         {Charges: energyAt(1), First: october, Last: october - 1},
		"range.tooLong":          {Charges: energyAt(1), First: october - 12, Last: october},
		"plan.previewMonthAhead": {Charges: energyAt(1), First: october, Last: october + 1},
	} {
		_, err := b.Trials.Preview(t.Context(), b.Organizer, b.Scope, in)
		require.Equal(t, key, fault.KeyOf(err))
	}
	_, err := b.Trials.Preview(t.Context(), b.Account("Martin"), b.Scope, trial.Input{PlanID: b.Plan.ID, First: october, Last: october})
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = b.Trials.CheckPriceChange(t.Context(), b.Account("Martin"), b.Scope, contract.PriceChangeInput{PlanID: b.Plan.ID})
	require.Equal(t, "forbidden", fault.KeyOf(err))
	b.Exec("update operations set billing_engine = null")
	_, err = b.Trials.Preview(t.Context(), b.Organizer, b.Scope, trial.Input{PlanID: b.Plan.ID, First: october, Last: october})
	require.ErrorIs(t, err, operation.ErrFeature)
}

// volumes are those of one site, whatever the days.
type volumes struct{ site id.ID }

func (v volumes) Volumes(context.Context, id.ID, civil.Range) (map[billing.VolumeKey]energy.MilliWh, map[id.ID]bool, map[id.ID]billing.SiteCosts, error) {
	return map[billing.VolumeKey]energy.MilliWh{
		{SiteID: v.site, Usage: billing.UsageHigh}: 120_500_000, {SiteID: v.site, Usage: billing.UsageLow}: 60_250_000,
	}, nil, nil, nil
}

// TestAVolumeWithoutPriceBlocks: its kWh are said, and what else there is, is not billed.
func TestAVolumeWithoutPriceBlocks(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Rewire(func(p *assembly.Parts) { p.Volumes = volumes{b.Sites["Martin"]} })
	b.Exec("update operations set dso = 'SIBELGA', billing_engine = null")
	october := month(t, "2026-10")
	high := billing.Charge{Code: "HI", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 140_000}
	low := billing.Charge{Code: "LOW", Type: billing.PerUnit, Usage: billing.UsageLow, Price: 140_000}
	p := preview(t, b, trial.Input{Charges: []billing.Charge{high}, First: october, Last: october})
	require.Equal(t, []drafting.Volume{{Usage: billing.UsageLow, Energy: 60_250_000}}, p.Unpriced)
	require.Equal(t, 1, p.Blocked)
	require.Equal(t, "Martin", p.Clients[0].ClientName, "first")
	require.Equal(t, "plan.volumeUnpriced", p.Clients[0].Refused.Key)
	require.Equal(t, "60.25", p.Clients[0].Refused.Params["quantity"])
	require.Zero(t, p.Clients[0].Net)
	p = preview(t, b, trial.Input{Charges: []billing.Charge{high, low}, First: october, Last: october})
	require.Empty(t, p.Unpriced)
	require.Zero(t, p.Blocked)
	require.EqualValues(t, 180_750_000, p.Total.Energy)
	require.EqualValues(t, 2531, p.Total.Net, "120.5 × 0.14 + 60.25 × 0.14, each rounded once (half away from zero)")
}

// TestAPriceChangeSaysWhoPaysWhat on the energy of the last month.
func TestAPriceChangeSaysWhoPaysWhat(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	in := contract.PriceChangeInput{PlanID: b.Plan.ID, From: coretest.Date("2026-12-01"),
		NewPlan: &contract.NewPrices{Name: "Plan 2027", Charges: append(energyAt(110_000), b.Plan.Charges[1])}}
	c, err := b.Trials.CheckPriceChange(t.Context(), b.Organizer, b.Scope, in)
	require.NoError(t, err)
	require.Equal(t, "2026-10", c.Month.String())
	require.False(t, c.Definitive)
	require.Len(t, c.Moves, 5)
	require.Equal(t, []string{"Boulangerie", "CCAS", "École", "Mairie", "Martin"}, func() (names []string) {
		for _, m := range c.Moves {
			names = append(names, m.ConsumerName)
		}
		return names
	}())
	boulangerie := c.Moves[0]
	require.Nil(t, boulangerie.Refused)
	require.EqualValues(t, 27938+200, boulangerie.Before.Net)
	require.EqualValues(t, 30731+200, boulangerie.After.Net, "2 793.75 kWh at 0.11, and two euros")
	require.EqualValues(t, c.After.Net, func() (sum money.Cents) {
		for _, m := range c.Moves {
			sum += m.After.Net
		}
		return sum
	}())
	require.Len(t, b.Subscriptions(), 5, "nothing was changed")
	plans, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, plans, 1)
}
