package statement

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	core "github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/payment/payout"
)

func toAPIStatements(list []core.Statement) []model.ProducerStatement {
	out := make([]model.ProducerStatement, len(list))
	for n, st := range list {
		out[n] = toAPIStatement(st)
	}
	return out
}

func toAPISummary(s core.Summary) model.StatementSummary {
	open := s.ToReceive
	return model.StatementSummary{Statements: toAPIStatements(s.Statements),
		ToReceive: model.OpenStatements{AmountCents: int64(open.Amount), Count: open.Count, DueDate: wire.OptionalDate(open.Due), Overdue: open.Overdue}}
}

func toAPIStatement(st core.Statement) model.ProducerStatement {
	out := model.ProducerStatement{Id: string(st.ID), OperationId: string(st.OperationID), ProducerId: string(st.ProducerID), ProducerName: st.ProducerName, BillingEntityId: string(st.SellerID),
		BillingEntityName: st.SellerName, PayerId: string(st.PayerID), PayerName: st.PayerName, Kind: model.StatementKind(st.Kind), Status: model.StatementStatus(st.Status),
		Number: wire.OptionalText(st.Number), PeriodStart: wire.Date(st.Days.From), PeriodEnd: wire.Date(st.Days.Last()), IssueDate: wire.OptionalDate(st.IssueDate), DueDate: wire.OptionalDate(st.DueDate),
		Language: model.ProducerStatementLanguage(st.Language), EnergyMilliWh: int64(st.Energy), NetCents: int64(st.Net), VatCents: int64(st.VAT), AmountCents: int64(st.Amount),
		PaymentStatus: model.PaymentStatus(st.Payment), PayoutId: wire.OptionalText(string(st.PayoutID)), Reason: wire.OptionalText(st.Reason), CreatedAt: wire.InParis(st.CreatedAt)}
	if st.Mail.State != "" {
		out.Mail = &model.StatementMail{State: model.StatementMailState(st.Mail.State), Address: st.Mail.Address, At: wire.InParis(st.Mail.At), Problem: wire.OptionalText(st.Mail.Problem)}
	}
	if st.Lines != nil {
		lines := make([]model.StatementLine, len(st.Lines))
		for n, l := range st.Lines {
			lines[n] = toAPILine(l)
			if st.VAT != 0 {
				rate := float64(l.Rate) / 100
				lines[n].VatPercentage = &rate
			}
		}
		out.Lines = &lines
	}
	return out
}

func toAPILine(l billing.Line) model.StatementLine {
	return model.StatementLine{Label: l.Label, Quantity: float64(l.Quantity) / 10_000, Unit: model.StatementUnit(l.Unit), PriceMicroEuro: int64(l.Price), NetCents: int64(l.Net)}
}

func toAPIDrafted(made core.Drafted, lang string) model.StatementsDrafted {
	out := model.StatementsDrafted{Statements: toAPIStatements(made.Statements), Refused: make([]model.StatementRefusal, len(made.Refused))}
	for n, r := range made.Refused {
		out.Refused[n] = model.StatementRefusal{ProducerId: string(r.ProducerID), ProducerName: r.ProducerName, PeriodStart: wire.Date(r.Days.From), PeriodEnd: wire.Date(r.Days.Last()),
			Problem: problem.Items([]*fault.Error{r.Why}, lang)[0]}
	}
	return out
}

func toAPIResults(ctx context.Context, results []billing.Result) model.BulkResults {
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for i, r := range results {
		out.Results[i] = model.BulkResult{Id: string(r.ID), Status: "SUCCESS"}
		if r.Refused != nil {
			p := problem.Of(r.Refused, request.Language(ctx), request.ID(ctx))
			out.Results[i].Status, out.Results[i].Problem = "FAILURE", &p
		}
	}
	return out
}

// fileName is how a statement is called; a draft by its producer.
func fileName(f core.File) string {
	name := cmp.Or(f.Number, f.Producer)
	if f.Translation != "" {
		name += "-" + f.Translation
	}
	return name + ".pdf"
}

func toAPIOwed(c payout.Candidate, lang string) model.OwedStatement {
	out := model.OwedStatement{Id: string(c.ID), Number: c.Number, ProducerId: string(c.ProducerID), ProducerName: c.ProducerName, BillingEntityName: c.SellerName, Iban: wire.OptionalText(c.Payee.IBAN.Masked()),
		PeriodStart: wire.Date(c.Days.From), PeriodEnd: wire.Date(c.Days.Last()), DueDate: wire.OptionalDate(c.DueDate), AmountCents: int64(c.Amount), PaymentStatus: model.PaymentStatus(c.Payment),
		PayoutId: wire.OptionalText(string(c.PayoutID))}
	if c.Refused != nil {
		out.Problem = &problem.Items([]*fault.Error{c.Refused}, lang)[0]
	}
	return out
}

// payoutName is virements-{day}.xml.
func payoutName(p payout.Payout) string { return "virements-" + p.On.String() + ".xml" }

func toAPIPayout(p payout.Payout, all []payout.Ordered) model.Payout {
	out := model.Payout{Id: string(p.ID), OperationId: string(p.OperationID), PayerName: p.PayerName, MessageId: p.MessageID, MessageVersion: model.PayoutMessageVersion(p.Version),
		Status: model.PayoutStatus(p.Status), ExecutionDate: wire.Date(p.On), AmountCents: int64(p.Amount), StatementCount: p.Statements, PaidCount: p.Paid, ReturnedCount: p.Failed, FileName: payoutName(p),
		CreatedByName: wire.OptionalText(p.CreatedByName), CreatedAt: wire.InParis(p.CreatedAt), CancelledAt: wire.OptionalInParis(p.CancelledAt)}
	if all != nil {
		list := make([]model.PaidStatement, len(all))
		for n, one := range all {
			list[n] = toAPIOrdered(one)
		}
		out.Statements = &list
	}
	return out
}

func toAPIOrdered(o payout.Ordered) model.PaidStatement {
	return model.PaidStatement{StatementId: string(o.ID), Number: o.Number, ProducerName: o.ProducerName, BillingEntityName: o.SellerName, Iban: wire.OptionalText(o.Payee.IBAN.Masked()),
		AmountCents: int64(o.Amount), EndToEndId: o.EndToEndID, PaymentStatus: model.PaymentStatus(o.Payment), Held: o.Held}
}

func toAPIMovement(m payout.Movement) model.StatementPayment {
	return model.StatementPayment{Id: string(m.ID), StatementId: string(m.StatementID), Kind: model.SettlementKind(m.Kind), AmountCents: int64(m.Amount), BookedOn: wire.Date(m.BookedOn), Reference: m.Reference,
		BankLineId: wire.OptionalText(string(m.LineID)), CreatedByName: wire.OptionalText(m.CreatedByName), CreatedAt: wire.InParis(m.CreatedAt), WithdrawnAt: wire.OptionalInParis(m.WithdrawnAt)}
}

func toAPIMovements(list []payout.Movement) []model.StatementPayment {
	out := make([]model.StatementPayment, len(list))
	for n, m := range list {
		out[n] = toAPIMovement(m)
	}
	return out
}

func toAPISettings(s payout.Settings) model.PayoutSettings {
	return model.PayoutSettings{MessageVersion: model.PayoutMessageVersion(s.Message)}
}
