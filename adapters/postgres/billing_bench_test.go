package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// many is one producer and n consumers, each a client of its own.
func many(t testing.TB, n int) *billed {
	b := newBilled(t)
	producer := b.site("Commune", "producer", "")
	b.issuer("Commune", commune, producer)
	b.plan = b.makePlan("Plan", 100_000)
	var sites, clients, links [][]any
	in := billing.SubscriptionsInput{PlanID: b.plan.ID, Days: civil.Range{From: date("2026-10-01"), To: civil.Forever}}
	for i := range n {
		site, client := id.New(), id.New()
		sites = append(sites, []any{b.op, site, fmt.Sprintf("Site %05d", i), "consumer", fmt.Sprintf("%014d", 1000+i), b.now, b.now})
		clients = append(clients, []any{b.op, client, fmt.Sprintf("Client %05d", i), "1 rue", "35300", "Fougères", "FR", "none", "individual", "fr", b.now})
		links = append(links, []any{b.op, site, client})
		pair := billing.Pair{ConsumerID: site, ProducerID: producer}
		in.Pairs = append(in.Pairs, pair)
		b.meter.daily[pair] = 1_000_000
	}
	for table, rows := range map[string]struct {
		columns []string
		rows    [][]any
	}{
		"participants":      {[]string{"operation_id", "id", "name", "energy_type", "dso_id", "created_at", "updated_at"}, sites},
		"billable_entities": {[]string{"operation_id", "id", "name", "street", "post_code", "city", "country", "vat_regime", "consumer_type", "language", "created_at"}, clients},
	} {
		_, err := b.db.Pool().CopyFrom(t.Context(), pgx.Identifier{table}, rows.columns, pgx.CopyFromRows(rows.rows))
		require.NoError(t, err)
	}
	b.exec("update participants set activation = '[2026-01-01,)'")
	_, err := b.db.Pool().CopyFrom(t.Context(), pgx.Identifier{"billable_entity_consumers"}, []string{"operation_id", "consumer_id", "billable_entity_id"}, pgx.CopyFromRows(links))
	require.NoError(t, err)
	_, err = b.svc.SubscribeAll(t.Context(), b.p, b.scope, in)
	require.NoError(t, err)
	b.exec("analyze participants, billable_entities, billable_entity_consumers, subscriptions")
	return b
}

// BenchmarkBillRunWrite computes and stores the drafts of a month in jobs of 200 pairs,
// two at a time: where there are none yet (first), and in the place of those of the run
// before (again). It reports invoices a second of the whole run, and what this process
// and the database spend on one.
func BenchmarkBillRunWrite(bm *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		for _, first := range []bool{true, false} {
			bm.Run(fmt.Sprintf("clients=%d/%s", n, map[bool]string{true: "first", false: "again"}[first]), func(bm *testing.B) {
				b := many(bm, n)
				b.billOctober(2)
				var used time.Duration
				for bm.Loop() {
					bm.StopTimer()
					if first {
						b.exec("truncate invoices, invoice_lines, billed_spans")
					}
					before := cpuTime(bm, b.db)
					bm.StartTimer()
					b.billOctober(2)
					bm.StopTimer()
					used += cpuTime(bm, b.db) - before
					bm.StartTimer()
				}
				count := float64(n) * float64(bm.N)
				bm.ReportMetric(count/bm.Elapsed().Seconds(), "invoices/s")
				bm.ReportMetric(float64(used.Microseconds())/count, "cpu-us/invoice")
			})
		}
	}
}

// billOctober runs a month with so many workers.
func (b *billed) billOctober(workers int) {
	run, err := b.svc.StartRun(b.t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(b.t, err)
	b.work(run, workers)
}

// work bills the batches of a run with so many workers.
func (b *billed) work(run billing.Run, workers int) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for batch := w; batch < run.Batches; batch += workers {
				if err := b.svc.BillBatch(b.t.Context(), b.op, run.ID, batch); err != nil {
					b.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkPublish gives numbers to the drafts of a month.
func BenchmarkPublish(bm *testing.B) {
	b := many(bm, 1_000)
	total := 0
	for bm.Loop() {
		bm.StopTimer()
		b.exec("alter table invoices disable trigger invoices_issued; alter table invoice_lines disable trigger invoice_lines_deleted; delete from invoices; alter table invoices enable trigger invoices_issued; alter table invoice_lines enable trigger invoice_lines_deleted")
		run, err := b.svc.StartRun(bm.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
		require.NoError(bm, err)
		for batch := range run.Batches {
			require.NoError(bm, b.svc.BillBatch(bm.Context(), b.op, run.ID, batch))
		}
		bm.StartTimer()
		results, err := b.svc.PublishInvoices(bm.Context(), b.p, b.scope, billing.Selection{RunID: run.ID})
		require.NoError(bm, err)
		total += len(results)
	}
	bm.ReportMetric(float64(total)/bm.Elapsed().Seconds(), "invoices/s")
}
