package handover

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/policy"
)

// ErrGone is a file that is not there (any more).
var ErrGone = errors.New("handover: no such file")

// Place is where files are laid down for the bank's client, and where it lays down what comes back.
type Place interface {
	// Name is what kind of place it is: folder or sftp.
	Name() string
	// Write lays a file down for the bank under a name that its client does not take, whole or with an error.
	Write(ctx context.Context, name string, content []byte) error
	// Rename gives it the name that is taken. Errors: ErrGone when it is not there; any when the name is taken.
	Rename(ctx context.Context, from, to string) error
	// Remove takes a file away that was not renamed; one that is not there is no error.
	Remove(ctx context.Context, name string) error
	// Incoming names the files that came back: in the folder of an operation (its external id), or in none.
	Incoming(ctx context.Context) ([]Incoming, error)
	// Read reads one, of at most so many bytes and one more. Error: ErrGone.
	Read(ctx context.Context, f Incoming, most int64) ([]byte, error)
	// PutAside moves one to those that were taken in, or with a reason to those that were refused.
	PutAside(ctx context.Context, f Incoming, at time.Time, reason string) error
}

// Incoming is a file that came back.
type Incoming struct {
	Folder, Name string // without a folder it says itself of which operation it is
	ModifiedAt   time.Time
	Size         int64
}

// Handovers stores them.
type Handovers interface {
	// Ask stores one that waits, of a collection that holds. Where there is one it is answered, one that
	// was given up waits again. Error: handover.cancelled.
	Ask(ctx context.Context, h Handover) (Handover, error)
	// OfOperation are those of the collections with invoices of an operation.
	OfOperation(ctx context.Context, operationID id.ID) ([]Handover, error)
	// Claim takes what is due for as long as a lease holds, with the next attempt; false when nothing is.
	Claim(ctx context.Context, now, leased time.Time) (Handover, bool, error)
	// Name notes that the file lies there under its temporary name, of the attempt that claimed it; false
	// when a later one did.
	Name(ctx context.Context, h Handover) (bool, error)
	// Finish notes that it lies there under its own name; false when that was noted before.
	Finish(ctx context.Context, h Handover, at time.Time) (bool, error)
	// Postpone notes what went wrong and when the next attempt begins; failed gives up.
	Postpone(ctx context.Context, h Handover, trouble Trouble, next time.Time, failed bool) error

	// AddReturned keeps what became of a file; the same one again changes nothing.
	AddReturned(ctx context.Context, r Returned) error
	// Returned are those of an operation, last first, at most limit.
	Returned(ctx context.Context, operationID id.ID, limit int) ([]Returned, error)
}

// Orders gives the files of collections; *collection.Service is one.
type Orders interface {
	// Entire is the file of a collection for who may hand over all of it. Error: notFound.
	Entire(ctx context.Context, p policy.Principal, perm policy.Permission, collectionID id.ID) (collection.File, error)
	// Content is the same for the server itself.
	Content(ctx context.Context, collectionID id.ID) ([]byte, error)
}

// Banks takes files from banks in; *reconciliation.Service is one.
type Banks interface {
	Import(ctx context.Context, p policy.Principal, operationID id.ID, u reconciliation.Upload) (reconciliation.Report, error)
	// Concerned are the operations that a file may be of, by what it says itself.
	Concerned(ctx context.Context, content []byte) ([]id.ID, error)
}

// Operations finds operations.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	All(ctx context.Context) ([]operation.Operation, error)
}
