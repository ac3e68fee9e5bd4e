package ingest

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/ingest/received"
)

// Imports stores imports and their files, beside their jobs, which say whether they go on, how far
// they are and what was wrong.
type Imports interface {
	// Add stores an import whose job is stored, with its files.
	Add(ctx context.Context, i Import) error
	// Get reads one with its files. Error: import.notFound.
	Get(ctx context.Context, importID id.ID) (Import, error)
	// List reads those of an operation, newest first, and how many there are.
	List(ctx context.Context, operationID id.ID, offset, limit int) ([]Import, int, error)
	// Position is the place of one in that list, from 1; 0 = it is not in it.
	Position(ctx context.Context, operationID, importID id.ID) (int, error)
	// Latest reads the newest one of a kind, by an agent or, with "", by anybody; ok is
	// false when there is none.
	Latest(ctx context.Context, operationID id.ID, kind ImportKind, agent string) (i Import, ok bool, err error)
	// Finish stores the outcome of a started import: its status, result and formats.
	Finish(ctx context.Context, i Import) error
	// Reopen takes back that an import is suspected, as confirmed by somebody; ok is false when
	// it is not suspected any more.
	Reopen(ctx context.Context, importID, by id.ID, at time.Time) (ok bool, err error)
	// Undo closes a succeeded or suspected import as undone; ok is false when it is neither.
	Undo(ctx context.Context, importID, by id.ID, at time.Time) (ok bool, err error)
	// AddFile adds a file to a live import; ok is false when its place is taken.
	AddFile(ctx context.Context, importID id.ID, position int, f received.File) (ok bool, err error)
}
