package billing_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// TestAProducersPartIsCountedOfAllPairs, of which only some are kept one by one.
func TestAProducersPartIsCountedOfAllPairs(t *testing.T) {
	t.Parallel()
	run := billing.Run{ParticipantID: "p", Unpriced: billing.Unpriced{Energy: 1000, Number: 400,
		Pairs:      []billing.UnpricedPair{{Pair: billing.Pair{ConsumerID: "c", ProducerID: "p"}, Energy: 7}, {Pair: billing.Pair{ConsumerID: "c", ProducerID: "q"}, Energy: 5}},
		ByProducer: map[id.ID]billing.UnpricedSum{"p": {Energy: 600, Number: 250}, "q": {Energy: 400, Number: 150}}}}
	own, err := (&billing.Seller{Producers: []id.ID{"p"}}).OwnPart(run)
	require.NoError(t, err)
	require.Len(t, own.Unpriced.Pairs, 1)
	require.Equal(t, []any{energy.MilliWh(600), 250}, []any{own.Unpriced.Energy, own.Unpriced.Number})
}

// TestAFailureIsToldInFixedWords, by its key: programs map on their beginning.
func TestAFailureIsToldInFixedWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		is   error
	}{
		{"missing billable usages from 2026-10-01", billing.ErrMeasurementsMissing.With("date", "2026-10-01")},
		{"Incomplete measurements for the following days: 2026-10-01, 2026-10-03", billing.ErrMeasurementsIncomplete.With("days", []string{"2026-10-01", "2026-10-03"})},
		{"missing payment details for billing entity Toit", billing.ErrIssuerPayment.With("name", "Toit")},
		{"missing payment details for billable entity Four", billing.ErrClientPayment.With("name", "Four")},
	} {
		require.Equal(t, c.text, billing.Text(fault.From(c.is)))
	}
}

// TestPublishingAsksAboutWhatNobodyPaysFor, and not about what came before a subscription.
func TestPublishingAsksAboutWhatNobodyPaysFor(t *testing.T) {
	t.Parallel()
	require.Nil(t, billing.Unpriced{Number: 1, Energy: 1, Pairs: []billing.UnpricedPair{{Reason: billing.SubscriptionLater}}}.Refusal())
	pair := billing.UnpricedPair{Pair: billing.Pair{ConsumerID: "c", ProducerID: "p"}, ConsumerName: "Four", Energy: 2_000_000, Reason: billing.NotSubscribed}
	f := billing.Unpriced{Number: 1, Energy: 2_000_000, Asked: 1, AskedEnergy: 2_000_000, Pairs: []billing.UnpricedPair{pair}}.Refusal()
	require.Equal(t, []any{"invoice.energyUnpriced", "2", 1}, []any{f.Key, f.Params["quantity"], f.Params["pairs"]})
	require.Equal(t, "Four", f.Items[0].Params["consumer"])

	many := billing.Unpriced{Number: 30, Energy: 60_000_000, Asked: 30, AskedEnergy: 60_000_000, Pairs: slices.Repeat([]billing.UnpricedPair{pair}, 30)}.Refusal()
	require.Equal(t, []any{30, 20}, []any{many.Params["pairs"], len(many.Items)}, "all are counted, the first are named")
}

// TestARunCountsItsItems by what became of them.
func TestARunCountsItsItems(t *testing.T) {
	t.Parallel()
	pending, success, failure := billing.Run{Items: []billing.RunItem{{Status: billing.RunSuccess}, {Status: billing.RunFailure}, {Status: billing.RunPending}, {Status: billing.RunFailure}}}.Progress()
	require.Equal(t, []int{1, 1, 2}, []int{pending, success, failure})
}

// TestWhatADraftSaysAgain is compared line by line, and who waits for a notice has no due day.
func TestWhatADraftSaysAgain(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, 12, 6)
	inv := billing.Invoice{Method: billing.Transfer, DueDate: &day, Net: 100, VAT: 20, Amount: 120, Lines: []billing.Line{{Net: 100, Rate: 2000, Quantity: 1, Unit: billing.UnitKWh}}}
	require.Equal(t, &day, inv.Due())
	require.True(t, inv.CountsEnergy())
	require.True(t, inv.SameContent(inv))
	totals, err := inv.Totals()
	require.NoError(t, err)
	require.Equal(t, inv.Amount, totals.Gross)
	other := inv
	other.Lines = []billing.Line{{Net: 100, Rate: 2000, Quantity: 2, Unit: billing.UnitKWh}}
	require.False(t, inv.SameContent(other))
	inv.Method = billing.PublicTreasuryDebit
	require.Nil(t, inv.Due())
}

// TestWhatIsAskedComesFirst: what nobody subscribed for yet, but will, asks nothing.
func TestWhatIsAskedComesFirst(t *testing.T) {
	t.Parallel()
	later := billing.UnpricedPair{Reason: billing.SubscriptionLater}
	for _, reason := range []billing.UnpricedReason{billing.IssuerMissing, billing.NotSubscribed, billing.SubscriptionOver} {
		require.Less(t, billing.UnpricedPair{Reason: reason}.Rank(), later.Rank(), reason)
	}
}
