package migration

import (
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Operations reads operations and stores their engine. Error: operation.notFound.
type Operations interface {
	// Locked keeps others from changing agreements and from storing bills until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Save replaces one, version included.
	Save(ctx context.Context, o operation.Operation) error
}

// Agreements are the terms of the old engine and who has them.
type Agreements interface {
	legacy.Configs
	legacy.Contracts
}

// Bills reads what the old engine has billed.
type Bills interface {
	// Billed are the days of pairs that bills of participants are for, days that touch each other as one range.
	Billed(ctx context.Context, operationID id.ID) (map[billing.Pair][]civil.Range, error)
	// Unstated are bills of participants that are in no producer's bill yet, at most limit.
	Unstated(ctx context.Context, operationID id.ID, limit int) ([]bill.Bill, error)
}

// Contracts takes over what another engine billed; *contract.Service is one.
type Contracts interface {
	TakeOver(ctx context.Context, op operation.Operation, taken []contract.Taken) error
}

// Records keeps which operations were moved.
type Records interface {
	// Of finds that of an operation; nil where there is none.
	Of(ctx context.Context, operationID id.ID) (*Done, error)
	Add(ctx context.Context, d Done) error
}
