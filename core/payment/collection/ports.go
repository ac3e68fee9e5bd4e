package collection

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
)

// Collections stores collections, and reads what they are made of.
type Collections interface {
	// Invoices are those of some ids that are there, in no order.
	Invoices(ctx context.Context, ids []id.ID) ([]Invoice, error)
	// Open are the invoices of an operation that could be collected and are in no collection that
	// holds, by their number.
	Open(ctx context.Context, operationID id.ID) ([]Invoice, error)
	// Mandates are those that some clients gave to an ICS: one line a client and mandate.
	Mandates(ctx context.Context, ics party.ICS, clientIDs []id.ID) ([]Mandate, error)

	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, collectionID id.ID) (Collection, error)
	// Holding is the one that holds all of a set of invoices of an ICS; false when there is none.
	Holding(ctx context.Context, ics party.ICS, set []byte) (Collection, bool, error)
	// OfOperation are those with invoices of an operation, last first.
	OfOperation(ctx context.Context, operationID id.ID) ([]Collection, error)
	// Transactions are those of a collection, by the number of the invoice.
	Transactions(ctx context.Context, collectionID id.ID) ([]Collected, error)
	// Add stores one and notes the day on its mandates. Errors: sepa.alreadyCollected when an
	// invoice is in another one, sepa.changed when an invoice or a mandate is not what it was.
	Add(ctx context.Context, c Collection, o Order) error
	// Cancel lets the invoices go and takes the day from the mandates. Errors: object.changed,
	// sepa.answered, sepa.handedOver.
	Cancel(ctx context.Context, c Collection, at time.Time) error
}

// Collected is a transaction as it was made.
type Collected struct {
	Invoice
	MandateID  id.ID
	RUM        party.RUM
	EndToEndID string
	On         civil.Date
	Sequence   SequenceType
	Scheme     payment.Scheme
	Held       bool // no longer where it came back, or the collection was cancelled
}

// Writer writes the file that banks take. The same order gives the same bytes. It does no I/O.
type Writer interface {
	Write(o Order) ([]byte, error)
}

// Documents keeps files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Kept(ctx context.Context, operationID id.ID, kind document.Kind, ids ...id.ID) (map[id.ID]document.Document, error)
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Cipher encrypts what is kept: a file holds the accounts of debtors (see adapters/seal).
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}
