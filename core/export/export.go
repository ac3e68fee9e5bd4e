// Package export makes files of who takes part in an operation and of what was measured there, for
// whoever may read it: asked for, made by a job, kept for some days, told by mail.
//
// Owns: what may be exported and how much, the words and rows of a file, how long it is kept, what
// is said to who waits. Does not own: what may be seen of a curve (core/metering), where the bytes
// lie (core/document), how a link is signed (Signatures).
package export

import (
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/policy"
)

// Bounds.
const (
	MostLines     = 200_000 // of a text
	MostSheetRows = 50_000  // of a workbook
	MostSites     = 1_000   // with curves
	MostNamed     = 1_000   // sites, named one by one
	MostListed    = 100     // of one's own, the newest
	MostKept      = 20      // files of one person in an operation
	Kept          = 7 * 24 * time.Hour
)

// JobKind is the job that makes one; it has the id of the export.
const JobKind job.Kind = "dataExport"

// Stored is the kind of the stored documents.
const Stored document.Kind = "exports"

// Stage is what is said to who waits, in the words of the contract (specification section 8).
type Stage string

// The stages, in their order.
const (
	Started Stage = "STARTED"
	Slow    Stage = "SLOW"      // a bit long
	Slower  Stage = "VERY_SLOW" // abnormally long
	Overdue Stage = "OVERDUE"   // should have ended
	Ready   Stage = "READY"
	Failed  Stage = "FAILED"
	Expired Stage = "EXPIRED" // the file is gone
)

// Waits are the times after which something else is said to who waits.
type Waits struct{ Slow, Slower, Overdue time.Duration }

// DefaultWaits are those that the product is delivered with.
var DefaultWaits = Waits{2 * time.Minute, 10 * time.Minute, 30 * time.Minute}

// Export is a file that somebody asked for.
type Export struct {
	ID          id.ID
	OperationID id.ID
	AskedBy     id.ID
	Asker       Asker
	Ask         Ask
	Language    string
	CreatedAt   time.Time
	Status      job.Status // of its job
	FileName    string
	Lines       int
	FinishedAt  *time.Time
	ExpiresAt   *time.Time
	Content     document.Document // without an id: none, or none any more
}

// Asker is what the person who asked might see when it was asked.
type Asker struct {
	Role  policy.Role   `json:"role"`
	Sites []policy.Site `json:"sites,omitempty"`
}

// principal is who the job reads for: no more than was allowed to who asked.
func (e Export) principal() policy.Principal {
	return policy.Principal{UserID: e.AskedBy, Role: e.Asker.Role, Agent: "job", Operations: []id.ID{e.OperationID}, Sites: e.Asker.Sites}
}

// there reports whether the file of an export can be read.
func (e Export) there(now time.Time) bool {
	return e.FinishedAt != nil && !e.Content.ID.IsZero() && now.Before(*e.ExpiresAt)
}

// Stage says how far an export is: ready when its job is over too, so that the next may be asked for.
func (e Export) Stage(now time.Time, w Waits) Stage {
	switch waited := now.Sub(e.CreatedAt); {
	case e.FinishedAt != nil && !e.there(now):
		return Expired
	case e.there(now) && e.Status != job.Pending:
		return Ready
	case e.Status == job.Failure:
		return Failed
	case waited >= w.Overdue:
		return Overdue
	case waited >= w.Slower:
		return Slower
	case waited >= w.Slow:
		return Slow
	}
	return Started
}
