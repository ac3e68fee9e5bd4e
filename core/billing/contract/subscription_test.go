package contract

import (
	"testing"

	"github.com/openpmo/pmo/core/billing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
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
		{of("", "p"), 100, "subscription.consumerRequired"}, {of("", ""), 100, "subscription.consumerRequired"},
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

func TestPlansSayEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	tooMuch := money.VATRate(10_001)
	offered := billing.Terms{Usages: []billing.Usage{billing.UsageEnergy}, Methods: []billing.PaymentMethod{billing.Transfer}, Rates: []money.VATRate{2000, 550}}
	err := billing.Plan{Name: " ", Period: "WEEKLY", TermDays: 61, Method: billing.Debit, Charges: []billing.Charge{
		{Code: "A", Type: billing.Fixed, Usage: billing.UsageEnergy, Price: 1}, {Code: "A", Type: billing.PerUnit, Price: 0},
		{Code: "B", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 1, VATRate: &tooMuch}, {Type: "FREE", Price: 1},
		{Code: "P", Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtPeakHours, Price: 1}, {Code: "I", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: 1},
	}}.Check(offered)
	var keys []string
	for _, i := range fault.From(err).Items {
		keys = append(keys, i.Key)
	}
	require.ElementsMatch(t, []string{"plan.nameRequired", "plan.periodUnknown", "plan.paymentTermInvalid", "charge.usageNotAllowed",
		"charge.priceInvalid", "charge.usageRequired", "charge.codeTaken", "charge.usageUnavailable", "charge.vatInvalid", "charge.codeRequired", "charge.typeUnknown",
		"plan.methodUnavailable", "charge.pricingOptionUnavailable", "charge.usageUnavailable"}, keys)

	plan := billing.Plan{Name: "P", Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{
		{Code: "low", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 49_999}, {Code: "edge", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 50_000},
		{Code: "high", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 200_001}, {Code: "month", Type: billing.Fixed, Price: 9_000_000}}}
	require.NoError(t, plan.Check(offered))
	for rate, refused := range map[money.VATRate]bool{2000: false, 550: false, 0: true, 1960: true, 2001: true} {
		plan.Charges[0].VATRate = &rate
		require.Equal(t, refused, plan.Check(offered) != nil, "%s %%", rate)
	}
	plan.Charges[0].VATRate = nil
	warnings := plan.Warnings(billing.UsualPrices)
	require.Len(t, warnings, 2)
	require.Equal(t, "low", warnings[0].Params["code"])
	require.Equal(t, 3, warnings[1].Row)
}

// The past that is billed is skipped, and nothing that is due with it.
func TestBilledPastChangesNothingThatIsDue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := civil.NewDate(2024, 1, 1).AddDays(rapid.IntRange(0, 100).Draw(t, "start"))
		days := civil.Range{From: start, To: start.AddDays(rapid.IntRange(1, 900).Draw(t, "days"))}
		var billed []civil.Range
		for range rapid.IntRange(0, 4).Draw(t, "stretches") {
			from := start.AddDays(rapid.IntRange(-50, 800).Draw(t, "from"))
			billed = append(billed, civil.Range{From: from, To: from.AddDays(rapid.IntRange(1, 200).Draw(t, "length"))})
		}
		s := billing.Subscription{Days: days, Billed: civil.Merge(billed)}
		months := rapid.SampledFrom([]int{1, 2, 3, 6, 12}).Draw(t, "months")
		upTo := start.AddDays(rapid.IntRange(0, 1000).Draw(t, "upTo"))
		due := func(days civil.Range) (spans []civil.Range, periods []civil.Range) {
			for _, seg := range billing.Segments(civil.NewDate(2020, 1, 31), months, days, upTo, 1000) {
				for _, span := range billing.Subtract(seg.Days, s.Billed) {
					spans, periods = append(spans, span), append(periods, seg.Period)
				}
			}
			return spans, periods
		}
		wantSpans, wantPeriods := due(days)
		spans, periods := due(s.Unbilled(days))
		require.Equal(t, wantSpans, spans)
		require.Equal(t, wantPeriods, periods)
	})
}
