package metering

import (
	"context"
	"encoding/json"
	"io"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/mapping"
)

func (a API) ListFileMappings(ctx context.Context, r metering.ListFileMappingsRequestObject) (metering.ListFileMappingsResponseObject, error) {
	all, err := a.Metering.Mapping.FileMappings(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.FileMapping, len(all))
	for i, m := range all {
		body[i] = toAPIFileMapping(m)
	}
	return metering.ListFileMappings200JSONResponse{Body: body}, nil
}

func (a API) GetFileMapping(ctx context.Context, r metering.GetFileMappingRequestObject) (metering.GetFileMappingResponseObject, error) {
	m, err := a.Metering.Mapping.FileMapping(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MappingId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(m.Version)
	return metering.GetFileMapping200JSONResponse{Body: toAPIFileMapping(m), Headers: metering.GetFileMapping200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateFileMapping(ctx context.Context, r metering.CreateFileMappingRequestObject) (metering.CreateFileMappingResponseObject, error) {
	answers, err := fromAPIAnswers(r.Body.Answers)
	if err != nil {
		return nil, err
	}
	in := mapping.FileMappingInput{OperationID: id.ID(r.OperationId), Name: r.Body.Name, Fingerprint: r.Body.Fingerprint, Answers: answers}
	if r.Body.Header != nil {
		in.Header = *r.Body.Header
	}
	m, err := a.Metering.Mapping.CreateFileMapping(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/operations/"+r.OperationId+"/measurements/file-mappings/"+string(m.ID), wire.ETag(m.Version)
	return metering.CreateFileMapping201JSONResponse{Body: toAPIFileMapping(m),
		Headers: metering.CreateFileMapping201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateFileMapping(ctx context.Context, r metering.UpdateFileMappingRequestObject) (metering.UpdateFileMappingResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	in := mapping.FileMappingChange{OperationID: id.ID(r.OperationId), MappingID: id.ID(r.MappingId), IfVersion: version, Name: r.Body.Name}
	if r.Body.Answers != nil {
		answers, err := fromAPIAnswers(*r.Body.Answers)
		if err != nil {
			return nil, err
		}
		in.Answers = &answers
	}
	m, err := a.Metering.Mapping.UpdateFileMapping(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(m.Version)
	return metering.UpdateFileMapping200JSONResponse{Body: toAPIFileMapping(m), Headers: metering.UpdateFileMapping200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DeleteFileMapping(ctx context.Context, r metering.DeleteFileMappingRequestObject) (metering.DeleteFileMappingResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Metering.Mapping.DeleteFileMapping(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MappingId), version); err != nil {
		return nil, err
	}
	return metering.DeleteFileMapping204Response{}, nil
}

// mostAnswers of one import: one for each file.
const mostAnswers = 200

// mostAnswerBytes is well above the answers for a column of each site there may be.
const mostAnswerBytes = 1 << 20

// answersOf reads a part of a request that holds answers about files. The core looks at
// the words and numbers. Error: request.invalid.
func answersOf(part io.Reader) (curvefile.FileAnswers, error) {
	in := json.NewDecoder(io.LimitReader(part, mostAnswerBytes))
	in.DisallowUnknownFields()
	var sent model.FileAnswers
	if err := in.Decode(&sent); err != nil {
		return curvefile.FileAnswers{}, problem.ErrInvalidRequest.Of(problem.ErrBodyInvalid.At("mapping")).Because(err)
	}
	return fromAPIAnswers(sent)
}
