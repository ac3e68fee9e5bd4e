package drop

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Drop is a place where somebody lays files down for operations: a folder with one
// folder an operation, named by its external id. Nothing there is changed.
type Drop interface {
	// Name says in the database which drop it is.
	Name() string
	// List names the files of an operation; none when it has no folder.
	List(ctx context.Context, externalID string) ([]File, error)
	Open(ctx context.Context, externalID, name string) (io.ReadCloser, error)
}

// File is a file as a drop lists it.
type File struct {
	Name       string
	Size       int64
	ModifiedAt time.Time
}

// TakenFile is a file of a drop that was looked into.
type TakenFile struct {
	File
	Drop     string
	SHA256   string // hex
	ImportID id.ID  // that took it last; none when the same content was taken before
	TakenAt  time.Time
}

// Looks remembers what the last look into the drops found for an operation.
type Looks interface {
	// Get is nothing when there was no look.
	Get(ctx context.Context, operationID id.ID) (Look, error)
	// All lists those there are.
	All(ctx context.Context) (map[id.ID]Look, error)
	// Ask notes that somebody wants a look.
	Ask(ctx context.Context, operationID id.ID, at time.Time) error
	// Keep puts what a look found in the place of what the one before had found, and
	// ends what was asked for before it began.
	Keep(ctx context.Context, operationID id.ID, look Look) error
}

// TakenFiles remembers which files of drops were taken.
type TakenFiles interface {
	// OfDrop lists what is remembered of a drop and an operation.
	OfDrop(ctx context.Context, operationID id.ID, drop string) ([]TakenFile, error)
	// LastImport is the last import of a content from any drop; ok is false when there is
	// none.
	LastImport(ctx context.Context, operationID id.ID, sha256 string) (importID id.ID, ok bool, err error)
	// Add remembers a file, or how it looks now and which import took it last.
	Add(ctx context.Context, operationID id.ID, f TakenFile) error
}

// comparable is the file with its instant as the database keeps it.
func (f File) comparable() File {
	f.ModifiedAt = f.ModifiedAt.UTC().Truncate(time.Second)
	return f
}

// Memory is what is remembered of drops.
type Memory interface {
	TakenFiles
	Looks
}

// Queue starts looks.
type Queue interface {
	// Look starts a look into the drops for an operation when the caller's transaction
	// commits.
	DropLook(ctx context.Context, operationID id.ID) error
}
