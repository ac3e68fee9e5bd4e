package journal

import (
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Books stores accounts of sellers.
type Books interface {
	// Of finds those of a seller; false where nobody has told them.
	Of(ctx context.Context, owner string) (Accounts, bool, error)
	// Put stores accounts over those of a version, 1 = none; false where there are others.
	Put(ctx context.Context, a Accounts, by id.ID, over int) (bool, error)
}

// Query says which pieces of a seller are read.
type Query struct {
	Owner      string
	Operations []id.ID
	Days       civil.Range // of issue
	New        bool        // those that no export holds
	Behind     *Place      // those that stand behind it; nil = from the first
	Limit      int
}

// Invoices reads issued invoices, and published statements.
type Invoices interface {
	// Operations are those in which somebody may issue for a seller, or was refused it.
	Operations(ctx context.Context, owner string) ([]id.ID, error)
	// List reads invoices, credit notes and what producers are owed in the order of the journal.
	List(ctx context.Context, q Query) ([]Piece, error)
	// Standing is what there is of a seller in some operations.
	Standing(ctx context.Context, owner string, operations []id.ID) (Standing, error)
}

// Exports stores what was handed over.
type Exports interface {
	// Hold keeps others from exporting of a seller until the transaction ends.
	Hold(ctx context.Context, owner string) error
	// Add stores one with the pieces that it holds, each of which is in no other.
	Add(ctx context.Context, e Export, content []byte, held []Piece) error
	// List are those of a seller all of whose pieces are of some operations, last first, and how many
	// there are; at most limit.
	List(ctx context.Context, owner string, operations []id.ID, limit int) ([]Export, int, error)
	// Content is what one holds, with the operations of its pieces. Error: journal.exportNotFound.
	Content(ctx context.Context, owner string, exportID id.ID) (Export, []byte, []id.ID, error)
}

// Locks stores the months in which nothing of a seller may be dated any more.
type Locks interface {
	billing.MonthLocks
	// List are those of a seller, last month first; at most limit.
	List(ctx context.Context, owner string, limit int) ([]Lock, error)
	// Add locks a month, when nobody is about to issue in it. Error: monthLock.locked.
	Add(ctx context.Context, l Lock) error
	// Remove opens a month again; false where it is not locked.
	Remove(ctx context.Context, owner string, m civil.Month) (bool, error)
}

// Stores are what a database keeps of journals.
type Stores struct {
	Books    Books
	Invoices Invoices
	Exports  Exports
	Months   Locks
}
