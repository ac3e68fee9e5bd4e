package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"os"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
)

// spool keeps the files of a request in a temporary folder until they are stored: an
// object is named by its content, which is known at its end only.
type spool struct {
	folder     string
	files      []core.ReceivedFile
	dryRun     bool
	definitive bool
	answers    []core.FileAnswers
}

func (s *spool) remove() { _ = os.RemoveAll(s.folder) }

// receive reads the parts of a request one after the other. Errors: body.tooLarge,
// request.invalid.
func receive(parts *multipart.Reader) (*spool, error) {
	folder, err := os.MkdirTemp("", "pmo-upload-")
	if err != nil {
		return nil, err
	}
	s := &spool{folder: folder}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err == nil {
			err = s.take(part)
		}
		if err != nil {
			s.remove()
			if errors.Is(err, errInvalidRequest) {
				return nil, err
			}
			return nil, unreadable(err)
		}
	}
}

func (s *spool) take(part *multipart.Part) error {
	if name := part.FormName(); name == "dryRun" || name == "status" {
		text, err := io.ReadAll(io.LimitReader(part, 64))
		s.dryRun = s.dryRun || name == "dryRun" && string(text) == "true"
		s.definitive = s.definitive || name == "status" && string(text) == "definitive"
		return err
	}
	if part.FormName() == "mapping" {
		if len(s.answers) >= mostAnswers {
			return errInvalidRequest.Of(errFieldTooLong.With("max", mostAnswers).At("mapping"))
		}
		answers, err := answersOf(part)
		s.answers = append(s.answers, answers)
		return err
	}
	if part.FileName() == "" {
		return nil
	}
	kept, err := os.CreateTemp(s.folder, "file-")
	if err != nil {
		return err
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(kept, sum), part)
	if closed := kept.Close(); err == nil {
		err = closed
	}
	s.files = append(s.files, core.ReceivedFile{Name: part.FileName(), Size: size, SHA256: hex.EncodeToString(sum.Sum(nil)),
		Open: func() (io.ReadCloser, error) { return os.Open(kept.Name()) }})
	return err
}

// start stores the files of a request and queues their import.
func (a meteringAPI) start(ctx context.Context, operationID string, kind core.ImportKind, parts *multipart.Reader) (core.Import, error) {
	received, err := receive(parts)
	if err != nil {
		return core.Import{}, err
	}
	defer received.remove()
	return a.deps.Metering.StartImport(ctx, principal(ctx), core.ImportInput{OperationID: id.ID(operationID), Kind: kind,
		Files: received.files, DryRun: received.dryRun, Definitive: received.definitive, Answers: received.answers})
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
	core.ImportFailed: model.UploadEventStatusFailed,
}

func (a meteringAPI) GetUploadEvent(ctx context.Context, r metering.GetUploadEventRequestObject) (metering.GetUploadEventResponseObject, error) {
	i, ok, err := a.deps.Metering.LatestUpload(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	if !ok {
		return metering.GetUploadEvent200JSONResponse{Status: model.UploadEventStatusNone}, nil
	}
	event, err := toAPIUploadEvent(i, callerLanguage(ctx))
	return metering.GetUploadEvent200JSONResponse(event), err
}

func (a meteringAPI) ListCurveImports(ctx context.Context, r metering.ListCurveImportsRequestObject) (metering.ListCurveImportsResponseObject, error) {
	p, err := pageOf(r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, total, err := a.deps.Metering.Imports(ctx, principal(ctx), id.ID(r.OperationId), p.offset, p.limit)
	if err != nil {
		return nil, err
	}
	if p.limit > maxRows && len(found) > maxRows {
		return nil, errListTooLong.With("max", maxRows)
	}
	body := make([]model.CurveImport, len(found))
	for n, i := range found {
		body[n] = toAPICurveImport(i, callerLanguage(ctx))
	}
	return metering.ListCurveImports200JSONResponse{Body: body,
		Headers: metering.ListCurveImports200ResponseHeaders{NextCursor: p.next(total), TotalCount: &total}}, nil
}
