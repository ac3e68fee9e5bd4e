package httpapi

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"syscall"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/participant"
)

// participantAPI serves the tag participant.
type participantAPI struct{ *API }

var _ participant.StrictServerInterface = participantAPI{}

func (a participantAPI) ListOwnParticipants(ctx context.Context, _ participant.ListOwnParticipantsRequestObject) (participant.ListOwnParticipantsResponseObject, error) {
	own, err := a.deps.Participant.Own(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	body := make([]model.OwnParticipant, len(own))
	for i, one := range own {
		body[i] = model.OwnParticipant{Participant: toAPIParticipant(one.Participant), Operation: toAPIOperation(one.Operation, language(httpRequest(ctx)))}
	}
	return participant.ListOwnParticipants200JSONResponse{Body: body}, nil
}

func (a participantAPI) ListOperationParticipants(ctx context.Context, r participant.ListOperationParticipantsRequestObject) (participant.ListOperationParticipantsResponseObject, error) {
	found, err := a.deps.Participant.List(ctx, principal(ctx), fromAPIParticipantList(r))
	if err != nil {
		return nil, err
	}
	body := make([]model.Participant, len(found))
	for i, v := range found {
		body[i] = toAPIParticipant(v)
	}
	return participant.ListOperationParticipants200JSONResponse{Body: body}, nil
}

func (a participantAPI) CreateParticipant(ctx context.Context, r participant.CreateParticipantRequestObject) (participant.CreateParticipantResponseObject, error) {
	if err := checkPower(r.Body.ContractPower); err != nil {
		return nil, err
	}
	v, err := a.deps.Participant.Create(ctx, principal(ctx), fromAPIParticipantCreation(id.ID(r.OperationId), *r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/participants/"+string(v.ID), etag(v.Version)
	return participant.CreateParticipant201JSONResponse{Body: toAPIParticipant(v),
		Headers: participant.CreateParticipant201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a participantAPI) GetParticipant(ctx context.Context, r participant.GetParticipantRequestObject) (participant.GetParticipantResponseObject, error) {
	v, err := a.deps.Participant.Get(ctx, principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	tag := etag(v.Version)
	return participant.GetParticipant200JSONResponse{Body: toAPIParticipant(v), Headers: participant.GetParticipant200ResponseHeaders{ETag: &tag}}, nil
}

func (a participantAPI) UpdateParticipant(ctx context.Context, r participant.UpdateParticipantRequestObject) (participant.UpdateParticipantResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := checkPower(patch(r.Body.ContractPower).Value); err != nil {
		return nil, err
	}
	v, err := a.deps.Participant.Update(ctx, principal(ctx), fromAPIParticipantUpdate(id.ID(r.ParticipantId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(v.Version)
	return participant.UpdateParticipant200JSONResponse{Body: toAPIParticipant(v), Headers: participant.UpdateParticipant200ResponseHeaders{ETag: &tag}}, nil
}

func (a participantAPI) ImportParticipants(ctx context.Context, r participant.ImportParticipantsRequestObject) (participant.ImportParticipantsResponseObject, error) {
	in := core.ImportInput{OperationID: id.ID(r.OperationId), DryRun: isTrue(r.Params.DryRun), AddZeros: isTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	report, err := a.deps.Participant.Import(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return participant.ImportParticipants200JSONResponse(toAPIImportReport(report, language(httpRequest(ctx)))), nil
}

// perimeterParts reads the parts of a request: the file, one byte more than may be at
// most, for the use case refuses what is too large, and whether it is only to be checked.
// Error: request.invalid.
func perimeterParts(parts *multipart.Reader, in *core.ImportInput) error {
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unreadable(err)
		}
		switch name := part.FormName(); {
		case name == partDryRun:
			word, err := wordOf(part)
			if err != nil {
				return err
			}
			in.DryRun = in.DryRun || word == "true"
		case name == "addZeros":
			word, err := wordOf(part)
			if err != nil {
				return err
			}
			in.AddZeros = in.AddZeros || word == "true"
		case name != "file":
			return errInvalidRequest.Of(errFieldUnknown.At(name))
		case in.FileName != "":
			return errInvalidRequest.Of(errFieldTooLong.With("max", 1).At(name))
		default:
			if in.FileName, err = fileName(part); err != nil {
				return err
			}
			if in.Content, err = io.ReadAll(io.LimitReader(part, core.MaxFileBytes+1)); err != nil {
				return unreadable(err)
			}
		}
	}
}

// unreadable says why a body could not be read: too large, too slow, or malformed; what the
// server lacks is no fault of the caller.
func unreadable(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), errors.Is(err, syscall.ENOSPC), fault.From(err) != nil:
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errBodyTooSlow
	}
	return errInvalidRequest.Of(errBodyInvalid).Because(err)
}
