package statement

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Numbers is what publishing gives a statement.
type Numbers struct {
	StatementID        id.ID
	Number             string
	Owner, Series      string
	Payer              string // the legal person whose purchase it is
	Recovers           bool   // the payer recovers VAT on the day of the number
	Year, Sequence     int
	IssueDate, DueDate civil.Date
	Snapshot           billing.Document
}

// Statements stores statements.
type Statements interface {
	// List is the latest days first, without lines, and at most limit.
	List(ctx context.Context, operationID id.ID, f Filter, limit int) ([]Statement, error)
	// ByIDs reads some with their lines, in no order; locked keeps others from changing them.
	ByIDs(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]Statement, error)
	// Replace deletes all drafts of an operation and stores others.
	Replace(ctx context.Context, operationID id.ID, drafts []Statement) error
	// Delete removes a draft.
	Delete(ctx context.Context, operationID, statementID id.ID) error
	// Publish gives drafts their numbers. Error: statement.alreadyStated.
	Publish(ctx context.Context, operationID id.ID, numbers []Numbers, at time.Time) error
	// Cancel marks a published one as cancelled, on a day of the operation: its days are stated anew.
	Cancel(ctx context.Context, operationID, statementID id.ID, reason string, by id.ID, at time.Time, day civil.Date) error
	// Snapshot is what was frozen of a published one. Error: statement.notFound.
	Snapshot(ctx context.Context, operationID, statementID id.ID) (billing.Document, error)
	SetDocuments(ctx context.Context, operationID, statementID id.ID, stored billing.StoredFiles) error
	// SetMail says where the mail of one is; of another mail than that it has by now, nothing.
	SetMail(ctx context.Context, operationID, statementID id.ID, m Mail) error
	// ByMail finds the statement of a mail; ok is false where it has another by now.
	ByMail(ctx context.Context, mailID id.ID) (s Statement, ok bool, err error)
	// Languages are those in which the holders of sites are written to; without an entry nobody knows.
	Languages(ctx context.Context, operationID id.ID, sites []id.ID) (map[id.ID]string, error)
}

// Letters lays mails out in the frame of their operation.
type Letters interface {
	Statement(ctx context.Context, op operation.Operation, language string, d billing.Document) (mail.Message, error)
}

// Queue has mails sent when the transaction of ctx commits.
type Queue interface {
	StatementMails(ctx context.Context, mailIDs []id.ID) error
}

// Means are by what statements are kept, written and sent.
type Means struct {
	Statements Statements
	Letters    Letters
	Mail       mail.Sender
	Queue      Queue
}
