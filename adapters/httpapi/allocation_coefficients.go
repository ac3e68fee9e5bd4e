package httpapi

import (
	"bytes"
	"context"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	core "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

func (a allocationAPI) ListCoefficientMonths(ctx context.Context, r allocation.ListCoefficientMonthsRequestObject) (allocation.ListCoefficientMonthsResponseObject, error) {
	months, err := a.deps.Allocation.CoefficientMonths(ctx, principal(ctx), id.ID(r.OperationId), wireDays(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return allocation.ListCoefficientMonths200JSONResponse{Body: toAPICoefficientMonths(months)}, nil
}

func (a allocationAPI) ListCoefficientsDue(ctx context.Context, r allocation.ListCoefficientsDueRequestObject) (allocation.ListCoefficientsDueResponseObject, error) {
	operations := make([]id.ID, len(r.Params.OperationIds))
	for i, one := range r.Params.OperationIds {
		operations[i] = id.ID(one)
	}
	due, err := a.deps.Allocation.CoefficientsDue(ctx, principal(ctx), operations)
	if err != nil {
		return nil, err
	}
	return allocation.ListCoefficientsDue200JSONResponse{Body: toAPICoefficientsDue(due)}, nil
}

func (a allocationAPI) CreateCoefficientSet(ctx context.Context, r allocation.CreateCoefficientSetRequestObject) (allocation.CreateCoefficientSetResponseObject, error) {
	in, err := fromAPICoefficientSetCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	in.OperationID = id.ID(r.OperationId)
	set, err := a.deps.Allocation.CreateCoefficients(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	location := coefficientPath(set)
	return allocation.CreateCoefficientSet201JSONResponse{Body: toAPICoefficientSet(set),
		Headers: allocation.CreateCoefficientSet201ResponseHeaders{Location: &location}}, nil
}

func (a allocationAPI) GetCoefficientSet(ctx context.Context, r allocation.GetCoefficientSetRequestObject) (allocation.GetCoefficientSetResponseObject, error) {
	set, err := a.deps.Allocation.GetCoefficients(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.SetId))
	if err != nil {
		return nil, err
	}
	return allocation.GetCoefficientSet200JSONResponse{Body: toAPICoefficientSet(set)}, nil
}

func (a allocationAPI) DownloadCoefficientFile(ctx context.Context, r allocation.DownloadCoefficientFileRequestObject) (allocation.DownloadCoefficientFileResponseObject, error) {
	var file bytes.Buffer
	err := a.deps.Allocation.WriteCoefficients(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.SetId), r.FileName, &file)
	if err != nil {
		return nil, err
	}
	disposition := attachment(r.FileName)
	return allocation.DownloadCoefficientFile200TextcsvResponse{Body: &file, ContentLength: int64(file.Len()),
		Headers: allocation.DownloadCoefficientFile200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a allocationAPI) CreateCoefficientStep(ctx context.Context, r allocation.CreateCoefficientStepRequestObject) (allocation.CreateCoefficientStepResponseObject, error) {
	set, err := a.deps.Allocation.RecordStep(ctx, principal(ctx), core.StepInput{OperationID: id.ID(r.OperationId), SetID: id.ID(r.SetId),
		Status: core.CoefficientStatus(r.Body.Status), Day: optionalDay(r.Body.Date), Note: textOf(r.Body.Note),
		AcceptOutdated: r.Body.AcceptOutdated != nil && *r.Body.AcceptOutdated})
	if err != nil {
		return nil, err
	}
	return allocation.CreateCoefficientStep201JSONResponse(toAPICoefficientSet(set)), nil
}

func (a allocationAPI) ImportCoefficients(ctx context.Context, r allocation.ImportCoefficientsRequestObject) (allocation.ImportCoefficientsResponseObject, error) {
	in := core.ImportCoefficientsInput{OperationID: id.ID(r.OperationId)}
	var sets []core.CoefficientSet
	err := withFiles(r.Body, func(files []core.NamedFile, dryRun bool) (err error) {
		in.Files, in.DryRun = files, dryRun
		sets, err = a.deps.Allocation.ImportCoefficients(ctx, principal(ctx), in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return allocation.ImportCoefficients201JSONResponse(toAPICoefficientImports(sets, in.DryRun)), nil
}

func (a allocationAPI) CheckCoefficientFiles(ctx context.Context, r allocation.CheckCoefficientFilesRequestObject) (allocation.CheckCoefficientFilesResponseObject, error) {
	var check core.CoefficientCheck
	err := withFiles(r.Body, func(files []core.NamedFile, _ bool) (err error) {
		check, err = a.deps.Allocation.CheckCoefficients(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.SetId), files)
		return err
	})
	if err != nil {
		return nil, err
	}
	return allocation.CheckCoefficientFiles200JSONResponse(toAPICoefficientCheck(check, callerLanguage(ctx))), nil
}

// withFiles opens the files of an upload for the time of use, and says whether it is a
// dry run.
func withFiles(body *multipart.Reader, use func(files []core.NamedFile, dryRun bool) error) error {
	received, err := receive(body, partDryRun)
	if err != nil {
		return err
	}
	defer received.remove()
	var files []core.NamedFile
	for _, f := range received.files {
		content, err := f.Open()
		if err != nil {
			return err
		}
		defer func() { _ = content.Close() }()
		files = append(files, core.NamedFile{Name: f.Name, Content: content})
	}
	if len(files) == 0 {
		return errInvalidRequest.Of(errBodyInvalid.At("files"))
	}
	return use(files, received.dryRun)
}
