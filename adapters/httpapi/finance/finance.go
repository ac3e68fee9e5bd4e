// Package finance answers about what consumers spend and producers earn.
package finance

import (
	"context"

	genfinance "github.com/openpmo/pmo/adapters/httpapi/gen/finance"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag finance.
type API struct {
	Finance *core.Service
	Files   Files
}

var _ genfinance.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genfinance.Endpoints(a) }

func (a API) GetExpenses(ctx context.Context, r genfinance.GetExpensesRequestObject) (genfinance.GetExpensesResponseObject, error) {
	st, err := a.Finance.Expenses(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo), wire.IsTrue(r.Params.AssumeTRV))
	if err != nil {
		return nil, err
	}
	return genfinance.GetExpenses200JSONResponse(toAPIStatement(st)), nil
}

func (a API) GetIncome(ctx context.Context, r genfinance.GetIncomeRequestObject) (genfinance.GetIncomeResponseObject, error) {
	st, err := a.Finance.Incomes(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return genfinance.GetIncome200JSONResponse(toAPIStatement(st)), nil
}

func (a API) GetFinanceMonitoring(ctx context.Context, r genfinance.GetFinanceMonitoringRequestObject) (genfinance.GetFinanceMonitoringResponseObject, error) {
	found, err := a.Finance.Monitoring(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return genfinance.GetFinanceMonitoring200JSONResponse(toAPIMonitoring(found)), nil
}

func (a API) DownloadFinances(ctx context.Context, r genfinance.DownloadFinancesRequestObject) (genfinance.DownloadFinancesResponseObject, error) {
	p, operationID, days := request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo)
	t := a.Files.table(request.Language(ctx), string(r.Params.Statement), days)
	var err error
	switch r.Params.Statement {
	case model.FinanceTableEXPENSE:
		var st core.Statement
		if st, err = a.Finance.Expenses(ctx, p, operationID, days, wire.IsTrue(r.Params.AssumeTRV)); err == nil {
			t.fill(st)
		}
	case model.FinanceTableINCOME:
		var st core.Statement
		if st, err = a.Finance.Incomes(ctx, p, operationID, days); err == nil {
			t.fill(st)
		}
	default:
		var m core.Monitoring
		if m, err = a.Finance.Monitoring(ctx, p, operationID, days); err == nil {
			t.monitoring(m)
		}
	}
	if err != nil {
		return nil, err
	}
	return t.file(r.Params.Format != nil && *r.Params.Format == "xlsx")
}

func (a API) ListAffectations(ctx context.Context, r genfinance.ListAffectationsRequestObject) (genfinance.ListAffectationsResponseObject, error) {
	found, err := a.Finance.Affectations(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	out := make(genfinance.ListAffectations200JSONResponse, len(found))
	for n, one := range found {
		out[n] = toAPIAffectation(one)
	}
	return out, nil
}

func (a API) CreateAffectation(ctx context.Context, r genfinance.CreateAffectationRequestObject) (genfinance.CreateAffectationResponseObject, error) {
	made, err := a.Finance.Assign(ctx, request.Principal(ctx), fromAPIAffectationCreation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	tag, where := wire.ETag(made.Version), "/api/operations/"+r.OperationId+"/finance/affectations/"+string(made.ID)
	return genfinance.CreateAffectation201JSONResponse{Body: toAPIAffectation(made), Headers: genfinance.CreateAffectation201ResponseHeaders{ETag: &tag, Location: &where}}, nil
}

func (a API) GetAffectation(ctx context.Context, r genfinance.GetAffectationRequestObject) (genfinance.GetAffectationResponseObject, error) {
	found, err := a.Finance.Affectation(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.AffectationId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(found.Version)
	return genfinance.GetAffectation200JSONResponse{Body: toAPIAffectation(found), Headers: genfinance.GetAffectation200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateAffectation(ctx context.Context, r genfinance.UpdateAffectationRequestObject) (genfinance.UpdateAffectationResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	stored, err := a.Finance.Reassign(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.AffectationId), version, fromAPIAffectationUpdate(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(stored.Version)
	return genfinance.UpdateAffectation200JSONResponse{Body: toAPIAffectation(stored), Headers: genfinance.UpdateAffectation200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DeleteAffectation(ctx context.Context, r genfinance.DeleteAffectationRequestObject) (genfinance.DeleteAffectationResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return genfinance.DeleteAffectation204Response{}, a.Finance.Unassign(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.AffectationId), version)
}

func (a API) ListSurplusPrices(ctx context.Context, r genfinance.ListSurplusPricesRequestObject) (genfinance.ListSurplusPricesResponseObject, error) {
	found, err := a.Finance.SurplusPrices(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make(genfinance.ListSurplusPrices200JSONResponse, len(found))
	for n, one := range found {
		out[n] = toAPISurplusPrice(one)
	}
	return out, nil
}

func (a API) CreateSurplusPrice(ctx context.Context, r genfinance.CreateSurplusPriceRequestObject) (genfinance.CreateSurplusPriceResponseObject, error) {
	made, err := a.Finance.TellSurplusPrice(ctx, request.Principal(ctx), fromAPISurplusPriceCreation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	where := "/api/operations/" + r.OperationId + "/finance/surplus-prices/" + string(made.ID)
	return genfinance.CreateSurplusPrice201JSONResponse{Body: toAPISurplusPrice(made), Headers: genfinance.CreateSurplusPrice201ResponseHeaders{Location: &where}}, nil
}

func (a API) DeleteSurplusPrice(ctx context.Context, r genfinance.DeleteSurplusPriceRequestObject) (genfinance.DeleteSurplusPriceResponseObject, error) {
	return genfinance.DeleteSurplusPrice204Response{}, a.Finance.RemoveSurplusPrice(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.SurplusPriceId))
}

// dayOf is the days in file names.
func dayOf(days civil.Range) string { return days.From.String() + "_" + days.Last().String() }
