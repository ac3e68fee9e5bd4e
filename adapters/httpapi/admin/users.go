package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListAdminUsers(ctx context.Context, r admin.ListAdminUsersRequestObject) (admin.ListAdminUsersResponseObject, error) {
	rows, page, err := adminList[model.AdminUser](ctx, a, backoffice.Users, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminUsers200JSONResponse{Body: rows, Headers: admin.ListAdminUsers200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminUser(ctx context.Context, r admin.GetAdminUserRequestObject) (admin.GetAdminUserResponseObject, error) {
	row, err := adminRow[model.AdminUser](ctx, a, backoffice.Users, r.UserId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminUser200JSONResponse{Body: row, Headers: admin.GetAdminUser200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateAdminUser(ctx context.Context, r admin.CreateAdminUserRequestObject) (admin.CreateAdminUserResponseObject, error) {
	in := fromAPIAdminUserCreation(*r.Body)
	in.Invite = true
	created, err := a.Account.CreateUser(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	body := toAPIAdminUser(created.User, created.OperationIDs, nil)
	body.InitialPassword = wire.OptionalText(created.InitialPassword)
	location, tag := contract.Base+"/admin/users/"+string(created.ID), wire.ETag(created.Version)
	return admin.CreateAdminUser201JSONResponse{Body: body, Headers: admin.CreateAdminUser201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateAdminUser(ctx context.Context, r admin.UpdateAdminUserRequestObject) (admin.UpdateAdminUserResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	m, err := a.Account.UpdateUser(ctx, request.Principal(ctx), fromAPIAdminUserUpdate(r.UserId, version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(m.Version)
	return admin.UpdateAdminUser200JSONResponse{Body: toAPIAdminUser(m.User, m.OperationIDs, m.ParticipantIDs),
		Headers: admin.UpdateAdminUser200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) SendUserActivationMail(ctx context.Context, r admin.SendUserActivationMailRequestObject) (admin.SendUserActivationMailResponseObject, error) {
	if err := a.Account.ResendActivation(ctx, request.Principal(ctx), id.ID(r.UserId)); err != nil {
		return nil, err
	}
	return admin.SendUserActivationMail202Response{}, nil
}

func (a API) ResetSecondFactor(ctx context.Context, r admin.ResetSecondFactorRequestObject) (admin.ResetSecondFactorResponseObject, error) {
	if err := a.SecondFactor.Reset(ctx, request.Principal(ctx), id.ID(r.UserId)); err != nil {
		return nil, err
	}
	return admin.ResetSecondFactor204Response{}, nil
}
