package billrun_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/party"
)

// TestAReviewHasExceptionsFirst: each client of the town beside its last invoice.
func TestAReviewHasExceptionsFirst(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	producer := b.Sites["Commune"]
	newcomer := func(name string) {
		site := b.Site(name, "consumer", "")
		b.Client(name, "", party.Individual, site)
		b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
	}
	newcomer("Parti")
	b.Subscribe(b.Sites["Parti"], producer, "2026-10-01")
	first := b.Run("2026-10-31")
	review := func(run billing.Run, kinds ...billrun.ReviewKind) billrun.Review {
		r, err := b.Runs.Review(t.Context(), b.Organizer, b.Scope, run.ID, kinds)
		require.NoError(t, err)
		return r
	}
	require.Equal(t, map[billrun.ReviewKind]int{billrun.ReviewNew: 4}, review(first).Counts, "nobody was invoiced before; statements are no invoices")
	for _, inv := range b.Listed(billing.InvoiceFilter{RunID: first.ID}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
	}
	require.Equal(t, 4, review(first).Counts[billrun.ReviewNew], "its own invoices are not those before it")

	// November: one leaves, one comes, one receives twice as much, one nothing measured.
	b.Clock = b.Clock.AddDate(0, 1, 0)
	b.Leave("Parti", "2026-10-31")
	newcomer("Venue")
	b.Subscribe(b.Sites["Venue"], producer, "2026-11-01")
	pairOf := func(name string) billing.Pair { return billing.Pair{ConsumerID: b.Sites[name], ProducerID: producer} }
	b.Meter.Hourly[pairOf("Boulangerie")] *= 2
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["CCAS"], Side: metering.Consumer}: {coretest.Date("2026-11-03")}}
	second := b.Run("2026-11-30")
	r := review(second)
	var seen [][2]string
	for _, i := range r.Items {
		seen = append(seen, [2]string{string(i.Kind), i.ClientName})
	}
	require.Equal(t, [][2]string{{"FAILED", "CCAS"}, {"GONE", "Parti"}, {"NEW", "Venue"}, {"UNUSUAL", "Boulangerie"}, {"USUAL", "Martin"}}, seen)
	require.Equal(t, "measurements.incomplete", r.Items[0].Failure.Key)
	require.Equal(t, "2026-11-01", r.Items[1].Days.From.String())
	require.NotEmpty(t, r.Items[1].Last.Number)
	rate, known := r.Items[3].Change()
	require.True(t, known)
	require.InDelta(t, 1, rate, 0.01, "twice as much a day")
	some := review(second, billrun.ReviewUnusual, billrun.ReviewGone)
	require.Equal(t, []any{2, 2, r.Counts}, []any{some.Number, len(some.Items), some.Counts})

	// What comes to nothing is told before what is new.
	b.Meter.Hourly[pairOf("Venue")] = energy.MilliWh(0)
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(b.Sites["Venue"], producer, "2026-11-01").ID))
	only, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Énergie seule", Period: billing.Monthly, Method: billing.Cheque, Charges: b.Plan.Charges[:1]})
	require.NoError(t, err)
	require.NoError(t, b.TrySubscribe(only.ID, b.Sites["Venue"], producer, "2026-11-01"))
	require.Equal(t, "Venue", review(b.Run("2026-11-30"), billrun.ReviewZero).Items[0].ClientName)

	_, err = b.Runs.Review(t.Context(), b.Account("Martin"), b.Scope, second.ID, nil)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
