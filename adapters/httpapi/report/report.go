// Package report answers reports of sites and of operations, links to them, and their mailing.
package report

import (
	"bytes"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genreport "github.com/openpmo/pmo/adapters/httpapi/gen/report"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/report"
)

// API serves the tag report.
type API struct {
	Reports *core.Service
}

var _ genreport.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genreport.Endpoints(a) }

func (a API) DownloadParticipantReport(ctx context.Context, r genreport.DownloadParticipantReportRequestObject) (genreport.DownloadParticipantReportResponseObject, error) {
	period, err := core.ParsePeriod(r.Params.Period)
	if err != nil {
		return nil, err
	}
	f, err := a.Reports.OfSite(ctx, request.Principal(ctx), id.ID(r.ParticipantId), period, request.Language(ctx))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(f.Name)
	return genreport.DownloadParticipantReport200ApplicationoctetStreamResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: genreport.DownloadParticipantReport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DownloadOperationReport(ctx context.Context, r genreport.DownloadOperationReportRequestObject) (genreport.DownloadOperationReportResponseObject, error) {
	period, err := core.ParsePeriod(r.Params.Period)
	if err != nil {
		return nil, err
	}
	f, err := a.Reports.OfOperation(ctx, request.Principal(ctx), id.ID(r.OperationId), period, request.Language(ctx))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(f.Name)
	return genreport.DownloadOperationReport200ApplicationoctetStreamResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: genreport.DownloadOperationReport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) ListParticipantReportLinks(ctx context.Context, r genreport.ListParticipantReportLinksRequestObject) (genreport.ListParticipantReportLinksResponseObject, error) {
	found, err := a.Reports.LinksOf(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	body := make([]model.ReportLink, len(found))
	for n, l := range found {
		body[n] = toAPILink(l)
	}
	return genreport.ListParticipantReportLinks200JSONResponse{Body: body}, nil
}

func (a API) CreateParticipantReportLink(ctx context.Context, r genreport.CreateParticipantReportLinkRequestObject) (genreport.CreateParticipantReportLinkResponseObject, error) {
	period, err := core.ParsePeriod(r.Body.Period)
	if err != nil {
		return nil, err
	}
	l, err := a.Reports.AddLink(ctx, request.Principal(ctx), core.LinkInput{ParticipantID: id.ID(r.ParticipantId), Period: period, LastDay: wire.Day(r.Body.LastDay), Language: request.Language(ctx)})
	if err != nil {
		return nil, err
	}
	location := linkPath + l.Token
	return genreport.CreateParticipantReportLink201JSONResponse{Body: toAPILink(l), Headers: genreport.CreateParticipantReportLink201ResponseHeaders{Location: &location}}, nil
}

func (a API) RevokeParticipantReportLink(ctx context.Context, r genreport.RevokeParticipantReportLinkRequestObject) (genreport.RevokeParticipantReportLinkResponseObject, error) {
	return genreport.RevokeParticipantReportLink204Response{}, a.Reports.RevokeLink(ctx, request.Principal(ctx), id.ID(r.ParticipantId), id.ID(r.ReportLinkId))
}

func (a API) DownloadLinkedReport(ctx context.Context, r genreport.DownloadLinkedReportRequestObject) (genreport.DownloadLinkedReportResponseObject, error) {
	d, err := a.Reports.OpenLink(ctx, r.Token)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genreport.DownloadLinkedReport200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genreport.DownloadLinkedReport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) SendParticipantReports(ctx context.Context, r genreport.SendParticipantReportsRequestObject) (genreport.SendParticipantReportsResponseObject, error) {
	period, err := core.ParsePeriod(r.Body.Period)
	if err != nil {
		return nil, err
	}
	j, err := a.Reports.Send(ctx, request.Principal(ctx), id.ID(r.OperationId), period, wire.IDs(r.Body.ParticipantIds))
	if err != nil {
		return nil, err
	}
	location := "/api/jobs/" + string(j.ID)
	return genreport.SendParticipantReports202JSONResponse{Body: model.ReportMailing{JobId: string(j.ID)}, Headers: genreport.SendParticipantReports202ResponseHeaders{Location: &location}}, nil
}
