package document

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Expected is a document that was asked for.
type Expected struct {
	Document
	Stored bool // its content is there; else it arrives
}

// Documents records which documents there are. It changes rows outside of any transaction but in
// Settle and Release, so that what is in the object store always has its row.
type Documents interface {
	// Expect records documents of one operation that arrive, each with an id of its own, all or none.
	// Where a content of the kind is there or arrives already, that document is answered instead, and
	// arrives anew. In the order of the documents, of which no two have both kind and content in common.
	Expect(ctx context.Context, ds []Document, at time.Time) ([]Expected, error)
	// Settle records that contents are there, and counts the documents that it found.
	Settle(ctx context.Context, ids []id.ID) (int, error)
	// Find answers those of an operation and kind that are there or arrive; others are left out.
	Find(ctx context.Context, operationID id.ID, kind Kind, ids []id.ID) ([]Document, error)
	// Release makes stored documents ones that arrive, from at on, within the transaction that takes
	// them from what named them.
	Release(ctx context.Context, ids []id.ID, at time.Time) error
	// Dismiss takes documents that arrive since before an instant, and that nothing names, out of
	// everybody's reach, and answers them with those that were dismissed before; at most limit.
	Dismiss(ctx context.Context, before time.Time, limit int) ([]Document, error)
	// Forget removes a dismissed one.
	Forget(ctx context.Context, documentID id.ID) error
}

// Enclosure runs fn in one transaction, that of ctx where there is one.
type Enclosure interface {
	Enclose(ctx context.Context, fn func(ctx context.Context) error) error
}
