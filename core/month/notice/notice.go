package notice

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Notice is that the data of a month are all there, to one person. That a deadline is near is
// written by the reminders of coefficients, the only deadline there is.
type Notice struct {
	OperationID id.ID
	Month       civil.Month
	UserID      id.ID
	MessageID   id.ID // names the mail for ever, so that one sent again is the same
}

// Text is what a notice says.
type Text struct {
	Notice
	Operation string // name
	Sides     int    // that are complete and definitive: all of them
}

// Notices stores of which months organizers were told.
type Notices interface {
	// Untold lists the operations whose organizers were not told of a month yet.
	Untold(ctx context.Context, m civil.Month) ([]id.ID, error)
	// Add records that they are told; ok is false when they were before.
	Add(ctx context.Context, operationID id.ID, m civil.Month, at time.Time) (ok bool, err error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Organizers finds who runs operations.
type Organizers interface {
	Of(ctx context.Context, operationIDs []id.ID, role policy.Role) (map[id.ID][]id.ID, error)
}

// Queue has Service.Send done when the caller's transaction commits.
type Queue interface {
	Notice(ctx context.Context, n Notice) error
}

// Mail writes to somebody. A person who has left is no error. Errors:
// mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendNotice(ctx context.Context, t Text) error
}

// errTold undoes a transaction that has nothing to record.
var errTold = errors.New("told before")

// everybody is who asks for a periodic job: all sites are looked at.
var everybody = policy.Principal{Role: policy.RoleAdmin, Agent: "system"}

// changeOf is the audit line of a notice.
func changeOf(operationID id.ID, m civil.Month) tx.Change {
	return tx.Change{Agent: "system", Action: "month:read", OperationID: operationID, ObjectKind: "monthNotice", ObjectID: operationID,
		Details: map[string]any{"month": m.String()}}
}
