package billing

import (
	"bytes"
	"context"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
)

func (a API) listBillingEntities(ctx context.Context, scope core.Scope) ([]model.BillingEntity, error) {
	list, full, err := a.Billing.Entities.ListBillingEntities(ctx, request.Principal(ctx), scope)
	return toAPIBillingEntities(list, full), err
}

func (a API) getBillingEntity(ctx context.Context, scope core.Scope, entityID string) (model.BillingEntity, changed, error) {
	e, full, err := a.Billing.Entities.BillingEntity(ctx, request.Principal(ctx), scope, id.ID(entityID))
	return ToAPIBillingEntity(e, full), changedTo(e.Version), err
}

func (a API) createBillingEntity(ctx context.Context, scope core.Scope, body model.BillingEntityCreation) (model.BillingEntity, created, error) {
	e, err := a.Billing.Entities.CreateBillingEntity(ctx, request.Principal(ctx), scope, FromAPIBillingEntityCreation(body))
	return ToAPIBillingEntity(e, true), createdAt(scope, "billing-entities", e.ID, e.Version), err
}

func (a API) updateBillingEntity(ctx context.Context, scope core.Scope, entityID string, match *string, body model.BillingEntityUpdate) (model.BillingEntity, changed, error) {
	version, err := wire.IfMatch(match)
	if err != nil {
		return model.BillingEntity{}, changed{}, err
	}
	e, err := a.Billing.Entities.UpdateBillingEntity(ctx, request.Principal(ctx), scope, id.ID(entityID), FromAPIBillingEntityUpdate(version, body))
	return ToAPIBillingEntity(e, true), changedTo(e.Version), err
}

func (a API) uploadLogo(ctx context.Context, scope core.Scope, entityID string, body *multipart.Reader) (model.BillingEntity, changed, error) {
	file, err := parts.OneFile(body, logo.MaxBytes)
	if err != nil {
		return model.BillingEntity{}, changed{}, err
	}
	e, err := a.Billing.Entities.SetLogo(ctx, request.Principal(ctx), scope, id.ID(entityID), file)
	return ToAPIBillingEntity(e, true), changedTo(e.Version), err
}

// logo is the picture of an issuer and what it is called.
func (a API) logo(ctx context.Context, scope core.Scope, entityID string) (content *bytes.Reader, disposition string, err error) {
	picture, err := a.Billing.Entities.Logo(ctx, request.Principal(ctx), scope, id.ID(entityID))
	return bytes.NewReader(picture), wire.Attachment("logo-" + entityID + ".png"), err
}

func (a API) UploadOperationBillingEntityLogo(ctx context.Context, r billing.UploadOperationBillingEntityLogoRequestObject) (billing.UploadOperationBillingEntityLogoResponseObject, error) {
	body, headers, err := a.uploadLogo(ctx, ofOperation(r.OperationId), r.EntityId, r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UploadOperationBillingEntityLogo200JSONResponse{Body: body, Headers: billing.UploadOperationBillingEntityLogo200ResponseHeaders(headers)}, nil
}

func (a API) GetOperationBillingEntityLogo(ctx context.Context, r billing.GetOperationBillingEntityLogoRequestObject) (billing.GetOperationBillingEntityLogoResponseObject, error) {
	content, disposition, err := a.logo(ctx, ofOperation(r.OperationId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillingEntityLogo200ImagepngResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.GetOperationBillingEntityLogo200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DeleteOperationBillingEntityLogo(ctx context.Context, r billing.DeleteOperationBillingEntityLogoRequestObject) (billing.DeleteOperationBillingEntityLogoResponseObject, error) {
	if err := a.Billing.Entities.RemoveLogo(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.EntityId)); err != nil {
		return nil, err
	}
	return billing.DeleteOperationBillingEntityLogo204Response{}, nil
}

func (a API) UploadParticipantBillingEntityLogo(ctx context.Context, r billing.UploadParticipantBillingEntityLogoRequestObject) (billing.UploadParticipantBillingEntityLogoResponseObject, error) {
	body, headers, err := a.uploadLogo(ctx, ofParticipant(r.ParticipantId), r.EntityId, r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UploadParticipantBillingEntityLogo200JSONResponse{Body: body, Headers: billing.UploadParticipantBillingEntityLogo200ResponseHeaders(headers)}, nil
}

func (a API) GetParticipantBillingEntityLogo(ctx context.Context, r billing.GetParticipantBillingEntityLogoRequestObject) (billing.GetParticipantBillingEntityLogoResponseObject, error) {
	content, disposition, err := a.logo(ctx, ofParticipant(r.ParticipantId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillingEntityLogo200ImagepngResponse{Body: content, ContentLength: content.Size(),
		Headers: billing.GetParticipantBillingEntityLogo200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DeleteParticipantBillingEntityLogo(ctx context.Context, r billing.DeleteParticipantBillingEntityLogoRequestObject) (billing.DeleteParticipantBillingEntityLogoResponseObject, error) {
	if err := a.Billing.Entities.RemoveLogo(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.EntityId)); err != nil {
		return nil, err
	}
	return billing.DeleteParticipantBillingEntityLogo204Response{}, nil
}

func (a API) ListOperationBillingEntities(ctx context.Context, r billing.ListOperationBillingEntitiesRequestObject) (billing.ListOperationBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationBillingEntities200JSONResponse{Body: list}, nil
}

func (a API) GetOperationBillingEntity(ctx context.Context, r billing.GetOperationBillingEntityRequestObject) (billing.GetOperationBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetOperationBillingEntity200JSONResponse{Body: body, Headers: billing.GetOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateOperationBillingEntity(ctx context.Context, r billing.CreateOperationBillingEntityRequestObject) (billing.CreateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofOperation(r.OperationId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateOperationBillingEntity201JSONResponse{Body: body, Headers: billing.CreateOperationBillingEntity201ResponseHeaders(headers)}, nil
}

func (a API) UpdateOperationBillingEntity(ctx context.Context, r billing.UpdateOperationBillingEntityRequestObject) (billing.UpdateOperationBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofOperation(r.OperationId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateOperationBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateOperationBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) ListParticipantBillingEntities(ctx context.Context, r billing.ListParticipantBillingEntitiesRequestObject) (billing.ListParticipantBillingEntitiesResponseObject, error) {
	list, err := a.listBillingEntities(ctx, ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantBillingEntities200JSONResponse{Body: list}, nil
}

func (a API) GetParticipantBillingEntity(ctx context.Context, r billing.GetParticipantBillingEntityRequestObject) (billing.GetParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.getBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId)
	if err != nil {
		return nil, err
	}
	return billing.GetParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.GetParticipantBillingEntity200ResponseHeaders(headers)}, nil
}

func (a API) CreateParticipantBillingEntity(ctx context.Context, r billing.CreateParticipantBillingEntityRequestObject) (billing.CreateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.createBillingEntity(ctx, ofParticipant(r.ParticipantId), *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CreateParticipantBillingEntity201JSONResponse{Body: body, Headers: billing.CreateParticipantBillingEntity201ResponseHeaders(headers)}, nil
}

func (a API) UpdateParticipantBillingEntity(ctx context.Context, r billing.UpdateParticipantBillingEntityRequestObject) (billing.UpdateParticipantBillingEntityResponseObject, error) {
	body, headers, err := a.updateBillingEntity(ctx, ofParticipant(r.ParticipantId), r.EntityId, r.Params.IfMatch, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.UpdateParticipantBillingEntity200JSONResponse{Body: body, Headers: billing.UpdateParticipantBillingEntity200ResponseHeaders(headers)}, nil
}
