package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/trial"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func (a API) PreviewOperationPlan(ctx context.Context, r billing.PreviewOperationPlanRequestObject) (billing.PreviewOperationPlanResponseObject, error) {
	in, err := fromAPIPreview(*r.Body)
	if err != nil {
		return nil, err
	}
	preview, err := a.Billing.Trials.Preview(ctx, request.Principal(ctx), ofOperation(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	out := toAPIPreview(preview, request.Language(ctx))
	out.Warnings = a.unusual(ctx, preview.Plan)
	return billing.PreviewOperationPlan200JSONResponse(out), nil
}

func (a API) CheckOperationPlanPriceChange(ctx context.Context, r billing.CheckOperationPlanPriceChangeRequestObject) (billing.CheckOperationPlanPriceChangeResponseObject, error) {
	in, err := fromAPIPriceChange(r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	change, err := a.Billing.Trials.CheckPriceChange(ctx, request.Principal(ctx), ofOperation(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	out := toAPIPriceChangeCheck(change, request.Language(ctx))
	out.Warnings = a.unusual(ctx, change.New)
	return billing.CheckOperationPlanPriceChange200JSONResponse(out), nil
}

func (a API) ChangeOperationPlanPrice(ctx context.Context, r billing.ChangeOperationPlanPriceRequestObject) (billing.ChangeOperationPlanPriceResponseObject, error) {
	in, err := fromAPIPriceChange(r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	change, made, err := a.Billing.Contracts.ChangePrice(ctx, request.Principal(ctx), ofOperation(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	plan := change.New
	plan.Subscriptions += len(made)
	return billing.ChangeOperationPlanPrice201JSONResponse{Plan: a.plan(ctx, plan), Subscriptions: ToAPISubscriptions(made)}, nil
}

// unusual is what is odd about the prices of a plan; nil = nothing.
func (a API) unusual(ctx context.Context, plan core.Plan) *[]model.ProblemItem {
	items := problem.Items(a.Billing.Contracts.PlanWarnings(plan), request.Language(ctx))
	if len(items) == 0 {
		return nil
	}
	return &items
}

func fromAPIPreview(b model.PlanPreviewRequest) (in trial.Input, err error) {
	in = trial.Input{PlanID: id.ID(wire.Text(b.PlanId))}
	if b.ConsumerIds != nil {
		in.Consumers = wire.IDs(b.ConsumerIds)
	}
	if b.Charges != nil {
		if in.Charges, err = fromAPICharges(*b.Charges); err != nil {
			return in, err
		}
	}
	if in.First, err = civil.ParseMonth(b.MonthFrom); err != nil {
		return in, wire.FieldFault(err, "monthFrom")
	}
	if in.Last, err = civil.ParseMonth(b.MonthTo); err != nil {
		return in, wire.FieldFault(err, "monthTo")
	}
	return in, nil
}

func toAPIPreview(p trial.Preview, lang string) model.PlanPreview {
	out := model.PlanPreview{MonthFrom: p.First.String(), MonthTo: p.Last.String(), Whose: model.PreviewedWhose(p.Whose),
		Clients: make([]model.PreviewedClient, len(p.Clients)), ClientsNumber: p.Number, BlockedNumber: p.Blocked, Unpriced: toAPIVolumes(p.Unpriced), Total: toAPISum(p.Total)}
	for n, c := range p.Clients {
		one := model.PreviewedClient{BillingEntityId: wire.OptionalText(string(c.IssuerID)), BillableEntityId: wire.OptionalText(string(c.ClientID)),
			IssuerName: c.IssuerName, ClientName: c.ClientName, Months: len(c.Months), Total: toAPISum(c.Sum), Lines: make([]model.PreviewedLine, len(c.Lines)),
			Unpriced: toAPIVolumes(c.Unpriced), Problem: toAPIProblem(c.Refused, lang)}
		for k, l := range c.Lines {
			one.Lines[k] = model.PreviewedLine{Label: l.Label, Unit: model.PreviewedLineUnit(l.Unit), Quantity: float64(l.Quantity) / 10_000, NetCents: int64(l.Net)}
		}
		out.Clients[n] = one
	}
	return out
}

func toAPISum(s trial.Sum) model.PreviewedSum {
	out := model.PreviewedSum{EnergyMilliWh: int64(s.Energy), NetCents: int64(s.Net), LackingDays: s.LackingDays}
	if !s.VATUnknown {
		vat, amount := int64(s.VAT), int64(s.Amount)
		out.VatCents, out.AmountCents = &vat, &amount
	}
	return out
}

func toAPIVolumes(volumes []drafting.Volume) *[]model.UnpricedVolume {
	if len(volumes) == 0 {
		return nil
	}
	out := make([]model.UnpricedVolume, len(volumes))
	for n, v := range volumes {
		out[n] = model.UnpricedVolume{Usage: model.Usage(v.Usage), EnergyMilliWh: int64(v.Energy)}
	}
	return &out
}

func toAPIProblem(f *fault.Error, lang string) *model.ProblemItem {
	if f == nil {
		return nil
	}
	return &problem.Items([]*fault.Error{f}, lang)[0]
}

func fromAPIPriceChange(planID string, b model.PriceChangeCreation) (in contract.PriceChangeInput, err error) {
	in = contract.PriceChangeInput{PlanID: id.ID(planID), From: wire.Day(b.StartDate), ToPlanID: id.ID(wire.Text(b.ToPlanId))}
	if b.SubscriptionIds != nil {
		in.SubscriptionIDs = wire.IDs(b.SubscriptionIds)
	}
	if b.NewPlan != nil {
		in.NewPlan = &contract.NewPrices{Name: b.NewPlan.Name}
		in.NewPlan.Charges, err = fromAPICharges(b.NewPlan.Charges)
	}
	return in, err
}

func toAPIPriceChangeCheck(c trial.PriceChange, lang string) model.PriceChangeCheck {
	out := model.PriceChangeCheck{StartDate: wire.Date(c.From), Month: c.Month.String(), Definitive: c.Definitive,
		Subscriptions: make([]model.PriceChangeMove, len(c.Moves)), Before: toAPISum(c.Before), After: toAPISum(c.After)}
	for n, m := range c.Moves {
		one := model.PriceChangeMove{SubscriptionId: string(m.ID), ConsumerId: string(m.ConsumerID), ConsumerName: m.ConsumerName,
			ProducerId: wire.OptionalText(string(m.ProducerID)), ProducerName: wire.OptionalText(m.ProducerName), StartDate: wire.Date(m.Days.From),
			Problem: toAPIProblem(m.Refused, lang), Unpriceable: toAPIProblem(m.Unpriceable, lang)}
		if !m.Days.IsOpen() {
			last := m.Days.Last()
			one.EndDate = wire.OptionalDate(&last)
		}
		if m.Compared {
			before, after := toAPISum(m.Before), toAPISum(m.After)
			one.Before, one.After = &before, &after
		}
		if m.Refused != nil {
			out.RefusedNumber++
		}
		out.Subscriptions[n] = one
	}
	return out
}
