package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListOperationBillings(ctx context.Context, r billing.ListOperationBillingsRequestObject) (billing.ListOperationBillingsResponseObject, error) {
	list, err := a.Billing.Invoices.OperationBillings(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	body := make([]model.OperationBilling, len(list))
	for i, b := range list {
		body[i] = toAPIOperationBilling(b)
	}
	return billing.ListOperationBillings200JSONResponse{Body: body}, nil
}

func toAPIOperationBilling(b invoicing.AccountBilling) model.OperationBilling {
	op := b.Operation
	out := model.OperationBilling{Id: string(op.ID), Name: op.Name, Dso: model.Dso(op.DSO), Parties: make([]model.BilledParty, len(b.Parties)), Url: b.Path}
	if op.Engine != "" {
		engine := model.BillingEngine(op.Engine)
		out.BillingEngine = &engine
	}
	for i, p := range b.Parties {
		out.Parties[i] = toAPIBilledParty(p)
	}
	if l := b.Last; l != nil {
		out.LastInvoice = &model.LastInvoice{Id: string(l.ID), Number: l.Number, IssueDate: wire.OptionalDate(l.IssueDate), PeriodStart: wire.Date(l.Days.From),
			PeriodEnd: wire.Date(l.Days.Last()), AmountCents: int64(l.Amount), ParticipantId: wire.OptionalText(string(b.LastSite))}
	}
	return out
}

func toAPIBilledParty(p invoicing.BilledParty) model.BilledParty {
	sites := p.Sites
	if sites == nil {
		sites = []string{}
	}
	return model.BilledParty{Role: model.BillingRole(p.Role), EntityId: wire.OptionalText(string(p.ID)), Name: wire.OptionalText(p.Name),
		Address: wire.OptionalText(p.Street), PostCode: wire.OptionalText(p.PostCode), City: wire.OptionalText(p.City), Sites: sites}
}
