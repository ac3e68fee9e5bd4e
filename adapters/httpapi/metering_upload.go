package httpapi

import (
	"context"
	"mime/multipart"
	"reflect"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
)

// start stores the files of a request and queues their import.
func (a meteringAPI) start(ctx context.Context, operationID string, kind core.ImportKind, parts *multipart.Reader) (core.Import, error) {
	received, err := receive(parts, partDryRun, partStatus, partAccept, partMapping)
	if err != nil {
		return core.Import{}, err
	}
	defer received.remove()
	return a.deps.Metering.StartImport(ctx, principal(ctx), core.ImportInput{OperationID: id.ID(operationID), Kind: kind,
		Files: received.files, DryRun: received.dryRun, Definitive: received.definitive, Confirmed: received.confirmed, Answers: received.answers})
}

func (a meteringAPI) ImportCurves(ctx context.Context, r metering.ImportCurvesRequestObject) (metering.ImportCurvesResponseObject, error) {
	i, err := a.start(ctx, r.OperationId, core.KindImport, r.Body)
	if err != nil {
		return nil, err
	}
	body, err := toAPIImportJob(i, callerLanguage(ctx))
	location := apiBase + "/jobs/" + string(i.ID)
	return metering.ImportCurves202JSONResponse{Body: body, Headers: metering.ImportCurves202ResponseHeaders{Location: &location}}, err
}

func (a meteringAPI) UploadPermanentDataset(ctx context.Context, r metering.UploadPermanentDatasetRequestObject) (metering.UploadPermanentDatasetResponseObject, error) {
	i, err := a.start(ctx, r.OperationId, core.KindUpload, r.Body)
	if err != nil {
		return nil, err
	}
	return metering.UploadPermanentDataset202JSONResponse{Status: model.UploadReplyStatusStarted, JobId: optionalText(string(i.ID))}, nil
}

var uploadStatuses = map[core.ImportStatus]model.UploadEventStatus{
	core.ImportStarted: model.UploadEventStatusStarted, core.ImportSucceeded: model.UploadEventStatusSucceeded,
	core.ImportFailed: model.UploadEventStatusFailed, core.ImportSuspected: model.UploadEventStatusFailed, core.ImportUndone: model.UploadEventStatusFailed,
}

func (a meteringAPI) ConfirmCurveImport(ctx context.Context, r metering.ConfirmCurveImportRequestObject) (metering.ConfirmCurveImportResponseObject, error) {
	i, err := a.deps.Metering.ConfirmImport(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.ImportId))
	if err != nil {
		return nil, err
	}
	body, err := toAPIImportJob(i, callerLanguage(ctx))
	location := apiBase + "/jobs/" + string(i.ID)
	return metering.ConfirmCurveImport202JSONResponse{Body: body, Headers: metering.ConfirmCurveImport202ResponseHeaders{Location: &location}}, err
}

func (a meteringAPI) UndoCurveImport(ctx context.Context, r metering.UndoCurveImportRequestObject) (metering.UndoCurveImportResponseObject, error) {
	i, err := a.deps.Metering.UndoImport(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.ImportId))
	if err != nil {
		return nil, err
	}
	return metering.UndoCurveImport200JSONResponse(toAPICurveImport(i, callerLanguage(ctx))), nil
}

func (a meteringAPI) GetUploadEvent(ctx context.Context, r metering.GetUploadEventRequestObject) (metering.GetUploadEventResponseObject, error) {
	i, ok, err := a.deps.Metering.LatestUpload(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	if !ok {
		return metering.GetUploadEvent200JSONResponse{Body: model.UploadEvent{Status: model.UploadEventStatusNone}}, nil
	}
	event, err := toAPIUploadEvent(i, callerLanguage(ctx))
	return metering.GetUploadEvent200JSONResponse{Body: event}, err
}

func (a meteringAPI) ListCurveImports(ctx context.Context, r metering.ListCurveImportsRequestObject) (metering.ListCurveImportsResponseObject, error) {
	p, err := pageOf(ctx, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	sorted := r.Params.Sort != nil || r.Params.Ids != nil
	if sorted { // the database knows one order: the rest is done with all of them
		p = page{limit: maxRows + 1}
	}
	offset := p.cursor.fallback()
	if before := p.cursor.ids(); len(before) > 0 { // imports never go, and keep their order
		if n, err := a.deps.Metering.ImportPosition(ctx, principal(ctx), id.ID(r.OperationId), before[0]); err != nil {
			return nil, err
		} else if n > 0 {
			offset = n
		}
	}
	found, total, err := a.deps.Metering.Imports(ctx, principal(ctx), id.ID(r.OperationId), offset, p.limit+1)
	if err != nil {
		return nil, err
	}
	if p.limit > maxRows && len(found) > maxRows {
		return nil, errListTooLong.With("max", maxRows)
	}
	more := len(found) > p.limit
	found = found[:min(len(found), p.limit)]
	body := make([]model.CurveImport, len(found))
	for n, i := range found {
		body[n] = toAPICurveImport(i, callerLanguage(ctx))
	}
	if sorted {
		return metering.ListCurveImports200JSONResponse{Body: body}, nil
	}
	return metering.ListCurveImports200JSONResponse{Body: body,
		Headers: metering.ListCurveImports200ResponseHeaders{NextCursor: p.nextOf(reflect.ValueOf(body), nil, more), TotalCount: &total}}, nil
}
