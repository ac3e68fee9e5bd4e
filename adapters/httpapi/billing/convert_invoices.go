package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// wordsOf are words of the contract as those of core; nil = none were told.
func wordsOf[T, F ~string](list *[]F) []T {
	if list == nil {
		return nil
	}
	return each(*list, func(word F) T { return T(word) })
}

// each is a list of what of makes of each.
func each[T, F any](list []F, of func(F) T) []T {
	out := make([]T, len(list))
	for n, one := range list {
		out[n] = of(one)
	}
	return out
}

func statusesOf(list *[]model.InvoiceStatus) []core.InvoiceStatus {
	return wordsOf[core.InvoiceStatus](list)
}

func deliveriesOf(list *[]model.DeliveryFilter) []core.DeliveryFilter {
	return wordsOf[core.DeliveryFilter](list)
}

func typesOf(list *[]model.InvoiceType) []core.InvoiceType { return wordsOf[core.InvoiceType](list) }

func toAPIInvoices(list []invoicing.View) []model.Invoice { return each(list, toAPIInvoice) }

func toAPIInvoice(i invoicing.View) model.Invoice {
	method, energy := model.PaymentMethod(i.Method), int64(i.Energy)
	out := model.Invoice{Id: string(i.ID), OperationId: string(i.OperationID), Type: model.InvoiceType(i.Type), Number: wire.OptionalText(i.Number),
		Status: model.InvoiceStatus(i.Status), PaymentStatus: model.PaymentStatus(i.PaymentStatus), PeriodStart: wire.Date(i.Days.From),
		PeriodEnd: wire.Date(i.Days.Last()), IssueDate: wire.OptionalDate(i.IssueDate), DueDate: wire.OptionalDate(i.Due()),
		BillingEntity:  model.InvoiceParty{Id: string(i.IssuerID), Name: i.IssuerName},
		BillableEntity: model.InvoiceParty{Id: string(i.ClientID), Name: i.ClientName},
		ProducerId:     wire.OptionalText(string(i.ProducerID)), PaymentMethod: &method, EnergyMilliWh: &energy, NetCents: int64(i.Net), VatCents: int64(i.VAT),
		AmountCents: int64(i.Amount), Cancelled: i.Status == core.Cancelled, Cancellable: i.Cancellable(),
		CreditNote: toAPIReference(i.CreditedBy), Credits: toAPIReference(i.Credits), HasDocument: i.HasDocument(), Overdue: i.Overdue, RunId: wire.OptionalText(string(i.RunID)), CreatedAt: wire.InParis(i.CreatedAt)}
	if i.Number != "" {
		out.PaidCents = (*int64)(&i.Paid)
	}
	if d := i.Delivery; d != nil && i.Side == "" {
		out.Delivery = &model.DeliverySummary{State: model.DeliveryState(d.State), At: wire.InParis(d.At), Problem: wire.OptionalText(d.Problem)}
		if d.Channel != "" {
			out.Delivery.Channel = (*model.InvoiceChannel)(&d.Channel)
		}
	}
	if actions := i.DeliveryActions(); i.Side == "" && actions != nil {
		said := make([]model.DeliveryAction, len(actions))
		for n, one := range actions {
			said[n] = model.DeliveryAction(one)
		}
		out.DeliveryActions = &said
	}
	if m := i.Months; m != nil {
		out.Comparison = &model.InvoiceComparison{PreviousAmountCents: int64(m.Before), ChangeRate: m.ChangeRate(), Unusual: m.Unusual()}
	}
	if i.Side != "" {
		side, holds := model.InvoiceSide(i.Side), i.Side == invoicing.Received && i.Holds()
		out.Side, out.Holds = &side, &holds
	}
	if len(i.Lines) > 0 {
		lines := make([]model.InvoiceLine, len(i.Lines))
		for n, l := range i.Lines {
			first, last, rate := wire.Date(l.Days.From), wire.Date(l.Days.Last()), percentage(l.Rate)
			lines[n] = model.InvoiceLine{Label: l.Label, SubscriptionId: wire.OptionalText(string(l.SubscriptionID)), ParticipantId: wire.OptionalText(string(l.ConsumerID)), SiteName: wire.OptionalText(l.SiteName), DsoId: wire.OptionalText(l.DsoID), ProducerName: wire.OptionalText(l.ProducerName), PeriodStart: &first, PeriodEnd: &last,
				Quantity: float64(l.Quantity) / 10_000, Unit: model.InvoiceLineUnit(l.Unit), PriceMicroEuro: int64(l.Price),
				NetCents: int64(l.Net), VatPercentage: &rate, PricingOption: toAPIOption(l.Option)}
			if l.Hours != nil {
				from, to := l.Hours.From.String(), l.Hours.To.String()
				lines[n].HoursFrom, lines[n].HoursTo = &from, &to
			}
			if d := l.Discount; d != nil {
				part, off := float64(d.Percent)/100, int64(d.Amount)
				lines[n].DiscountPercentage, lines[n].DiscountReason, lines[n].DiscountCents = &part, &d.Reason, &off
			}
			if l.Within != nil {
				cost, within := int64(l.Within.Cost), percentage(l.Within.Rate)
				lines[n].WithinCostMicroEuro, lines[n].WithinVatPercentage = &cost, &within
			}
		}
		out.Lines = &lines
	}
	out.Adjustments = toAPIInvoiceAdjustments(i.Adjustments)
	return out
}

func toAPIEInvoice(ctx context.Context, a *document.Availability) *model.EInvoice {
	if a == nil {
		return nil
	}
	out := &model.EInvoice{Available: a.Refused == nil, WithinDocument: a.Within}
	if a.Refused != nil {
		p := problem.Of(a.Refused, request.Language(ctx), request.ID(ctx))
		out.Problem = &p
	}
	return out
}

func toAPIInvoiceTotals(t invoicing.Totals) model.InvoiceTotals {
	one := func(t core.InvoiceTotal) model.InvoiceTotal {
		return model.InvoiceTotal{Number: t.Number, EnergyMilliWh: int64(t.Energy), NetCents: int64(t.Net), VatCents: int64(t.VAT), AmountCents: int64(t.Amount)}
	}
	return model.InvoiceTotals{ToDeliver: one(t.ToDeliver), Drafts: one(t.Drafts), Published: one(t.Published), Overdue: one(t.Overdue), Paid: one(t.Paid), Cancelled: one(t.Cancelled), CreditNotes: one(t.CreditNotes), Statements: one(t.Statements)}
}

func fromAPISelection(ids *model.Ids, b *model.InvoiceSelection) core.Selection {
	sel := core.Selection{Query: wire.IDs(ids)}
	if b != nil {
		sel.IDs, sel.RunID, sel.ConfirmUnpriced = wire.IDs(b.Ids), id.ID(wire.Text(b.RunId)), wire.IsTrue(b.ConfirmUnpriced)
	}
	return sel
}

func fromAPICancellation(ids *model.Ids, b *model.InvoiceCancellation) core.Selection {
	sel := core.Selection{Query: wire.IDs(ids)}
	if b != nil {
		sel.IDs, sel.Reason = wire.IDs(b.Ids), wire.Text(b.Reason)
	}
	return sel
}

func toAPIReference(r core.InvoiceReference) *model.InvoiceReference {
	if r.ID.IsZero() {
		return nil
	}
	return &model.InvoiceReference{Id: string(r.ID), Number: r.Number}
}

func toAPIResults(ctx context.Context, results []core.Result) model.BulkResults {
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for i, r := range results {
		one := model.BulkResult{Id: string(r.ID), Status: "SUCCESS"}
		if r.Refused != nil {
			p := problem.Of(r.Refused, request.Language(ctx), request.ID(ctx))
			one.Status, one.Problem = "FAILURE", &p
		}
		out.Results[i] = one
	}
	return out
}

func fromAPIRunCreation(b model.BillRunCreation) billrun.RunInput {
	in := billrun.RunInput{BillUpTo: wire.OptionalDay(b.BillUpTo)}
	if b.Mode != nil {
		in.Mode = core.RunMode(*b.Mode)
	}
	return in
}

func toAPIRun(r core.Run, lang string) model.BillRun {
	pending, success, failure := r.Progress()
	out := model.BillRun{Id: string(r.ID), Kind: "billRun", Status: model.JobStatus(r.Status), CreatedAt: wire.InParis(r.CreatedAt),
		FinishedAt: wire.OptionalInParis(r.FinishedAt), BillUpTo: wire.Date(r.BillUpTo), Mode: model.RunMode(r.Mode),
		Progress: model.Progress{Pending: pending, Success: success, Failure: failure, Total: len(r.Items)},
		Invoices: make([]model.BillRunItem, len(r.Items))}
	out.Unpriced = toAPIUnpriced(r.Unpriced)
	errors := []model.BillRunItem{}
	for i, item := range r.Items {
		out.Invoices[i] = toAPIRunItem(item, lang)
		if item.Status == core.RunFailure {
			errors = append(errors, out.Invoices[i])
		}
	}
	if len(errors) > 0 {
		out.Errors = &errors
	}
	return out
}

func toAPIRunSummary(r core.RunSummary) model.BillRunSummary {
	return model.BillRunSummary{Id: string(r.ID), Status: model.JobStatus(r.Status), CreatedAt: wire.InParis(r.CreatedAt), FinishedAt: wire.OptionalInParis(r.FinishedAt),
		BillUpTo: wire.Date(r.BillUpTo), Mode: model.RunMode(r.Mode), InvoicesNumber: r.Invoices, FailuresNumber: r.Failures, AmountCents: int64(r.Amount)}
}

// ToAPIRunJob shows a run as a job: its failures are problems, its result says which run.
func ToAPIRunJob(r core.Run, lang string) model.Job {
	run := toAPIRun(r, lang)
	out := model.Job{Id: run.Id, Kind: string(run.Kind), Status: run.Status, Progress: run.Progress, CreatedAt: run.CreatedAt, FinishedAt: run.FinishedAt,
		Result: &model.JobResult{"operationId": string(r.OperationID), "billUpTo": r.BillUpTo.String(), "mode": string(r.Mode)}}
	var failures []*fault.Error
	for _, item := range r.Items {
		if item.Failure != nil {
			failures = append(failures, item.Failure.With("billingEntityName", item.IssuerName).With("billableEntityName", item.ClientName))
		}
	}
	if items := problem.Items(failures, lang); len(items) > 0 {
		out.Errors = &items
	}
	return out
}

func toAPIRunItem(i core.RunItem, lang string) model.BillRunItem {
	out := model.BillRunItem{Status: model.BillRunItemStatus(i.Status), BillingEntityId: string(i.IssuerID), BillableEntityId: string(i.ClientID),
		BillingEntityName: wire.OptionalText(i.IssuerName), BillableEntityName: wire.OptionalText(i.ClientName), PeriodStart: wire.Date(i.Days.From),
		PeriodEnd: wire.Date(i.Days.Last()), InvoiceId: wire.OptionalText(string(i.InvoiceID)), Error: wire.OptionalText(i.Error)}
	if i.Status == core.RunSuccess {
		amount, free := int64(i.Amount), i.NotCharged
		out.AmountCents, out.NotCharged = &amount, &free
	}
	if i.Failure != nil {
		out.Key, out.Params = &i.Failure.Key, problem.Params(i.Failure.Params)
		out.Detail = wire.OptionalText(catalogues.Text(lang, "errors", i.Failure.Key, i.Failure.Params))
	}
	return out
}

func toAPICheck(ctx context.Context, c billrun.Check) model.BillRunCheck {
	out := model.BillRunCheck{BillUpTo: wire.Date(c.BillUpTo), ProposedBillUpTo: wire.Date(c.Proposed), LastDefinitive: wire.OptionalDate(c.LastDefinitive), OverwrittenDrafts: c.OverwrittenDrafts,
		SubscriptionsNumber: c.Subscriptions, Unpriced: toAPIUnpriced(c.Unpriced), Clients: make([]model.BillRunCheckItem, len(c.Clients))}
	for i, item := range c.Clients {
		one := model.BillRunCheckItem{BillingEntityId: string(item.IssuerID), BillingEntityName: item.IssuerName,
			BillableEntityId: string(item.ClientID), BillableEntityName: item.ClientName, Periods: make([]model.DayRange, len(item.Periods))}
		for n, days := range item.Periods {
			one.Periods[n] = model.DayRange{From: wire.Date(days.From), To: wire.Date(days.Last())}
		}
		if problems := problem.Items(item.Problems, request.Language(ctx)); len(problems) > 0 {
			one.Problems = &problems
		}
		out.Clients[i] = one
	}
	return out
}

// toAPIUnpriced is absent when somebody is billed for everything.
func toAPIUnpriced(u core.Unpriced) *model.UnpricedEnergy {
	if u.Number == 0 {
		return nil
	}
	out := model.UnpricedEnergy{EnergyMilliWh: int64(u.Energy), PairsNumber: u.Number, Pairs: make([]model.UnpricedPair, len(u.Pairs))}
	for i, p := range u.Pairs {
		out.Pairs[i] = model.UnpricedPair{ConsumerId: string(p.ConsumerID), ConsumerName: p.ConsumerName, ProducerId: string(p.ProducerID),
			ProducerName: p.ProducerName, PeriodStart: wire.Date(p.Days.From), PeriodEnd: wire.Date(p.Days.Last()), EnergyMilliWh: int64(p.Energy),
			Reason: model.UnpricedReason(p.Reason)}
	}
	return &out
}
