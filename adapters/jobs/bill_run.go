package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/id"
)

// billBatchArgs is one batch of a bill run: at most 200 issuer and client pairs.
type billBatchArgs struct {
	OperationID id.ID `json:"operationId"`
	RunID       id.ID `json:"runId"`
	Batch       int   `json:"batch"`
}

func (billBatchArgs) Kind() string { return "bill_batch_v1" }

// AddBilling registers the jobs of billing. service is asked for when a job runs,
// because the service itself needs the client that these workers are of.
func AddBilling(workers *river.Workers, service func() assembly.Services) {
	Add(workers, Handler[billBatchArgs]{
		Do: func(ctx context.Context, a billBatchArgs) error {
			return service().Runs.BillBatch(ctx, a.OperationID, a.RunID, a.Batch)
		},
		Close: func(ctx context.Context, a billBatchArgs, cause error) error {
			return service().Runs.FailBatch(ctx, a.OperationID, a.RunID, a.Batch, cause)
		},
	})
}

// BillingSweeps look after runs and documents whose jobs are gone.
func BillingSweeps(service func() assembly.Services) []Sweep {
	return []Sweep{
		{Name: "bill_runs", Every: time.Minute, Run: func(ctx context.Context) error { return service().Runs.SweepRuns(ctx) }},
		{Name: "invoice_documents", Every: 10 * time.Minute, Run: func(ctx context.Context) error { return service().Documents.SweepDocuments(ctx) }},
	}
}

// BillingQueue enqueues the jobs of billing (billing.Queue).
type BillingQueue struct{ Client func() *Client }

var _ billing.Queue = BillingQueue{}

// BillBatches enqueues one job a batch.
func (q BillingQueue) BillBatches(ctx context.Context, operationID, runID id.ID, batches []int) error {
	jobs := make([]river.InsertManyParams, len(batches))
	for i, batch := range batches {
		jobs[i] = river.InsertManyParams{Args: billBatchArgs{OperationID: operationID, RunID: runID, Batch: batch}}
	}
	return q.Client().EnqueueMany(ctx, jobs)
}
