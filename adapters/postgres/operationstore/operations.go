package operationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

func fromDBOperation(r sqlcgen.Operation) operation.Operation {
	o := operation.Operation{
		ID: r.ID, ExternalID: r.ExternalID, Name: r.Name, Type: operation.Type(r.Type), DSO: dso.Operator(r.Dso),
		JdbToggle: r.JdbToggle, UseEnphaseData: r.UseEnphaseData, AnniversaryDate: postgres.FromDate(r.AnniversaryDate),
		Theme: operation.Theme{Primary: r.PrimaryColor, Secondary: r.SecondaryColor}, LogoID: postgres.IDOf(r.LogoID),
		Interlocutor: operation.Interlocutor{
			LegalName: r.PmoLegalName, LegalNumber: r.PmoLegalNumber, TaxID: r.PmoTaxID, Address: r.PmoAddress,
			PostCode: r.PmoPostCode, City: r.PmoCity, Country: dso.Country(r.PmoCountry), Email: r.PmoEmail,
			PhoneNumber: r.PmoPhoneNumber, ContactName: r.PmoContactName, VATFranchise: r.PmoVATFranchise,
		},
		Position: postgres.ToPosition(r.Latitude, r.Longitude),
		Version:  int(r.Version), CreatedAt: r.CreatedAt,
	}
	if r.BillingEngine != nil {
		o.Engine = operation.Engine(*r.BillingEngine)
	}
	for _, f := range r.Functionalities {
		o.Functionalities = append(o.Functionalities, operation.Functionality(f))
	}
	return o
}

func toDBEngine(e operation.Engine) *string {
	if e == operation.EngineOld {
		return nil
	}
	s := string(e)
	return &s
}

func toDBFunctionalities(fs []operation.Functionality) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = string(f)
	}
	return out
}

// Operations keeps the sharing operations.
type Operations struct{ db *postgres.DB }

var _ operation.Operations = (*Operations)(nil)

// NewOperations is the store over db.
func NewOperations(db *postgres.DB) *Operations { return &Operations{db} }

var operationConstraints = postgres.Constraints{
	"operations_external_id_key":  operation.ErrExternalIDUsed,
	"operations_external_id_form": operation.ErrExternalIDForm,
}

// Add stores a new operation. Error: operation.externalIdUsed.
func (s *Operations) Add(ctx context.Context, o operation.Operation) error {
	i := o.Interlocutor
	return operationConstraints.Translate(queries(ctx, s.db).InsertOperation(ctx, sqlcgen.InsertOperationParams{
		ID: o.ID, ExternalID: o.ExternalID, Name: o.Name, Type: string(o.Type), Dso: string(o.DSO),
		BillingEngine: toDBEngine(o.Engine), JdbToggle: o.JdbToggle, Functionalities: toDBFunctionalities(o.Functionalities),
		UseEnphaseData: o.UseEnphaseData, AnniversaryDate: postgres.ToDate(o.AnniversaryDate),
		PrimaryColor: o.Theme.Primary, SecondaryColor: o.Theme.Secondary,
		PmoLegalName: i.LegalName, PmoLegalNumber: i.LegalNumber, PmoTaxID: i.TaxID, PmoAddress: i.Address,
		PmoPostCode: i.PostCode, PmoCity: i.City, PmoCountry: string(i.Country), PmoEmail: i.Email,
		PmoPhoneNumber: i.PhoneNumber, PmoContactName: i.ContactName, PmoVATFranchise: i.VATFranchise,
		Latitude: postgres.Latitude(o.Position), Longitude: postgres.Longitude(o.Position),
		Version: int32(o.Version), CreatedAt: o.CreatedAt,
	}))
}

// Save replaces a stored operation but for its operator and the day it was made.
// Error: operation.externalIdUsed.
func (s *Operations) Save(ctx context.Context, o operation.Operation) error {
	i := o.Interlocutor
	return operationConstraints.Translate(queries(ctx, s.db).UpdateOperation(ctx, sqlcgen.UpdateOperationParams{
		ID: o.ID, ExternalID: o.ExternalID, Name: o.Name, Type: string(o.Type),
		BillingEngine: toDBEngine(o.Engine), JdbToggle: o.JdbToggle, Functionalities: toDBFunctionalities(o.Functionalities),
		UseEnphaseData: o.UseEnphaseData, AnniversaryDate: postgres.ToDate(o.AnniversaryDate),
		PrimaryColor: o.Theme.Primary, SecondaryColor: o.Theme.Secondary,
		PmoLegalName: i.LegalName, PmoLegalNumber: i.LegalNumber, PmoTaxID: i.TaxID, PmoAddress: i.Address,
		PmoPostCode: i.PostCode, PmoCity: i.City, PmoCountry: string(i.Country), PmoEmail: i.Email,
		PmoPhoneNumber: i.PhoneNumber, PmoContactName: i.ContactName, PmoVATFranchise: i.VATFranchise,
		LogoID:   postgres.OptionalID(o.LogoID),
		Latitude: postgres.Latitude(o.Position), Longitude: postgres.Longitude(o.Position),
		Version: int32(o.Version),
	}))
}

// ByID finds one. Error: operation.notFound.
func (s *Operations) ByID(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	row, err := queries(ctx, s.db).GetOperation(ctx, operationID)
	return fromDBOperation(row), postgres.OrMissing(err, operation.ErrNotFound)
}

// Locked is ByID that keeps others from locking the operation until the
// transaction ends. Error: operation.notFound.
func (s *Operations) Locked(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	row, err := queries(ctx, s.db).GetOperationForUpdate(ctx, operationID)
	return fromDBOperation(row), postgres.OrMissing(err, operation.ErrNotFound)
}

// ByIDs finds those that exist, by name in French order.
func (s *Operations) ByIDs(ctx context.Context, operationIDs []id.ID) ([]operation.Operation, error) {
	if len(operationIDs) == 0 {
		return nil, nil
	}
	rows, err := queries(ctx, s.db).ListOperationsByID(ctx, operationIDs)
	return fromDBOperations(rows), err
}

// All are all of them, by name in French order.
func (s *Operations) All(ctx context.Context) ([]operation.Operation, error) {
	rows, err := queries(ctx, s.db).ListOperations(ctx)
	return fromDBOperations(rows), err
}

func fromDBOperations(rows []sqlcgen.Operation) []operation.Operation {
	out := make([]operation.Operation, len(rows))
	for i, r := range rows {
		out[i] = fromDBOperation(r)
	}
	return out
}
