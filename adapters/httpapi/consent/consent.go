// Package consent answers about what participants agreed to, and what they ask.
package consent

import (
	"context"

	genconsent "github.com/openpmo/pmo/adapters/httpapi/gen/consent"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag consent.
type API struct {
	Consents *core.Service
}

var _ genconsent.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genconsent.Endpoints(a) }

func (a API) GetSiteRights(ctx context.Context, r genconsent.GetSiteRightsRequestObject) (genconsent.GetSiteRightsResponseObject, error) {
	found, err := a.Consents.Rights(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return genconsent.GetSiteRights200JSONResponse(toAPIRights(found)), nil
}

func (a API) RecordConsent(ctx context.Context, r genconsent.RecordConsentRequestObject) (genconsent.RecordConsentResponseObject, error) {
	found, err := a.Consents.Record(ctx, request.Principal(ctx), core.RecordInput{SiteID: id.ID(r.ParticipantId), Purpose: core.Purpose(r.Body.Purpose),
		Version: core.Version(r.Body.TextVersion), Given: r.Body.Given, On: wire.OptionalDay(r.Body.On), Proof: wire.Text(r.Body.Proof)})
	if err != nil {
		return nil, err
	}
	return genconsent.RecordConsent200JSONResponse(toAPIRights(found)), nil
}

func (a API) AskSiteRequest(ctx context.Context, r genconsent.AskSiteRequestRequestObject) (genconsent.AskSiteRequestResponseObject, error) {
	made, err := a.Consents.Ask(ctx, request.Principal(ctx), core.AskInput{SiteID: id.ID(r.ParticipantId), Kind: core.Kind(r.Body.Kind), Day: wire.Day(r.Body.Day), Note: wire.Text(r.Body.Note)})
	if err != nil {
		return nil, err
	}
	return genconsent.AskSiteRequest200JSONResponse(toAPIRequest(made)), nil
}

func (a API) ListSiteRequests(ctx context.Context, r genconsent.ListSiteRequestsRequestObject) (genconsent.ListSiteRequestsResponseObject, error) {
	found, err := a.Consents.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genconsent.ListSiteRequests200JSONResponse{Body: toAPIRequests(found)}, nil
}

func (a API) AnswerSiteRequest(ctx context.Context, r genconsent.AnswerSiteRequestRequestObject) (genconsent.AnswerSiteRequestResponseObject, error) {
	answered, err := a.Consents.Answer(ctx, request.Principal(ctx), core.AnswerInput{OperationID: id.ID(r.OperationId), RequestID: id.ID(r.RequestId),
		Outcome: core.Outcome(r.Body.Outcome), Note: wire.Text(r.Body.Note)})
	if err != nil {
		return nil, err
	}
	return genconsent.AnswerSiteRequest200JSONResponse(toAPIRequest(answered)), nil
}

func toAPIRights(r core.Rights) model.SiteRights {
	out := model.SiteRights{ParticipantId: string(r.SiteID), CurrentVersion: model.ConsentVersion(core.Current()), Consents: make([]model.ConsentState, len(r.States)), Requests: toAPIRequests(r.Requests)}
	for n, s := range r.States {
		out.Consents[n] = toAPIState(s)
	}
	return out
}

func toAPIState(s core.State) model.ConsentState {
	out := model.ConsentState{Purpose: model.ConsentPurpose(s.Purpose), Given: s.Given(), Lines: make([]model.ConsentLine, len(s.Lines))}
	for n, l := range s.Lines {
		out.Lines[n] = model.ConsentLine{Id: string(l.ID), Version: model.ConsentVersion(l.Version), Given: l.Given, On: wire.Date(l.On), How: model.ConsentHow(l.How),
			Proof: wire.OptionalText(l.Proof), RecordedAt: wire.InParis(l.RecordedAt)}
	}
	return out
}

func toAPIRequests(found []core.Request) []model.SiteRequest {
	out := make([]model.SiteRequest, len(found))
	for n, one := range found {
		out[n] = toAPIRequest(one)
	}
	return out
}

func toAPIRequest(r core.Request) model.SiteRequest {
	out := model.SiteRequest{Id: string(r.ID), ParticipantId: string(r.SiteID), ParticipantName: r.SiteName, Kind: model.SiteRequestKind(r.Kind),
		Day: wire.OptionalDate(r.Day), Note: wire.OptionalText(r.Note), AskedAt: wire.InParis(r.AskedAt)}
	if r.Purpose != "" {
		purpose := model.ConsentPurpose(r.Purpose)
		out.Purpose = &purpose
	}
	if a := r.Answer; a != nil {
		outcome := model.SiteRequestOutcome(a.Outcome)
		out.Outcome, out.Answer, out.AnsweredAt = &outcome, wire.OptionalText(a.Note), wire.OptionalInParis(&a.At)
	}
	return out
}
