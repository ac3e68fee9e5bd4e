package jobs

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing/document"
)

// InvoiceDocumentSweep looks after documents whose job was lost.
func InvoiceDocumentSweep(service func() *document.Service) Sweep {
	return Sweep{Name: "invoice_documents", Every: 10 * time.Minute, Run: func(ctx context.Context) error { return service().SweepDocuments(ctx) }}
}
