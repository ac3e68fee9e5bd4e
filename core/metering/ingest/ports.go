package ingest

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/ingest/received"
)

// Imports stores imports and their files.
type Imports interface {
	// Add stores a started import with its files. Error: import.inProgress with
	// parameter id while another one of the operation that is no dry run is live.
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
	// Live is the running import of the operation that is no dry run, if there is one.
	Live(ctx context.Context, operationID id.ID) (importID id.ID, ok bool, err error)
	// Finish closes a started import with its outcome; ok is false when it was closed
	// before.
	Finish(ctx context.Context, i Import) (ok bool, err error)
	// Reopen starts a suspected import again, as confirmed by somebody; ok is false when it
	// is not suspected any more. Error: import.inProgress, as of Add.
	Reopen(ctx context.Context, i Import, by id.ID, at time.Time) (ok bool, err error)
	// Undo closes a succeeded or suspected import as undone; ok is false when it is neither.
	Undo(ctx context.Context, importID, by id.ID, at time.Time) (ok bool, err error)
	// Progress records how much is done, outside the transaction of the import.
	Progress(ctx context.Context, importID id.ID, done, total int) error
	// AddFile adds a file to a live import; ok is false when its place is taken.
	AddFile(ctx context.Context, importID id.ID, position int, f received.File) (ok bool, err error)
	// Stale lists live imports that gave no sign of life since an instant.
	Stale(ctx context.Context, since time.Time) ([]id.ID, error)
}

// Queue starts the job of an import when the caller's transaction commits.
type Queue interface {
	CurveImport(ctx context.Context, importID id.ID) error
}
