package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/viewing"
	"github.com/openpmo/pmo/core/id"
)

func callerOf(ctx context.Context) core.Caller {
	c := request.CallerOf(ctx)
	return core.Caller{Principal: c.Principal, Session: core.SecretHash(c.SessionID)}
}

func (a API) StartViewing(ctx context.Context, r account.StartViewingRequestObject) (account.StartViewingResponseObject, error) {
	seen, err := a.Viewing.Start(ctx, callerOf(ctx), id.ID(r.Body.ParticipantId))
	if err != nil {
		return nil, err
	}
	return account.StartViewing200JSONResponse(toAPIViewing(seen)), nil
}

func (a API) EndViewing(ctx context.Context, _ account.EndViewingRequestObject) (account.EndViewingResponseObject, error) {
	if err := a.Viewing.End(ctx, callerOf(ctx)); err != nil {
		return nil, err
	}
	return account.EndViewing204Response{}, nil
}

func toAPIViewing(v viewing.Named) model.Viewing {
	return model.Viewing{OperationId: string(v.OperationID), ParticipantId: string(v.ParticipantID), ParticipantName: v.Name, EndsAt: wire.InParis(v.EndsAt)}
}
