// Package export answers about files of sites and of what was measured there.
package export

import (
	"context"

	genexport "github.com/openpmo/pmo/adapters/httpapi/gen/export"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag export.
type API struct {
	Exports *core.Service
}

var _ genexport.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genexport.Endpoints(a) }

func (a API) ListExports(ctx context.Context, r genexport.ListExportsRequestObject) (genexport.ListExportsResponseObject, error) {
	found, err := a.Exports.Own(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.DataExport, len(found))
	for n, one := range found {
		body[n] = toAPIExport(one)
	}
	return genexport.ListExports200JSONResponse{Body: body}, nil
}

func (a API) StartExport(ctx context.Context, r genexport.StartExportRequestObject) (genexport.StartExportResponseObject, error) {
	v, err := a.Exports.Start(ctx, request.Principal(ctx), id.ID(r.OperationId), request.Language(ctx), fromAPIAsk(*r.Body))
	if err != nil {
		return nil, err
	}
	location := "/api/operations/" + r.OperationId + "/exports/" + string(v.ID)
	return genexport.StartExport202JSONResponse{Body: toAPIExport(v), Headers: genexport.StartExport202ResponseHeaders{Location: &location}}, nil
}

func (a API) GetExport(ctx context.Context, r genexport.GetExportRequestObject) (genexport.GetExportResponseObject, error) {
	v, err := a.Exports.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ExportId))
	if err != nil {
		return nil, err
	}
	return genexport.GetExport200JSONResponse(toAPIExport(v)), nil
}

func (a API) DownloadExport(ctx context.Context, r genexport.DownloadExportRequestObject) (genexport.DownloadExportResponseObject, error) {
	f, err := a.Exports.Open(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ExportId))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(f.Name)
	return genexport.DownloadExport200ApplicationoctetStreamResponse{Body: f.Content, ContentLength: f.Size,
		Headers: genexport.DownloadExport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DownloadLinkedExport(ctx context.Context, r genexport.DownloadLinkedExportRequestObject) (genexport.DownloadLinkedExportResponseObject, error) {
	f, err := a.Exports.OpenLink(ctx, r.Token)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(f.Name)
	return genexport.DownloadLinkedExport200ApplicationoctetStreamResponse{Body: f.Content, ContentLength: f.Size,
		Headers: genexport.DownloadLinkedExport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}
