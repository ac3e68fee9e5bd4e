package economy

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
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

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads sites. Those that are not there are left out.
type Sites interface {
	ByIDs(ctx context.Context, participantIDs []id.ID) ([]participant.Participant, error)
}
