package paper

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/payment"
)

// Papers keeps papers and what became of them.
type Papers interface {
	// List is those of an operation, of all sites or of one, newest first, at most limit.
	List(ctx context.Context, operationID, siteID id.ID, limit int) ([]Paper, error)
	// Count is how many an operation keeps.
	Count(ctx context.Context, operationID id.ID) (int, error)
	// ByID finds one; ok is false where there is none.
	ByID(ctx context.Context, operationID, paperID id.ID) (p Paper, ok bool, err error)
	Add(ctx context.Context, papers []Paper) error
	// Close stores the signature or the refusal; ok is false where there was one.
	Close(ctx context.Context, p Paper) (ok bool, err error)
	// Languages are those of the accounts that see some sites; sites without one are left out.
	Languages(ctx context.Context, siteIDs []id.ID) (map[id.ID]string, error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads the sites of an operation, by name.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Creditors reads who collects in an operation.
type Creditors interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]Creditor, error)
}

// Creditor is who collects, with the address that a mandate must name.
type Creditor struct {
	payment.Creditor
	Street, PostCode, City string
}

// Documents keeps the files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Drawer draws a paper as PDF.
type Drawer interface {
	DrawPaper(s Sheet) ([]byte, error)
}
