package key

import (
	"context"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Drafts stores keys in work; a Config of the state Draft.
type Drafts interface {
	// List reads those of an operation, newest first.
	List(ctx context.Context, operationID id.ID) ([]allocation.Config, error)
	// ByID reads one. Error: key.notFound.
	ByID(ctx context.Context, draftID id.ID) (allocation.Config, error)
	// Add stores one with revision 1.
	Add(ctx context.Context, c allocation.Config) error
	// Update stores the content over the revision it was read with, which rises; ok is
	// false when somebody else changed it.
	Update(ctx context.Context, c allocation.Config) (ok bool, err error)
	// Remove forgets one of this revision; ok as for Update.
	Remove(ctx context.Context, c allocation.Config) (ok bool, err error)
}

// Invoices reports whether a published invoice bills a day of a month. It may be nil:
// nothing is invoiced then.
type Invoices interface {
	Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
}
