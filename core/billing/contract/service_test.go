package contract_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

func TestSubscriptionsFollowEachOther(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	dearer := b.MakePlan("Plan cher", 150_000)
	require.NoError(t, b.TrySubscribe(dearer.ID, martin, producer, "2026-12-01"))
	of := func() (out []contract.SubscriptionView) {
		for _, s := range b.Subscriptions() {
			if s.ConsumerID == martin {
				out = append(out, s)
			}
		}
		return out
	}
	require.Equal(t, coretest.Date("2026-12-01"), of()[0].Days.To, "the running one ends the day before")
	require.Equal(t, billing.SubscriptionActive, of()[0].Status)
	require.Equal(t, billing.SubscriptionUpcoming, of()[1].Status)
	err := b.TrySubscribe(b.Plan.ID, martin, producer, "2026-11-30")
	require.Equal(t, "subscription.alreadySubscribed", fault.KeyOf(err))

	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, of()[1].ID))
	require.Len(t, of(), 1)
	require.True(t, of()[0].Days.IsOpen(), "the one it had closed goes on")

	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.Equal(t, "subscription.alreadyInvoiced", fault.KeyOf(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, of()[0].ID)))
	require.Equal(t, "subscription.overlapsInvoicedPeriod", fault.KeyOf(b.TrySubscribe(dearer.ID, martin, producer, "2026-10-15")))
	last, err := b.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, inv.IssuerID, inv.ClientID)
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", last.String())
	invoiced, err := b.Use.Invoiced(t.Context(), b.Operation, civil.MonthOf(coretest.Date("2026-10-01")))
	require.NoError(t, err)
	require.True(t, invoiced)
}

func TestManySubscriptionsAreAllOrNone(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	producer := b.Sites["Commune"]
	free := b.Site("Sans client", "consumer", "")
	late := b.Site("Futur", "consumer", "[2027-01-01,)")
	fine := b.Site("Bon", "consumer", "")
	b.Client("Bon", "", party.Individual, fine)
	count := len(b.Subscriptions())
	_, err := b.Contracts.SubscribeAll(t.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: b.Plan.ID, Days: civil.Range{From: coretest.Date("2026-10-01"), To: civil.Forever},
		Pairs: []billing.Pair{{ConsumerID: fine, ProducerID: producer}, {ConsumerID: free, ProducerID: producer}, {ConsumerID: late, ProducerID: producer}, {ConsumerID: fine, ProducerID: producer}}})
	f := fault.From(err)
	require.Equal(t, "subscription.rejected", f.Key)
	rows := map[int]string{}
	for _, i := range f.Items {
		rows[i.Row] = i.Key
	}
	require.Equal(t, map[int]string{2: "subscription.clientMissing", 3: "subscription.outsidePerimeter", 4: "subscription.alreadySubscribed"}, rows)
	require.Equal(t, "Sans client", f.Items[0].Params["consumerName"])
	require.Len(t, b.Subscriptions(), count)
}

func TestAnInvoicedPlanKeepsItsPrices(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	update := func(in contract.PlanChange) error {
		_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Plan.ID, in)
		return err
	}
	require.NoError(t, update(contract.PlanChange{TermDays: coretest.Ptr(45), IfVersion: 1}))
	require.Equal(t, "object.changed", fault.KeyOf(update(contract.PlanChange{TermDays: coretest.Ptr(30), IfVersion: 1})))
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{})[0].ID)[0].Refused)
	one := billing.Charge{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}
	two := billing.Charge{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}
	priced, named, taxed := one, one, one
	priced.Price, named.Code, taxed.VATRate = 100_001, "AUTRE", coretest.Ptr(money.VATRate(550))
	for what, change := range map[string]contract.PlanChange{
		"payment term": {TermDays: coretest.Ptr(30)}, "period": {Period: coretest.Ptr(billing.Yearly)}, "method": {Method: coretest.Ptr(billing.Transfer)},
		"a charge less": {Charges: []billing.Charge{one}}, "a price": {Charges: []billing.Charge{priced, two}},
		"a code": {Charges: []billing.Charge{named, two}}, "a rate": {Charges: []billing.Charge{taxed, two}},
		"a name with it": {Name: coretest.Ptr("Autre nom"), TermDays: coretest.Ptr(30)},
	} {
		require.Equal(t, "planAlreadyInvoiced", fault.KeyOf(update(change)), what)
	}
	require.NoError(t, update(contract.PlanChange{Charges: []billing.Charge{one, two}}), "the same prices")
	require.NoError(t, update(contract.PlanChange{Name: coretest.Ptr("Autre nom"), Description: coretest.Ptr("texte")}))
	b.MakePlan("Second", 1)
	require.Equal(t, "plan.nameTaken", fault.KeyOf(update(contract.PlanChange{Name: coretest.Ptr("Second")})))
	plans, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, "Autre nom", plans[0].Name)
	require.True(t, plans[0].Invoiced)
	require.Equal(t, 5, plans[0].Subscriptions)
	require.Len(t, plans[0].Charges, 2)
}

// TestAnAccountReadsNoNeighboursName in the subscriptions of its producer, whose organizer
// reads them all.
func TestAnAccountReadsNoNeighboursName(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	scope := billing.Scope{ParticipantID: b.Sites["Commune"]}
	list, err := b.Contracts.ListSubscriptions(t.Context(), b.Account("Commune"), scope, "")
	require.NoError(t, err)
	require.Len(t, list, 5)
	for _, s := range list {
		require.Empty(t, s.ConsumerName)
		require.Empty(t, s.ConsumerID)
		require.Equal(t, "Commune", s.ProducerName)
	}
	own, err := b.Contracts.ListSubscriptions(t.Context(), b.Account("Martin"), billing.Scope{ParticipantID: b.Sites["Martin"]}, "")
	require.NoError(t, err)
	require.Equal(t, "Martin", own[0].ConsumerName)
	whole, err := b.Contracts.ListSubscriptions(t.Context(), b.Organizer, scope, "")
	require.NoError(t, err)
	for _, s := range whole {
		require.NotEmpty(t, s.ConsumerName)
	}
}

func TestBillingDoesNotExistForTheOldEngine(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	b.Exec("update operations set billing_engine = null")
	_, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.ErrorIs(t, err, operation.ErrFeature)
}

func TestSubscriptionsEndWithTheSite(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	producer := b.Sites["Commune"]
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ID)[0].Refused)
	other := b.MakePlan("Autre", 90_000)
	require.NoError(t, b.TrySubscribe(other.ID, b.Sites["Martin"], producer, "2026-12-01"))

	b.Leave("Martin", "2026-11-15")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-15"}, {"2026-12-01", "open"}}, b.Spans("Martin"))
	require.Equal(t, billing.SubscriptionEnded, b.Subscriptions()[slices.IndexFunc(b.Subscriptions(), func(s contract.SubscriptionView) bool {
		return s.ConsumerID == b.Sites["Martin"] && s.Days.IsOpen()
	})].Status, "the later one never begins")
	b.Leave("CCAS", "2026-10-10")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-10-31"}}, b.Spans("CCAS"), "never before the last invoiced day")
	b.Leave("Boulangerie", "2026-09-30")
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}), "its drafts are gone")
	b.Run("2026-11-06")
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("Mairie"))

	b.Leave("Commune", "2026-11-20")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-20"}}, b.Spans("Mairie"), "a producer that leaves ends what it sells")
	require.Equal(t, [2]string{"2026-10-01", "2026-11-15"}, b.Spans("Martin")[0])
}
