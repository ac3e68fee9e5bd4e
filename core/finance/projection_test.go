package finance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
)

// outlookOf is one roof that sells to one school: 0.10 € per kWh and 3 € a month.
func outlookOf(sub billing.Subscription) outlook {
	open := civil.Range{From: civil.NewDate(2020, 1, 1), To: civil.Forever}
	agreed := &agreement.Agreements{Op: operation.Operation{AnniversaryDate: civil.NewDate(2020, 1, 1)},
		Sites:    map[id.ID]billing.Site{"s": {ID: "s", Activation: open}, "r": {ID: "r", Activation: open}},
		Issuers:  map[id.ID]billing.BillingEntity{"i": {Identity: billing.Identity{LegalNumber: "217400563"}}},
		Clients:  map[id.ID]billing.BillableEntity{"c": {Identity: billing.Identity{LegalNumber: "552081317"}}},
		IssuerOf: map[id.ID]id.ID{"r": "i"}, ClientOf: map[id.ID]id.ID{"s": "c"},
		Plans: map[id.ID]billing.Plan{"p": {Charges: []billing.Charge{{Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}, {Type: billing.Fixed, Price: 3_000_000}}}},
	}
	sub.Pair, sub.PlanID = billing.Pair{ConsumerID: "s", ProducerID: "r"}, "p"
	agreed.Subscriptions = []billing.Subscription{sub}
	of := map[civil.Month]reference{}
	for n := range 12 {
		m := october.Add(-n)
		of[m] = reference{pairs: map[metering.Pair]energy.MilliWh{{ConsumerID: "s", ProducerID: "r"}: milli(int64(100 + n))},
			sites: map[billable.Billed]billable.SiteMonth{
				{ParticipantID: "s", Side: metering.Consumer}: siteMonth("s", metering.Consumer, m, milli(300), milli(int64(100+n)), metering.Absent),
				{ParticipantID: "r", Side: metering.Producer}: siteMonth("r", metering.Producer, m, milli(150), milli(int64(100+n)), milli(30)),
			}}
	}
	return outlook{agreed: agreed, active: map[id.ID]civil.Range{"s": open, "r": open}, prices: prices{}, last: october, of: of}
}

// TestThreeYearsRepeatTheLastOne: each month the same of the last measured year, at the prices agreed.
func TestThreeYearsRepeatTheLastOne(t *testing.T) {
	t.Parallel()
	o := outlookOf(billing.Subscription{Days: civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.Forever}})
	for n := range ProjectedMonths {
		m := october.Add(1 + n)
		got, err := o.month(m)
		require.NoError(t, err)
		require.Equal(t, m.Month(), got.Reference.Month())
		require.Contains(t, o.of, got.Reference)
		shared := o.of[got.Reference].pairs[metering.Pair{ConsumerID: "s", ProducerID: "r"}]
		if m.Days() != got.Reference.Days() { // a leap year
			require.Equal(t, civil.NewMonth(2028, 2), m)
			shared = shared * 29 / 28
		}
		per, err := money.Amount(money.KilowattHours(shared), 100_000)
		require.NoError(t, err)
		surplus := milli(30) // of the roof alone: what the school takes from elsewhere is no surplus
		if m.Days() != got.Reference.Days() {
			surplus = surplus * 29 / 28
		}
		require.Equal(t, []any{shared, surplus, per, money.Cents(300), 0, 1}, []any{*got.Shared, *got.Surplus, got.PerUnit, got.Fixed, got.Without, got.Unpriced})
	}
}

// TestASubscriptionCountsOnItsDays: half a month is half the energy of it, and what has ended brings nothing.
func TestASubscriptionCountsOnItsDays(t *testing.T) {
	t.Parallel()
	o := outlookOf(billing.Subscription{Days: civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2026, 11, 16)}})
	november, err := o.month(civil.NewMonth(2026, 11))
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(555), money.Cents(150)}, []any{november.PerUnit, november.Fixed}, "half of 111 kWh")
	december, err := o.month(civil.NewMonth(2026, 12))
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(0), money.Cents(0)}, []any{december.PerUnit, december.Fixed})
}

// TestADiscountLowersWhatIsProjected on its days, of energy and of what is asked by the month alike, and no longer.
func TestADiscountLowersWhatIsProjected(t *testing.T) {
	t.Parallel()
	o := outlookOf(billing.Subscription{Days: civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.Forever}})
	pair := billing.Pair{ConsumerID: "s", ProducerID: "r"}
	projected := func(m civil.Month, by ...agreement.Discount) []money.Cents {
		o.agreed.Discounts = map[billing.Pair][]agreement.Discount{pair: by}
		got, err := o.month(m)
		require.NoError(t, err)
		require.Zero(t, got.Without)
		return []money.Cents{got.PerUnit, got.Fixed}
	}
	november, december := civil.NewMonth(2026, 11), civil.NewMonth(2026, 12)
	lasting := agreement.Discount{Pair: pair, Days: civil.Range{From: november.First(), To: civil.Forever}, Percent: 2500}
	require.Equal(t, []money.Cents{1110, 300}, projected(november), "111 kWh at 0.10 and 3 €")
	require.Equal(t, []money.Cents{1110 - 278, 225}, projected(november, lasting), "a quarter of 11.10 is 2.78")
	require.Equal(t, []money.Cents{1100 - 275, 225}, projected(civil.NewMonth(2028, 12), lasting), "it has no end")
	half := agreement.Discount{Pair: pair, Days: civil.Range{From: november.First(), To: civil.NewDate(2026, 11, 16)}, Percent: money.Whole}
	require.Equal(t, []money.Cents{555, 150}, projected(november, half), "half of the month is free")
	require.Equal(t, []money.Cents{1100, 300}, projected(december, half), "it has ended")
	o.agreed.Discounts[billing.Pair{ConsumerID: "s"}] = []agreement.Discount{lasting}
	require.Equal(t, []money.Cents{1110, 300}, projected(november), "that of another pair")
}

// TestWhatTheProjectionLacksIsTold: a consumer who was not measured, a producer without a price.
func TestWhatTheProjectionLacksIsTold(t *testing.T) {
	t.Parallel()
	o := outlookOf(billing.Subscription{Days: civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.Forever}})
	delete(o.of[october].sites, billable.Billed{ParticipantID: "s", Side: metering.Consumer})
	got, err := o.month(civil.NewMonth(2027, 10))
	require.NoError(t, err)
	require.Nil(t, got.Shared)
	require.Equal(t, []any{1, 1, money.Cents(300)}, []any{got.Without, got.Unpriced, got.Fixed})
	require.Nil(t, got.Sale)
	o.prices = prices{"r": {{From: civil.NewDate(2027, 1, 1), Price: 50_000}}}
	got, err = o.month(civil.NewMonth(2027, 10))
	require.NoError(t, err)
	require.Equal(t, []any{0, money.Cents(150)}, []any{got.Unpriced, *got.Sale})
	same := o.agreed.Issuers["i"]
	o.agreed.Clients["c"] = billing.BillableEntity{Identity: same.Identity}
	own, err := outlook{agreed: &agreement.Agreements{Op: o.agreed.Op, Sites: o.agreed.Sites, Issuers: o.agreed.Issuers, Clients: o.agreed.Clients, IssuerOf: o.agreed.IssuerOf,
		ClientOf: o.agreed.ClientOf, Plans: o.agreed.Plans, Subscriptions: o.agreed.Subscriptions}, active: o.active, last: o.last, of: o.of}.month(civil.NewMonth(2027, 9))
	require.NoError(t, err)
	require.Equal(t, money.Cents(0), own.Fixed, "nobody invoices oneself")
}

// TestSurplusIsThatOfProducersThatWereMeasured: others have none, which is not zero.
func TestSurplusIsThatOfProducersThatWereMeasured(t *testing.T) {
	t.Parallel()
	open := civil.Range{From: civil.NewDate(2020, 1, 1), To: civil.Forever}
	of := func(side metering.Side, whole, shared, surplus energy.MilliWh) billable.SiteMonth {
		return siteMonth("x", side, october, whole, shared, surplus)
	}
	absent := metering.Absent
	for name, c := range map[string]struct {
		site     billable.SiteMonth
		active   civil.Range
		price    bool
		surplus  energy.MilliWh
		sale     money.Cents
		unpriced int
	}{
		"a consumer takes more than is shared": {of(metering.Consumer, milli(300), milli(100), absent), open, true, absent, -1, 0},
		"of a producer nothing is known":       {of(metering.Producer, absent, absent, absent), open, true, absent, -1, 0},
		"as the operator tells":                {of(metering.Producer, milli(150), milli(100), milli(40)), open, true, milli(40), 400, 0},
		"the rest":                             {of(metering.Producer, milli(150), milli(100), absent), open, true, milli(50), 500, 0},
		"without a price":                      {of(metering.Producer, milli(150), milli(100), absent), open, false, milli(50), -1, 1},
		"none, without a price":                {of(metering.Producer, milli(100), milli(100), absent), open, false, 0, -1, 0},
		"it has left":                          {of(metering.Producer, milli(150), milli(100), absent), civil.Range{From: open.From, To: civil.NewDate(2027, 10, 1)}, true, absent, -1, 0},
	} {
		o := outlook{agreed: &agreement.Agreements{}, active: map[id.ID]civil.Range{"x": c.active}, last: october,
			of: map[civil.Month]reference{october: {sites: map[billable.Billed]billable.SiteMonth{c.site.Billed: c.site}}}}
		if c.price {
			o.prices = prices{"x": {{From: open.From, Price: 100_000}}}
		}
		got, err := o.month(civil.NewMonth(2027, 10))
		require.NoError(t, err, name)
		surplus, sale := absent, money.Cents(-1)
		if got.Surplus != nil {
			surplus = *got.Surplus
		}
		if got.Sale != nil {
			sale = *got.Sale
		}
		require.Equal(t, []any{c.surplus, c.sale, c.unpriced}, []any{surplus, sale, got.Unpriced}, name)
	}
}
