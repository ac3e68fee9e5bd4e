package bill

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
)

// Bills stores bills. Errors: object.changed, bill.there.
type Bills interface {
	// OfOperation are those of an operation that a filter leaves, the latest period first, at most limit.
	OfOperation(ctx context.Context, operationID id.ID, f Filter, limit int) ([]Bill, error)
	// Billed are the days of pairs that bills of participants are for, days that touch each other as one range.
	Billed(ctx context.Context, operationID id.ID) (map[billing.Pair][]civil.Range, error)
	// Unstated are bills of participants that are in no producer's bill yet, by the end of their
	// period, then by producer, at most limit.
	Unstated(ctx context.Context, operationID id.ID, limit int) ([]Bill, error)
	// Count is how many an operation has; they are never deleted.
	Count(ctx context.Context, operationID id.ID) (int, error)
	// ByID finds one; ok is false where there is none.
	ByID(ctx context.Context, billID id.ID) (b Bill, ok bool, err error)
	Add(ctx context.Context, b Bill) error
	// State writes into which producer's bill some were taken.
	State(ctx context.Context, operationID, statementID id.ID, bills []id.ID) error
	// Change stores b when its stored version is b.Version - 1.
	Change(ctx context.Context, b Bill) error
	// Operations of the old engine that have contracts, in order of their ids.
	Operations(ctx context.Context) ([]id.ID, error)
}

// Measurements is what metering knows of energy; *billable.Service is one (see billing.Measurements).
type Measurements interface {
	PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[billing.Pair]energy.MilliWh, error)
	Readiness(ctx context.Context, operationID id.ID, sites []id.ID, days civil.Range) (map[billable.Billed][]civil.Date, error)
	PairsInDoubt(ctx context.Context, operationID id.ID, days civil.Range) (map[id.ID][]civil.Date, error)
}

// Agreements are the terms and who has them.
type Agreements interface {
	legacy.Configs
	legacy.Contracts
}

// Printer makes pages: how they look and in what words.
type Printer struct {
	Renderer billing.Renderer
	Words    func(language, area, key string, values map[string]any) string
}

// Documents keeps the files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
	Link(ctx context.Context, d document.Document, fileName string, ttl time.Duration) (string, error)
}
