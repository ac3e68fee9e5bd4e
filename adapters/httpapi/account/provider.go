package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/provider"
)

func (a API) BeginProviderSignIn(ctx context.Context, r account.BeginProviderSignInRequestObject) (account.BeginProviderSignInResponseObject, error) {
	begun, err := a.Provider.Begin(ctx, wire.Text(r.Body.Redirect))
	if err != nil {
		return nil, err
	}
	return account.BeginProviderSignIn200JSONResponse{Url: begun.Address, Attempt: begun.Attempt}, nil
}

func (a API) FinishProviderSignIn(ctx context.Context, r account.FinishProviderSignInRequestObject) (account.FinishProviderSignInResponseObject, error) {
	end, err := a.Provider.Finish(ctx, provider.Return{Attempt: r.Body.Attempt, State: r.Body.State, Code: r.Body.Code, Browser: a.browserOf(ctx)})
	if err != nil {
		return nil, err
	}
	reply := account.FinishProviderSignIn200JSONResponse{Body: toAPIProviderEnd(end)}
	if !end.CodeRequired {
		cookie := a.signedIn(request.HTTP(ctx), end.Login)
		reply.Headers.SetCookie = &cookie
	}
	return reply, nil
}

func (a API) FinishProviderSignInWithCode(ctx context.Context, r account.FinishProviderSignInWithCodeRequestObject) (account.FinishProviderSignInWithCodeResponseObject, error) {
	end, err := a.Provider.FinishWithCode(ctx, provider.Return{Attempt: r.Body.Attempt, Code: r.Body.Code, Browser: a.browserOf(ctx)})
	if err != nil {
		return nil, err
	}
	cookie := a.signedIn(request.HTTP(ctx), end.Login)
	return account.FinishProviderSignInWithCode200JSONResponse{Body: toAPIProviderEnd(end),
		Headers: account.FinishProviderSignInWithCode200ResponseHeaders{SetCookie: &cookie}}, nil
}

// browserOf is what a sign-in knows of the browser that it comes from.
func (a API) browserOf(ctx context.Context) core.LoginInput {
	return core.LoginInput{Address: a.Callers.ClientAddress(request.HTTP(ctx)), Device: transport.DeviceSecret(request.HTTP(ctx)),
		Agent: request.HTTP(ctx).UserAgent(), Replaces: core.SecretHash(request.CallerOf(ctx).SessionID)}
}

func toAPIProviderEnd(e provider.End) model.ProviderSignInEnd {
	out := model.ProviderSignInEnd{Success: !e.CodeRequired, Redirect: wire.OptionalText(e.Redirect), Attempt: wire.OptionalText(e.Attempt)}
	if !e.CodeRequired {
		role := model.Role(e.Login.Role)
		out.Role = &role
	}
	return out
}
