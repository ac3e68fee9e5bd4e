package payment

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/handover"
)

func (a API) GetHandOvers(ctx context.Context, r payment.GetHandOversRequestObject) (payment.GetHandOversResponseObject, error) {
	found, err := a.Handovers.Stand(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return payment.GetHandOvers200JSONResponse(toAPIHandovers(ctx, found)), nil
}

func (a API) HandOverCollection(ctx context.Context, r payment.HandOverCollectionRequestObject) (payment.HandOverCollectionResponseObject, error) {
	h, err := a.Handovers.HandOver(ctx, request.Principal(ctx), id.ID(r.CollectionId))
	if err != nil {
		return nil, err
	}
	return payment.HandOverCollection200JSONResponse(toAPIHandover(h)), nil
}

func toAPIHandovers(ctx context.Context, o handover.Overview) model.HandOvers {
	out := model.HandOvers{HandOvers: make([]model.HandOver, len(o.Out)), Returned: make([]model.ReturnedFile, len(o.Returned))}
	if o.Place != "" {
		place := model.HandOversPlace(o.Place)
		out.Place = &place
	}
	for n, h := range o.Out {
		out.HandOvers[n] = toAPIHandover(h)
	}
	for n, r := range o.Returned {
		out.Returned[n] = model.ReturnedFile{Id: string(r.ID), Name: r.Name, Sha256: wire.OptionalText(r.SHA256), TakenAt: wire.InParis(r.TakenAt)}
		if r.Refused != nil {
			p := problem.Of(r.Refused, request.Language(ctx), request.ID(ctx))
			out.Returned[n].Problem = &p
		}
	}
	return out
}

func toAPIHandover(h handover.Handover) model.HandOver {
	out := model.HandOver{CollectionId: string(h.CollectionID), Place: model.HandOverPlace(h.Place), FileName: h.FileName, Sha256: h.SHA256, State: model.HandOverState(h.State),
		Attempts: h.Attempts, AskedAt: wire.InParis(h.AskedAt), AskedByName: wire.OptionalText(h.AskedByName), DoneAt: wire.OptionalInParis(h.DoneAt)}
	if h.State == handover.Waiting || h.State == handover.Naming {
		next := wire.InParis(h.NextAt)
		out.NextAt = &next
	}
	if h.Trouble != "" {
		trouble := model.HandOverTrouble(h.Trouble)
		out.Trouble = &trouble
	}
	return out
}
