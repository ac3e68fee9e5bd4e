package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/id"
)

func (a API) GetParticipantColumns(ctx context.Context, r account.GetParticipantColumnsRequestObject) (account.GetParticipantColumnsResponseObject, error) {
	chosen, err := a.Columns.Of(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	return account.GetParticipantColumns200JSONResponse(toAPIColumnChoice(chosen)), nil
}

func (a API) UpdateParticipantColumns(ctx context.Context, r account.UpdateParticipantColumnsRequestObject) (account.UpdateParticipantColumnsResponseObject, error) {
	wanted := make([]columnchoice.Column, len(r.Body.Columns))
	for i, c := range r.Body.Columns {
		wanted[i] = columnchoice.Column(c)
	}
	chosen, err := a.Columns.Choose(ctx, request.Principal(ctx), id.ID(r.UserId), wanted)
	if err != nil {
		return nil, err
	}
	return account.UpdateParticipantColumns200JSONResponse(toAPIColumnChoice(chosen)), nil
}

func (a API) DeleteParticipantColumns(ctx context.Context, r account.DeleteParticipantColumnsRequestObject) (account.DeleteParticipantColumnsResponseObject, error) {
	if err := a.Columns.Reset(ctx, request.Principal(ctx), id.ID(r.UserId)); err != nil {
		return nil, err
	}
	return account.DeleteParticipantColumns204Response{}, nil
}

func toAPIColumnChoice(chosen []columnchoice.Column) model.ParticipantColumns {
	return model.ParticipantColumns{Columns: toAPIColumns(chosen), Available: toAPIColumns(columnchoice.All)}
}

func toAPIColumns(columns []columnchoice.Column) []model.ParticipantColumn {
	out := make([]model.ParticipantColumn, len(columns))
	for i, c := range columns {
		out[i] = model.ParticipantColumn(c)
	}
	return out
}
