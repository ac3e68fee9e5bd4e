package event

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Entry is an event that somebody handles after its transaction.
type Entry struct {
	ID       id.ID
	Event    Event
	Handlers []string // by key: "billing.invoicesPublished/documents"
	At       time.Time
}

// Delivery is an event that a handler is still to have.
type Delivery struct {
	EventID id.ID
	Handler string // by key
}

// Log keeps events until all have handled them, and some weeks longer. Nothing in it changes.
type Log interface {
	// Append stores one in the transaction of the change.
	Append(ctx context.Context, e Entry) error
	// Read fills into, a pointer to an event of the right type; ok is false when it is gone.
	Read(ctx context.Context, eventID id.ID, into any) (ok bool, err error)
	// Delivered notes that a handler is done.
	Delivered(ctx context.Context, d Delivery, at time.Time) error
	// Undelivered lists what was published before an instant and a handler has not done.
	Undelivered(ctx context.Context, before time.Time, limit int) ([]Delivery, error)
	// DeleteBefore forgets those that are older.
	DeleteBefore(ctx context.Context, before time.Time) error
}

// Queue has Bus.Deliver done when the transaction of ctx commits. What waits already is not
// queued again.
type Queue interface {
	Deliver(ctx context.Context, ds []Delivery) error
}
