package alert

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Alerts stores alerts, and what became of them.
type Alerts interface {
	// Live lists the live ones of an operation, with who muted them.
	Live(ctx context.Context, operationID id.ID) ([]Alert, error)
	// Add stores new ones. One that another look has opened meanwhile is left alone.
	Add(ctx context.Context, alerts []Alert) error
	// See replaces the facts of live ones.
	See(ctx context.Context, alerts []Alert) error
	// End ends live ones.
	End(ctx context.Context, ids []id.ID, at time.Time) error
	// List is the alerts of an operation as a reader sees them: the live ones, or those that ended
	// since an instant, the last limit of them.
	List(ctx context.Context, in Listing) ([]Alert, error)
	// ByID finds one of an operation; ok is false where there is none.
	ByID(ctx context.Context, operationID, alertID, readerID id.ID) (a Alert, ok bool, err error)
	// Count counts the live and unmuted ones of operations on a day; those without any are left out.
	Count(ctx context.Context, operationIDs []id.ID, readerID id.ID, today civil.Date) ([]Counts, error)
	// Mute keeps what an alert is about quiet, also when it ends and comes again; nil = not any more.
	Mute(ctx context.Context, a Alert, m *Mute) error
	// Read records that somebody has read alerts of an operation; those of others are left alone.
	Read(ctx context.Context, operationID, readerID id.ID, ids []id.ID, at time.Time) error
}

// Listing asks for alerts.
type Listing struct {
	OperationID, ReaderID id.ID
	Ended                 bool
	Since                 time.Time // of ended ones
	Limit                 int
}

// Counts is how many alerts of an operation are live and not muted.
type Counts struct {
	OperationID          id.ID
	Open, Urgent, Unread int
}

// Settings stores what operations have chosen.
type Settings interface {
	// Choices are those of an operation; rules without one are left out.
	Choices(ctx context.Context, operationID id.ID) (map[Key]Choice, error)
	// Choose replaces that of a rule.
	Choose(ctx context.Context, operationID id.ID, rule Key, c Choice) error
	// MailOff reports whether somebody wants no mails about an operation.
	MailOff(ctx context.Context, operationID, userID id.ID) (bool, error)
	// SetMail says so, or the contrary.
	SetMail(ctx context.Context, operationID, userID id.ID, off bool) error
}

// Looks stores when operations were looked at, and which are to be.
type Looks interface {
	// Want asks for a look at an operation. Many may ask in transactions of their own without
	// waiting for each other.
	Want(ctx context.Context, operationID id.ID) error
	// Wanted lists operations that are asked for, and those of which no look began since an instant,
	// the longest first.
	Wanted(ctx context.Context, since time.Time, limit int) ([]id.ID, error)
	// Begin forgets who asked so far, and records when the look began, so that one that fails keeps
	// no other from its turn; a change that comes while the look goes on asks anew.
	Begin(ctx context.Context, operationID id.ID, at time.Time) error
	// Done records a look.
	Done(ctx context.Context, operationID id.ID, at time.Time) error
	// At is when an operation was looked at last; nil = never.
	At(ctx context.Context, operationID id.ID) (*time.Time, error)
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Reached are those in the scope of the principal, by name. Error: forbidden.
	Reached(ctx context.Context, p policy.Principal) ([]operation.Operation, error)
}
