// Package correction answers about issued invoices that other curves would have made otherwise.
package correction

import (
	"context"

	gencorrection "github.com/openpmo/pmo/adapters/httpapi/gen/correction"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// API serves the tag correction.
type API struct{ Corrections *core.Service }

var _ gencorrection.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return gencorrection.Endpoints(a) }

func (a API) ListCorrections(ctx context.Context, r gencorrection.ListCorrectionsRequestObject) (gencorrection.ListCorrectionsResponseObject, error) {
	f := core.Filter{InvoiceID: id.ID(wire.Text(r.Params.InvoiceId))}
	if r.Params.State != nil {
		for _, state := range *r.Params.State {
			f.States = append(f.States, core.State(state))
		}
	}
	if r.Params.Month != nil {
		m, err := civil.ParseMonth(*r.Params.Month)
		if err != nil {
			return nil, fault.From(err).At("month")
		}
		f.Month = m
	}
	found, err := a.Corrections.List(ctx, request.Principal(ctx), id.ID(r.OperationId), f)
	if err != nil {
		return nil, err
	}
	out := make(gencorrection.ListCorrections200JSONResponse, len(found))
	for n, c := range found {
		out[n] = toAPICorrection(c, request.Language(ctx))
	}
	return out, nil
}

func (a API) CorrectInvoices(ctx context.Context, r gencorrection.CorrectInvoicesRequestObject) (gencorrection.CorrectInvoicesResponseObject, error) {
	results, err := a.Corrections.Correct(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Choice{IDs: wire.IDs(&r.Body.Ids), Reason: wire.Text(r.Body.Reason)})
	if err != nil {
		return nil, err
	}
	return gencorrection.CorrectInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) KeepInvoices(ctx context.Context, r gencorrection.KeepInvoicesRequestObject) (gencorrection.KeepInvoicesResponseObject, error) {
	results, err := a.Corrections.Keep(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Choice{IDs: wire.IDs(&r.Body.Ids), Reason: r.Body.Reason})
	if err != nil {
		return nil, err
	}
	return gencorrection.KeepInvoices200JSONResponse(toAPIResults(ctx, results)), nil
}

func (a API) GetCorrectionSettings(ctx context.Context, r gencorrection.GetCorrectionSettingsRequestObject) (gencorrection.GetCorrectionSettingsResponseObject, error) {
	t, err := a.Corrections.Threshold(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return gencorrection.GetCorrectionSettings200JSONResponse(toAPISettings(t)), nil
}

func (a API) UpdateCorrectionSettings(ctx context.Context, r gencorrection.UpdateCorrectionSettingsRequestObject) (gencorrection.UpdateCorrectionSettingsResponseObject, error) {
	t, err := a.Corrections.SetThreshold(ctx, request.Principal(ctx), id.ID(r.OperationId), money.Cents(r.Body.ThresholdCents))
	if err != nil {
		return nil, err
	}
	return gencorrection.UpdateCorrectionSettings200JSONResponse(toAPISettings(t)), nil
}

func toAPISettings(t core.Threshold) model.CorrectionSettings {
	return model.CorrectionSettings{ThresholdCents: int64(t.Amount), UpdatedAt: wire.OptionalInParis(t.UpdatedAt)}
}
