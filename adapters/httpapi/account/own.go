package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListSessions(ctx context.Context, _ account.ListSessionsRequestObject) (account.ListSessionsResponseObject, error) {
	list, err := a.Account.OpenSessions(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	body := make([]model.OpenSession, len(list))
	for i, s := range list {
		body[i] = toAPIOpenSession(s, string(s.Hash) == request.CallerOf(ctx).SessionID)
	}
	return account.ListSessions200JSONResponse{Body: body}, nil
}

func toAPIOpenSession(s core.Session, current bool) model.OpenSession {
	return model.OpenSession{Id: string(s.ID), Current: current, Browser: wire.OptionalText(s.Device.Browser), System: wire.OptionalText(s.Device.System),
		KnownDevice: s.Device.Known, CreatedAt: wire.InParis(s.CreatedAt), LastUsedAt: wire.InParis(s.TouchedAt), ExpiresAt: wire.InParis(s.ExpiresAt)}
}

func (a API) DeleteSession(ctx context.Context, r account.DeleteSessionRequestObject) (account.DeleteSessionResponseObject, error) {
	if err := a.Account.EndSession(ctx, request.Principal(ctx), id.ID(r.SessionId)); err != nil {
		return nil, err
	}
	return account.DeleteSession204Response{}, nil
}

func (a API) DeleteOtherSessions(ctx context.Context, _ account.DeleteOtherSessionsRequestObject) (account.DeleteOtherSessionsResponseObject, error) {
	c := request.CallerOf(ctx)
	if err := a.Account.EndOthers(ctx, core.Caller{Principal: c.Principal, Session: core.SecretHash(c.SessionID)}); err != nil {
		return nil, err
	}
	return account.DeleteOtherSessions204Response{}, nil
}

func (a API) CreateEmailChange(ctx context.Context, r account.CreateEmailChangeRequestObject) (account.CreateEmailChangeResponseObject, error) {
	u, err := a.Account.ChangeEmail(ctx, request.Principal(ctx), core.ChangeEmailInput{UserID: id.ID(r.UserId), Email: r.Body.Email, Password: r.Body.Password})
	if err != nil {
		return nil, err
	}
	return account.CreateEmailChange202JSONResponse(toAPIAccountInfo(u)), nil
}

func (a API) DeleteEmailChange(ctx context.Context, r account.DeleteEmailChangeRequestObject) (account.DeleteEmailChangeResponseObject, error) {
	if err := a.Account.KeepEmail(ctx, request.Principal(ctx), id.ID(r.UserId)); err != nil {
		return nil, err
	}
	return account.DeleteEmailChange204Response{}, nil
}

func (a API) ConfirmEmailChange(ctx context.Context, r account.ConfirmEmailChangeRequestObject) (account.ConfirmEmailChangeResponseObject, error) {
	if err := a.Account.ConfirmEmail(ctx, r.Body.Token, a.Callers.ClientAddress(request.HTTP(ctx))); err != nil {
		return nil, err
	}
	return account.ConfirmEmailChange204Response{}, nil
}

func (a API) ListTermsAcceptances(ctx context.Context, r account.ListTermsAcceptancesRequestObject) (account.ListTermsAcceptancesResponseObject, error) {
	list, err := a.Account.Acceptances(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	body := make(account.ListTermsAcceptances200JSONResponse, len(list))
	for i, one := range list {
		body[i] = model.TermsAcceptance{Version: one.Version, AcceptedAt: wire.InParis(one.AcceptedAt)}
	}
	return body, nil
}
