package finance

import (
	"context"

	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Sales reads what was invoiced.
type Sales interface {
	// Issued are the lines of issued invoices and credit notes, and the bills of the old engine, whose
	// period ends on some days, summed by consumer, producer and VAT rate, those of one invoice behind
	// each other; at most limit.
	Issued(ctx context.Context, operationID id.ID, days civil.Range, limit int) ([]Sale, error)
}

// Affectations keeps assigned amounts.
type Affectations interface {
	// On are those of some days, the last day first; at most limit.
	On(ctx context.Context, operationID id.ID, days civil.Range, limit int) ([]Affectation, error)
	// Count is how many an operation has; it keeps others from adding until the transaction ends.
	Count(ctx context.Context, operationID id.ID) (int, error)
	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, operationID, affectationID id.ID) (Affectation, error)
	// Add stores a new one.
	Add(ctx context.Context, a Affectation) error
	// Save replaces one of a version; ok is false where there is another one.
	Save(ctx context.Context, a Affectation) (ok bool, err error)
	// Remove takes one of a version away; ok is false where there is another one.
	Remove(ctx context.Context, a Affectation) (ok bool, err error)
}

// SurplusPrices keeps what producers get for their surplus.
type SurplusPrices interface {
	// Of are those of an operation, by producer, the newest first.
	Of(ctx context.Context, operationID id.ID, limit int) ([]SurplusPrice, error)
	// Add stores a new one. Error: finance.priceTaken.
	Add(ctx context.Context, s SurplusPrice) error
	// Remove takes one away; false where it is not there.
	Remove(ctx context.Context, operationID, priceID id.ID) (bool, error)
}

// Stores are what a database keeps of the finances of operations.
type Stores struct {
	Sales        Sales
	Affectations Affectations
	Prices       SurplusPrices
}

// Energies reads what sites had; *billable.Service is one.
type Energies interface {
	SiteMonths(ctx context.Context, operationID id.ID, days civil.Range) ([]billable.SiteMonth, error)
	PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[metering.Pair]energy.MilliWh, error)
	Readiness(ctx context.Context, operationID id.ID, participantIDs []id.ID, days civil.Range) (map[billable.Billed][]civil.Date, error)
}

// Suppliers prices what suppliers delivered; *economy.Service is one.
type Suppliers interface {
	Supplied(ctx context.Context, p policy.Principal, q economy.Suppliers) (map[id.ID]economy.Supplied, error)
}

// Agreements reads who agreed what with whom; agreement.Loader is one.
type Agreements interface {
	Load(ctx context.Context, op operation.Operation, x agreement.Extent) (*agreement.Agreements, error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads the sites of an operation.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}
