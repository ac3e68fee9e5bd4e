package billing_test

import (
	"sync"
	"testing"
	"time"

	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// pmo makes the operation one that issues invoices of its own.
func (b *billed) pmo() {
	b.Exec(`update operations set pmo_legal_number = '35600000000048', pmo_address = '1 rue', pmo_post_code = '35300', pmo_city = 'Fougères' where id = $1`, b.Operation)
}

// months is a plan without a price per kWh.
func (b *billed) months(name string) billing.Plan {
	plan, err := b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: name, Period: billing.Monthly,
		Method: billing.PublicTreasuryPaymentOrder, Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(b.T, err)
	return plan
}

func (b *billed) subscriptionOf(consumer, producer id.ID, from string) contract.SubscriptionView {
	for _, s := range b.subscriptions() {
		if s.ConsumerID == consumer && s.ProducerID == producer && s.Days.From == date(from) {
			return s
		}
	}
	require.FailNow(b.T, "no such subscription")
	return contract.SubscriptionView{}
}

// TestEnergyIsPricedOnce: a consumer who buys from one producer does not buy the same
// energy from the operation, however that comes about.
func TestEnergyIsPricedOnce(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	fixed, other := b.months("Abonnement"), b.MakePlan("Autre", 90_000)
	twice := func(err error) *fault.Error {
		t.Helper()
		require.Equal(t, "subscription.energyTwice", fault.KeyOf(err))
		return fault.From(err)
	}
	f := twice(b.trySubscribe(b.Plan.ID, martin, "", "2026-11-01"))
	require.Equal(t, []any{"Martin", "Commune", "Plan solaire", "2026-11-01"}, []any{f.Params["consumer"], f.Params["seller"], f.Params["plan"], f.Params["from"]})
	require.NotContains(t, f.Params, "to")

	// Months may stand beside it, until their plan comes to price energy.
	require.NoError(t, b.trySubscribe(fixed.ID, martin, "", "2026-11-01"))
	_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, fixed.ID, contract.PlanChange{Charges: b.Plan.Charges})
	require.Equal(t, "charges", twice(err).Field)
	twice(b.trySubscribe(other.ID, martin, "", "2026-12-01")) // the plan of the running one changes
	_, err = b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, fixed.ID, contract.PlanChange{Description: ptr("sans prix au kWh")})
	require.NoError(t, err)

	// A plan of months in the place of the energy leaves it to the operation; deleting that
	// plan would bring it back.
	require.NoError(t, b.trySubscribe(fixed.ID, martin, producer, "2026-12-01"))
	require.NoError(t, b.trySubscribe(other.ID, martin, "", "2026-12-01"))
	twice(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.subscriptionOf(martin, producer, "2026-12-01").ID))
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.subscriptionOf(martin, "", "2026-12-01").ID))
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.subscriptionOf(martin, producer, "2026-12-01").ID))

	// Many at once, of one consumer: the second pair is refused, and both with it.
	ccas := b.Sites["CCAS"]
	_, err = b.Contracts.SubscribeAll(t.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: other.ID, Days: civil.Range{From: date("2027-01-01"), To: civil.Forever},
		Pairs: []billing.Pair{{ConsumerID: ccas, ProducerID: producer}, {ConsumerID: ccas}}})
	require.Equal(t, 2, fault.From(err).Items[0].Row)
	twice(fault.From(err).Items[0])
}

// TestAnotherSellerTakesOver: who bought from the operation buys from a producer from a day
// on, when that is asked for; and buys from the operation again when the producer is gone.
func TestAnotherSellerTakesOver(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	producer := b.Sites["Commune"]
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Nouveau", "", party.Individual, site)
	b.Subscribe(site, "", "2026-10-01")
	in := contract.SubscriptionsInput{PlanID: b.Plan.ID, Pairs: []billing.Pair{{ConsumerID: site, ProducerID: producer}}, EndOthers: true}
	take := func(from string) error {
		in.Days = civil.Range{From: date(from), To: civil.Forever}
		_, err := b.Contracts.Subscribe(t.Context(), b.Organizer, b.Scope, in)
		return err
	}
	require.Equal(t, "subscription.energyTwice", fault.KeyOf(take("2026-10-01")), "not after the other")
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "Nouveau"})[0].ID)[0].Refused)
	require.Equal(t, "subscription.overlapsInvoicedPeriod", fault.KeyOf(take("2026-10-31")))
	require.NoError(t, take("2026-11-01"))
	require.Equal(t, [][2]string{{"2026-10-01", "2026-10-31"}, {"2026-11-01", "open"}}, b.spans("Nouveau"))

	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, billing.Scope{ParticipantID: producer})
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, entity.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.spans("Nouveau"))
}

// TestEnergyIsPricedOnceByThoseWhoComeTogether: of two requests at the same time, one wins.
func TestEnergyIsPricedOnceByThoseWhoComeTogether(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Nouveau", "", party.Individual, site)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for n := range errs {
		wg.Go(func() { errs[n] = b.trySubscribe(b.Plan.ID, site, []id.ID{b.Sites["Commune"], ""}[n%2], "2026-11-01") })
	}
	wg.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else {
			require.Contains(t, []string{"subscription.energyTwice", "subscription.alreadySubscribed"}, fault.KeyOf(err))
		}
	}
	require.Equal(t, 1, made)
}

// TestARunBillsNoKWhTwice: two subscriptions that got past the refusal, since a producer
// was thought to have left, fail in the run instead of being billed both.
func TestARunBillsNoKWhTwice(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	b.leave("Commune", "2026-10-15")
	require.NoError(t, b.trySubscribe(b.Plan.ID, b.Sites["Martin"], "", "2026-10-16"))
	b.leave("Commune", "")
	run := b.Run("2026-10-31")
	keys := map[string]int{}
	for _, i := range run.Items {
		if i.ClientName == "Martin" {
			keys[i.Failure.Key]++
			require.Equal(t, "2026-10-16", i.Failure.Params["from"])
		}
	}
	require.Equal(t, map[string]int{"subscription.energyTwice": 2}, keys)
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Martin"}))
}

// TestNoDayToComeIsBilled: months that have not been are not owed, nor is a mistyped year.
func TestNoDayToComeIsBilled(t *testing.T) {
	t.Parallel()
	b := town(t) // on the 6th of November
	for _, upTo := range []string{"2026-11-07", "2027-10-31", "9999-12-31"} {
		in := billrun.RunInput{BillUpTo: ptr(date(upTo)), Mode: billing.Sync}
		_, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, in)
		_, checked := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, in)
		for _, err := range []error{err, checked} {
			f := fault.From(err)
			require.Equal(t, []any{"run.billUpToInFuture", "billUpTo", "2026-11-06"}, []any{f.Key, f.Field, f.Params["today"]})
		}
	}
	require.Len(t, b.Run("2026-11-06").Items, 3)
	b.Clock = time.Date(2026, 11, 6, 23, 30, 0, 0, time.UTC) // the 7th in Paris
	b.Run("2026-11-07")
}

// zeros is one client with two sites whose September came out at nothing; October was
// charged and published.
func zeros(t *testing.T) *billed {
	b := newBilled(t)
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
	b.leave("Fournil", "2026-09-30")
	b.Run("2026-09-30")
	b.Meter.Hourly[billing.Pair{ConsumerID: first, ProducerID: producer}] = 0
	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 100_000_000}
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
	september := civil.MonthOf(date("2026-09-01"))
	of := func(status billing.InvoiceStatus) []billing.Invoice {
		return b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{status}})
	}
	noted := func() bool {
		yes, err := b.Invoices.NotCharged(t.Context(), b.Operation, september)
		require.NoError(t, err)
		return yes
	}
	require.Len(t, of(billing.NotCharged), 1)
	require.True(t, noted())
	require.Empty(t, b.Run("2026-10-31").Items, "nothing has changed")

	b.Meter.Extra[september] = 720_000_000
	b.Meter.Extra[civil.MonthOf(date("2026-10-01"))]++ // charged: stays as it is
	check, err := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31"))})
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
	sub := b.subscriptionOf(second, producer, "2026-09-01")
	require.Nil(t, sub.InvoicedUntil, "on no invoice but that of nothing")
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, sub.ID))
	require.Equal(t, "subscription.alreadyInvoiced", fault.KeyOf(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.subscriptionOf(b.Sites["Four"], producer, "2026-09-01").ID)))

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
	require.NoError(t, b.trySubscribe(next.ID, other, producer, "2026-10-16"))
	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 10_000_000}
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
	require.NoError(t, b.trySubscribe(plan.ID, site, b.Sites["Commune"], "2026-10-01"))
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
	b := town(t)
	october := civil.MonthOf(date("2026-10-01"))
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
