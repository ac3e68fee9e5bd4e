package statement

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// TestWhatIsStatedIsOfProducersAndRegular: what consumers agreed is invoiced, not stated; a plan without a period
// is never due; periods that are billed already are not due again; the order is that of names and days.
func TestWhatIsStatedIsOfProducersAndRegular(t *testing.T) {
	t.Parallel()
	from := civil.NewDate(2026, 1, 1)
	year := civil.Range{From: from, To: civil.Forever}
	sub := func(consumer, producer, plan id.ID, billed ...civil.Range) billing.Subscription {
		return billing.Subscription{ID: consumer + producer + plan, Pair: billing.Pair{ConsumerID: consumer, ProducerID: producer}, PlanID: plan, Days: year, Billed: billed}
	}
	month := func(m int) civil.Range { return civil.NewMonth(2026, 1).Add(m - 1).Range() }
	a := &agreement.Agreements{Op: operation.Operation{AnniversaryDate: from},
		Sites: map[id.ID]billing.Site{"c": {ID: "c", Name: "Anne", Activation: year}, "z": {ID: "z", Name: "Zoé", Activation: year}, "e": {ID: "e", Name: "Émile", Activation: year}},
		Plans: map[id.ID]billing.Plan{"monthly": {Period: billing.Monthly}, "never": {}},
		Subscriptions: []billing.Subscription{
			sub("c", "", "monthly"), sub("c", "z", "monthly"), sub("", "z", "never"), sub("", "z", "monthly"), sub("", "e", "monthly", month(1)),
		}}
	type line struct {
		producer id.ID
		days     civil.Range
	}
	var got []line
	for _, d := range dues(a, civil.NewDate(2026, 3, 31)) {
		require.False(t, d.excess)
		got = append(got, line{d.ProducerID, d.days})
	}
	require.Equal(t, []line{{"e", month(2)}, {"e", month(3)}, {"z", month(1)}, {"z", month(2)}, {"z", month(3)}}, got)

	a.Subscriptions = []billing.Subscription{sub("", "z", "monthly")}
	all := dues(a, from+31*(billing.MaxPairPeriods+5))
	require.Len(t, all, billing.MaxPairPeriods+1, "no more than one too many")
	for n, d := range all {
		require.Equal(t, n == billing.MaxPairPeriods, d.excess, n)
	}
}
