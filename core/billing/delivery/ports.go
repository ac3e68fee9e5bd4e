package delivery

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Deliveries keeps what became of invoices on their way.
type Deliveries interface {
	// Add stores current deliveries and says which: an invoice that has a current one keeps it.
	Add(ctx context.Context, ds []Delivery) (added map[id.ID]bool, err error)
	// Retire makes deliveries earlier ones, and says which were current until then.
	Retire(ctx context.Context, operationID id.ID, ids []id.ID) (retired map[id.ID]bool, err error)
	// Current is the current delivery of invoices; those that have none have no entry.
	Current(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]Delivery, error)
	// ByID finds one of any operation; ok is false where there is none.
	ByID(ctx context.Context, deliveryID id.ID) (d Delivery, ok bool, err error)
	// Of is those of an invoice, the newest first.
	Of(ctx context.Context, operationID, invoiceID id.ID, limit int) ([]Delivery, error)
	// Attempt counts an attempt to hand a mail over.
	Attempt(ctx context.Context, deliveryID id.ID) error
	// Close says what became of one that waits; ok is false where it does not any more.
	Close(ctx context.Context, deliveryID id.ID, e End) (ok bool, err error)
	// Settings of an operation.
	Settings(ctx context.Context, operationID id.ID) (Settings, error)
	SetSettings(ctx context.Context, operationID id.ID, s Settings) error
}

// Letter is what the mail of an invoice says, beside the document that it brings.
type Letter struct {
	Language string // of the document; fr, fr-BE or nl
	Document billing.Document
	// Sample is a copy for the organizer: it says what the client would get, and who that is.
	Sample bool
}

// Letters lays mails out in the frame of their operation.
type Letters interface {
	Invoice(ctx context.Context, op operation.Operation, l Letter) (mail.Message, error)
}

// Sample is a copy of an invoice's mail for an account.
type Sample struct{ ID, OperationID, InvoiceID, UserID id.ID }

// Queue has mails sent when the transaction of ctx commits.
type Queue interface {
	Mails(ctx context.Context, deliveryIDs []id.ID) error
	Sample(ctx context.Context, s Sample) error
}

// Accounts knows where people read their mail.
type Accounts interface {
	// Mailbox is the address of an active account; "" without one.
	Mailbox(ctx context.Context, userID id.ID) (string, error)
}

// Binder puts documents into one file, in their order.
type Binder interface {
	Bind(files [][]byte) ([]byte, error)
}

// stamp is an instant as it is stored.
func stamp(now func() time.Time) time.Time { return now().UTC().Truncate(time.Microsecond) }
