package communication

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Messages keeps messages and what became of their mails.
type Messages interface {
	// Add stores a message with its deliveries, attachments and those that are not reached.
	Add(ctx context.Context, m Message) error
	// AddDelivery stores a further mail of a message, to one recipient.
	AddDelivery(ctx context.Context, messageID id.ID, d Delivery) error
	// ByID finds one of an operation, whole; ok is false where there is none.
	ByID(ctx context.Context, operationID, messageID id.ID) (m Message, ok bool, err error)
	// List is those of an operation, newest first.
	List(ctx context.Context, operationID id.ID, limit int) ([]Summary, error)
	// SentSince counts those that an operation sent from an instant on.
	SentSince(ctx context.Context, operationID id.ID, since time.Time) (int, error)
	// Mail finds a delivery with what it says; ok is false where there is none.
	Mail(ctx context.Context, deliveryID id.ID) (m Mail, ok bool, err error)
	// Close says what became of a queued one; one that is not queued is left alone.
	Close(ctx context.Context, deliveryID id.ID, status Status, at time.Time) error
}

// Recipients finds who can be written to.
type Recipients interface {
	// OfOperation lists the sites that have not left by a day and the observers, by name in the
	// order of a French reader.
	OfOperation(ctx context.Context, operationID id.ID, today civil.Date) ([]Recipient, error)
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Documents keeps the files that go with messages; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Kept(ctx context.Context, operationID id.ID, kind document.Kind, ids ...id.ID) (map[id.ID]document.Document, error)
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Letters lays a message out as a mail in the frame of its operation, in a language.
type Letters interface {
	Lay(op operation.Operation, d Draft, language string) mail.Message
}

// Queue has Service.Deliver done for each mail when the transaction of ctx commits.
type Queue interface {
	Deliveries(ctx context.Context, ids []id.ID) error
}
