package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// billedDays are the days that are billed for good, by the name of the consumer.
func (b *billed) billedDays() map[string][]civil.Range {
	list, err := postgres.NewSubscriptions(b.db).List(b.t.Context(), b.op)
	require.NoError(b.t, err)
	roster, err := postgres.NewBillingSites(b.db).Roster(b.t.Context(), b.op, nil)
	require.NoError(b.t, err)
	of := map[id.ID][]civil.Range{}
	for _, s := range roster.Subscriptions {
		of[s.ID] = s.Billed
	}
	out := map[string][]civil.Range{}
	for _, s := range list {
		require.Equal(b.t, of[s.ID], s.Billed, "a run and a list read the same")
		out[s.ConsumerName] = s.Billed
	}
	return out
}

func TestTheDaysThatAreBilledForGood(t *testing.T) {
	t.Parallel()
	b := town(t)
	publishAll := func(upTo string) {
		run := b.run(upTo)
		results, err := b.svc.PublishInvoices(t.Context(), b.p, b.scope, billing.Selection{RunID: run.ID})
		require.NoError(t, err)
		require.Len(t, results, 3) // the town does not invoice itself
		for _, r := range results {
			require.Nil(t, r.Refused)
		}
	}
	october := civil.Range{From: date("2026-10-01"), To: date("2026-11-01")}
	b.run("2026-10-31")
	require.Empty(t, b.billedDays()["CCAS"], "a draft bills nothing for good")
	publishAll("2026-10-31")
	days := b.billedDays()
	require.Equal(t, []civil.Range{october}, days["CCAS"])
	require.Equal(t, []civil.Range{october}, days["Mairie"], "what was not charged is billed too")

	b.now = time.Date(2026, 12, 6, 7, 0, 0, 0, time.UTC)
	publishAll("2026-11-30")
	days = b.billedDays()
	require.Equal(t, []civil.Range{{From: october.From, To: date("2026-12-01")}}, days["CCAS"], "days that touch are one stretch")
	require.Equal(t, days["CCAS"], days["Mairie"])
	b.run("2026-11-30") // looks at what was not charged again
	require.Equal(t, days, b.billedDays())
	for _, i := range b.invoices(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}}) {
		require.NotEqual(t, billing.Draft, i.Status, "nothing is billed again")
	}

	b.exec("delete from invoices where type = 'STATEMENT' and period_from = '2026-11-01'")
	require.Equal(t, []civil.Range{october}, b.billedDays()["Mairie"], "nothing is left of what is gone")
}
