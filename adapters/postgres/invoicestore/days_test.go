package invoicestore_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// billedDays are the days that are billed for good, by the name of the consumer.
func billedDays(b *coretest.Billing) map[string][]civil.Range {
	list, err := billingstore.NewSubscriptions(b.DB).List(b.T.Context(), b.Operation)
	require.NoError(b.T, err)
	roster, err := billingstore.NewSites(b.DB).Roster(b.T.Context(), b.Operation, nil)
	require.NoError(b.T, err)
	of := map[id.ID][]civil.Range{}
	for _, s := range roster.Subscriptions {
		of[s.ID] = s.Billed
	}
	out := map[string][]civil.Range{}
	for _, s := range list {
		require.Equal(b.T, of[s.ID], s.Billed, "a run and a list read the same")
		out[s.ConsumerName] = s.Billed
	}
	return out
}

func TestTheDaysThatAreBilledForGood(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	publishAll := func(upTo string) {
		run := b.Run(upTo)
		results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
		require.NoError(t, err)
		require.Len(t, results, 3) // the town does not invoice itself
		for _, r := range results {
			require.Nil(t, r.Refused)
		}
	}
	october := civil.Range{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-11-01")}
	b.Run("2026-10-31")
	require.Empty(t, billedDays(b)["CCAS"], "a draft bills nothing for good")
	publishAll("2026-10-31")
	days := billedDays(b)
	require.Equal(t, []civil.Range{october}, days["CCAS"])
	require.Equal(t, []civil.Range{october}, days["Mairie"], "what was not charged is billed too")

	b.Clock = time.Date(2026, 12, 6, 7, 0, 0, 0, time.UTC)
	publishAll("2026-11-30")
	days = billedDays(b)
	require.Equal(t, []civil.Range{{From: october.From, To: coretest.Date("2026-12-01")}}, days["CCAS"], "days that touch are one stretch")
	require.Equal(t, days["CCAS"], days["Mairie"])
	b.Run("2026-11-30") // looks at what was not charged again
	require.Equal(t, days, billedDays(b))
	for _, i := range b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}}) {
		require.NotEqual(t, billing.Draft, i.Status, "nothing is billed again")
	}

	b.Exec("delete from invoices where type = 'STATEMENT' and period_from = '2026-11-01'")
	require.Equal(t, []civil.Range{october}, billedDays(b)["Mairie"], "nothing is left of what is gone")
}
