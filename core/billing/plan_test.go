package billing_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

func TestMonthsOfAPeriod(t *testing.T) {
	t.Parallel()
	for period, months := range map[billing.PlanPeriod]int{billing.Monthly: 1, billing.Bimonthly: 2, billing.Quarterly: 3, billing.TwiceAYear: 6, billing.Yearly: 12, "WEEKLY": 0} {
		require.Equal(t, months, period.Months(), period)
	}
}

// TestTheUsualPricesOfADay are the latest that the country had by then, whatever the order.
func TestTheUsualPricesOfADay(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, 6, 1)
	of := func(country dso.Country, since civil.Date) billing.PriceRange {
		return billing.PriceRange{Country: country, Since: since, Low: 1, High: 2}
	}
	all := []billing.PriceRange{of(dso.France, day-30), of(dso.Belgium, day-10), of(dso.France, day), of(dso.France, day-60), of(dso.France, day+1), of(dso.Belgium, day-20)}
	for _, c := range []struct {
		country dso.Country
		day     civil.Date
		want    int
	}{{dso.France, day, 2}, {dso.France, day - 1, 0}, {dso.France, day - 31, 3}, {dso.France, day + 9, 4}, {dso.France, day - 61, -1}, {dso.Belgium, day, 1}, {dso.Belgium, day - 11, 5}, {"NL", day, -1}} {
		for range 2 {
			got := billing.UsualOn(all, c.country, c.day)
			if c.want < 0 {
				require.Nil(t, got, "%s %s", c.country, c.day)
				break
			}
			want := of(c.country, []civil.Date{day - 30, day - 10, day, day - 60, day + 1, day - 20}[c.want])
			require.Equal(t, &want, got, "%s %s", c.country, c.day)
			slices.Reverse(all)
		}
	}
}

// TestARangeOfUsualPricesSaysAllThatIsWrong.
func TestARangeOfUsualPricesSaysAllThatIsWrong(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, 6, 1)
	for _, c := range []struct {
		r    billing.PriceRange
		want []string
	}{
		{billing.PriceRange{Country: dso.France, Since: day, Low: 1, High: billing.MaxUsualPrice}, nil},
		{billing.PriceRange{Country: dso.Belgium, Since: day, Low: 1, High: 2}, nil},
		{billing.PriceRange{Country: "NL", Since: day, Low: 1, High: 2}, []string{billing.ErrRangeCountry.Key + " at " + billing.ErrRangeCountry.Field}},
		{billing.PriceRange{Country: dso.France, Since: civil.Forever, Low: 1, High: 2}, []string{fault.DateInvalid.Key + " at startDate"}},
		{billing.PriceRange{Country: dso.France, Since: day, Low: 0, High: 2}, []string{billing.ErrRangePrice.Key + " at lowMicroEuro"}},
		{billing.PriceRange{Country: dso.France, Since: day, Low: billing.MaxUsualPrice + 1, High: billing.MaxUsualPrice + 1},
			[]string{billing.ErrRangePrice.Key + " at lowMicroEuro", billing.ErrRangePrice.Key + " at highMicroEuro"}},
		{billing.PriceRange{Country: dso.France, Since: day, Low: 1}, []string{billing.ErrRangePrice.Key + " at highMicroEuro"}},
		{billing.PriceRange{Country: dso.France, Since: day, Low: 2, High: 2}, []string{billing.ErrRangeReversed.Key + " at " + billing.ErrRangeReversed.Field}},
	} {
		var got []string
		if err := c.r.Check(); err != nil {
			for _, i := range fault.From(err).Items {
				got = append(got, i.Key+" at "+i.Field)
			}
		}
		require.Equal(t, c.want, got, "%+v", c.r)
	}
}

func TestPlansSayEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	tooMuch := money.VATRate(10_001)
	offered := billing.Terms{Usages: []billing.Usage{billing.UsageEnergy}, Methods: []billing.PaymentMethod{billing.Transfer}, Rates: []money.VATRate{2000, 550}}
	err := billing.Plan{Name: " ", Period: "WEEKLY", TermDays: 61, Method: billing.Debit, Charges: []billing.Charge{
		{Code: "A", Type: billing.Fixed, Usage: billing.UsageEnergy, Price: 1}, {Code: "A", Type: billing.PerUnit, Price: 0},
		{Code: "B", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 1, VATRate: &tooMuch}, {Type: "FREE", Price: 1},
		{Code: "P", Type: billing.Fixed, Option: billing.AtPeakHours, Price: 1}, {Code: "I", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: 1},
	}}.Check(offered)
	var keys []string
	for _, i := range fault.From(err).Items {
		keys = append(keys, i.Key)
	}
	require.ElementsMatch(t, []string{"plan.nameRequired", "plan.periodUnknown", "plan.paymentTermInvalid", "charge.usageNotAllowed",
		"charge.priceInvalid", "charge.usageRequired", "charge.codeTaken", "charge.usageUnavailable", "charge.vatInvalid", "charge.codeRequired", "charge.typeUnknown",
		"plan.methodUnavailable", "charge.pricingOptionUnavailable", "charge.usageUnavailable"}, keys)

	rate := money.VATRate(2000)
	offered.Costs = true
	err = billing.Plan{Name: "C", Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{
		{Code: "A", Type: billing.PassThrough, Price: 1, Treatment: billing.OwnRate}, {Code: "B", Type: billing.PassThrough, Treatment: billing.Gross},
		{Code: "C", Type: billing.PassThrough, Usage: billing.UsageEnergy}, {Code: "D", Type: billing.Fixed, Price: 1, Treatment: billing.Gross}}}.Check(offered)
	keys = nil
	for _, i := range fault.From(err).Items {
		keys = append(keys, fmt.Sprint(i.Row, " ", i.Key))
	}
	require.ElementsMatch(t, []string{"1 charge.priceNotAllowed", "2 charge.passThroughTwice", "2 charge.grossRateRequired", "3 charge.passThroughTwice",
		"3 charge.usageNotAllowed", "3 charge.vatTreatmentRequired", "4 charge.vatTreatmentNotAllowed"}, keys)
	costs := billing.Plan{Name: "C", Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{{Code: "R", Type: billing.PassThrough, Treatment: billing.Gross, VATRate: &rate}}}
	require.NoError(t, costs.Check(offered))
	own := costs
	own.Charges = []billing.Charge{{Code: "R", Type: billing.PassThrough, Treatment: billing.OwnRate, VATRate: &rate}}
	require.False(t, own.SamePrices(costs))
	offered.Usages = append(offered.Usages, billing.UsageInjection)
	costs.Charges = append(costs.Charges, billing.Charge{Code: "I", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: 1})
	require.Equal(t, "charge.passThroughOfProducers", fault.From(costs.Check(offered)).Items[0].Key)
	offered.Costs = false
	require.Equal(t, "charge.passThroughUnavailable", fault.From(own.Check(offered)).Items[0].Key)

	plan := billing.Plan{Name: "P", Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{
		{Code: "low", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 49_999}, {Code: "edge", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 50_000},
		{Code: "high", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 200_001}, {Code: "month", Type: billing.Fixed, Price: 9_000_000}}}
	require.NoError(t, plan.Check(offered))
	for rate, refused := range map[money.VATRate]bool{2000: false, 550: false, 0: true, 1960: true, 2001: true} {
		plan.Charges[0].VATRate = &rate
		require.Equal(t, refused, plan.Check(offered) != nil, "%s %%", rate)
	}
	plan.Charges[0].VATRate = nil
	require.Empty(t, plan.Warnings(), "nothing is known")
	plan.Usual = &billing.PriceRange{Low: 50_000, High: 200_000}
	warnings := plan.Warnings()
	require.Len(t, warnings, 2)
	require.Equal(t, "low", warnings[0].Params["code"])
	require.Equal(t, 3, warnings[1].Row)
}
