package drafting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// zeros is one client with two sites whose September came out at nothing; October was
// charged and published.
func zeros(t *testing.T) *coretest.Billing {
	b := coretest.NewBilling(t)
	producer := b.Site("Commune", "producer", "")
	b.Issuer("Commune", coretest.Commune, producer)
	plan, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "kWh", Period: billing.Monthly, Method: billing.PublicTreasuryPaymentOrder,
		Charges: []billing.Charge{{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}}})
	require.NoError(t, err)
	b.Plan = plan
	first, second := b.Site("Four", "consumer", ""), b.Site("Fournil", "consumer", "")
	client := b.Client("Boulangerie", "35600000049837", party.Professional, first)
	_, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client.ID, entity.BillableEntityChange{ConsumerIDs: []id.ID{first, second}})
	require.NoError(t, err)
	for _, site := range []id.ID{first, second} {
		b.Subscribe(site, producer, "2026-09-01")
		b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 0
	}
	b.Leave("Fournil", "2026-09-30")
	b.Run("2026-09-30")
	b.Meter.Hourly[billing.Pair{ConsumerID: first, ProducerID: producer}] = 0
	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(coretest.Date("2026-10-01")): 100_000_000}
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, drafts, 1)
	require.Nil(t, b.Publish(drafts[0].ID)[0].Refused)
	return b
}

// TestWhatWasNotChargedIsBilledWhenItIsCorrected, once; what was charged stays.
func TestWhatWasNotChargedIsBilledWhenItIsCorrected(t *testing.T) {
	t.Parallel()
	b := zeros(t)
	september := civil.MonthOf(coretest.Date("2026-09-01"))
	of := func(status billing.InvoiceStatus) []billing.Invoice {
		return b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{status}})
	}
	noted := func() bool {
		yes, err := b.Use.NotCharged(t.Context(), b.Operation, september)
		require.NoError(t, err)
		return yes
	}
	require.Len(t, of(billing.NotCharged), 1)
	require.True(t, noted())
	require.Empty(t, b.Run("2026-10-31").Items, "nothing has changed")

	b.Meter.Extra[september] = 720_000_000
	b.Meter.Extra[civil.MonthOf(coretest.Date("2026-10-01"))]++ // charged: stays as it is
	check, err := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, []civil.Range{september.Range()}, check.Clients[0].Periods)
	require.Len(t, of(billing.NotCharged), 1, "a check changes nothing")
	for range 2 {
		require.Len(t, b.Run("2026-10-31").Items, 1)
		drafts := of(billing.Draft)
		require.Len(t, drafts, 1)
		require.Equal(t, "144.00", drafts[0].Net.String(), "720 kWh for each of two sites")
		require.Empty(t, of(billing.NotCharged))
	}
	require.Nil(t, b.Publish(of(billing.Draft)[0].ID)[0].Refused)
	b.Meter.Extra[september] = 0
	require.Empty(t, b.Run("2026-10-31").Items)
	require.False(t, noted())
	require.Len(t, of(billing.Finalized), 2)
}

// TestWhatWasNotChargedIsNoInvoice: it neither sets the last invoice date nor keeps a
// subscription from being deleted or a plan from following it.
func TestWhatWasNotChargedIsNoInvoice(t *testing.T) {
	t.Parallel()
	b := zeros(t)
	second, producer := b.Sites["Fournil"], b.Sites["Commune"]
	sub := b.SubscriptionOf(second, producer, "2026-09-01")
	require.Nil(t, sub.InvoicedUntil, "on no invoice but that of nothing")
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, sub.ID))
	require.Equal(t, "subscription.alreadyInvoiced", fault.KeyOf(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(b.Sites["Four"], producer, "2026-09-01").ID)))

	other := b.Site("Nouveau", "consumer", "")
	client := b.Client("Autre", "", party.Individual, other)
	b.Subscribe(other, producer, "2026-09-01")
	b.Meter.Hourly[billing.Pair{ConsumerID: other, ProducerID: producer}] = 0
	b.Meter.Extra = nil
	b.Run("2026-10-31")
	issuer := b.Listed(billing.InvoiceFilter{ClientID: client.ID})[0].IssuerID
	last, err := b.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, issuer, client.ID)
	require.NoError(t, err)
	require.Nil(t, last)
	// Another plan from the middle of a month that came out at nothing: its first half is
	// made anew, and the rest is the new plan's.
	next := b.MakePlan("Suivant", 50_000)
	require.NoError(t, b.TrySubscribe(next.ID, other, producer, "2026-10-16"))
	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(coretest.Date("2026-10-01")): 10_000_000}
	b.Run("2026-10-31")
	var days []string
	for _, inv := range b.Listed(billing.InvoiceFilter{ClientID: client.ID, Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		full, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
		require.NoError(t, err)
		for _, l := range full.Lines {
			days = append(days, l.Days.From.String()+" "+l.Days.Last().String()+" "+l.Label)
		}
	}
	require.ElementsMatch(t, []string{"2026-10-01 2026-10-15 ENERGIE", "2026-10-16 2026-10-31 ENERGIE", "2026-10-16 2026-10-31 ABONNEMENT"}, days)
}

// TestAPlanThatBilledNothingMayChange: a wrong price is mended, and months that came out at
// nothing are billed by the new one.
func TestAPlanThatBilledNothingMayChange(t *testing.T) {
	t.Parallel()
	b := zeros(t)
	plan, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Faux", Period: billing.Monthly, Method: billing.PublicTreasuryPaymentOrder,
		Charges: []billing.Charge{{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 1}}})
	require.NoError(t, err)
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Autre", "", party.Individual, site)
	require.NoError(t, b.TrySubscribe(plan.ID, site, b.Sites["Commune"], "2026-10-01"))
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: b.Sites["Commune"]}] = 0
	b.Meter.Extra = nil
	b.Run("2026-10-31")
	require.Len(t, b.Listed(billing.InvoiceFilter{Query: "Autre", Statuses: []billing.InvoiceStatus{billing.NotCharged}}), 1)
	_, err = b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, plan.ID, contract.PlanChange{Charges: []billing.Charge{{Code: "A", Type: billing.Fixed, Price: 3_000_000}}})
	require.NoError(t, err)
	b.Run("2026-10-31")
	require.Equal(t, "3.00", b.Listed(billing.InvoiceFilter{Query: "Autre"})[0].Net.String())
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Autre", Statuses: []billing.InvoiceStatus{billing.NotCharged}}))
}

// TestACorrectedStatementIsMadeAgain: nobody pays it, yet its kWh are on it.
func TestACorrectedStatementIsMadeAgain(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	october := civil.MonthOf(coretest.Date("2026-10-01"))
	of := func(client string) billing.Invoice {
		list := b.Listed(billing.InvoiceFilter{Query: client, Types: []billing.InvoiceType{billing.TypeStatement}})
		require.Len(t, list, 1)
		return list[0]
	}
	b.Run("2026-10-31")
	first := of("Mairie")
	b.Run("2026-10-31")
	require.Equal(t, first.ID, of("Mairie").ID, "the same is left alone")
	b.Meter.Extra = map[civil.Month]energy.MilliWh{october: 1_000_000}
	b.Run("2026-10-31")
	corrected := of("Mairie")
	require.NotEqual(t, first.ID, corrected.ID)
	require.Equal(t, first.Energy+1_000_000, corrected.Energy)
}
