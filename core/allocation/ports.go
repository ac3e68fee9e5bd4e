package allocation

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// Configs stores the versions of keys. Nothing stored changes.
type Configs interface {
	// Versions reads all versions of an operation, newest first, with parameters.
	Versions(ctx context.Context, operationID id.ID) ([]Config, error)
	// ByID reads one version. Error: key.notFound.
	ByID(ctx context.Context, configID id.ID) (Config, error)
	// Add stores a version. ok is false when the operation has this version already,
	// as when two store the first one at once.
	Add(ctx context.Context, c Config) (ok bool, err error)
}

// Participants lists all participants of an operation, also those that have left.
type Participants interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Operations is what is asked of package operation.
type Operations interface {
	// ByID finds one. Error: operation.notFound.
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Locked is ByID that makes others wait until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Authors finds accounts; unknown ones are left out. It may be nil: no version then
// says who made it.
type Authors interface {
	ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error)
}

// Invoices tells whether a published invoice bills a day of a month. It may be nil:
// nothing is invoiced then.
type Invoices interface {
	Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
}

// Curves is told, in the transaction of the change, that another key holds from a day
// on, so that what pmo shares as the operator itself is shared again. It may be nil.
type Curves interface {
	KeyChanged(ctx context.Context, operationID id.ID, from civil.Date) error
}
