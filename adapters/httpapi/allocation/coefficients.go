package allocation

import (
	"bytes"
	"context"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
)

func (a API) ListCoefficientMonths(ctx context.Context, r allocation.ListCoefficientMonthsRequestObject) (allocation.ListCoefficientMonthsResponseObject, error) {
	months, err := a.Allocation.Calendar.Months(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return allocation.ListCoefficientMonths200JSONResponse{Body: toAPICoefficientMonths(months)}, nil
}

func (a API) ListCoefficientsDue(ctx context.Context, r allocation.ListCoefficientsDueRequestObject) (allocation.ListCoefficientsDueResponseObject, error) {
	operations := make([]id.ID, len(r.Params.OperationIds))
	for i, one := range r.Params.OperationIds {
		operations[i] = id.ID(one)
	}
	due, err := a.Allocation.Calendar.Due(ctx, request.Principal(ctx), operations)
	if err != nil {
		return nil, err
	}
	return allocation.ListCoefficientsDue200JSONResponse{Body: toAPICoefficientsDue(due)}, nil
}

func (a API) CreateCoefficientSet(ctx context.Context, r allocation.CreateCoefficientSetRequestObject) (allocation.CreateCoefficientSetResponseObject, error) {
	in, err := fromAPICoefficientSetCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	in.OperationID = id.ID(r.OperationId)
	set, err := a.Allocation.Preparation.Create(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	location := coefficientPath(set)
	return allocation.CreateCoefficientSet201JSONResponse{Body: toAPICoefficientSet(set),
		Headers: allocation.CreateCoefficientSet201ResponseHeaders{Location: &location}}, nil
}

func (a API) GetCoefficientSet(ctx context.Context, r allocation.GetCoefficientSetRequestObject) (allocation.GetCoefficientSetResponseObject, error) {
	set, err := a.Allocation.Calendar.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.SetId))
	if err != nil {
		return nil, err
	}
	return allocation.GetCoefficientSet200JSONResponse{Body: toAPICoefficientSet(set)}, nil
}

func (a API) DownloadCoefficientFile(ctx context.Context, r allocation.DownloadCoefficientFileRequestObject) (allocation.DownloadCoefficientFileResponseObject, error) {
	var file bytes.Buffer
	err := a.Allocation.Preparation.Write(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.SetId), r.FileName, &file)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(r.FileName)
	return allocation.DownloadCoefficientFile200TextcsvResponse{Body: &file, ContentLength: int64(file.Len()),
		Headers: allocation.DownloadCoefficientFile200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) CreateCoefficientStep(ctx context.Context, r allocation.CreateCoefficientStepRequestObject) (allocation.CreateCoefficientStepResponseObject, error) {
	set, err := a.Allocation.Submission.RecordStep(ctx, request.Principal(ctx), submission.StepInput{OperationID: id.ID(r.OperationId), SetID: id.ID(r.SetId),
		Status: coefficientset.CoefficientStatus(r.Body.Status), Day: wire.OptionalDay(r.Body.Date), Note: wire.Text(r.Body.Note),
		AcceptOutdated: r.Body.AcceptOutdated != nil && *r.Body.AcceptOutdated})
	if err != nil {
		return nil, err
	}
	return allocation.CreateCoefficientStep201JSONResponse(toAPICoefficientSet(set)), nil
}

func (a API) ImportCoefficients(ctx context.Context, r allocation.ImportCoefficientsRequestObject) (allocation.ImportCoefficientsResponseObject, error) {
	in := preparation.ImportInput{OperationID: id.ID(r.OperationId)}
	var sets []coefficientset.CoefficientSet
	err := withFiles(r.Body, func(files []preparation.NamedFile, dryRun bool) (err error) {
		in.Files, in.DryRun = files, dryRun
		sets, err = a.Allocation.Preparation.Import(ctx, request.Principal(ctx), in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return allocation.ImportCoefficients201JSONResponse(toAPICoefficientImports(sets, in.DryRun)), nil
}

func (a API) CheckCoefficientFiles(ctx context.Context, r allocation.CheckCoefficientFilesRequestObject) (allocation.CheckCoefficientFilesResponseObject, error) {
	var check preparation.Check
	err := withFiles(r.Body, func(files []preparation.NamedFile, _ bool) (err error) {
		check, err = a.Allocation.Preparation.Check(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.SetId), files)
		return err
	})
	if err != nil {
		return nil, err
	}
	return allocation.CheckCoefficientFiles200JSONResponse(toAPICoefficientCheck(check, request.Language(ctx))), nil
}

// withFiles opens the files of an upload for the time of use, and says whether it is a
// dry run.
func withFiles(body *multipart.Reader, use func(files []preparation.NamedFile, dryRun bool) error) error {
	received, err := parts.Receive(body, parts.Rules{Words: []string{parts.DryRun}, MaxFiles: ingest.MaxFiles, TooMany: metering.ErrTooManyFiles})
	if err != nil {
		return err
	}
	defer received.Remove()
	var files []preparation.NamedFile
	for _, f := range received.Files {
		content, err := f.Open()
		if err != nil {
			return err
		}
		defer func() { _ = content.Close() }()
		files = append(files, preparation.NamedFile{Name: f.Name, Content: content})
	}
	if len(files) == 0 {
		return problem.ErrInvalidRequest.Of(problem.ErrBodyInvalid.At("files"))
	}
	return use(files, received.Says(parts.DryRun, "true"))
}
