package pull

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// CurveRequest is what is asked of a source at once: some days of one curve.
type CurveRequest struct {
	DsoID  string
	Nature metering.Nature // Conso or Prod
	Days   civil.Range
}

// FetchedFile is the answers of a source as one file, which the FileReader reads like
// any other. What the source refused for one site is in it too and becomes a warning.
type FetchedFile struct {
	Name    string
	Content []byte
}

// CurveSource asks a service of an operator for curves. It may be nil: nothing can be
// asked for then.
type CurveSource interface {
	// Serves reports whether the source has the curves of an operation.
	Serves(op metering.Operation) bool
	// Oldest is the first day that it still gives today.
	Oldest(today civil.Date) civil.Date
	// Calls is how many questions a request takes, each some 200 ms.
	Calls(r CurveRequest) int
	// Fetch asks for all requests. Errors: curveSource.refused (it refuses us as a
	// whole), curveSource.unreadable, curveSource.unavailable (try again).
	Fetch(ctx context.Context, op metering.Operation, requests []CurveRequest) (FetchedFile, error)
}

// PullQueue starts the next part of a pull when the caller's transaction commits: the
// requests that come after one, named by CurveRequest.after.
type PullQueue interface {
	CurvePull(ctx context.Context, importID id.ID, part int, after string) error
	// DropLook starts a look into the drops for an operation.
	DropLook(ctx context.Context, operationID id.ID) error
}

// Drop is a place where somebody lays files down for operations: a folder with one
// folder an operation, named by its external id. Nothing there is changed.
type Drop interface {
	// Name says in the database which drop it is.
	Name() string
	// List names the files of an operation; none when it has no folder.
	List(ctx context.Context, externalID string) ([]DroppedFile, error)
	Open(ctx context.Context, externalID, name string) (io.ReadCloser, error)
}

// DroppedFile is a file as a drop lists it.
type DroppedFile struct {
	Name       string
	Size       int64
	ModifiedAt time.Time
}

// TakenFile is a file of a drop that was looked into.
type TakenFile struct {
	DroppedFile
	Drop     string
	SHA256   string // hex
	ImportID id.ID  // that took it last; none when the same content was taken before
	TakenAt  time.Time
}

// DropLooks remembers what the last look into the drops found for an operation.
type DropLooks interface {
	// Get is nothing when there was no look.
	Get(ctx context.Context, operationID id.ID) (DropLook, error)
	// All lists those there are.
	All(ctx context.Context) (map[id.ID]DropLook, error)
	// Ask notes that somebody wants a look.
	Ask(ctx context.Context, operationID id.ID, at time.Time) error
	// Keep puts what a look found in the place of what the one before had found, and
	// ends what was asked for before it began.
	Keep(ctx context.Context, operationID id.ID, look DropLook) error
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
func (f DroppedFile) comparable() DroppedFile {
	f.ModifiedAt = f.ModifiedAt.UTC().Truncate(time.Second)
	return f
}

// after names the place of a request in the order.
func (r CurveRequest) after() string {
	return r.DsoID + " " + r.Nature.String() + " " + r.Days.From.String()
}
