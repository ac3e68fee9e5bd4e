package economy

import (
	"context"

	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Configs keeps contracts of supply.
type Configs interface {
	// Of finds those of some sites; sites without one are left out.
	Of(ctx context.Context, participantIDs []id.ID) ([]PriceConfig, error)
	// Put stores one over that of a version, 1 = none; ok is false where there is another one.
	Put(ctx context.Context, c PriceConfig, over int) (ok bool, err error)
}

// Tariffs keeps the regulated tariff.
type Tariffs interface {
	// All is every price, by consumers, day, contract and power.
	All(ctx context.Context, limit int) (Tariff, error)
	// Add stores a new one. Error: economy.trvTaken.
	Add(ctx context.Context, t TRVPrice) error
	// Save replaces one of a version; ok is false where there is another one. Error: economy.trvTaken.
	Save(ctx context.Context, t TRVPrice) (ok bool, err error)
}

// Stores are what a database keeps of contracts and tariffs.
type Stores struct {
	Configs Configs
	Tariffs Tariffs
}

// Simulations tries keys; *analysis.Service is one. It asks whether the caller may.
type Simulations interface {
	Simulate(ctx context.Context, p policy.Principal, in analysis.SimulateInput) (analysis.Simulation, error)
}

// Curves reads what a site had, step by step; *drawing.Service is one. It asks whether the caller may.
type Curves interface {
	ParticipantCurve(ctx context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error)
}

// Received reads what consumers had of producers day by day; *billable.Service is one.
type Received interface {
	DailyEnergy(ctx context.Context, operationID id.ID, pairs []metering.Pair, days civil.Range) (map[metering.Pair][]energy.MilliWh, error)
}

// Agreements reads who agreed what with whom; agreement.Loader is one.
type Agreements interface {
	Load(ctx context.Context, op operation.Operation, x agreement.Extent) (*agreement.Agreements, error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads sites. Those that are not there are left out.
type Sites interface {
	ByIDs(ctx context.Context, participantIDs []id.ID) ([]participant.Participant, error)
	// OfOperation are those of an operation, by name.
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}
