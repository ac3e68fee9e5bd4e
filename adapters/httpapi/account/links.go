package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/account"
)

func (a API) AcceptAccountLink(ctx context.Context, r account.AcceptAccountLinkRequestObject) (account.AcceptAccountLinkResponseObject, error) {
	login, err := a.Account.Activate(ctx, core.ActivateInput{Secret: r.Body.Token, Password: r.Body.NewPassword,
		Code: wire.Text(r.Body.Code), Email: wire.Text(r.Body.Email), Address: a.Callers.ClientAddress(request.HTTP(ctx)), Device: transport.DeviceSecret(request.HTTP(ctx)), Agent: request.HTTP(ctx).UserAgent()})
	if err != nil {
		return nil, err
	}
	cookie := a.signedIn(request.HTTP(ctx), login)
	return account.AcceptAccountLink200JSONResponse{
		Body:    model.LoginReply{Success: true, Role: model.Role(login.Role)},
		Headers: account.AcceptAccountLink200ResponseHeaders{SetCookie: &cookie},
	}, nil
}

func (a API) CreatePasswordReset(ctx context.Context, r account.CreatePasswordResetRequestObject) (account.CreatePasswordResetResponseObject, error) {
	err := a.Account.ForgetPassword(ctx, core.ForgottenInput{Email: r.Body.Email, Address: a.Callers.ClientAddress(request.HTTP(ctx))})
	if err != nil {
		return nil, err
	}
	return account.CreatePasswordReset202Response{}, nil
}

func (a API) RenewAccountLink(ctx context.Context, r account.RenewAccountLinkRequestObject) (account.RenewAccountLinkResponseObject, error) {
	err := a.Account.Renew(ctx, core.RenewInput{Secret: r.Body.Token, Address: a.Callers.ClientAddress(request.HTTP(ctx))})
	if err != nil {
		return nil, err
	}
	return account.RenewAccountLink202Response{}, nil
}
