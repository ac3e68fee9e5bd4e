package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/id"
)

func (a API) startRun(ctx context.Context, scope core.Scope, body model.BillRunCreation) (model.BillRun, *string, error) {
	run, err := a.Billing.Runs.StartRun(ctx, request.Principal(ctx), scope, fromAPIRunCreation(body))
	location := billingPath(scope) + "run/" + string(run.ID)
	return toAPIRun(run, request.Language(ctx)), &location, err
}

// lastRun is nil when there was none yet.
func (a API) lastRun(ctx context.Context, scope core.Scope) (*model.BillRun, error) {
	run, err := a.Billing.Runs.LastRun(ctx, request.Principal(ctx), scope)
	if err != nil || run == nil {
		return nil, err
	}
	body := toAPIRun(*run, request.Language(ctx))
	return &body, nil
}

func (a API) StartOperationBillRun(ctx context.Context, r billing.StartOperationBillRunRequestObject) (billing.StartOperationBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartOperationBillRun202JSONResponse{Body: body, Headers: billing.StartOperationBillRun202ResponseHeaders{Location: location}}, nil
}

func (a API) ListOperationBillRuns(ctx context.Context, r billing.ListOperationBillRunsRequestObject) (billing.ListOperationBillRunsResponseObject, error) {
	runs, err := a.Billing.Runs.ListRuns(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	list := make([]model.BillRunSummary, len(runs))
	for i, one := range runs {
		list[i] = toAPIRunSummary(one)
	}
	return billing.ListOperationBillRuns200JSONResponse{Body: list}, nil
}

func (a API) CheckOperationBillRun(ctx context.Context, r billing.CheckOperationBillRunRequestObject) (billing.CheckOperationBillRunResponseObject, error) {
	check, err := a.Billing.Runs.CheckRun(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a API) GetLastOperationBillRun(ctx context.Context, r billing.GetLastOperationBillRunRequestObject) (billing.GetLastOperationBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastOperationBillRun204Response{}, nil
	}
	return billing.GetLastOperationBillRun200JSONResponse(*run), nil
}

func (a API) GetOperationBillRun(ctx context.Context, r billing.GetOperationBillRunRequestObject) (billing.GetOperationBillRunResponseObject, error) {
	run, err := a.Billing.Runs.Run(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillRun200JSONResponse(toAPIRun(run, request.Language(ctx))), nil
}

func (a API) StartParticipantBillRun(ctx context.Context, r billing.StartParticipantBillRunRequestObject) (billing.StartParticipantBillRunResponseObject, error) {
	body, location, err := a.startRun(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.StartParticipantBillRun202JSONResponse{Body: body, Headers: billing.StartParticipantBillRun202ResponseHeaders{Location: location}}, nil
}

func (a API) CheckParticipantBillRun(ctx context.Context, r billing.CheckParticipantBillRunRequestObject) (billing.CheckParticipantBillRunResponseObject, error) {
	check, err := a.Billing.Runs.CheckRun(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPIRunCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CheckParticipantBillRun200JSONResponse(toAPICheck(ctx, check)), nil
}

func (a API) GetLastParticipantBillRun(ctx context.Context, r billing.GetLastParticipantBillRunRequestObject) (billing.GetLastParticipantBillRunResponseObject, error) {
	run, err := a.lastRun(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	if run == nil {
		return billing.GetLastParticipantBillRun204Response{}, nil
	}
	return billing.GetLastParticipantBillRun200JSONResponse(*run), nil
}

func (a API) GetParticipantBillRun(ctx context.Context, r billing.GetParticipantBillRunRequestObject) (billing.GetParticipantBillRunResponseObject, error) {
	run, err := a.Billing.Runs.Run(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.RunId))
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillRun200JSONResponse(toAPIRun(run, request.Language(ctx))), nil
}

func (a API) ReviewOperationBillRun(ctx context.Context, r billing.ReviewOperationBillRunRequestObject) (billing.ReviewOperationBillRunResponseObject, error) {
	var kinds []billrun.ReviewKind
	if r.Params.Kind != nil {
		for _, kind := range *r.Params.Kind {
			kinds = append(kinds, billrun.ReviewKind(kind))
		}
	}
	review, err := a.Billing.Runs.Review(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.RunId), kinds)
	if err != nil {
		return nil, err
	}
	return billing.ReviewOperationBillRun200JSONResponse(toAPIReview(review, request.Language(ctx))), nil
}

func toAPIReview(r billrun.Review, lang string) model.BillRunReview {
	out := model.BillRunReview{RunId: string(r.Run.ID), BillUpTo: wire.Date(r.Run.BillUpTo), Items: make([]model.ReviewItem, len(r.Items)), ItemsNumber: r.Number,
		Counts: model.ReviewCounts{Failed: r.Counts[billrun.ReviewFailed], Zero: r.Counts[billrun.ReviewZero], Gone: r.Counts[billrun.ReviewGone],
			New: r.Counts[billrun.ReviewNew], Unusual: r.Counts[billrun.ReviewUnusual], Usual: r.Counts[billrun.ReviewUsual]}}
	for n, i := range r.Items {
		one := model.ReviewItem{Kind: model.ReviewKind(i.Kind), BillingEntityId: string(i.IssuerID), BillingEntityName: i.IssuerName, BillableEntityId: string(i.ClientID),
			BillableEntityName: i.ClientName, PeriodStart: wire.Date(i.Days.From), PeriodEnd: wire.Date(i.Days.Last()), Problem: toAPIProblem(i.Failure, lang)}
		if i.Invoice != nil {
			one.InvoiceId = wire.OptionalText(string(i.Invoice.ID))
		}
		if i.Kind != billrun.ReviewGone && i.Kind != billrun.ReviewFailed {
			amount := int64(i.Amount)
			one.AmountCents = &amount
		}
		if rate, known := i.Change(); known {
			one.ChangeRate = &rate
		}
		if l := i.Last; l != nil {
			one.Last = &model.ReviewedInvoice{Id: string(l.ID), Number: l.Number, PeriodStart: wire.Date(l.Days.From), PeriodEnd: wire.Date(l.Days.Last()), AmountCents: int64(l.Amount)}
		}
		out.Items[n] = one
	}
	return out
}
