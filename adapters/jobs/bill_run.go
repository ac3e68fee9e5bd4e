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

// invoiceDocumentsArgs are published invoices whose documents are to be stored.
type invoiceDocumentsArgs struct {
	OperationID id.ID   `json:"operationId"`
	InvoiceIDs  []id.ID `json:"invoiceIds"`
}

func (invoiceDocumentsArgs) Kind() string { return "invoice_documents_v1" }

// documentsOfJob keeps a job well under 30 seconds at 10 ms a document.
const documentsOfJob = 200

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
	Add(workers, Handler[invoiceDocumentsArgs]{
		Do: func(ctx context.Context, a invoiceDocumentsArgs) error {
			return service().Documents.StoreDocuments(ctx, a.OperationID, a.InvoiceIDs)
		}, // what fails for good is found by the sweep of documents
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

// InvoiceDocuments enqueues the rendering of documents, some hundred a job.
func (q BillingQueue) InvoiceDocuments(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	var jobs []river.InsertManyParams
	for from := 0; from < len(invoiceIDs); from += documentsOfJob {
		part := invoiceIDs[from:min(from+documentsOfJob, len(invoiceIDs))]
		jobs = append(jobs, river.InsertManyParams{Args: invoiceDocumentsArgs{OperationID: operationID, InvoiceIDs: part}})
	}
	return q.Client().EnqueueMany(ctx, jobs)
}
