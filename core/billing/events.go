package billing

import "github.com/openpmo/pmo/core/id"

// InvoicesPublished says that invoices have their numbers and what is printed of them: those of
// one transaction, in parts of at most PublishedTogether. Their documents are drawn and stored
// after it (document.Service.StoreDocuments).
type InvoicesPublished struct {
	OperationID id.ID
	InvoiceIDs  []id.ID
}

// EventName of event.Event.
func (InvoicesPublished) EventName() string { return "billing.invoicesPublished" }

// PublishedTogether keeps what handles an event well under 30 seconds, at 10 ms a document.
const PublishedTogether = 200
