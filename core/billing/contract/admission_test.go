package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func TestPlacingASubscription(t *testing.T) {
	t.Parallel()
	d := func(month, day int) civil.Date { return civil.Date(20_000 + month*31 + day) }
	from := func(x civil.Date) civil.Range { return civil.Range{From: x, To: civil.Forever} }
	until := func(x civil.Date) *civil.Date { return &x }
	running := billing.Subscription{ID: "1", PlanID: "a", Days: from(d(1, 1))}
	invoiced := running
	invoiced.InvoicedUntil = until(d(5, 0))
	ended := billing.Subscription{ID: "1", PlanID: "a", Days: civil.Range{From: d(1, 1), To: d(3, 1)}}
	for _, c := range []struct {
		name     string
		existing []billing.Subscription
		plan     id.ID
		days     civil.Range
		last     *civil.Date
		closes   bool
		key      string
	}{
		{"the first one", nil, "a", from(d(1, 1)), nil, false, ""},
		{"another plan closes the running one", []billing.Subscription{running}, "b", from(d(4, 1)), nil, true, ""},
		{"after one that has ended", []billing.Subscription{ended}, "a", from(d(3, 1)), nil, false, ""},
		{"the same plan again", []billing.Subscription{running}, "a", from(d(4, 1)), nil, false, "subscription.alreadySubscribed"},
		{"not after the previous one", []billing.Subscription{running}, "b", from(d(1, 1)), nil, false, "subscription.startNotAfterPrevious"},
		{"before the previous one", []billing.Subscription{running}, "b", civil.Range{From: d(0, 1), To: d(0, 5)}, nil, false, "subscription.startNotAfterPrevious"},
		{"on an invoiced day", []billing.Subscription{invoiced}, "b", from(d(5, 0)), nil, false, "subscription.overlapsInvoicedPeriod"},
		{"the day after", []billing.Subscription{invoiced}, "b", from(d(5, 1)), until(d(5, 0)), true, ""},
		{"on the last invoice date of the client", nil, "a", from(d(5, 0)), until(d(5, 0)), false, "subscription.startNotAfterLastInvoice"},
		{"ends before it starts", nil, "a", civil.Range{From: d(5, 0), To: d(5, 0)}, nil, false, "subscription.datesReversed"},
	} {
		closes, err := follow(c.existing, c.plan, c.days, c.last)
		if c.key != "" {
			require.Equal(t, c.key, fault.KeyOf(err), c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, c.closes, closes != nil, c.name)
	}
}

func TestSitesOfASubscription(t *testing.T) {
	t.Parallel()
	sites := map[id.ID]billing.Site{
		"c": {ID: "c", Name: "C", Consumes: true, Activation: civil.Range{From: 100, To: 200}},
		"n": {ID: "n", Name: "N", Consumes: true},
		"p": {ID: "p", Name: "P", Produces: true, Activation: civil.Range{From: 0, To: civil.Forever}},
	}
	of := func(consumer, producer id.ID) billing.Pair {
		return billing.Pair{ConsumerID: consumer, ProducerID: producer}
	}
	for _, c := range []struct {
		pair  billing.Pair
		first civil.Date
		key   string
	}{
		{of("c", "p"), 100, ""}, {of("c", ""), 199, ""},
		{of("c", "p"), 99, "subscription.outsidePerimeter"}, {of("c", "p"), 200, "subscription.outsidePerimeter"},
		{of("n", "p"), 100, "subscription.outsidePerimeter"},
		{of("", "p"), 100, ""}, {of("", "c"), 100, "subscription.producerNotInOperation"}, {of("", ""), 100, "subscription.consumerRequired"},
		{of("x", "p"), 100, "subscription.consumerNotInOperation"}, {of("p", "p"), 100, "subscription.consumerNotInOperation"},
		{of("c", "x"), 100, "subscription.producerNotInOperation"}, {of("c", "c"), 100, "subscription.producerNotInOperation"},
	} {
		err := checkSites(c.pair, sites, c.first)
		if c.key == "" {
			require.NoError(t, err)
		} else {
			require.Equal(t, c.key, fault.KeyOf(err), "%v from %d", c.pair, c.first)
		}
	}
}
