package billing_test

import (
	"testing"

	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// The chart of an invoice adds up its sites day by day; a day that is not known of one
// of them is left out of it.
func TestTheDaysOfADocument(t *testing.T) {
	t.Parallel()
	b := town(t)
	north, south, producer := b.Site("Nord", "consumer", ""), b.Site("Sud", "consumer", "[2026-10-11,)"), b.Sites["Commune"]
	client := b.Client("Deux sites", "", party.Individual, north)
	_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client.ID, entity.BillableEntityChange{ConsumerIDs: []id.ID{north, south}})
	require.NoError(t, err)
	b.Subscribe(north, producer, "2026-10-01")
	b.Subscribe(south, producer, "2026-10-11")
	b.Meter.Hourly[billing.Pair{ConsumerID: north, ProducerID: producer}] = 1_000
	b.Meter.Hourly[billing.Pair{ConsumerID: south, ProducerID: producer}] = 10_000
	b.Meter.Unknown = map[id.ID][]civil.Date{south: {date("2026-10-05"), date("2026-10-20")}}
	b.Run("2026-10-31")

	inv := b.Listed(billing.InvoiceFilter{ClientID: client.ID})[0]
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	draft := b.Printed.Days
	got := map[string]energy.MilliWh{}
	for _, day := range draft {
		got[day.Day.String()] = day.Energy
	}
	require.Len(t, got, 30)
	require.NotContains(t, got, "2026-10-20", "not known of one of the two sites")
	require.Equal(t, energy.MilliWh(24_000), got["2026-10-05"], "the other site was not there yet")
	require.Equal(t, energy.MilliWh(24*11_000), got["2026-10-11"])
	require.Equal(t, energy.MilliWh(25*11_000), got["2026-10-25"], "the long day of October")

	var ids []id.ID
	for _, one := range b.Listed(billing.InvoiceFilter{}) {
		ids = append(ids, one.ID)
	}
	b.Meter.AskedDays = 0
	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	require.Equal(t, 2, b.Meter.AskedDays, "once for each stretch of days, not for each of four invoices")
	b.Meter.Unknown = nil
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, draft, b.Printed.Days, "frozen with the invoice")
}
