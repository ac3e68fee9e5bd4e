package contract_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// TestEnergyIsPricedOnce: a consumer who buys from one producer does not buy the same
// energy from the operation, however that comes about.
func TestEnergyIsPricedOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	fixed, other := b.MakeFee("Abonnement"), b.MakePlan("Autre", 90_000)
	twice := func(err error) *fault.Error {
		t.Helper()
		require.Equal(t, "subscription.energyTwice", fault.KeyOf(err))
		return fault.From(err)
	}
	f := twice(b.TrySubscribe(b.Plan.ID, martin, "", "2026-11-01"))
	require.Equal(t, []any{"Martin", "Commune", "Plan solaire", "2026-11-01"}, []any{f.Params["consumer"], f.Params["seller"], f.Params["plan"], f.Params["from"]})
	require.NotContains(t, f.Params, "to")

	// Months may stand beside it, until their plan comes to price energy.
	require.NoError(t, b.TrySubscribe(fixed.ID, martin, "", "2026-11-01"))
	_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, fixed.ID, contract.PlanChange{Charges: b.Plan.Charges})
	require.Equal(t, "charges", twice(err).Field)
	twice(b.TrySubscribe(other.ID, martin, "", "2026-12-01")) // the plan of the running one changes
	_, err = b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, fixed.ID, contract.PlanChange{Description: coretest.Ptr("sans prix au kWh")})
	require.NoError(t, err)

	// A plan of months in the place of the energy leaves it to the operation; deleting that
	// plan would bring it back.
	require.NoError(t, b.TrySubscribe(fixed.ID, martin, producer, "2026-12-01"))
	require.NoError(t, b.TrySubscribe(other.ID, martin, "", "2026-12-01"))
	twice(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(martin, producer, "2026-12-01").ID))
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(martin, "", "2026-12-01").ID))
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(martin, producer, "2026-12-01").ID))

	// Many at once, of one consumer: the second pair is refused, and both with it.
	ccas := b.Sites["CCAS"]
	_, err = b.Contracts.SubscribeAll(t.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: other.ID, Days: civil.Range{From: coretest.Date("2027-01-01"), To: civil.Forever},
		Pairs: []billing.Pair{{ConsumerID: ccas, ProducerID: producer}, {ConsumerID: ccas}}})
	require.Equal(t, 2, fault.From(err).Items[0].Row)
	twice(fault.From(err).Items[0])
}

// TestAnotherSellerTakesOver: who bought from the operation buys from a producer from a day
// on, when that is asked for; and buys from the operation again when the producer is gone.
func TestAnotherSellerTakesOver(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	producer := b.Sites["Commune"]
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Nouveau", "", party.Individual, site)
	b.Subscribe(site, "", "2026-10-01")
	in := contract.SubscriptionsInput{PlanID: b.Plan.ID, Pairs: []billing.Pair{{ConsumerID: site, ProducerID: producer}}, EndOthers: true}
	take := func(from string) error {
		in.Days = civil.Range{From: coretest.Date(from), To: civil.Forever}
		_, err := b.Contracts.Subscribe(t.Context(), b.Organizer, b.Scope, in)
		return err
	}
	require.Equal(t, "subscription.energyTwice", fault.KeyOf(take("2026-10-01")), "not after the other")
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "Nouveau"})[0].ID)[0].Refused)
	require.Equal(t, "subscription.overlapsInvoicedPeriod", fault.KeyOf(take("2026-10-31")))
	require.NoError(t, take("2026-11-01"))
	require.Equal(t, [][2]string{{"2026-10-01", "2026-10-31"}, {"2026-11-01", "open"}}, b.Spans("Nouveau"))

	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, billing.Scope{ParticipantID: producer})
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, entity.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("Nouveau"))
}

// TestEnergyIsPricedOnceByThoseWhoComeTogether: of two requests at the same time, one wins.
func TestEnergyIsPricedOnceByThoseWhoComeTogether(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Nouveau", "", party.Individual, site)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for n := range errs {
		wg.Go(func() { errs[n] = b.TrySubscribe(b.Plan.ID, site, []id.ID{b.Sites["Commune"], ""}[n%2], "2026-11-01") })
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
