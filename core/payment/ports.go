package payment

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/party"
)

// Operations reads operations; *operation.Service is one. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Issuer is what payment knows of a billing entity.
type Issuer struct {
	ID, OperationID id.ID
	Name            string
}

// Issuers reads what billing and participants keep.
type Issuers interface {
	// ByIDs are those that are there, in no order.
	ByIDs(ctx context.Context, entityIDs []id.ID) ([]Issuer, error)
	// OfProducers are the issuers of some producers, each once.
	OfProducers(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]Issuer, error)
	// Debtors are the participants of an operation, by name.
	Debtors(ctx context.Context, operationID id.ID) ([]Debtor, error)
}

// Lists reads files with a table; perimeterfile.Readers is one.
type Lists interface {
	Read(ctx context.Context, fileName string, content []byte, maxRows int) (perimeterfile.Sheet, error)
}

// Creditors stores creditors. Errors: creditor.exists, object.changed.
type Creditors interface {
	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, creditorID id.ID) (Creditor, error)
	// OfIssuers are the creditors of some issuers, by name.
	OfIssuers(ctx context.Context, entityIDs []id.ID) ([]Creditor, error)
	// OfICS are the creditors with an ICS, over all operations.
	OfICS(ctx context.Context, ics party.ICS) ([]Creditor, error)
	Add(ctx context.Context, c Creditor) error
	// Change stores c when its stored version is c.Version - 1. Error: creditor.icsFixed.
	Change(ctx context.Context, c Creditor) error
}

// Mandates stores mandates. Errors: mandate.duplicate, object.changed (also where the ICS of
// the creditor is another by now).
type Mandates interface {
	// ByID finds one. Error: notFound.
	ByID(ctx context.Context, mandateID id.ID) (Mandate, error)
	// List are those of a creditor, by debtor.
	List(ctx context.Context, operationID, creditorID id.ID) ([]Mandate, error)
	// Kept are the mandates of an ICS with some RUM, over all operations: capitals do not count.
	Kept(ctx context.Context, ics party.ICS, rums []party.RUM) ([]Mandate, error)
	Add(ctx context.Context, mandates []Mandate) error
	// Change stores m when its stored version is m.Version - 1; before is the account it was
	// on, where that changed.
	Change(ctx context.Context, m Mandate, before *Amendment) error
	// Amendments are the accounts before, last first.
	Amendments(ctx context.Context, operationID, mandateID id.ID) ([]Amendment, error)
}
