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

func (a API) GetInvoiceSummary(ctx context.Context, r billing.GetInvoiceSummaryRequestObject) (billing.GetInvoiceSummaryResponseObject, error) {
	s, err := a.Billing.Invoices.Summary(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.GetInvoiceSummary200JSONResponse(toAPISummary(s)), nil
}

func toAPISummary(s invoicing.Summary) model.InvoiceSummary {
	out := model.InvoiceSummary{ToPay: toAPIOpen(s.ToPay), ToReceive: toAPIOpen(s.ToReceive), NextFrom: wire.OptionalDate(s.NextFrom),
		Years: make([]model.InvoiceYear, len(s.Years)), Invoices: make([]model.OwnInvoice, len(s.Rows))}
	if l := s.Last; l != nil {
		out.Last = &model.LastInvoices{PeriodStart: wire.Date(l.Days.From), PeriodEnd: wire.Date(l.Days.Last()), AmountCents: int64(l.Amount),
			EnergyMilliWh: int64(l.Energy), Count: l.Count, Settled: l.Settled}
	}
	for i, y := range s.Years {
		out.Years[i] = model.InvoiceYear{Year: y.Year, Side: model.InvoiceYearSide(y.Side), NetCents: int64(y.Net), AmountCents: int64(y.Amount),
			EnergyMilliWh: int64(y.Energy), Count: y.Count}
	}
	for i, row := range s.Rows {
		out.Invoices[i] = model.OwnInvoice{ParticipantId: string(row.ParticipantID), Invoice: toAPIInvoice(row.View)}
	}
	return out
}

func toAPIOpen(o invoicing.Open) model.OpenInvoices {
	out := model.OpenInvoices{AmountCents: int64(o.Amount), Count: o.Count, DueDate: wire.OptionalDate(o.Due), Overdue: o.Overdue, Parties: make([]model.OpenParty, len(o.Parties))}
	for i, p := range o.Parties {
		out.Parties[i] = model.OpenParty{Name: p.Name, AmountCents: int64(p.Amount), Count: p.Count, DueDate: wire.OptionalDate(p.Due), Overdue: p.Overdue}
	}
	return out
}
