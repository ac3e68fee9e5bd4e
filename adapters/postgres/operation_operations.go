package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Operations keeps the sharing operations.
type Operations struct{ db *DB }

var _ operation.Operations = (*Operations)(nil)

// NewOperations is the store over db.
func NewOperations(db *DB) *Operations { return &Operations{db} }

var operationConstraints = constraints{
	"operations_external_id_key":  operation.ErrExternalIDUsed,
	"operations_external_id_form": operation.ErrExternalIDForm,
}

// Add stores a new operation. Error: operation.externalIdUsed.
func (s *Operations) Add(ctx context.Context, o operation.Operation) error {
	i := o.Interlocutor
	return operationConstraints.translate(s.db.queries(ctx).InsertOperation(ctx, sqlcgen.InsertOperationParams{
		ID: o.ID, ExternalID: o.ExternalID, Name: o.Name, Type: string(o.Type), Dso: string(o.DSO),
		BillingEngine: toDBEngine(o.Engine), JdbToggle: o.JdbToggle, Functionalities: toDBFunctionalities(o.Functionalities),
		UseEnphaseData: o.UseEnphaseData, AnniversaryDate: pgDate(o.AnniversaryDate),
		PrimaryColor: o.Theme.Primary, SecondaryColor: o.Theme.Secondary,
		PmoLegalName: i.LegalName, PmoLegalNumber: i.LegalNumber, PmoTaxID: i.TaxID, PmoAddress: i.Address,
		PmoPostCode: i.PostCode, PmoCity: i.City, PmoCountry: string(i.Country), PmoEmail: i.Email,
		PmoPhoneNumber: i.PhoneNumber, PmoContactName: i.ContactName, PmoVATFranchise: i.VATFranchise,
		Latitude: latitude(o.Position), Longitude: longitude(o.Position),
		Version: int32(o.Version), CreatedAt: o.CreatedAt,
	}))
}

// Save replaces a stored operation but for its operator and the day it was made.
// Error: operation.externalIdUsed.
func (s *Operations) Save(ctx context.Context, o operation.Operation) error {
	i := o.Interlocutor
	return operationConstraints.translate(s.db.queries(ctx).UpdateOperation(ctx, sqlcgen.UpdateOperationParams{
		ID: o.ID, ExternalID: o.ExternalID, Name: o.Name, Type: string(o.Type),
		BillingEngine: toDBEngine(o.Engine), JdbToggle: o.JdbToggle, Functionalities: toDBFunctionalities(o.Functionalities),
		UseEnphaseData: o.UseEnphaseData, AnniversaryDate: pgDate(o.AnniversaryDate),
		PrimaryColor: o.Theme.Primary, SecondaryColor: o.Theme.Secondary,
		PmoLegalName: i.LegalName, PmoLegalNumber: i.LegalNumber, PmoTaxID: i.TaxID, PmoAddress: i.Address,
		PmoPostCode: i.PostCode, PmoCity: i.City, PmoCountry: string(i.Country), PmoEmail: i.Email,
		PmoPhoneNumber: i.PhoneNumber, PmoContactName: i.ContactName, PmoVATFranchise: i.VATFranchise,
		Latitude: latitude(o.Position), Longitude: longitude(o.Position),
		Version: int32(o.Version),
	}))
}

// ByID finds one. Error: operation.notFound.
func (s *Operations) ByID(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	row, err := s.db.queries(ctx).GetOperation(ctx, operationID)
	return fromDBOperation(row), orMissing(err, operation.ErrNotFound)
}

// Locked is ByID that keeps others from locking the operation until the
// transaction ends. Error: operation.notFound.
func (s *Operations) Locked(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	row, err := s.db.queries(ctx).GetOperationForUpdate(ctx, operationID)
	return fromDBOperation(row), orMissing(err, operation.ErrNotFound)
}

// ByIDs finds those that exist, by name in French order.
func (s *Operations) ByIDs(ctx context.Context, operationIDs []id.ID) ([]operation.Operation, error) {
	if len(operationIDs) == 0 {
		return nil, nil
	}
	rows, err := s.db.queries(ctx).ListOperationsByID(ctx, operationIDs)
	return fromDBOperations(rows), err
}

// All are all of them, by name in French order.
func (s *Operations) All(ctx context.Context) ([]operation.Operation, error) {
	rows, err := s.db.queries(ctx).ListOperations(ctx)
	return fromDBOperations(rows), err
}

func fromDBOperations(rows []sqlcgen.Operation) []operation.Operation {
	out := make([]operation.Operation, len(rows))
	for i, r := range rows {
		out[i] = fromDBOperation(r)
	}
	return out
}
