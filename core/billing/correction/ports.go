package correction

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// Corrections stores what was found and decided. Error: correction.notFound.
type Corrections interface {
	// Touched lists the invoices of an operation that hold and bill a day of some months.
	Touched(ctx context.Context, operationID id.ID, months []civil.Month) ([]id.ID, error)
	// List reads corrections, the latest days first, at most limit.
	List(ctx context.Context, operationID id.ID, f Filter, limit int) ([]Correction, error)
	// ByInvoices reads those of invoices.
	ByInvoices(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]Correction, error)
	ByID(ctx context.Context, operationID, correctionID id.ID) (Correction, error)
	// Put stores what was found of invoices that hold, over what was found of them before.
	Put(ctx context.Context, found []Correction) error
	// Decide stores a decision.
	Decide(ctx context.Context, c Correction) error
}

// Thresholds stores from which difference on operations are asked to decide.
type Thresholds interface {
	// Of is that of an operation; false where it has none of its own.
	Of(ctx context.Context, operationID id.ID) (Threshold, bool, error)
	// Set stores it, and offers by it what nobody has decided yet.
	Set(ctx context.Context, operationID id.ID, t Threshold) error
}

// Threshold is from which difference on somebody is asked to decide.
type Threshold struct {
	Amount    money.Cents
	UpdatedBy id.ID
	UpdatedAt *time.Time // nil = nobody has set one
}

// UsualThreshold is that of operations that have set none: a euro.
const UsualThreshold = billing.SmallDifference

// MaxThreshold is the highest that may be set.
const MaxThreshold money.Cents = 1_000_00

// Filter chooses corrections; empty fields do not matter.
type Filter struct {
	States    []State
	Month     civil.Month // of the last day of the invoice; 0 = any
	InvoiceID id.ID
}

// Crediting takes invoices back; *publishing.Service is one.
type Crediting interface {
	CancelInvoices(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) ([]billing.Result, error)
}
