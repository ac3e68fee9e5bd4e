package drafting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// supply tells the peak hours of a site, as its contract of supply has them.
func supply(b *coretest.Billing, site, from, to string) {
	b.Exec(`insert into price_configs (participant_id, operation_id, consumer_type, contract_type, peak_start, off_peak_start, on_trv, version, updated_at)
		values ($1, $2, 'individual', 'DOUBLE_PRICE', extract(epoch from $3::time) / 60, extract(epoch from $4::time) / 60, false, 2, now())
		on conflict (participant_id) do update set peak_start = excluded.peak_start, off_peak_start = excluded.off_peak_start`, b.Sites[site], b.Operation, from, to)
}

func slotPlan(b *coretest.Billing, name string, charges ...billing.Charge) id.ID {
	plan, err := b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: name, Period: billing.Monthly, Method: billing.PublicTreasuryPaymentOrder, Charges: charges})
	require.NoError(b.T, err)
	return plan.ID
}

// TestPricesAtTheHoursOfASite, by hand, over October 2026, whose clock goes back on the 25th: Martin
// receives 0.625 kWh an hour, of 745 hours. From 6:30 to 22:00 are 15.5 hours a day: 480.5 hours are
// 300.3125 kWh, the other 264.5 hours 165.3125 kWh. The meter of the test counts by whole hours, half of
// that from six to seven.
func TestPricesAtTheHoursOfASite(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	peak := billing.Charge{Code: "HP", Name: "Heures pleines", Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtPeakHours, Price: 150_000}
	off := billing.Charge{Code: "HC", Name: "Heures creuses", Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtOffPeakHours, Price: 90_000}
	both := slotPlan(b, "HP HC", peak, off)
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(martin, producer, "2026-10-01").ID))
	require.NoError(t, b.TrySubscribe(both, martin, producer, "2026-10-01"))
	failure := func() string {
		for _, i := range b.Run("2026-10-31").Items {
			if i.ClientName == "Martin" && i.Failure != nil {
				return i.Failure.Key
			}
		}
		return ""
	}
	require.Equal(t, "subscription.hoursMissing", failure())

	supply(b, "Martin", "06:30", "22:00")
	require.Empty(t, failure())
	draft := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	view, err := b.Services.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, draft.ID)
	require.NoError(t, err)
	require.Len(t, view.Lines, 2)
	first, second := view.Lines[0], view.Lines[1]
	require.Equal(t, []any{"Heures pleines", billing.AtPeakHours, civil.Hours{From: 390, To: 1320}, money.QuantityE4(3_003_130), money.Cents(4505)}, []any{first.Label, first.Option, *first.Hours, first.Quantity, first.Net})
	require.Equal(t, []any{"Heures creuses", billing.AtOffPeakHours, civil.Hours{From: 1320, To: 390}, money.QuantityE4(1_653_130), money.Cents(1488)}, []any{second.Label, second.Option, *second.Hours, second.Quantity, second.Net})
	require.EqualValues(t, 745*625_000, view.Energy, "each kWh once")
	require.EqualValues(t, view.Energy, first.Energy+second.Energy, "to the milliwatt-hour")

	// Other hours make the draft stale; what is issued stays, and is not looked at again by them.
	supply(b, "Martin", "07:00", "22:00")
	refused := b.Publish(draft.ID)[0].Refused
	require.NotNil(t, refused)
	require.Equal(t, "invoice.stale", refused.Key)
	require.Empty(t, failure())
	issued := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(issued.ID)[0].Refused)
	require.Equal(t, 1, b.Count("invoices where snapshot->'Lines'->0->'Hours'->>'From' = '420' and id = '"+string(issued.ID)+"'"), "frozen with the invoice")
	require.Equal(t, "Heures pleines (07:00–22:00)", billing.DocumentLine{Label: "Heures pleines", Hours: &civil.Hours{From: 420, To: 1320}}.Name(), "the line explains itself")
	supply(b, "Martin", "08:00", "20:00")
	require.NoError(t, b.Corrections.CurvesChanged(t.Context(), b.Operation, []civil.Month{civil.MonthOf(coretest.Date("2026-10-01"))}))
	require.Zero(t, b.Count("corrections"), "hours of today do not correct what was issued")
}

// TestEnergyAtHoursWithoutPrice is refused with its kWh, as a volume is; a price at any hour covers all.
func TestEnergyAtHoursWithoutPrice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	supply(b, "Martin", "06:00", "22:00")
	peak := billing.Charge{Code: "HP", Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtPeakHours, Price: 150_000}
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	subscribe := func(plan id.ID) {
		require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, b.SubscriptionOf(martin, producer, "2026-10-01").ID))
		require.NoError(t, b.TrySubscribe(plan, martin, producer, "2026-10-01"))
	}
	subscribe(slotPlan(b, "HP seul", peak))
	for _, i := range b.Run("2026-10-31").Items {
		if i.ClientName == "Martin" {
			require.Equal(t, "plan.slotUnpriced", i.Failure.Key)
			require.Equal(t, []any{"OFF_PEAK", "155.625"}, []any{i.Failure.Params["pricingOption"], i.Failure.Params["quantity"]}, "249 hours of 0.625 kWh")
		}
	}
	base := billing.Charge{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}
	subscribe(slotPlan(b, "Majoration", base, peak))
	b.Run("2026-10-31")
	require.EqualValues(t, 745*625_000, b.Listed(billing.InvoiceFilter{Query: "Martin"})[0].Energy, "counted once")
}
