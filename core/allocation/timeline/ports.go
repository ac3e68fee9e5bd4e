package timeline

import (
	"context"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Configs stores the versions of keys. Nothing stored changes.
type Configs interface {
	// Versions reads all versions of an operation, newest first, with parameters.
	Versions(ctx context.Context, operationID id.ID) ([]allocation.Config, error)
	// ByID reads one version. Error: key.notFound.
	ByID(ctx context.Context, configID id.ID) (allocation.Config, error)
	// Add stores a version. ok is false when the operation has this version already,
	// as when two store the first one at once.
	Add(ctx context.Context, c allocation.Config) (ok bool, err error)
}

// Seasonalities stores the seasons of operations. Nothing stored changes.
type Seasonalities interface {
	// List reads all of an operation, newest first.
	List(ctx context.Context, operationID id.ID) ([]allocation.Seasonality, error)
	// Add stores one.
	Add(ctx context.Context, n allocation.Seasonality) error
}

// Authors finds accounts; unknown ones are left out. It may be nil: no version then
// says who made it.
type Authors interface {
	ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error)
}
