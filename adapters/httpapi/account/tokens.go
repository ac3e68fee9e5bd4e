package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListTokens(ctx context.Context, _ account.ListTokensRequestObject) (account.ListTokensResponseObject, error) {
	list, err := a.Account.Tokens(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	reply := make([]model.Token, len(list.Tokens))
	for i, t := range list.Tokens {
		reply[i] = toAPIToken(t, list.Held)
	}
	return account.ListTokens200JSONResponse{Body: reply}, nil
}

func (a API) CreateToken(ctx context.Context, r account.CreateTokenRequestObject) (account.CreateTokenResponseObject, error) {
	made, err := a.Account.CreateToken(ctx, request.Principal(ctx), fromAPITokenCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	body := toAPIToken(made.Token, made.Held)
	body.Secret = &made.Secret
	location := contract.Base + "/tokens/" + string(made.ID)
	return account.CreateToken201JSONResponse{Body: body, Headers: account.CreateToken201ResponseHeaders{Location: &location}}, nil
}

func (a API) DeleteToken(ctx context.Context, r account.DeleteTokenRequestObject) (account.DeleteTokenResponseObject, error) {
	if err := a.Account.DeleteToken(ctx, request.Principal(ctx), id.ID(r.TokenId)); err != nil {
		return nil, err
	}
	return account.DeleteToken204Response{}, nil
}
