package payout

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
)

// Payouts stores payment lists and what was paid, and reads the statements that they are made of.
type Payouts interface {
	// Claims are those of some ids that are there, in no order.
	Claims(ctx context.Context, operationID id.ID, ids []id.ID) ([]Claim, error)
	// Open are the published statements that are to be paid, by day of payment.
	Open(ctx context.Context, operationID id.ID) ([]Claim, error)
	// Payer is the operation's own issuer; ok is false where it has none.
	Payer(ctx context.Context, operationID id.ID) (p Payer, ok bool, err error)

	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, operationID, payoutID id.ID) (Payout, error)
	// Holding is the one that holds all of a set of statements.
	Holding(ctx context.Context, operationID id.ID, set []byte) (p Payout, ok bool, err error)
	// List is last first.
	List(ctx context.Context, operationID id.ID) ([]Payout, error)
	// Ordered are the statements of one, by number.
	Ordered(ctx context.Context, operationID, payoutID id.ID) ([]Ordered, error)
	// Add stores one. Errors: payout.alreadyOrdered where a statement is in another one, payout.changed
	// where one is not owed any more.
	Add(ctx context.Context, p Payout, o Order) error
	// Cancel lets the statements go. Errors: object.changed, payout.answered.
	Cancel(ctx context.Context, p Payout, at time.Time) error

	// Accounts reads statements with what was paid of them; locked keeps others from it.
	Accounts(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]Account, error)
	AddMovements(ctx context.Context, list []Movement) error
	WithdrawMovements(ctx context.Context, operationID id.ID, ids []id.ID, by id.ID, at time.Time) error
	// Movement finds the statement of one. Error: notFound.
	Movement(ctx context.Context, operationID, movementID id.ID) (statementID id.ID, err error)
	// OfLine are the statements of which a line of a bank says something.
	OfLine(ctx context.Context, operationID, lineID id.ID) ([]id.ID, error)
	SetPayment(ctx context.Context, operationID, statementID id.ID, status billing.PaymentStatus) error
	// Release lets the list go of a statement.
	Release(ctx context.Context, operationID, statementID id.ID) error
	// Names are how the published statements of an operation are named to banks.
	Names(ctx context.Context, operationID id.ID) ([]Named, error)

	Settings(ctx context.Context, operationID id.ID) (Settings, error)
	SetSettings(ctx context.Context, operationID id.ID, s Settings) error
}

// Writer writes the file that banks take. The same order gives the same bytes. It does no I/O.
type Writer interface {
	WritePayout(o Order) ([]byte, error)
}

// Documents keeps files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Kept(ctx context.Context, operationID id.ID, kind document.Kind, ids ...id.ID) (map[id.ID]document.Document, error)
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Cipher encrypts what is kept: a file holds the accounts of producers.
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}
