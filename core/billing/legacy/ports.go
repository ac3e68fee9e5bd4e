package legacy

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// Configs stores configs. Error: object.changed.
type Configs interface {
	// Configs are those of an operation, by start.
	Configs(ctx context.Context, operationID id.ID) ([]Config, error)
	AddConfig(ctx context.Context, c Config) error
	// ChangeConfig stores c when its stored version is c.Version - 1.
	ChangeConfig(ctx context.Context, c Config) error
	// RemoveConfig deletes one with its contracts.
	RemoveConfig(ctx context.Context, operationID, configID id.ID) error
}

// Contracts stores contracts. Errors: object.changed, billingContract.pairTaken.
type Contracts interface {
	// Contracts are those of an operation, by start and names.
	Contracts(ctx context.Context, operationID id.ID) ([]Contract, error)
	// AddContracts stores contracts of one config that begin on the same day.
	AddContracts(ctx context.Context, contracts []Contract) error
	// ChangeContract stores c when its stored version is c.Version - 1.
	ChangeContract(ctx context.Context, c Contract) error
	RemoveContract(ctx context.Context, operationID, contractID id.ID) error
	// RemoveContractsOf deletes those of a config.
	RemoveContractsOf(ctx context.Context, operationID, configID id.ID) error
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Locked is ByID, and keeps others from changing agreements until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads the sites of an operation, by name.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}
