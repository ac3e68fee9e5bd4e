package enrolment

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Draft is the form of somebody who has left it half-way: the fields by the form's own names, as
// they were typed. Nothing of it is checked before it is sent.
type Draft struct {
	UserID, OperationID id.ID
	Step                string // of the form
	Fields              map[string]string
	SavedAt             time.Time
}

// The bounds of a draft. One that is older is nobody's any more.
const (
	MaxDraftBytes = 32 << 10
	DraftLife     = 90 * 24 * time.Hour
)

// Drafts keeps one draft for each person and operation, so that none can read another's.
type Drafts interface {
	// Get finds one that is not older than a time; ok is false when there is none.
	Get(ctx context.Context, userID, operationID id.ID, notBefore time.Time) (d Draft, ok bool, err error)
	// Put keeps it in place of the one before, and throws away those that are older.
	Put(ctx context.Context, d Draft, notBefore time.Time) error
	// Delete throws one away; none is no error.
	Delete(ctx context.Context, userID, operationID id.ID) error
}
