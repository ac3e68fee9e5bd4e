package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/account"
)

func (a accountAPI) AcceptAccountLink(ctx context.Context, r account.AcceptAccountLinkRequestObject) (account.AcceptAccountLinkResponseObject, error) {
	login, err := a.deps.Account.Activate(ctx, core.ActivateInput{Secret: r.Body.Token, Password: r.Body.NewPassword,
		Email: textOf(r.Body.Email), Address: a.clientAddress(httpRequest(ctx))})
	if err != nil {
		return nil, err
	}
	cookie := a.cookie(httpRequest(ctx), login.Secret, core.MaxSession)
	return account.AcceptAccountLink200JSONResponse{
		Body:    model.LoginReply{Success: true, Role: model.Role(login.Role)},
		Headers: account.AcceptAccountLink200ResponseHeaders{SetCookie: &cookie},
	}, nil
}
