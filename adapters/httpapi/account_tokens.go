package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/id"
)

func (a accountAPI) ListTokens(ctx context.Context, _ account.ListTokensRequestObject) (account.ListTokensResponseObject, error) {
	list, err := a.deps.Account.Tokens(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	reply := make([]model.Token, len(list.Tokens))
	for i, t := range list.Tokens {
		reply[i] = toAPIToken(t, list.Held)
	}
	return account.ListTokens200JSONResponse{Body: reply}, nil
}

func (a accountAPI) CreateToken(ctx context.Context, r account.CreateTokenRequestObject) (account.CreateTokenResponseObject, error) {
	made, err := a.deps.Account.CreateToken(ctx, principal(ctx), fromAPITokenCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	body := toAPIToken(made.Token, made.Held)
	body.Secret = &made.Secret
	location := apiBase + "/tokens/" + string(made.ID)
	return account.CreateToken201JSONResponse{Body: body, Headers: account.CreateToken201ResponseHeaders{Location: &location}}, nil
}

func (a accountAPI) DeleteToken(ctx context.Context, r account.DeleteTokenRequestObject) (account.DeleteTokenResponseObject, error) {
	if err := a.deps.Account.DeleteToken(ctx, principal(ctx), id.ID(r.TokenId)); err != nil {
		return nil, err
	}
	return account.DeleteToken204Response{}, nil
}
