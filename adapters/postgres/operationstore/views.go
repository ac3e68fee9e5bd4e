package operationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/simpleview"
)

// Views keeps how much of an operation the people of its team want to see, and finds what of it
// is in use.
type Views struct{ db *postgres.DB }

var (
	_ simpleview.Choices = (*Views)(nil)
	_ simpleview.Uses    = (*Views)(nil)
)

// NewViews is the store over db.
func NewViews(db *postgres.DB) *Views { return &Views{db} }

// Of are the choices of somebody.
func (s *Views) Of(ctx context.Context, userID id.ID, operationIDs []id.ID) (map[id.ID]simpleview.Choice, error) {
	rows, err := queries(ctx, s.db).ListViewsOfMember(ctx, userID, operationIDs)
	out := make(map[id.ID]simpleview.Choice, len(rows))
	for _, r := range rows {
		out[r.OperationID] = simpleview.Choice(r.View)
	}
	return out, err
}

// Set keeps one choice.
func (s *Views) Set(ctx context.Context, operationID, userID id.ID, choice simpleview.Choice) error {
	var view *string
	if choice != simpleview.BySize {
		view = (*string)(&choice)
	}
	n, err := queries(ctx, s.db).SetViewOfMember(ctx, sqlcgen.SetViewOfMemberParams{OperationID: operationID, UserID: userID, View: view})
	if err == nil && n == 0 {
		err = operation.ErrNotFound
	}
	return err
}

// InUse finds the options that hold data.
func (s *Views) InUse(ctx context.Context, operationIDs []id.ID) (map[id.ID][]operation.Option, error) {
	rows, err := queries(ctx, s.db).ListOptionsInUse(ctx, operationIDs)
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID][]operation.Option, len(rows))
	for _, r := range rows {
		for _, one := range []struct {
			option operation.Option
			used   bool
		}{
			{operation.OptionPayment, r.Payment},
			{operation.OptionAccounting, r.Accounting},
			{operation.OptionEInvoicing, r.Einvoicing},
			{operation.OptionBillCheck, r.BillCheck},
			{operation.OptionExpense, r.Expense},
			{operation.OptionIncome, r.Income},
			{operation.OptionMonitoring, r.Monitoring},
			{operation.OptionExports, r.Exports},
			{operation.OptionSeasons, r.Seasons},
			{operation.OptionOwnReferences, r.OwnReferences},
		} {
			if one.used {
				out[r.ID] = append(out[r.ID], one.option)
			}
		}
	}
	return out, nil
}
