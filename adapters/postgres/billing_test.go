package postgres_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
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
	b.meter.missing = map[metering.Billed][]civil.Date{{ParticipantID: b.sites["Boulangerie"], Side: metering.Consumer}: {date("2026-10-14")}}

	run := b.run("2026-10-31")
	pending, success, failure := run.Progress()
	require.Equal(t, []int{0, 2, 1}, []int{pending, success, failure})
	require.Equal(t, billing.RunSuccess, run.Status)
	failed := run.Items[slices.IndexFunc(run.Items, func(i billing.RunItem) bool { return i.Status == billing.RunFailure })]
	require.Equal(t, "Boulangerie", failed.ClientName)
	require.Equal(t, "Incomplete measurements for the following days: 2026-10-14", failed.Error)
	require.Equal(t, "measurements.incomplete", failed.Failure.Key)
	require.Equal(t, []any{"Boulangerie"}, failed.Failure.Params["sites"], "the site that lacks data")

	b.meter.missing = nil
	run = b.run("2026-10-31")
	_, success, failure = run.Progress()
	require.Equal(t, []int{3, 0}, []int{success, failure})

	drafts := b.invoices(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
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
	for _, s := range b.invoices(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}}) {
		require.Equal(t, billing.NotCharged, s.Status)
		require.Empty(t, s.Number)
		kWh[s.ClientName] = money.KilowattHours(s.Energy).String()
	}
	require.Equal(t, map[string]string{"Mairie": "1862.5", "École": "931.25"}, kWh)

	results, err := b.svc.PublishInvoices(t.Context(), b.p, b.scope, billing.Selection{RunID: run.ID})
	require.NoError(t, err)
	require.Len(t, results, 3)
	var numbers []string
	for _, r := range results {
		require.Nil(t, r.Refused)
		inv, err := b.svc.Invoice(t.Context(), b.p, b.scope, r.ID)
		require.NoError(t, err)
		require.Equal(t, billing.Finalized, inv.Status)
		require.Equal(t, "2026-11-06", inv.IssueDate.String())
		require.Equal(t, "2026-12-06", inv.DueDate.String())
		numbers = append(numbers, inv.Number)
	}
	slices.Sort(numbers)
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002", "COM-2026-00003"}, numbers)
	require.Len(t, b.queue.documents, 3)

	// Everything is billed: a second run finds nothing, and the same ids publish nothing.
	require.Empty(t, b.run("2026-10-31").Items)
	for _, r := range b.publish(drafts[0].ID) {
		require.Equal(t, "invoice.notDraft", r.Refused.Key)
	}
}

// The tenant leaves: two parts of a month on one meter.
func TestTheTenantLeaves(t *testing.T) {
	t.Parallel()
	b := newBilled(t)
	producer := b.site("Commune", "producer", "")
	b.issuer("Commune", commune, producer)
	b.plan = b.makePlan("Plan", 100_000)
	perHour := energy.MilliWh(625_000)
	for _, of := range [][2]string{{"A", "[2026-01-01,2026-10-15)"}, {"B", "[2026-10-15,)"}} {
		name, activation := of[0], of[1]
		site := b.site(name, "consumer", activation)
		b.client(name, "", party.Individual, site)
		b.subscribe(site, producer, map[string]string{"A": "2026-10-01", "B": "2026-10-15"}[name])
		b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: producer}] = perHour
	}
	b.run("2026-10-31")
	got := map[string][]string{}
	for _, d := range b.invoices(billing.InvoiceFilter{}) {
		inv, err := b.svc.Invoice(t.Context(), b.p, b.scope, d.ID)
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
	b.run("2026-10-31")
	first := b.invoices(billing.InvoiceFilter{})
	b.run("2026-10-31")
	second := b.invoices(billing.InvoiceFilter{})
	require.Len(t, second, 3)
	for _, d := range second {
		require.False(t, slices.ContainsFunc(first, func(o billing.Invoice) bool { return o.ID == d.ID }))
	}

	b.meter.extra = map[civil.Month]energy.MilliWh{civil.MonthOf(date("2026-10-01")): 1_000_000}
	for _, r := range b.publish(second[0].ID, first[0].ID) {
		if r.ID == first[0].ID {
			require.Equal(t, "invoice.notFound", r.Refused.Key)
			continue
		}
		require.Equal(t, "invoice.stale", r.Refused.Key)
		require.NotEqual(t, r.Refused.Params["amountBefore"], r.Refused.Params["amountAfter"])
	}
	b.meter.extra = nil
	require.Nil(t, b.publish(second[0].ID)[0].Refused)
}

func TestAnIssuedInvoiceNeverChanges(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.run("2026-10-31")
	inv := b.invoices(billing.InvoiceFilter{})[0]
	require.Nil(t, b.publish(inv.ID)[0].Refused)
	for _, sql := range []string{
		"update invoices set amount_cents = amount_cents + 1, net_cents = net_cents + 1 where id = $1",
		"update invoices set number = 'X' where id = $1", "update invoices set status = 'DRAFT' where id = $1",
		"delete from invoices where id = $1", "update invoice_lines set net_cents = 0 where invoice_id = $1",
		"delete from invoice_lines where invoice_id = $1",
		"insert into invoice_lines select operation_id, invoice_id, 99, subscription_id, consumer_id, site_name, dso_id, label, from_date, to_date, unit, quantity_e4, price_micro_euro, net_cents, vat_rate, energy_milli_wh from invoice_lines where invoice_id = $1 and position = 0",
	} {
		_, err := b.db.Pool().Exec(t.Context(), sql, inv.ID)
		require.Error(t, err, sql)
	}
	b.exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", inv.ID)
	b.exec("update invoices set status = 'CANCELLED' where id = $1", inv.ID)
	require.Equal(t, "invoice.notDraft", b.deleteOne(inv.ID).Key)
}

func (b *billed) deleteOne(i id.ID) *fault.Error {
	results, err := b.svc.DeleteInvoices(b.t.Context(), b.p, b.scope, billing.Selection{IDs: []id.ID{i}})
	require.NoError(b.t, err)
	return results[0].Refused
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.run("2026-10-31")
	inv := b.invoices(billing.InvoiceFilter{Query: "martin"})[0]
	draft, err := b.svc.Download(t.Context(), b.p, b.scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(draft.Content), "nl 58.27")
	require.Contains(t, string(draft.Content), "true")

	require.Nil(t, b.publish(inv.ID)[0].Refused)
	before, err := b.svc.Download(t.Context(), b.p, b.scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, "facture-COM-2026-00001.pdf", before.Name)
	require.Contains(t, string(before.Content), "au nom et pour le compte de Commune de Fougères")
	require.Contains(t, string(before.Content), "Ne pas payer avant réception de l'avis des sommes à payer")

	require.NoError(t, b.svc.StoreDocuments(t.Context(), b.op, b.queue.documents))
	require.NoError(t, b.svc.StoreDocuments(t.Context(), b.op, b.queue.documents))
	require.Len(t, b.shelf.bytes, 1)
	after, err := b.svc.Download(t.Context(), b.p, b.scope, inv.ID, "fr")
	require.NoError(t, err)
	require.Equal(t, before, after)
	copied, err := b.svc.Download(t.Context(), b.p, b.scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(copied.Content), "Vertaald afschrift")

	statement := b.invoices(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}})[0]
	_, err = b.svc.Download(t.Context(), b.p, b.scope, statement.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNoDocument)
}

func TestASecondRunNamesTheLiveOne(t *testing.T) {
	t.Parallel()
	b := town(t)
	live, err := b.svc.StartRun(t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, billing.RunPending, live.Status)
	require.Equal(t, []int{0}, b.queue.batches)
	_, err = b.svc.StartRun(t.Context(), b.p, b.scope, billing.RunInput{Mode: billing.Sync})
	require.ErrorIs(t, err, billing.ErrRunInProgress)
	require.Equal(t, live.ID.String(), fault.From(err).Params["id"])

	require.NoError(t, b.svc.BillBatch(t.Context(), b.op, live.ID, 0))
	require.NoError(t, b.svc.BillBatch(t.Context(), b.op, live.ID, 0)) // a job that is done again
	done, err := b.svc.LastRun(t.Context(), b.p, b.scope)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, done.Status)
	require.Len(t, b.invoices(billing.InvoiceFilter{}), 3)
}

func TestARunThatStaysSilentIsResumedThenClosed(t *testing.T) {
	t.Parallel()
	b := town(t)
	live, err := b.svc.StartRun(t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.NoError(t, b.svc.SweepRuns(t.Context()))
	require.Len(t, b.queue.batches, 1)
	b.now = b.now.Add(5 * 60e9)
	require.NoError(t, b.svc.SweepRuns(t.Context()))
	require.Len(t, b.queue.batches, 2)
	b.now = b.now.Add(2 * 3600e9)
	require.NoError(t, b.svc.SweepRuns(t.Context()))
	closed, err := b.svc.Run(t.Context(), b.p, b.scope, live.ID)
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
	b.run("2026-10-31")
	ids := []id.ID{}
	for _, d := range b.invoices(billing.InvoiceFilter{}) {
		ids = append(ids, d.ID)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	published := 0
	for n := range 6 {
		wg.Go(func() {
			for k := range ids {
				results, err := b.svc.PublishInvoices(t.Context(), b.p, b.scope, billing.Selection{IDs: []id.ID{ids[(k+n)%len(ids)]}})
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
			_, err := b.svc.StartRun(t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31")), Mode: billing.Sync})
			if err != nil && fault.KeyOf(err) != "run.inProgress" {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var count, top int
	require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select count(*), coalesce(max(sequence), 0) from invoices where number is not null").Scan(&count, &top))
	require.Equal(t, count, top)
	require.Equal(t, published, count)
	var next int
	require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select coalesce(max(next), 1) from numberings").Scan(&next))
	require.Equal(t, top+1, next)
}
