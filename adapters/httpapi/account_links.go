package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/account"
)

func (a accountAPI) AcceptAccountLink(ctx context.Context, r account.AcceptAccountLinkRequestObject) (account.AcceptAccountLinkResponseObject, error) {
	login, err := a.deps.Account.Activate(ctx, core.ActivateInput{Secret: r.Body.Token, Password: r.Body.NewPassword,
		Email: textOf(r.Body.Email), Address: a.clientAddress(httpRequest(ctx)), Device: deviceSecret(httpRequest(ctx))})
	if err != nil {
		return nil, err
	}
	cookie := a.signedIn(httpRequest(ctx), login)
	return account.AcceptAccountLink200JSONResponse{
		Body:    model.LoginReply{Success: true, Role: model.Role(login.Role)},
		Headers: account.AcceptAccountLink200ResponseHeaders{SetCookie: &cookie},
	}, nil
}

func (a accountAPI) CreatePasswordReset(ctx context.Context, r account.CreatePasswordResetRequestObject) (account.CreatePasswordResetResponseObject, error) {
	err := a.deps.Account.ForgetPassword(ctx, core.ForgottenInput{Email: r.Body.Email, Address: a.clientAddress(httpRequest(ctx))})
	if err != nil {
		return nil, err
	}
	return account.CreatePasswordReset202Response{}, nil
}
