// Package participant answers the operations about participants.
package participant

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/site"
)

// API serves the tag participant.
type API struct {
	Participant *assembly.Services
	Enrolment   *enrolment.Service
	// Workbook writes a workbook of one sheet: its name, the words above, the rows.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
	// Annotated writes a perimeter file with what is wrong beside its rows.
	Annotated func(w io.Writer, sheet string, a perimeterfile.Annotation, words func(*fault.Error) string) error
}

var _ participant.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return participant.Endpoints(a) }

func (a API) ListOwnParticipants(ctx context.Context, _ participant.ListOwnParticipantsRequestObject) (participant.ListOwnParticipantsResponseObject, error) {
	own, err := a.Participant.Site.Own(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	body := make([]model.OwnParticipant, len(own))
	for i, one := range own {
		body[i] = model.OwnParticipant{Participant: toAPIParticipant(one.Participant), Operation: operation.ToAPIOperation(one.Operation, request.Language(ctx))}
	}
	return participant.ListOwnParticipants200JSONResponse{Body: body}, nil
}

func (a API) ListOperationParticipants(ctx context.Context, r participant.ListOperationParticipantsRequestObject) (participant.ListOperationParticipantsResponseObject, error) {
	found, err := a.Participant.Site.List(ctx, request.Principal(ctx), fromAPIParticipantList(r))
	if err != nil {
		return nil, err
	}
	body := make([]model.Participant, len(found))
	for i, v := range found {
		body[i] = toAPIParticipant(v)
	}
	return participant.ListOperationParticipants200JSONResponse{Body: body}, nil
}

func (a API) CreateParticipant(ctx context.Context, r participant.CreateParticipantRequestObject) (participant.CreateParticipantResponseObject, error) {
	if err := checkPower(r.Body.ContractPower); err != nil {
		return nil, err
	}
	v, err := a.Participant.Site.Create(ctx, request.Principal(ctx), fromAPIParticipantCreation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/participants/"+string(v.ID), wire.ETag(v.Version)
	return participant.CreateParticipant201JSONResponse{Body: toAPIParticipant(v),
		Headers: participant.CreateParticipant201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) GetParticipant(ctx context.Context, r participant.GetParticipantRequestObject) (participant.GetParticipantResponseObject, error) {
	v, err := a.Participant.Site.Get(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Version)
	return participant.GetParticipant200JSONResponse{Body: toAPIParticipant(v), Headers: participant.GetParticipant200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateParticipant(ctx context.Context, r participant.UpdateParticipantRequestObject) (participant.UpdateParticipantResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := checkPower(patch(r.Body.ContractPower).Value); err != nil {
		return nil, err
	}
	v, err := a.Participant.Site.Update(ctx, request.Principal(ctx), fromAPIParticipantUpdate(id.ID(r.ParticipantId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Version)
	return participant.UpdateParticipant200JSONResponse{Body: toAPIParticipant(v), Headers: participant.UpdateParticipant200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) RecordParticipantDsoAnswer(ctx context.Context, r participant.RecordParticipantDsoAnswerRequestObject) (participant.RecordParticipantDsoAnswerResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := a.Participant.Site.RecordAnswer(ctx, request.Principal(ctx), site.AnswerInput{ParticipantID: id.ID(r.ParticipantId), IfVersion: version,
		Answer: folder.Answer{Request: folder.Request(r.Body.Request), Word: folder.Word(r.Body.Answer), Day: wire.OptionalDay(r.Body.Date), Reason: wire.Text(r.Body.Reason)}})
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Version)
	return participant.RecordParticipantDsoAnswer200JSONResponse{Body: toAPIParticipant(v), Headers: participant.RecordParticipantDsoAnswer200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) ImportParticipants(ctx context.Context, r participant.ImportParticipantsRequestObject) (participant.ImportParticipantsResponseObject, error) {
	in := perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: wire.IsTrue(r.Params.DryRun), AddZeros: wire.IsTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	report, err := a.Participant.PerimeterFile.Import(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return participant.ImportParticipants200JSONResponse(toAPIImportReport(report, request.Language(ctx))), nil
}

func (a API) SyncParticipants(ctx context.Context, r participant.SyncParticipantsRequestObject) (participant.SyncParticipantsResponseObject, error) {
	report, err := a.Participant.PerimeterFile.Synchronize(ctx, request.Principal(ctx), perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: wire.IsTrue(r.Params.DryRun)})
	if err != nil {
		return nil, err
	}
	return participant.SyncParticipants200JSONResponse(toAPIImportReport(report, request.Language(ctx))), nil
}

func (a API) AnnotateParticipantImport(ctx context.Context, r participant.AnnotateParticipantImportRequestObject) (participant.AnnotateParticipantImportResponseObject, error) {
	in := perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: true, AddZeros: wire.IsTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	annotation, err := a.Participant.PerimeterFile.Annotate(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	file, disposition, err := a.annotatedBook(ctx, annotation)
	return participant.AnnotateParticipantImport200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: file, ContentLength: int64(file.Len()),
		Headers: participant.AnnotateParticipantImport200ResponseHeaders{ContentDisposition: &disposition}}, err
}

// annotatedBook is a file with what is wrong beside its rows, in the words of who asks.
func (a API) annotatedBook(ctx context.Context, annotation perimeterfile.Annotation) (*bytes.Buffer, string, error) {
	lang := request.Language(ctx)
	words := func(f *fault.Error) string { return wire.Text(problem.Items([]*fault.Error{f}, lang)[0].Detail) }
	var file bytes.Buffer
	err := a.Annotated(&file, "Participants", annotation, words)
	return &file, wire.Attachment(annotation.Name), err
}

func (a API) GetParticipantImportTemplate(ctx context.Context, r participant.GetParticipantImportTemplateRequestObject) (participant.GetParticipantImportTemplateResponseObject, error) {
	t, err := a.Participant.PerimeterFile.Template(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	rows := make([][]any, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]any, len(row))
		for j, cell := range row {
			rows[i][j] = cell
		}
	}
	var file bytes.Buffer
	disposition := wire.Attachment(t.Name)
	err = a.Workbook(&file, "Participants", t.Header, rows)
	return participant.GetParticipantImportTemplate200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: &file, ContentLength: int64(file.Len()),
		Headers: participant.GetParticipantImportTemplate200ResponseHeaders{ContentDisposition: &disposition}}, err
}

func (a API) UploadParticipantBillingLogo(ctx context.Context, r participant.UploadParticipantBillingLogoRequestObject) (participant.UploadParticipantBillingLogoResponseObject, error) {
	file, err := parts.OneFile(r.Body, logo.MaxBytes)
	if err != nil {
		return nil, err
	}
	link, err := a.Participant.Site.SetBillingLogo(ctx, request.Principal(ctx), id.ID(r.ParticipantId), file)
	if err != nil {
		return nil, err
	}
	return participant.UploadParticipantBillingLogo200JSONResponse(operation.ToAPILogo(link)), nil
}

func (a API) DeleteParticipantBillingLogo(ctx context.Context, r participant.DeleteParticipantBillingLogoRequestObject) (participant.DeleteParticipantBillingLogoResponseObject, error) {
	if err := a.Participant.Site.RemoveBillingLogo(ctx, request.Principal(ctx), id.ID(r.ParticipantId)); err != nil {
		return nil, err
	}
	return participant.DeleteParticipantBillingLogo204Response{}, nil
}

func (a API) GetParticipantPresignedBillingLogo(ctx context.Context, r participant.GetParticipantPresignedBillingLogoRequestObject) (participant.GetParticipantPresignedBillingLogoResponseObject, error) {
	link, err := a.Participant.Site.BillingLogo(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return participant.GetParticipantPresignedBillingLogo200JSONResponse(operation.ToAPILogo(link)), nil
}

// perimeterParts reads the parts of a request: the file, one byte more than may be at
// most, for the use case refuses what is too large, and whether it is only to be checked.
// Error: request.invalid.
func perimeterParts(body *multipart.Reader, in *perimeterfile.ImportInput) error {
	for {
		part, err := body.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return problem.Unreadable(err)
		}
		switch name := part.FormName(); {
		case name == parts.DryRun:
			word, err := parts.Word(part)
			if err != nil {
				return err
			}
			in.DryRun = in.DryRun || word == "true"
		case name == parts.AddZeros:
			word, err := parts.Word(part)
			if err != nil {
				return err
			}
			in.AddZeros = in.AddZeros || word == "true"
		case name != "file":
			return problem.ErrInvalidRequest.Of(problem.ErrFieldUnknown.At(name))
		case in.FileName != "":
			return problem.ErrInvalidRequest.Of(problem.ErrFieldTooLong.With("max", 1).At(name))
		default:
			if in.FileName, err = parts.FileName(part); err != nil {
				return err
			}
			if in.Content, err = io.ReadAll(io.LimitReader(part, perimeterfile.MaxFileBytes+1)); err != nil {
				return problem.Unreadable(err)
			}
		}
	}
}
