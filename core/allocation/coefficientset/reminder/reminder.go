package reminder

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Kind is why organizers are written to about the coefficients of a month.
type Kind string

// The kinds, each once for an operation and month.
const (
	Soon Kind = "SOON" // five days are left
	Last Kind = "LAST" // one day is left
	Late Kind = "LATE" // the deadline is past
)

// Days from and to the deadline. Who was away on the first day of a kind is reminded
// later, but not for ever.
const (
	lastDays = 1
	lateDays = 10
)

// reminderOn is the kind that a number of days to the deadline calls for, "" = none.
func reminderOn(daysLeft int) Kind {
	switch {
	case daysLeft > calendar.SoonDays || daysLeft < -lateDays:
		return ""
	case daysLeft > lastDays:
		return Soon
	case daysLeft >= 0:
		return Last
	}
	return Late
}

// Reminder is one that was given, or is to be.
type Reminder struct {
	OperationID id.ID
	Month       civil.Month
	Kind        Kind
	At          time.Time
}

// Letter is a reminder to one person.
type Letter struct {
	Reminder
	UserID    id.ID
	MessageID id.ID // names the mail for ever, so that one sent again is the same
}

// Text is what a letter says.
type Text struct {
	Letter
	Operation string // name
	Deadline  civil.Date
}

// Reminders stores which ones were given.
type Reminders interface {
	// Candidates lists the operations of some operators that have had a key of these
	// types.
	Candidates(ctx context.Context, operators []dso.Operator, types []allocation.Type) ([]id.ID, error)
	// Add records one; ok is false when there is one of its operation, month and kind.
	Add(ctx context.Context, r Reminder) (ok bool, err error)
}

// Organizers finds who runs operations.
type Organizers interface {
	Of(ctx context.Context, operationIDs []id.ID, role policy.Role) (map[id.ID][]id.ID, error)
}

// Queue has Service.SendLetter done when the caller's transaction commits.
type Queue interface {
	Letter(ctx context.Context, l Letter) error
}

// Mail writes to somebody. A person who has left is no error. Errors:
// mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendReminder(ctx context.Context, t Text) error
}

// takers are the operators that take coefficients.
func takers() []dso.Operator {
	return slices.DeleteFunc(dso.Operators(), func(o dso.Operator) bool {
		return operation.Operation{DSO: o}.Require(operation.FeatureCoefficients) != nil
	})
}

// errReminded undoes a transaction that has nothing to record.
var errReminded = errors.New("reminded before")
