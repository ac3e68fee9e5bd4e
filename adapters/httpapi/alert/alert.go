// Package alert answers about alerts and their rules.
package alert

import (
	"context"

	genalert "github.com/openpmo/pmo/adapters/httpapi/gen/alert"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag alert.
type API struct {
	Alerts *core.Service
}

var _ genalert.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genalert.Endpoints(a) }

func (a API) ListAlerts(ctx context.Context, r genalert.ListAlertsRequestObject) (genalert.ListAlertsResponseObject, error) {
	found, err := a.Alerts.List(ctx, request.Principal(ctx), id.ID(r.OperationId), filterOf(r.Params))
	if err != nil {
		return nil, err
	}
	return genalert.ListAlerts200JSONResponse{Body: toAPIAlerts(found, statusAsked(r.Params))}, nil
}

func (a API) GetAlertOverview(ctx context.Context, r genalert.GetAlertOverviewRequestObject) (genalert.GetAlertOverviewResponseObject, error) {
	found, err := a.Alerts.Overview(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genalert.GetAlertOverview200JSONResponse(toAPIOverview(found)), nil
}

func (a API) ListAlertCounts(ctx context.Context, _ genalert.ListAlertCountsRequestObject) (genalert.ListAlertCountsResponseObject, error) {
	found, err := a.Alerts.Counts(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	body := make([]model.AlertCounts, len(found))
	for i, c := range found {
		body[i] = toAPICounts(c)
	}
	return genalert.ListAlertCounts200JSONResponse(body), nil
}

func (a API) LookForAlerts(ctx context.Context, r genalert.LookForAlertsRequestObject) (genalert.LookForAlertsResponseObject, error) {
	if err := a.Alerts.Look(ctx, request.Principal(ctx), id.ID(r.OperationId)); err != nil {
		return nil, err
	}
	return genalert.LookForAlerts204Response{}, nil
}

func (a API) ReadAlerts(ctx context.Context, r genalert.ReadAlertsRequestObject) (genalert.ReadAlertsResponseObject, error) {
	if err := a.Alerts.MarkRead(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.Ids)); err != nil {
		return nil, err
	}
	return genalert.ReadAlerts204Response{}, nil
}

func (a API) SetAlertMail(ctx context.Context, r genalert.SetAlertMailRequestObject) (genalert.SetAlertMailResponseObject, error) {
	if err := a.Alerts.SetMail(ctx, request.Principal(ctx), id.ID(r.OperationId), r.Body.Mail); err != nil {
		return nil, err
	}
	return genalert.SetAlertMail204Response{}, nil
}

func (a API) MuteAlert(ctx context.Context, r genalert.MuteAlertRequestObject) (genalert.MuteAlertResponseObject, error) {
	muted, err := a.Alerts.Mute(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.AlertId), wire.Day(r.Body.Until), r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return genalert.MuteAlert200JSONResponse(toAPIAlert(muted, core.Muted)), nil
}

func (a API) UnmuteAlert(ctx context.Context, r genalert.UnmuteAlertRequestObject) (genalert.UnmuteAlertResponseObject, error) {
	open, err := a.Alerts.Unmute(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.AlertId))
	if err != nil {
		return nil, err
	}
	return genalert.UnmuteAlert200JSONResponse(toAPIAlert(open, core.Open)), nil
}

func (a API) ListAlertRules(ctx context.Context, r genalert.ListAlertRulesRequestObject) (genalert.ListAlertRulesResponseObject, error) {
	found, err := a.Alerts.Rules(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.AlertRule, len(found))
	for i, s := range found {
		body[i] = toAPIRule(s)
	}
	return genalert.ListAlertRules200JSONResponse(body), nil
}

func (a API) UpdateAlertRule(ctx context.Context, r genalert.UpdateAlertRuleRequestObject) (genalert.UpdateAlertRuleResponseObject, error) {
	set, err := a.Alerts.SetRule(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Key(r.Rule), core.Choice{Threshold: r.Body.Threshold, Off: !r.Body.Enabled})
	if err != nil {
		return nil, err
	}
	return genalert.UpdateAlertRule200JSONResponse(toAPIRule(set)), nil
}
