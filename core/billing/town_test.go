package billing_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/openpmo/pmo/core/billing/billrun"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// The town's month: figures computed by hand.
func TestTheTownsMonth(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Meter.Missing = map[metering.Billed][]civil.Date{{ParticipantID: b.Sites["Boulangerie"], Side: metering.Consumer}: {date("2026-10-14")}}

	run := b.Run("2026-10-31")
	pending, success, failure := run.Progress()
	require.Equal(t, []int{0, 2, 1}, []int{pending, success, failure})
	require.Equal(t, billing.RunSuccess, run.Status)
	failed := run.Items[slices.IndexFunc(run.Items, func(i billing.RunItem) bool { return i.Status == billing.RunFailure })]
	require.Equal(t, "Boulangerie", failed.ClientName)
	require.Equal(t, "Incomplete measurements for the following days: 2026-10-14", failed.Error)
	require.Equal(t, "measurements.incomplete", failed.Failure.Key)
	require.Equal(t, []any{"Boulangerie"}, failed.Failure.Params["sites"], "the site that lacks data")

	b.Meter.Missing = nil
	run = b.Run("2026-10-31")
	_, success, failure = run.Progress()
	require.Equal(t, []int{3, 0}, []int{success, failure})

	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, drafts, 3)
	amounts := map[string]string{}
	var sum money.Cents
	for _, d := range drafts {
		amounts[d.ClientName] = d.Net.String() + " + " + d.VAT.String() + " = " + d.Amount.String()
		sum += d.Amount
	}
	require.Equal(t, map[string]string{"CCAS": "141.69 + 28.34 = 170.03", "Boulangerie": "281.38 + 56.28 = 337.66", "Martin": "48.56 + 9.71 = 58.27"}, amounts)
	require.Equal(t, "565.96", sum.String())

	kWh := map[string]string{}
	for _, s := range b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}}) {
		require.Equal(t, billing.NotCharged, s.Status)
		require.Empty(t, s.Number)
		kWh[s.ClientName] = money.KilowattHours(s.Energy).String()
	}
	require.Equal(t, map[string]string{"Mairie": "1862.5", "École": "931.25"}, kWh)

	results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
	require.NoError(t, err)
	require.Len(t, results, 3)
	var numbers []string
	for _, r := range results {
		require.Nil(t, r.Refused)
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, r.ID)
		require.NoError(t, err)
		require.Equal(t, billing.Finalized, inv.Status)
		require.Equal(t, "2026-11-06", inv.IssueDate.String())
		require.Equal(t, "2026-12-06", inv.DueDate.String())
		numbers = append(numbers, inv.Number)
	}
	slices.Sort(numbers)
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002", "COM-2026-00003"}, numbers)
	require.Len(t, b.Queue.Documents, 3)

	// Everything is billed: a second run finds nothing, and the same ids publish nothing.
	require.Empty(t, b.Run("2026-10-31").Items)
	for _, r := range b.Publish(drafts[0].ID) {
		require.Equal(t, "invoice.notDraft", r.Refused.Key)
	}
}

// The tenant leaves: two parts of a month on one meter.
func TestTheTenantLeaves(t *testing.T) {
	t.Parallel()
	b := newBilled(t)
	producer := b.Site("Commune", "producer", "")
	b.Issuer("Commune", coretest.Commune, producer)
	b.Plan = b.MakePlan("Plan", 100_000)
	perHour := energy.MilliWh(625_000)
	for _, of := range [][2]string{{"A", "[2026-01-01,2026-10-15)"}, {"B", "[2026-10-15,)"}} {
		name, activation := of[0], of[1]
		site := b.Site(name, "consumer", activation)
		b.Client(name, "", party.Individual, site)
		b.Subscribe(site, producer, map[string]string{"A": "2026-10-01", "B": "2026-10-15"}[name])
		b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = perHour
	}
	b.Run("2026-10-31")
	got := map[string][]string{}
	for _, d := range b.Listed(billing.InvoiceFilter{}) {
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, d.ID)
		require.NoError(t, err)
		for _, l := range inv.Lines {
			got[d.ClientName] = append(got[d.ClientName], fmt.Sprintf("%s %s %s", l.Label, l.Quantity, l.Net))
		}
	}
	require.Equal(t, map[string][]string{
		"A": {"ENERGIE 210 21.00", "ABONNEMENT 0.4516 0.90"},
		"B": {"ENERGIE 255.625 25.56", "ABONNEMENT 0.5484 1.10"},
	}, got)
}

func TestDraftsAreOverwrittenAndStaleOnesRefused(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	first := b.Listed(billing.InvoiceFilter{})
	b.Run("2026-10-31")
	second := b.Listed(billing.InvoiceFilter{})
	require.Len(t, second, 3)
	for _, d := range second {
		require.False(t, slices.ContainsFunc(first, func(o billing.Invoice) bool { return o.ID == d.ID }))
	}

	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 1_000_000}
	for _, r := range b.Publish(second[0].ID, first[0].ID) {
		if r.ID == first[0].ID {
			require.Equal(t, "invoice.notFound", r.Refused.Key)
			continue
		}
		require.Equal(t, "invoice.stale", r.Refused.Key)
		require.NotEqual(t, r.Refused.Params["amountBefore"], r.Refused.Params["amountAfter"])
	}
	b.Meter.Extra = nil
	require.Nil(t, b.Publish(second[0].ID)[0].Refused)
}

func TestAnIssuedInvoiceNeverChanges(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	for _, sql := range []string{
		"update invoices set amount_cents = amount_cents + 1, net_cents = net_cents + 1 where id = $1",
		"update invoices set number = 'X' where id = $1", "update invoices set status = 'DRAFT' where id = $1",
		"delete from invoices where id = $1", "update invoice_lines set net_cents = 0 where invoice_id = $1",
		"delete from invoice_lines where invoice_id = $1",
		"insert into invoice_lines select operation_id, invoice_id, 99, subscription_id, consumer_id, site_name, dso_id, label, from_date, to_date, unit, quantity_e4, price_micro_euro, net_cents, vat_rate, energy_milli_wh from invoice_lines where invoice_id = $1 and position = 0",
	} {
		_, err := b.DB.Pool().Exec(t.Context(), sql, inv.ID)
		require.Error(t, err, sql)
	}
	b.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", inv.ID)
	b.Exec("update invoices set status = 'CANCELLED' where id = $1", inv.ID)
	require.Equal(t, "invoice.notDraft", b.deleteOne(inv.ID).Key)
}

func (b *billed) deleteOne(i id.ID) *fault.Error {
	results, err := b.Invoices.DeleteInvoices(b.T.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{i}})
	require.NoError(b.T, err)
	return results[0].Refused
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	draft, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(draft.Content), "nl 58.27")
	require.Contains(t, string(draft.Content), "true")

	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	before, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, "facture-COM-2026-00001.pdf", before.Name)
	require.Contains(t, string(before.Content), "au nom et pour le compte de Commune de Fougères")
	require.Contains(t, string(before.Content), "Ne pas payer avant réception de l'avis des sommes à payer")

	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Queue.Documents))
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Queue.Documents))
	require.Len(t, b.Shelf.Bytes, 1)
	after, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "fr")
	require.NoError(t, err)
	require.Equal(t, before, after)
	copied, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(copied.Content), "Vertaald afschrift")

	statement := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}})[0]
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, statement.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNoDocument)
}

func TestASecondRunNamesTheLiveOne(t *testing.T) {
	t.Parallel()
	b := town(t)
	live, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, billing.RunPending, live.Status)
	require.Equal(t, []int{0}, b.Queue.Batches)
	_, err = b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{Mode: billing.Sync})
	require.ErrorIs(t, err, billing.ErrRunInProgress)
	require.Equal(t, live.ID.String(), fault.From(err).Params["id"])

	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, live.ID, 0))
	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, live.ID, 0)) // a job that is done again
	done, err := b.Runs.LastRun(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, done.Status)
	require.Len(t, b.Listed(billing.InvoiceFilter{}), 3)
}

func TestARunThatStaysSilentIsResumedThenClosed(t *testing.T) {
	t.Parallel()
	b := town(t)
	live, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.NoError(t, b.Runs.SweepRuns(t.Context()))
	require.Len(t, b.Queue.Batches, 1)
	b.Clock = b.Clock.Add(5 * 60e9)
	require.NoError(t, b.Runs.SweepRuns(t.Context()))
	require.Len(t, b.Queue.Batches, 2)
	b.Clock = b.Clock.Add(2 * 3600e9)
	require.NoError(t, b.Runs.SweepRuns(t.Context()))
	closed, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, live.ID)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, closed.Status)
	_, _, failure := closed.Progress()
	require.Equal(t, 3, failure)
	require.Equal(t, "run.interrupted", closed.Items[0].Failure.Key)
}

// Several publishers at once, over the same drafts: each is published once, and the
// numbers have no gap.
func TestParallelPublishersLeaveNoGap(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	ids := []id.ID{}
	for _, d := range b.Listed(billing.InvoiceFilter{}) {
		ids = append(ids, d.ID)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	published := 0
	for n := range 6 {
		wg.Go(func() {
			for k := range ids {
				results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{ids[(k+n)%len(ids)]}})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if results[0].Refused == nil {
					published++
				}
				mu.Unlock()
			}
		})
	}
	for range 3 { // and runs meanwhile: what is published stays published
		wg.Go(func() {
			_, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31")), Mode: billing.Sync})
			if err != nil && fault.KeyOf(err) != "run.inProgress" {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var count, top int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*), coalesce(max(sequence), 0) from invoices where number is not null").Scan(&count, &top))
	require.Equal(t, count, top)
	require.Equal(t, published, count)
	var next int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select coalesce(max(next), 1) from numberings").Scan(&next))
	require.Equal(t, top+1, next)
}
