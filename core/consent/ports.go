package consent

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Register keeps lines, of which none is changed.
type Register interface {
	// OfSite lists those of a site, newest first.
	OfSite(ctx context.Context, siteID id.ID) ([]Line, error)
	Add(ctx context.Context, l Line) error
}

// Requests keeps what participants ask.
type Requests interface {
	// OfSite lists those of a site, newest first.
	OfSite(ctx context.Context, siteID id.ID) ([]Request, error)
	// OfOperation lists those that wait, oldest first, and then the answered ones, newest first.
	OfOperation(ctx context.Context, operationID id.ID, limit int) ([]Request, error)
	// ByID finds one of an operation; ok is false where there is none.
	ByID(ctx context.Context, operationID, requestID id.ID) (r Request, ok bool, err error)
	// Add stores one; ok is false where one like it waits.
	Add(ctx context.Context, r Request) (ok bool, err error)
	// Answer stores the answer; ok is false where there is one.
	Answer(ctx context.Context, r Request) (ok bool, err error)
	// Waiting lists the sites whose requests wait.
	Waiting(ctx context.Context, operationID id.ID) ([]Waiting, error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Locked holds the operation until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}
