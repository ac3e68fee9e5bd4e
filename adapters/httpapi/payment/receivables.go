package payment

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment/receivable"
)

func toAPIOverdue(o receivable.Overdue) model.OverdueInvoice {
	return model.OverdueInvoice{Id: string(o.ID), OperationId: string(o.OperationID), OperationName: o.OperationName, Number: o.Number, BillingEntityId: string(o.IssuerID),
		BillingEntityName: o.IssuerName, BillableEntityId: string(o.ClientID), BillableEntityName: o.ClientName, PaymentMethod: model.PaymentMethod(o.Method),
		PaymentStatus: model.PaymentStatus(o.Payment), PeriodStart: wire.Date(o.Days.From), PeriodEnd: wire.Date(o.Days.Last()), IssueDate: wire.Date(o.IssuedOn),
		DueDate: wire.Date(o.DueDate), DaysLate: o.DaysLate, AmountCents: int64(o.Amount), PaidCents: int64(o.Paid), OpenCents: int64(o.Open()), CollectionDate: wire.OptionalDate(o.CollectOn)}
}

func toAPIOverdues(list []receivable.Overdue) []model.OverdueInvoice {
	out := make([]model.OverdueInvoice, len(list))
	for n, o := range list {
		out[n] = toAPIOverdue(o)
	}
	return out
}

func toAPIBalance(b receivable.Balance) model.ClientBalance {
	return model.ClientBalance{BillableEntityId: wire.OptionalText(string(b.ClientID)), BillableEntityName: b.ClientName, InvoiceCount: b.Invoices, InvoicedCents: int64(b.Invoiced),
		CreditedCents: int64(b.Credited), SettledCents: int64(b.Settled), OpenCents: int64(b.Open), OverpaidCents: int64(b.Overpaid), OwedCents: int64(b.Owed()),
		OverdueCents: int64(b.Overdue), OverdueCount: b.OverdueInvoices, LongestLateDays: b.LongestLate}
}

func toAPIAccount(a receivable.Account) model.ClientAccount {
	out := model.ClientAccount{Balance: toAPIBalance(a.Balance), Lines: make([]model.AccountLine, len(a.Lines))}
	for n, l := range a.Lines {
		out.Lines[n] = model.AccountLine{Date: wire.Date(l.On), Kind: model.AccountLineKind(l.Kind), InvoiceId: string(l.DocumentID), Number: l.Number, DueDate: wire.OptionalDate(l.Due),
			Reference: wire.OptionalText(l.Reference), AmountCents: int64(l.Amount), OwedCents: int64(l.Owed)}
	}
	return out
}

// overdueInput is what both lists are asked.
func overdueInput(clientID *string, method *model.PaymentMethod, minDays *int, q *string) receivable.OverdueInput {
	in := receivable.OverdueInput{ClientID: id.ID(wire.Text(clientID)), Q: wire.Text(q)}
	if method != nil {
		in.Method = billing.PaymentMethod(*method)
	}
	if minDays != nil {
		in.MinDays = *minDays
	}
	return in
}

func (a API) ListOverdueInvoices(ctx context.Context, r payment.ListOverdueInvoicesRequestObject) (payment.ListOverdueInvoicesResponseObject, error) {
	list, err := a.Receivables.OfOperation(ctx, request.Principal(ctx), id.ID(r.OperationId), overdueInput(r.Params.ClientId, r.Params.PaymentMethod, r.Params.MinDaysLate, r.Params.Q))
	if err != nil {
		return nil, err
	}
	return payment.ListOverdueInvoices200JSONResponse{Body: toAPIOverdues(list)}, nil
}

func (a API) ListMyOverdueInvoices(ctx context.Context, r payment.ListMyOverdueInvoicesRequestObject) (payment.ListMyOverdueInvoicesResponseObject, error) {
	list, err := a.Receivables.OfMine(ctx, request.Principal(ctx), overdueInput(r.Params.ClientId, r.Params.PaymentMethod, r.Params.MinDaysLate, r.Params.Q))
	if err != nil {
		return nil, err
	}
	return payment.ListMyOverdueInvoices200JSONResponse{Body: toAPIOverdues(list)}, nil
}

func (a API) ListClientBalances(ctx context.Context, r payment.ListClientBalancesRequestObject) (payment.ListClientBalancesResponseObject, error) {
	list, err := a.Receivables.Balances(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := []model.ClientBalance{}
	for _, b := range list {
		if operation.Matches(wire.Text(r.Params.Q), b.ClientName) {
			out = append(out, toAPIBalance(b))
		}
	}
	return payment.ListClientBalances200JSONResponse{Body: out}, nil
}

func (a API) GetClientAccount(ctx context.Context, r payment.GetClientAccountRequestObject) (payment.GetClientAccountResponseObject, error) {
	account, err := a.Receivables.Account(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ClientId))
	if err != nil {
		return nil, err
	}
	return payment.GetClientAccount200JSONResponse(toAPIAccount(account)), nil
}

func (a API) GetParticipantAccount(ctx context.Context, r payment.GetParticipantAccountRequestObject) (payment.GetParticipantAccountResponseObject, error) {
	account, err := a.Receivables.OwnAccount(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return payment.GetParticipantAccount200JSONResponse(toAPIAccount(account)), nil
}
