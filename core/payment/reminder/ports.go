package reminder

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Reminders keeps what was sent, and reads what may be.
type Reminders interface {
	// Debts are the invoices of an operation whose due date is before a day and of which something is
	// open, at most limit, the longest late first; those of some ids where there are any, whatever
	// their due date.
	Debts(ctx context.Context, operationID id.ID, today civil.Date, ids []id.ID, limit int) ([]Debt, error)
	// Clients are some of an operation.
	Clients(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]Client, error)
	// Add stores mails that are queued, with the levels of their invoices.
	Add(ctx context.Context, list []Reminder) error
	// List are the mails of an operation, last first, without their invoices.
	List(ctx context.Context, operationID id.ID, limit int) ([]Reminder, error)
	// ByID finds one whole. Error: notFound.
	ByID(ctx context.Context, operationID, reminderID id.ID) (Reminder, error)
	// Mail finds one by its id alone; ok is false where there is none.
	Mail(ctx context.Context, reminderID id.ID) (r Reminder, ok bool, err error)
	// Close says what became of a queued one, and what it said; one that is not queued is left alone.
	Close(ctx context.Context, r Reminder) error
}

// Choices keeps settings and pauses.
type Choices interface {
	// Settings are those of an operation; Defaults where it never chose.
	Settings(ctx context.Context, operationID id.ID) (Settings, error)
	// Choose replaces them. Error: object.changed.
	Choose(ctx context.Context, s Settings) error
	// Enabled are the operations whose clients are reminded without anybody's doing.
	Enabled(ctx context.Context) ([]id.ID, error)
	// Pauses are those of an operation, last first, those that are over too.
	Pauses(ctx context.Context, operationID id.ID, limit int) ([]Pause, error)
	// AddPause stores one. Errors: billableEntity.notFound, invoice.notFound.
	AddPause(ctx context.Context, p Pause) error
	// EndPause ends one.
	EndPause(ctx context.Context, p Pause, by id.ID, at time.Time) error
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Letters lays a message out as a mail in the frame of its operation, in a language.
type Letters interface {
	LayReminder(op operation.Operation, d Draft, language string) mail.Message
}

// Queue has Service.Deliver done for each mail when the transaction of ctx commits.
type Queue interface {
	Reminders(ctx context.Context, ids []id.ID) error
}
