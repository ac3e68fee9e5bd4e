package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// pmo makes the operation one that issues invoices of its own.
func (b *billed) pmo() {
	b.exec(`update operations set pmo_legal_number = '35600000000048', pmo_address = '1 rue', pmo_post_code = '35300', pmo_city = 'Fougères' where id = $1`, b.op)
}

// months is a plan without a price per kWh.
func (b *billed) months(name string) billing.Plan {
	plan, err := b.svc.CreatePlan(b.t.Context(), b.p, b.scope, billing.PlanInput{Name: name, Period: billing.Monthly,
		Method: billing.PublicTreasuryPaymentOrder, Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(b.t, err)
	return plan
}

func (b *billed) subscriptionOf(consumer, producer id.ID, from string) billing.SubscriptionView {
	for _, s := range b.subscriptions() {
		if s.ConsumerID == consumer && s.ProducerID == producer && s.Days.From == date(from) {
			return s
		}
	}
	require.FailNow(b.t, "no such subscription")
	return billing.SubscriptionView{}
}

// TestEnergyIsPricedOnce: a consumer who buys from one producer does not buy the same
// energy from the operation, however that comes about.
func TestEnergyIsPricedOnce(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	martin, producer := b.sites["Martin"], b.sites["Commune"]
	fixed, other := b.months("Abonnement"), b.makePlan("Autre", 90_000)
	twice := func(err error) *fault.Error {
		t.Helper()
		require.Equal(t, "subscription.energyTwice", fault.KeyOf(err))
		return fault.From(err)
	}
	f := twice(b.trySubscribe(b.plan.ID, martin, "", "2026-11-01"))
	require.Equal(t, []any{"Martin", "Commune", "Plan solaire", "2026-11-01"}, []any{f.Params["consumer"], f.Params["seller"], f.Params["plan"], f.Params["from"]})
	require.NotContains(t, f.Params, "to")

	// Months may stand beside it, until their plan comes to price energy.
	require.NoError(t, b.trySubscribe(fixed.ID, martin, "", "2026-11-01"))
	_, err := b.svc.UpdatePlan(t.Context(), b.p, b.scope, fixed.ID, billing.PlanChange{Charges: b.plan.Charges})
	require.Equal(t, "charges", twice(err).Field)
	twice(b.trySubscribe(other.ID, martin, "", "2026-12-01")) // the plan of the running one changes
	_, err = b.svc.UpdatePlan(t.Context(), b.p, b.scope, fixed.ID, billing.PlanChange{Description: ptr("sans prix au kWh")})
	require.NoError(t, err)

	// A plan of months in the place of the energy leaves it to the operation; deleting that
	// plan would bring it back.
	require.NoError(t, b.trySubscribe(fixed.ID, martin, producer, "2026-12-01"))
	require.NoError(t, b.trySubscribe(other.ID, martin, "", "2026-12-01"))
	twice(b.svc.DeleteSubscription(t.Context(), b.p, b.scope, b.subscriptionOf(martin, producer, "2026-12-01").ID))
	require.NoError(t, b.svc.DeleteSubscription(t.Context(), b.p, b.scope, b.subscriptionOf(martin, "", "2026-12-01").ID))
	require.NoError(t, b.svc.DeleteSubscription(t.Context(), b.p, b.scope, b.subscriptionOf(martin, producer, "2026-12-01").ID))

	// Many at once, of one consumer: the second pair is refused, and both with it.
	ccas := b.sites["CCAS"]
	_, err = b.svc.SubscribeAll(t.Context(), b.p, b.scope, billing.SubscriptionsInput{PlanID: other.ID, Days: civil.Range{From: date("2027-01-01"), To: civil.Forever},
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
	producer := b.sites["Commune"]
	site := b.site("Nouveau", "consumer", "")
	b.client("Nouveau", "", party.Individual, site)
	b.subscribe(site, "", "2026-10-01")
	in := billing.SubscriptionsInput{PlanID: b.plan.ID, Pairs: []billing.Pair{{ConsumerID: site, ProducerID: producer}}, EndOthers: true}
	take := func(from string) error {
		in.Days = civil.Range{From: date(from), To: civil.Forever}
		_, err := b.svc.Subscribe(t.Context(), b.p, b.scope, in)
		return err
	}
	require.Equal(t, "subscription.energyTwice", fault.KeyOf(take("2026-10-01")), "not after the other")
	b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
	b.run("2026-10-31")
	require.Nil(t, b.publish(b.invoices(billing.InvoiceFilter{Query: "Nouveau"})[0].ID)[0].Refused)
	require.Equal(t, "subscription.overlapsInvoicedPeriod", fault.KeyOf(take("2026-10-31")))
	require.NoError(t, take("2026-11-01"))
	require.Equal(t, [][2]string{{"2026-10-01", "2026-10-31"}, {"2026-11-01", "open"}}, b.spans("Nouveau"))

	issuers, _, err := b.svc.ListBillingEntities(t.Context(), b.p, billing.Scope{ParticipantID: producer})
	require.NoError(t, err)
	_, err = b.svc.UpdateBillingEntity(t.Context(), b.p, b.scope, issuers[0].ID, billing.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.spans("Nouveau"))
}

// TestEnergyIsPricedOnceByThoseWhoComeTogether: of two requests at the same time, one wins.
func TestEnergyIsPricedOnceByThoseWhoComeTogether(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.pmo()
	site := b.site("Nouveau", "consumer", "")
	b.client("Nouveau", "", party.Individual, site)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for n := range errs {
		wg.Go(func() { errs[n] = b.trySubscribe(b.plan.ID, site, []id.ID{b.sites["Commune"], ""}[n%2], "2026-11-01") })
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
	require.NoError(t, b.trySubscribe(b.plan.ID, b.sites["Martin"], "", "2026-10-16"))
	b.leave("Commune", "")
	run := b.run("2026-10-31")
	keys := map[string]int{}
	for _, i := range run.Items {
		if i.ClientName == "Martin" {
			keys[i.Failure.Key]++
			require.Equal(t, "2026-10-16", i.Failure.Params["from"])
		}
	}
	require.Equal(t, map[string]int{"subscription.energyTwice": 2}, keys)
	require.Empty(t, b.invoices(billing.InvoiceFilter{Query: "Martin"}))
}

// TestNoDayToComeIsBilled: months that have not been are not owed, nor is a mistyped year.
func TestNoDayToComeIsBilled(t *testing.T) {
	t.Parallel()
	b := town(t) // on the 6th of November
	for _, upTo := range []string{"2026-11-07", "2027-10-31", "9999-12-31"} {
		in := billing.RunInput{BillUpTo: ptr(date(upTo)), Mode: billing.Sync}
		_, err := b.svc.StartRun(t.Context(), b.p, b.scope, in)
		_, checked := b.svc.CheckRun(t.Context(), b.p, b.scope, in)
		for _, err := range []error{err, checked} {
			f := fault.From(err)
			require.Equal(t, []any{"run.billUpToInFuture", "billUpTo", "2026-11-06"}, []any{f.Key, f.Field, f.Params["today"]})
		}
	}
	require.Len(t, b.run("2026-11-06").Items, 3)
	b.now = time.Date(2026, 11, 6, 23, 30, 0, 0, time.UTC) // the 7th in Paris
	b.run("2026-11-07")
}

// zeros is one client with two sites whose September came out at nothing; October was
// charged and published.
func zeros(t *testing.T) *billed {
	b := newBilled(t)
	producer := b.site("Commune", "producer", "")
	b.issuer("Commune", commune, producer)
	plan, err := b.svc.CreatePlan(t.Context(), b.p, b.scope, billing.PlanInput{Name: "kWh", Period: billing.Monthly, Method: billing.PublicTreasuryPaymentOrder,
		Charges: []billing.Charge{{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}}})
	require.NoError(t, err)
	b.plan = plan
	first, second := b.site("Four", "consumer", ""), b.site("Fournil", "consumer", "")
	client := b.client("Boulangerie", "35600000049837", party.Professional, first)
	_, err = b.svc.UpdateBillableEntity(t.Context(), b.p, b.scope, client.ID, billing.BillableEntityChange{ConsumerIDs: []id.ID{first, second}})
	require.NoError(t, err)
	for _, site := range []id.ID{first, second} {
		b.subscribe(site, producer, "2026-09-01")
		b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: producer}] = 0
	}
	b.leave("Fournil", "2026-09-30")
	b.run("2026-09-30")
	b.meter.daily[billing.Pair{ConsumerID: first, ProducerID: producer}] = 0
	b.meter.extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 100_000_000}
	b.run("2026-10-31")
	drafts := b.invoices(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, drafts, 1)
	require.Nil(t, b.publish(drafts[0].ID)[0].Refused)
	return b
}

// TestWhatWasNotChargedIsBilledWhenItIsCorrected, once; what was charged stays.
func TestWhatWasNotChargedIsBilledWhenItIsCorrected(t *testing.T) {
	t.Parallel()
	b := zeros(t)
	september := civil.MonthOf(date("2026-09-01"))
	of := func(status billing.InvoiceStatus) []billing.Invoice {
		return b.invoices(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{status}})
	}
	noted := func() bool {
		yes, err := b.svc.NotCharged(t.Context(), b.op, september)
		require.NoError(t, err)
		return yes
	}
	require.Len(t, of(billing.NotCharged), 1)
	require.True(t, noted())
	require.Empty(t, b.run("2026-10-31").Items, "nothing has changed")

	b.meter.extra[september] = 720_000_000
	b.meter.extra[civil.MonthOf(date("2026-10-01"))]++ // charged: stays as it is
	check, err := b.svc.CheckRun(t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, []civil.Range{september.Range()}, check.Clients[0].Periods)
	require.Len(t, of(billing.NotCharged), 1, "a check changes nothing")
	for range 2 {
		require.Len(t, b.run("2026-10-31").Items, 1)
		drafts := of(billing.Draft)
		require.Len(t, drafts, 1)
		require.Equal(t, "144.00", drafts[0].Net.String(), "720 kWh for each of two sites")
		require.Empty(t, of(billing.NotCharged))
	}
	require.Nil(t, b.publish(of(billing.Draft)[0].ID)[0].Refused)
	b.meter.extra[september] = 0
	require.Empty(t, b.run("2026-10-31").Items)
	require.False(t, noted())
	require.Len(t, of(billing.Finalized), 2)
}

// TestWhatWasNotChargedIsNoInvoice: it neither sets the last invoice date nor keeps a
// subscription from being deleted or a plan from following it.
func TestWhatWasNotChargedIsNoInvoice(t *testing.T) {
	t.Parallel()
	b := zeros(t)
	second, producer := b.sites["Fournil"], b.sites["Commune"]
	sub := b.subscriptionOf(second, producer, "2026-09-01")
	require.Nil(t, sub.InvoicedUntil, "on no invoice but that of nothing")
	require.NoError(t, b.svc.DeleteSubscription(t.Context(), b.p, b.scope, sub.ID))
	require.Equal(t, "subscription.alreadyInvoiced", fault.KeyOf(b.svc.DeleteSubscription(t.Context(), b.p, b.scope, b.subscriptionOf(b.sites["Four"], producer, "2026-09-01").ID)))

	other := b.site("Nouveau", "consumer", "")
	client := b.client("Autre", "", party.Individual, other)
	b.subscribe(other, producer, "2026-09-01")
	b.meter.daily[billing.Pair{ConsumerID: other, ProducerID: producer}] = 0
	b.meter.extra = nil
	b.run("2026-10-31")
	issuer := b.invoices(billing.InvoiceFilter{ClientID: client.ID})[0].IssuerID
	last, err := b.svc.LastInvoiceDate(t.Context(), b.p, b.scope, issuer, client.ID)
	require.NoError(t, err)
	require.Nil(t, last)
	// Another plan from the middle of a month that came out at nothing: its first half is
	// made anew, and the rest is the new plan's.
	next := b.makePlan("Suivant", 50_000)
	require.NoError(t, b.trySubscribe(next.ID, other, producer, "2026-10-16"))
	b.meter.extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 10_000_000}
	b.run("2026-10-31")
	var days []string
	for _, inv := range b.invoices(billing.InvoiceFilter{ClientID: client.ID, Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		full, err := b.svc.Invoice(t.Context(), b.p, b.scope, inv.ID)
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
	plan, err := b.svc.CreatePlan(t.Context(), b.p, b.scope, billing.PlanInput{Name: "Faux", Period: billing.Monthly, Method: billing.PublicTreasuryPaymentOrder,
		Charges: []billing.Charge{{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 1}}})
	require.NoError(t, err)
	site := b.site("Nouveau", "consumer", "")
	b.client("Autre", "", party.Individual, site)
	require.NoError(t, b.trySubscribe(plan.ID, site, b.sites["Commune"], "2026-10-01"))
	b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: b.sites["Commune"]}] = 0
	b.meter.extra = nil
	b.run("2026-10-31")
	require.Len(t, b.invoices(billing.InvoiceFilter{Query: "Autre", Statuses: []billing.InvoiceStatus{billing.NotCharged}}), 1)
	_, err = b.svc.UpdatePlan(t.Context(), b.p, b.scope, plan.ID, billing.PlanChange{Charges: []billing.Charge{{Code: "A", Type: billing.Fixed, Price: 3_000_000}}})
	require.NoError(t, err)
	b.run("2026-10-31")
	require.Equal(t, "3.00", b.invoices(billing.InvoiceFilter{Query: "Autre"})[0].Net.String())
	require.Empty(t, b.invoices(billing.InvoiceFilter{Query: "Autre", Statuses: []billing.InvoiceStatus{billing.NotCharged}}))
}
