package metering

import (
	"context"
	"io"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/paging"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// start stores the files of a request and queues their import.
func (a API) start(ctx context.Context, operationID string, kind ingest.ImportKind, body *multipart.Reader) (ingest.Import, error) {
	var answers []curvefile.FileAnswers
	received, err := parts.Receive(body, parts.Rules{Words: []string{parts.DryRun, parts.Status, parts.AcceptSuspected}, MaxFiles: ingest.MaxFiles, TooMany: core.ErrTooManyFiles,
		Others: map[string]func(io.Reader) error{parts.Mapping: func(part io.Reader) error {
			if len(answers) >= mostAnswers {
				return problem.ErrInvalidRequest.Of(problem.ErrFieldTooLong.With("max", mostAnswers).At(parts.Mapping))
			}
			one, err := answersOf(part)
			answers = append(answers, one)
			return err
		}}})
	if err != nil {
		return ingest.Import{}, err
	}
	defer received.Remove()
	files := make([]ingest.ReceivedFile, len(received.Files))
	for i, f := range received.Files {
		files[i] = ingest.ReceivedFile{Name: f.Name, Size: f.Size, SHA256: f.SHA256, Open: f.Open}
	}
	return a.Metering.Ingest.StartImport(ctx, request.Principal(ctx), ingest.ImportInput{OperationID: id.ID(operationID), Kind: kind, Files: files, Answers: answers,
		DryRun: received.Says(parts.DryRun, "true"), Definitive: received.Says(parts.Status, "definitive"), Confirmed: received.Says(parts.AcceptSuspected, "true")})
}

func (a API) ImportCurves(ctx context.Context, r metering.ImportCurvesRequestObject) (metering.ImportCurvesResponseObject, error) {
	i, err := a.start(ctx, r.OperationId, ingest.KindImport, r.Body)
	if err != nil {
		return nil, err
	}
	body, err := ToAPIImportJob(i, request.Language(ctx))
	location := contract.Base + "/jobs/" + string(i.ID)
	return metering.ImportCurves202JSONResponse{Body: body, Headers: metering.ImportCurves202ResponseHeaders{Location: &location}}, err
}

func (a API) UploadPermanentDataset(ctx context.Context, r metering.UploadPermanentDatasetRequestObject) (metering.UploadPermanentDatasetResponseObject, error) {
	i, err := a.start(ctx, r.OperationId, ingest.KindUpload, r.Body)
	if err != nil {
		return nil, err
	}
	return metering.UploadPermanentDataset202JSONResponse{Status: model.UploadReplyStatusStarted, JobId: wire.OptionalText(string(i.ID))}, nil
}

var uploadStatuses = map[ingest.ImportStatus]model.UploadEventStatus{
	ingest.ImportStarted: model.UploadEventStatusStarted, ingest.ImportSucceeded: model.UploadEventStatusSucceeded,
	ingest.ImportFailed: model.UploadEventStatusFailed, ingest.ImportSuspected: model.UploadEventStatusFailed, ingest.ImportUndone: model.UploadEventStatusFailed,
}

func (a API) ConfirmCurveImport(ctx context.Context, r metering.ConfirmCurveImportRequestObject) (metering.ConfirmCurveImportResponseObject, error) {
	i, err := a.Metering.Ingest.ConfirmImport(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ImportId))
	if err != nil {
		return nil, err
	}
	body, err := ToAPIImportJob(i, request.Language(ctx))
	location := contract.Base + "/jobs/" + string(i.ID)
	return metering.ConfirmCurveImport202JSONResponse{Body: body, Headers: metering.ConfirmCurveImport202ResponseHeaders{Location: &location}}, err
}

func (a API) UndoCurveImport(ctx context.Context, r metering.UndoCurveImportRequestObject) (metering.UndoCurveImportResponseObject, error) {
	i, err := a.Metering.Ingest.UndoImport(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ImportId))
	if err != nil {
		return nil, err
	}
	return metering.UndoCurveImport200JSONResponse(toAPICurveImport(i, request.Language(ctx))), nil
}

func (a API) GetUploadEvent(ctx context.Context, r metering.GetUploadEventRequestObject) (metering.GetUploadEventResponseObject, error) {
	i, ok, err := a.Metering.Ingest.LatestUpload(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	if !ok {
		return metering.GetUploadEvent200JSONResponse{Body: model.UploadEvent{Status: model.UploadEventStatusNone}}, nil
	}
	event, err := toAPIUploadEvent(i, request.Language(ctx))
	return metering.GetUploadEvent200JSONResponse{Body: event}, err
}

func (a API) GetCurveImport(ctx context.Context, r metering.GetCurveImportRequestObject) (metering.GetCurveImportResponseObject, error) {
	i, err := a.Metering.Ingest.Import(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ImportId))
	if err != nil {
		return nil, err
	}
	return metering.GetCurveImport200JSONResponse{Body: toAPICurveImport(i, request.Language(ctx))}, nil
}

func (a API) ListCurveImports(ctx context.Context, r metering.ListCurveImportsRequestObject) (metering.ListCurveImportsResponseObject, error) {
	page, err := paging.StandingOf(ctx, r.Params.Limit, r.Params.Cursor, r.Params.Sort != nil || r.Params.Ids != nil,
		func(p paging.Page, limit int) ([]ingest.Import, int, error) {
			offset := p.Cursor.Fallback()
			if before := p.Cursor.IDs(); len(before) > 0 {
				if n, err := a.Metering.Ingest.ImportPosition(ctx, request.Principal(ctx), id.ID(r.OperationId), before[0]); err != nil {
					return nil, 0, err
				} else if n > 0 {
					offset = n
				}
			}
			return a.Metering.Ingest.Imports(ctx, request.Principal(ctx), id.ID(r.OperationId), offset, limit)
		})
	if err != nil {
		return nil, err
	}
	body := make([]model.CurveImport, len(page.Rows))
	for n, i := range page.Rows {
		body[n] = toAPICurveImport(i, request.Language(ctx))
	}
	next, total := page.Headers(body)
	return metering.ListCurveImports200JSONResponse{Body: body,
		Headers: metering.ListCurveImports200ResponseHeaders{NextCursor: next, TotalCount: total}}, nil
}
