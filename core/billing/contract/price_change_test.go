package contract_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

func dearer(name string, price money.MicroEuro) *contract.NewPrices {
	return &contract.NewPrices{Name: name, Charges: []billing.Charge{{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: price}}}
}

// TestANewPriceFromADay: subscriptions end the day before and go on at the new price, until they
// would have ended.
func TestANewPriceFromADay(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Leave("Martin", "2026-12-31")
	change, made, err := b.Contracts.ChangePrice(t.Context(), b.Organizer, b.Scope, contract.PriceChangeInput{PlanID: b.Plan.ID, From: coretest.Date("2026-12-01"), NewPlan: dearer("2027", 120_000)})
	require.NoError(t, err)
	require.Len(t, made, 5)
	require.True(t, change.Made)
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-30"}, {"2026-12-01", "open"}}, b.Spans("CCAS"))
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-30"}, {"2026-12-01", "2026-12-31"}}, b.Spans("Martin"))
	plan, err := b.Contracts.Plan(t.Context(), b.Organizer, b.Scope, change.New.ID)
	require.NoError(t, err)
	require.Equal(t, []any{"2027", billing.Monthly, b.Plan.Method, b.Plan.TermDays, money.MicroEuro(120_000), 5},
		[]any{plan.Name, plan.Period, plan.Method, plan.TermDays, plan.Charges[0].Price, plan.Subscriptions})
	require.Equal(t, 1, b.Count("audit_entries where details->>'startDate' = '2026-12-01' and object_id = '"+string(b.Plan.ID)+"'"))

	// Deleting the new one brings the old one back, as for any other.
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(b.Sites["CCAS"], b.Sites["Commune"], "2026-12-01").ID))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("CCAS"))
}

// TestAPriceChangeIsAllOrNone: each refusal is told with its pair, and nothing is left of the rest.
func TestAPriceChangeIsAllOrNone(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ID)[0].Refused)
	before := b.Subscriptions()
	ccas := b.SubscriptionOf(b.Sites["CCAS"], b.Sites["Commune"], "2026-10-01")
	try := func(in contract.PriceChangeInput) error {
		in.PlanID = b.Plan.ID
		_, _, err := b.Contracts.ChangePrice(t.Context(), b.Organizer, b.Scope, in)
		return err
	}
	err := try(contract.PriceChangeInput{From: coretest.Date("2026-10-15"), NewPlan: dearer("2027", 120_000)})
	f := fault.From(err)
	require.Equal(t, "subscription.rejected", f.Key)
	require.Len(t, f.Items, 3, "what the town has of itself is a statement, which holds as well")
	require.Equal(t, []any{"subscription.overlapsInvoicedPeriod", 2, "CCAS", "Commune"}, []any{f.Items[0].Key, f.Items[0].Row, f.Items[0].Params["consumerName"], f.Items[0].Params["producerName"]})
	require.Equal(t, before, b.Subscriptions())
	plans, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, plans, 1, "the new plan is not there either")

	other := b.MakePlan("Autre", 90_000)
	same := b.MakePlan("Mêmes prix", 100_000)
	day := coretest.Date("2026-12-01")
	for key, in := range map[string]contract.PriceChangeInput{
		"plan.changeTarget":     {From: day},
		"plan.notFound":         {From: day, ToPlanID: id.New()},
		"plan.samePrices":       {From: day, ToPlanID: same.ID},
		"plan.nameTaken":        {From: day, NewPlan: dearer("Plan Solaire", 120_000)},
		"plan.invalid":          {From: day, NewPlan: dearer("2027", 0)},
		"plan.noneSubscribed":   {From: coretest.Date("2026-09-01"), ToPlanID: other.ID},
		"subscription.notFound": {From: day, ToPlanID: other.ID, SubscriptionIDs: []id.ID{ccas.ID, id.New()}},
		"subscription.rejected": {From: coretest.Date("2026-09-01"), ToPlanID: other.ID, SubscriptionIDs: []id.ID{ccas.ID}},
	} {
		require.Equal(t, key, fault.KeyOf(try(in)))
	}
	err = try(contract.PriceChangeInput{From: coretest.Date("2026-09-01"), ToPlanID: other.ID, SubscriptionIDs: []id.ID{ccas.ID}})
	require.Equal(t, "subscription.notRunning", fault.From(err).Items[0].Key)

	require.NoError(t, try(contract.PriceChangeInput{From: day, ToPlanID: other.ID, SubscriptionIDs: []id.ID{ccas.ID}}))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("Martin"), "only what was chosen")
	_, _, err = b.Contracts.ChangePrice(t.Context(), b.Account("Martin"), b.Scope, contract.PriceChangeInput{PlanID: b.Plan.ID, From: day, ToPlanID: other.ID})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// TestTwoPriceChangesAtOnce: one of them comes to pass.
func TestTwoPriceChangesAtOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for n, name := range []string{"A", "B"} {
		wg.Go(func() {
			_, _, errs[n] = b.Contracts.ChangePrice(t.Context(), b.Organizer, b.Scope, contract.PriceChangeInput{PlanID: b.Plan.ID, From: coretest.Date("2026-12-01"), NewPlan: dearer(name, 120_000)})
		})
	}
	wg.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v %v", errs[0], errs[1])
	require.Len(t, b.Subscriptions(), 10)
	require.Len(t, b.Spans("CCAS"), 2)
}
