package publishing_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// TestOperationsOfOneSellerPublishAtOnce: a legal person sells in 18 operations in one series, and all of them
// publish at the same time. The numbers are those of one row without a gap, each is given once, and every
// draft has one.
func TestOperationsOfOneSellerPublishAtOnce(t *testing.T) {
	t.Parallel()
	const operations, clients = 18, 3
	first := coretest.NewBilling(t)
	var all []*coretest.Billing
	organizer := first.Organizer
	for n := range operations {
		b := first
		if n > 0 {
			organizer.Operations = append(append([]id.ID(nil), organizer.Operations...), id.New())
			b = first.Elsewhere(organizer)
			for k := range 8 * n {
				b.Sites[fmt.Sprint("taken ", k)] = "" // each site of the world has a number of its own
			}
		}
		producer := b.Site(fmt.Sprint("Commune ", n), "producer", "")
		b.Issuer(fmt.Sprint("Commune de Fougères, ", n), coretest.Commune, producer)
		b.Plan = b.MakePlan("Plan solaire", 100_000)
		for k := range clients {
			name := fmt.Sprintf("Client %d.%d", n, k)
			site := b.Site(name, "consumer", "")
			b.Client(name, "", party.Individual, site)
			b.Subscribe(site, producer, "2026-10-01")
			b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 500_000
		}
		b.Run("2026-10-31")
		all = append(all, b)
	}
	var together sync.WaitGroup
	start := make(chan struct{})
	for _, b := range all {
		var ids []id.ID
		for _, draft := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
			ids = append(ids, draft.ID)
		}
		require.Len(t, ids, clients)
		together.Go(func() {
			<-start
			results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids, ConfirmUnpriced: true})
			if err != nil {
				t.Error(err)
			}
			for _, r := range results {
				if r.Refused != nil {
					t.Error(r.Refused)
				}
			}
		})
	}
	close(start)
	together.Wait()
	var numbers, distinct, top, owners int
	require.NoError(t, first.DB.Pool().QueryRow(t.Context(), `select count(*), count(distinct number), max(sequence), count(distinct number_owner)
		from invoices where number is not null`).Scan(&numbers, &distinct, &top, &owners))
	require.Equal(t, []int{operations * clients, operations * clients, operations * clients, 1}, []int{numbers, distinct, top, owners})
	require.Zero(t, first.Count("invoices where status = 'DRAFT'"))
}

// TestTwoRunsAtOnce: of runs that are started at the same time, by either family of calls, one comes to be and
// the others name it; its drafts are there once.
func TestTwoRunsAtOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	var together sync.WaitGroup
	var mu sync.Mutex
	var started []id.ID
	var named []any
	start := make(chan struct{})
	for n := range 8 {
		together.Go(func() {
			scope := b.Scope
			if n%2 == 1 {
				scope = billing.Scope{ParticipantID: b.Sites["Commune"]}
			}
			<-start
			run, err := b.Runs.StartRun(t.Context(), b.Organizer, scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31")), Mode: billing.Async})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				started = append(started, run.ID)
			} else if fault.KeyOf(err) == "run.inProgress" {
				named = append(named, fault.From(err).Params["id"])
			} else {
				t.Error(err)
			}
		})
	}
	close(start)
	together.Wait()
	require.Len(t, started, 1)
	require.Len(t, named, 7)
	for _, one := range named {
		require.Equal(t, started[0].String(), one, "the one that lives")
	}
	require.Equal(t, 1, b.Count("jobs where kind = 'billRun'"))
	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, started[0], 0))
	require.Len(t, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), 3)
}

// TestPublishingWhileDraftsAreMadeAnew: whoever comes first, no day is on two documents that hold, what has a
// number stays as it was when it got it, and no number is lost.
func TestPublishingWhileDraftsAreMadeAnew(t *testing.T) {
	t.Parallel()
	const clients, runs = 60, 12
	b := coretest.Many(t, clients)
	b.Run("2026-10-31")
	b.Confirm()
	var together sync.WaitGroup
	together.Go(func() {
		for range runs { // an end, as a run that follows the last without a pause replaces all drafts that a publisher has read
			_, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31")), Mode: billing.Sync})
			if err != nil && fault.KeyOf(err) != "run.inProgress" {
				t.Error(err)
				return
			}
		}
	})
	var mu sync.Mutex
	published := map[id.ID]bool{}
	for range 2 {
		together.Go(func() {
			for {
				list, _, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, b.Scope, billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}, Limit: 3})
				if err != nil {
					t.Error(err)
					return
				}
				var ids []id.ID
				for _, one := range list {
					ids = append(ids, one.ID)
				}
				mu.Lock()
				done := len(published) == clients
				mu.Unlock()
				if done || t.Context().Err() != nil {
					return
				}
				if len(ids) == 0 {
					continue
				}
				results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids, ConfirmUnpriced: true})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for _, r := range results {
					if r.Refused == nil {
						published[r.ID] = true
					}
				}
				mu.Unlock()
			}
		})
	}
	together.Wait()
	require.Len(t, published, clients)
	var numbers, top, billed, whole int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), `select count(*), coalesce(max(sequence), 0), count(distinct billable_entity_id),
		count(*) filter (where snapshot is not null and status = 'FINALIZED' and exists (select from billed_spans s where s.invoice_id = i.id and s.firm))
		from invoices i where number is not null`).Scan(&numbers, &top, &billed, &whole))
	require.Equal(t, []int{clients, clients, clients, clients}, []int{numbers, top, billed, whole})
	b.Run("2026-10-31")
	require.Len(t, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft, billing.Finalized}}), clients, "every client once")
}

// TestAnotherOrganizerTakesNoNumberMeanwhile: an operation of somebody else who was
// not let in takes no number of the seller, also while its own publish.
func TestAnotherOrganizerTakesNoNumberMeanwhile(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	b.Confirm()
	thief := b.Elsewhere(policy.Principal{UserID: b.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}})
	thief.Waits = true
	producer, site := thief.Site("Voleur", "producer", ""), thief.Site("Volé", "consumer", "")
	thief.Issuer("Voleur", coretest.Commune, producer)
	thief.Client("Volé", "", party.Individual, site)
	thief.Plan = thief.MakePlan("Plan volé", 100_000)
	thief.Subscribe(site, producer, "2026-10-01")
	thief.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 500_000
	thief.Run("2026-10-31")
	var together sync.WaitGroup
	for _, of := range []*coretest.Billing{b, thief} {
		for _, draft := range of.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
			together.Go(func() {
				if _, err := of.Publication.PublishInvoices(t.Context(), of.Organizer, of.Scope, billing.Selection{IDs: []id.ID{draft.ID}, ConfirmUnpriced: true}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	together.Wait()
	require.Equal(t, 3, b.Count("invoices where number is not null and sequence <= 3"))
	require.Len(t, thief.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), 1)
}
