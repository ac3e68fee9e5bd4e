package ereporting

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
)

// Reports stores what was reported, and how. Error: ereport.taken.
type Reports interface {
	// Settings of a seller; false where nobody told any.
	Settings(ctx context.Context, seller string) (Settings, bool, error)
	// PutSettings stores them over those of the version before; false where there are others.
	PutSettings(ctx context.Context, s Settings) (bool, error)
	// Operations are those in which the seller sells, or may.
	Operations(ctx context.Context, seller string) ([]id.ID, error)
	// Sales are the issued invoices and credit notes of a seller with a day in some days, or reported of a
	// period that begins on one, in the order of issue; at most limit.
	Sales(ctx context.Context, seller string, days civil.Range, limit int) ([]Sale, error)
	// Hold keeps others from reporting of a seller until the transaction ends.
	Hold(ctx context.Context, seller string) error
	// List is the reports of periods that begin on some days, by period and sequence, with their
	// transmissions.
	List(ctx context.Context, seller string, days civil.Range) ([]Report, error)
	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, reportID id.ID) (Report, error)
	// Add stores one with the invoices that it counts.
	Add(ctx context.Context, r Report, invoices []id.ID) error
}

// Documents keeps files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}
