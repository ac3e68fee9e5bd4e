package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/operation"
)

// operationAPI serves the tag operation.
type operationAPI struct{ *API }

var _ genoperation.StrictServerInterface = operationAPI{}

func (a operationAPI) GetOwnOrganizer(ctx context.Context, _ genoperation.GetOwnOrganizerRequestObject) (genoperation.GetOwnOrganizerResponseObject, error) {
	me, err := a.deps.Operation.OwnOrganizer(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	return genoperation.GetOwnOrganizer200JSONResponse(toAPIOrganizer(me)), nil
}

func (a operationAPI) ListOrganizerOperations(ctx context.Context, r genoperation.ListOrganizerOperationsRequestObject) (genoperation.ListOrganizerOperationsResponseObject, error) {
	found, err := a.deps.Operation.ListOfOrganizer(ctx, principal(ctx), id.ID(r.OrganizerId), core.ListInput{Detailed: isTrue(r.Params.Detailed)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListOrganizerOperations200JSONResponse{Body: toAPIOperations(found, language(httpRequest(ctx)))}, nil
}

func (a operationAPI) ListObserverOperations(ctx context.Context, r genoperation.ListObserverOperationsRequestObject) (genoperation.ListObserverOperationsResponseObject, error) {
	found, err := a.deps.Operation.ListOfObserver(ctx, principal(ctx), core.ListInput{Detailed: isTrue(r.Params.Detailed)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListObserverOperations200JSONResponse{Body: toAPIOperations(found, language(httpRequest(ctx)))}, nil
}

func (a operationAPI) ListOperations(ctx context.Context, r genoperation.ListOperationsRequestObject) (genoperation.ListOperationsResponseObject, error) {
	found, err := a.deps.Operation.List(ctx, principal(ctx), core.ListInput{Q: textOf(r.Params.Q)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListOperations200JSONResponse{Body: toAPIOperations(found, language(httpRequest(ctx)))}, nil
}

func (a operationAPI) CreateOperation(ctx context.Context, r genoperation.CreateOperationRequestObject) (genoperation.CreateOperationResponseObject, error) {
	d, err := a.deps.Operation.Create(ctx, principal(ctx), fromAPIOperationCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/operations/"+string(d.ID), etag(d.Version)
	return genoperation.CreateOperation201JSONResponse{Body: toAPIOperation(d, language(httpRequest(ctx))),
		Headers: genoperation.CreateOperation201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a operationAPI) GetOperation(ctx context.Context, r genoperation.GetOperationRequestObject) (genoperation.GetOperationResponseObject, error) {
	d, err := a.deps.Operation.Get(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	tag := etag(d.Version)
	return genoperation.GetOperation200JSONResponse{Body: toAPIOperation(d, language(httpRequest(ctx))), Headers: genoperation.GetOperation200ResponseHeaders{ETag: &tag}}, nil
}

func (a operationAPI) UpdateOperation(ctx context.Context, r genoperation.UpdateOperationRequestObject) (genoperation.UpdateOperationResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	d, err := a.deps.Operation.Update(ctx, principal(ctx), fromAPIOperationUpdate(id.ID(r.OperationId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(d.Version)
	return genoperation.UpdateOperation200JSONResponse{Body: toAPIOperation(d, language(httpRequest(ctx))), Headers: genoperation.UpdateOperation200ResponseHeaders{ETag: &tag}}, nil
}

func (a operationAPI) ListOperationObservers(ctx context.Context, r genoperation.ListOperationObserversRequestObject) (genoperation.ListOperationObserversResponseObject, error) {
	found, err := a.deps.Operation.Observers(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	reply := make([]model.Observer, len(found))
	for i, one := range found {
		reply[i] = toAPIObserver(one)
	}
	return genoperation.ListOperationObservers200JSONResponse{Body: reply}, nil
}

func (a operationAPI) GetInterlocutor(ctx context.Context, r genoperation.GetInterlocutorRequestObject) (genoperation.GetInterlocutorResponseObject, error) {
	pmo, err := a.deps.Operation.Interlocutor(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genoperation.GetInterlocutor200JSONResponse(toAPIInterlocutor(pmo)), nil
}

func isTrue(b *bool) bool { return b != nil && *b }
