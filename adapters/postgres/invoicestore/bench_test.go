package invoicestore_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/coretest"
)

// BenchmarkBillRunWrite computes and stores the drafts of a month in jobs of 200 pairs,
// two at a time: where there are none yet (first), and in the place of those of the run
// before (again). It reports invoices a second of the whole run, and what this process
// and the database spend on one.
func BenchmarkBillRunWrite(bm *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		for _, first := range []bool{true, false} {
			bm.Run(fmt.Sprintf("clients=%d/%s", n, map[bool]string{true: "first", false: "again"}[first]), func(bm *testing.B) {
				b := coretest.Many(bm, n)
				billOctober(b, 2)
				var used time.Duration
				for bm.Loop() {
					bm.StopTimer()
					if first {
						b.Exec("truncate invoices, invoice_lines, billed_spans")
					}
					before := pgtest.CPUTime(bm, b.DB)
					bm.StartTimer()
					billOctober(b, 2)
					bm.StopTimer()
					used += pgtest.CPUTime(bm, b.DB) - before
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
func billOctober(b *coretest.Billing, workers int) {
	run, err := b.Runs.StartRun(b.T.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(b.T, err)
	work(b, run, workers)
}

// work bills the batches of a run with so many workers.
func work(b *coretest.Billing, run billing.Run, workers int) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for batch := w; batch < run.Batches; batch += workers {
				if err := b.Runs.BillBatch(b.T.Context(), b.Operation, run.ID, batch); err != nil {
					b.T.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkPublish gives numbers to the drafts of a month.
func BenchmarkPublish(bm *testing.B) {
	b := coretest.Many(bm, 1_000)
	total := 0
	for bm.Loop() {
		bm.StopTimer()
		b.Exec("alter table invoices disable trigger invoices_issued; alter table invoice_lines disable trigger invoice_lines_deleted; delete from invoices; alter table invoices enable trigger invoices_issued; alter table invoice_lines enable trigger invoice_lines_deleted")
		run, err := b.Runs.StartRun(bm.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
		require.NoError(bm, err)
		for batch := range run.Batches {
			require.NoError(bm, b.Runs.BillBatch(bm.Context(), b.Operation, run.ID, batch))
		}
		bm.StartTimer()
		results, err := b.Publication.PublishInvoices(bm.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
		require.NoError(bm, err)
		total += len(results)
	}
	bm.ReportMetric(float64(total)/bm.Elapsed().Seconds(), "invoices/s")
}
