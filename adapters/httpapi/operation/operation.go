// Package operation answers the operations about operations and who runs them.
package operation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/branding"
	"github.com/openpmo/pmo/core/operation/simpleview"
	"github.com/openpmo/pmo/core/operation/team"
)

// API serves the tag operation.
type API struct {
	Operation *core.Service
	Branding  *branding.Service
	Views     *simpleview.Service
	Team      *team.Service
}

var _ genoperation.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genoperation.Endpoints(a) }

func (a API) GetOwnOrganizer(ctx context.Context, _ genoperation.GetOwnOrganizerRequestObject) (genoperation.GetOwnOrganizerResponseObject, error) {
	me, err := a.Operation.OwnOrganizer(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	return genoperation.GetOwnOrganizer200JSONResponse(toAPIOrganizer(me)), nil
}

func (a API) ListOrganizerOperations(ctx context.Context, r genoperation.ListOrganizerOperationsRequestObject) (genoperation.ListOrganizerOperationsResponseObject, error) {
	found, err := a.Operation.ListOfOrganizer(ctx, request.Principal(ctx), id.ID(r.OrganizerId), core.ListInput{Detailed: wire.IsTrue(r.Params.Detailed)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListOrganizerOperations200JSONResponse{Body: toAPIOperations(found, request.Language(ctx))}, nil
}

func (a API) ListObserverOperations(ctx context.Context, r genoperation.ListObserverOperationsRequestObject) (genoperation.ListObserverOperationsResponseObject, error) {
	found, err := a.Operation.ListOfObserver(ctx, request.Principal(ctx), core.ListInput{Detailed: wire.IsTrue(r.Params.Detailed)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListObserverOperations200JSONResponse{Body: toAPIOperations(found, request.Language(ctx))}, nil
}

func (a API) ListOperations(ctx context.Context, r genoperation.ListOperationsRequestObject) (genoperation.ListOperationsResponseObject, error) {
	found, err := a.Operation.List(ctx, request.Principal(ctx), core.ListInput{Q: wire.Text(r.Params.Q)})
	if err != nil {
		return nil, err
	}
	return genoperation.ListOperations200JSONResponse{Body: toAPIOperations(found, request.Language(ctx))}, nil
}

func (a API) CreateOperation(ctx context.Context, r genoperation.CreateOperationRequestObject) (genoperation.CreateOperationResponseObject, error) {
	d, err := a.Operation.Create(ctx, request.Principal(ctx), fromAPIOperationCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/operations/"+string(d.ID), wire.ETag(d.Version)
	return genoperation.CreateOperation201JSONResponse{Body: ToAPIOperation(d, request.Language(ctx)),
		Headers: genoperation.CreateOperation201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) GetOperation(ctx context.Context, r genoperation.GetOperationRequestObject) (genoperation.GetOperationResponseObject, error) {
	d, err := a.Operation.Get(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	tag, body := wire.ETag(d.Version), ToAPIOperation(d, request.Language(ctx))
	if !d.LogoID.IsZero() {
		link, err := a.Branding.LogoLink(ctx, request.Principal(ctx), d.ID)
		if err != nil {
			return nil, err
		}
		body.PresignedLogo = &link.URL
	}
	return genoperation.GetOperation200JSONResponse{Body: body, Headers: genoperation.GetOperation200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateOperation(ctx context.Context, r genoperation.UpdateOperationRequestObject) (genoperation.UpdateOperationResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	d, err := a.Operation.Update(ctx, request.Principal(ctx), fromAPIOperationUpdate(id.ID(r.OperationId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(d.Version)
	return genoperation.UpdateOperation200JSONResponse{Body: ToAPIOperation(d, request.Language(ctx)), Headers: genoperation.UpdateOperation200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) ListOperationObservers(ctx context.Context, r genoperation.ListOperationObserversRequestObject) (genoperation.ListOperationObserversResponseObject, error) {
	found, err := a.Operation.Observers(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	reply := make([]model.Observer, len(found))
	for i, one := range found {
		reply[i] = toAPIObserver(one)
	}
	return genoperation.ListOperationObservers200JSONResponse{Body: reply}, nil
}

func (a API) GetInterlocutor(ctx context.Context, r genoperation.GetInterlocutorRequestObject) (genoperation.GetInterlocutorResponseObject, error) {
	pmo, logoID, err := a.Operation.Interlocutor(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genoperation.GetInterlocutor200JSONResponse(toAPIInterlocutor(pmo, logoID)), nil
}
