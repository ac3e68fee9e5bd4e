package payment

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

func toAPISettlement(s settlement.Settlement) model.Settlement {
	return model.Settlement{BankLineId: wire.OptionalText(string(s.LineID)), Id: string(s.ID), InvoiceId: string(s.InvoiceID), Kind: model.SettlementKind(s.Kind), AmountCents: int64(s.Amount), BookedOn: wire.Date(s.BookedOn),
		Reference: s.Reference, CreatedByName: wire.OptionalText(s.CreatedByName), CreatedAt: wire.InParis(s.CreatedAt),
		WithdrawnAt: wire.OptionalInParis(s.WithdrawnAt), WithdrawnByName: wire.OptionalText(s.WithdrawnByName)}
}

func toAPISettlements(list []settlement.Settlement) []model.Settlement {
	out := make([]model.Settlement, len(list))
	for n, s := range list {
		out[n] = toAPISettlement(s)
	}
	return out
}

func fromAPISettlementCreation(b model.SettlementCreation) settlement.Record {
	r := settlement.Record{Kind: settlement.Payment, InvoiceIDs: wire.IDs(&b.InvoicesIds), BookedOn: wire.Day(b.BookedOn), Amount: (*money.Cents)(b.AmountCents), Reference: wire.Text(b.Reference)}
	if b.Kind != nil {
		r.Kind = settlement.Kind(*b.Kind)
	}
	return r
}

func (a API) ListSettlements(ctx context.Context, r payment.ListSettlementsRequestObject) (payment.ListSettlementsResponseObject, error) {
	found, err := a.Settlements.Of(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Params.InvoiceId))
	if err != nil {
		return nil, err
	}
	return payment.ListSettlements200JSONResponse(toAPISettlements(found)), nil
}

func (a API) RecordSettlements(ctx context.Context, r payment.RecordSettlementsRequestObject) (payment.RecordSettlementsResponseObject, error) {
	made, err := a.Settlements.Record(ctx, request.Principal(ctx), id.ID(r.OperationId), fromAPISettlementCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return payment.RecordSettlements200JSONResponse(toAPISettlements(made)), nil
}

func (a API) WithdrawSettlement(ctx context.Context, r payment.WithdrawSettlementRequestObject) (payment.WithdrawSettlementResponseObject, error) {
	one, err := a.Settlements.Withdraw(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.SettlementId))
	if err != nil {
		return nil, err
	}
	return payment.WithdrawSettlement200JSONResponse(toAPISettlement(one)), nil
}
