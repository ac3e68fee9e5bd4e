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
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
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
	out, err := a.checkPriceChange(ctx, ofOperation(r.OperationId), r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationPlanPriceChange200JSONResponse(out), nil
}

func (a API) CheckParticipantPlanPriceChange(ctx context.Context, r billing.CheckParticipantPlanPriceChangeRequestObject) (billing.CheckParticipantPlanPriceChangeResponseObject, error) {
	out, err := a.checkPriceChange(ctx, ofParticipant(r.ParticipantId), r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.CheckParticipantPlanPriceChange200JSONResponse(out), nil
}

func (a API) checkPriceChange(ctx context.Context, scope core.Scope, planID string, b model.PriceChangeCreation) (model.PriceChangeCheck, error) {
	in, err := fromAPIPriceChange(planID, b)
	if err != nil {
		return model.PriceChangeCheck{}, err
	}
	change, err := a.Billing.Trials.CheckPriceChange(ctx, request.Principal(ctx), scope, in)
	if err != nil {
		return model.PriceChangeCheck{}, err
	}
	out := toAPIPriceChangeCheck(change, request.Language(ctx))
	out.Warnings = a.unusual(ctx, change.New)
	return out, nil
}

func (a API) ChangeOperationPlanPrice(ctx context.Context, r billing.ChangeOperationPlanPriceRequestObject) (billing.ChangeOperationPlanPriceResponseObject, error) {
	out, err := a.changePrice(ctx, ofOperation(r.OperationId), r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.ChangeOperationPlanPrice201JSONResponse(out), nil
}

func (a API) ChangeParticipantPlanPrice(ctx context.Context, r billing.ChangeParticipantPlanPriceRequestObject) (billing.ChangeParticipantPlanPriceResponseObject, error) {
	out, err := a.changePrice(ctx, ofParticipant(r.ParticipantId), r.PlanId, *r.Body)
	if err != nil {
		return nil, err
	}
	return billing.ChangeParticipantPlanPrice201JSONResponse(out), nil
}

func (a API) changePrice(ctx context.Context, scope core.Scope, planID string, b model.PriceChangeCreation) (model.PriceChange, error) {
	in, err := fromAPIPriceChange(planID, b)
	if err != nil {
		return model.PriceChange{}, err
	}
	change, made, err := a.Billing.Contracts.ChangePrice(ctx, request.Principal(ctx), scope, in)
	if err != nil {
		return model.PriceChange{}, err
	}
	plan := change.New
	plan.Subscriptions += len(made)
	return model.PriceChange{Plan: a.plan(ctx, plan), Subscriptions: ToAPISubscriptions(made)}, nil
}

func (a API) ListOperationPaymentMethods(ctx context.Context, r billing.ListOperationPaymentMethodsRequestObject) (billing.ListOperationPaymentMethodsResponseObject, error) {
	methods, err := a.Billing.Contracts.PaymentMethods(ctx, request.Principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make(billing.ListOperationPaymentMethods200JSONResponse, len(methods))
	for n, m := range methods {
		out[n] = model.PaymentMethodChoice{Method: model.PaymentMethod(m.Method), Missing: make([]model.PaymentMethodLack, len(m.Missing))}
		for k, lack := range m.Missing {
			out[n].Missing[k] = model.PaymentMethodLack(lack)
		}
	}
	return out, nil
}

func (a API) GetOperationUsualPrices(ctx context.Context, r billing.GetOperationUsualPricesRequestObject) (billing.GetOperationUsualPricesResponseObject, error) {
	usual, err := a.Billing.Contracts.PriceRange(ctx, request.Principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := billing.GetOperationUsualPrices200JSONResponse{}
	if usual != nil {
		low, high := int64(usual.Low), int64(usual.High)
		out.Since, out.LowMicroEuro, out.HighMicroEuro = wire.OptionalDate(&usual.Since), &low, &high
	}
	return out, nil
}

// toAPIOption is at which hours something is; nil = at any.
func toAPIOption(o core.PricingOption) *model.PricingOption {
	if o == "" || o == core.AtAnyHour {
		return nil
	}
	return (*model.PricingOption)(&o)
}

// FromAPIPriceRangeCreation reads a new range.
func FromAPIPriceRangeCreation(b model.PriceRangeCreation) core.PriceRange {
	return core.PriceRange{Country: dso.Country(b.Country), Since: wire.Day(b.StartDate), Low: money.MicroEuro(b.LowMicroEuro), High: money.MicroEuro(b.HighMicroEuro)}
}

// FromAPIPriceRangeUpdate reads what changes of a range.
func FromAPIPriceRangeUpdate(b model.PriceRangeUpdate) func(core.PriceRange) core.PriceRange {
	return func(r core.PriceRange) core.PriceRange {
		if b.Country != nil {
			r.Country = dso.Country(*b.Country)
		}
		if b.StartDate != nil {
			r.Since = wire.Day(*b.StartDate)
		}
		if b.LowMicroEuro != nil {
			r.Low = money.MicroEuro(*b.LowMicroEuro)
		}
		if b.HighMicroEuro != nil {
			r.High = money.MicroEuro(*b.HighMicroEuro)
		}
		return r
	}
}

// ToAPIPriceRange is a range in the words of the contract.
func ToAPIPriceRange(r core.PriceRange) model.PriceRange {
	return model.PriceRange{Id: string(r.ID), Country: model.PriceRangeCountry(r.Country), StartDate: wire.Date(r.Since), LowMicroEuro: int64(r.Low), HighMicroEuro: int64(r.High), Version: r.Version}
}

// unusual is what is odd about the prices of a plan; nil = nothing.
func (a API) unusual(ctx context.Context, plan core.Plan) *[]model.ProblemItem {
	items := problem.Items(plan.Warnings(), request.Language(ctx))
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
		out[n] = model.UnpricedVolume{Usage: model.Usage(v.Usage), PricingOption: toAPIOption(v.Option), EnergyMilliWh: int64(v.Energy)}
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
