package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

func toAPIAdjustments(list []adjustment.View) []model.Adjustment { return each(list, toAPIAdjustment) }

func toAPIAdjustment(v adjustment.View) model.Adjustment {
	out := model.Adjustment{Id: string(v.ID), OperationId: string(v.OperationID), BillingEntity: model.InvoiceParty{Id: string(v.IssuerID), Name: v.IssuerName},
		BillableEntity: model.InvoiceParty{Id: string(v.ClientID), Name: v.ClientName}, Kind: model.AdjustmentKind(v.Kind), AmountCents: int64(v.Amount), Reason: v.Reason,
		Status: model.AdjustmentStatus(v.Status()), InvoiceId: wire.OptionalText(string(v.Invoice.ID)), InvoiceNumber: wire.OptionalText(v.Invoice.Number),
		CreatedAt: wire.InParis(v.CreatedAt), CreatedByName: wire.OptionalText(v.AuthorName)}
	if v.Rate != nil {
		out.VatPercentage = new(percentage(*v.Rate))
	}
	return out
}

func fromAPIAdjustmentCreation(b model.AdjustmentCreation) (adjustment.Input, error) {
	in := adjustment.Input{SubscriptionID: id.ID(wire.Text(b.SubscriptionId)), PartyPair: core.PartyPair{IssuerID: id.ID(wire.Text(b.BillingEntityId)), ClientID: id.ID(wire.Text(b.BillableEntityId))},
		Kind: core.AdjustmentKind(b.Kind), Amount: money.Cents(b.AmountCents), Reason: b.Reason}
	if b.VatPercentage == nil {
		return in, nil
	}
	hundredths, err := wire.Hundredths(*b.VatPercentage, "vatPercentage")
	rate := money.VATRate(hundredths)
	in.Rate = &rate
	return in, err
}

func toAPIInvoiceAdjustments(list []core.Adjustment) *[]model.InvoiceAdjustment {
	if len(list) == 0 {
		return nil
	}
	out := each(list, func(a core.Adjustment) model.InvoiceAdjustment {
		return model.InvoiceAdjustment{Id: string(a.ID), Kind: model.AdjustmentKind(a.Kind), AmountCents: int64(a.Amount), VatPercentage: percentage(a.Rate), Reason: a.Reason}
	})
	return &out
}

func toAPIDiscounts(list []adjustment.DiscountView) []model.Discount {
	return each(list, toAPIDiscount)
}

func toAPIDiscount(d adjustment.DiscountView) model.Discount {
	out := model.Discount{Id: string(d.ID), OperationId: string(d.OperationID), ConsumerId: string(d.ConsumerID), ConsumerName: d.ConsumerName,
		ProducerId: wire.OptionalText(string(d.ProducerID)), ProducerName: wire.OptionalText(d.ProducerName), StartDate: wire.Date(d.Days.From),
		Percentage: float64(d.Percent) / 100, Reason: d.Reason, CreatedAt: wire.InParis(d.CreatedAt), CreatedByName: wire.OptionalText(d.AuthorName)}
	if !d.Days.IsOpen() {
		out.EndDate = new(wire.Date(d.Days.Last()))
	}
	return out
}

func fromAPIDiscountCreation(b model.DiscountCreation) (adjustment.DiscountInput, error) {
	in := adjustment.DiscountInput{Pair: core.Pair{ConsumerID: id.ID(b.ConsumerId), ProducerID: id.ID(wire.Text(b.ProducerId))},
		Days: civil.Range{From: wire.Day(b.StartDate), To: civil.Forever}, Reason: b.Reason}
	if b.EndDate != nil {
		in.Days.To = wire.Day(*b.EndDate) + 1
	}
	hundredths, err := wire.Hundredths(b.Percentage, "percentage")
	in.Percent = money.Percent(hundredths)
	return in, err
}

func adjustmentsThat(client *model.Id, status *model.AdjustmentStatus) adjustment.Filter {
	f := adjustment.Filter{ClientID: id.ID(wire.Text(client))}
	if status != nil {
		f.Status = adjustment.Status(*status)
	}
	return f
}

func (a API) ListOperationAdjustments(ctx context.Context, r billing.ListOperationAdjustmentsRequestObject) (billing.ListOperationAdjustmentsResponseObject, error) {
	list, err := a.Billing.Adjustments.List(ctx, request.Principal(ctx), ofOperation(r.OperationId), adjustmentsThat(r.Params.BillableEntityId, r.Params.Status))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationAdjustments200JSONResponse{Body: toAPIAdjustments(list)}, nil
}

func (a API) CreateOperationAdjustment(ctx context.Context, r billing.CreateOperationAdjustmentRequestObject) (billing.CreateOperationAdjustmentResponseObject, error) {
	in, err := fromAPIAdjustmentCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	made, err := a.Billing.Adjustments.Add(ctx, request.Principal(ctx), ofOperation(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/operations/" + r.OperationId + "/billing/adjustments/" + string(made.ID)
	return billing.CreateOperationAdjustment201JSONResponse{Body: toAPIAdjustment(made), Headers: billing.CreateOperationAdjustment201ResponseHeaders{Location: &location}}, nil
}

func (a API) DeleteOperationAdjustment(ctx context.Context, r billing.DeleteOperationAdjustmentRequestObject) (billing.DeleteOperationAdjustmentResponseObject, error) {
	if err := a.Billing.Adjustments.Remove(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.AdjustmentId)); err != nil {
		return nil, err
	}
	return billing.DeleteOperationAdjustment204Response{}, nil
}

func (a API) ListOperationDiscounts(ctx context.Context, r billing.ListOperationDiscountsRequestObject) (billing.ListOperationDiscountsResponseObject, error) {
	list, err := a.Billing.Adjustments.ListDiscounts(ctx, request.Principal(ctx), ofOperation(r.OperationId))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationDiscounts200JSONResponse{Body: toAPIDiscounts(list)}, nil
}

func (a API) CreateOperationDiscount(ctx context.Context, r billing.CreateOperationDiscountRequestObject) (billing.CreateOperationDiscountResponseObject, error) {
	in, err := fromAPIDiscountCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	made, err := a.Billing.Adjustments.AddDiscount(ctx, request.Principal(ctx), ofOperation(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/operations/" + r.OperationId + "/billing/discounts/" + string(made.ID)
	return billing.CreateOperationDiscount201JSONResponse{Body: toAPIDiscount(made), Headers: billing.CreateOperationDiscount201ResponseHeaders{Location: &location}}, nil
}

func (a API) EndOperationDiscount(ctx context.Context, r billing.EndOperationDiscountRequestObject) (billing.EndOperationDiscountResponseObject, error) {
	made, err := a.Billing.Adjustments.EndDiscount(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.DiscountId), wire.Day(r.Body.EndDate))
	if err != nil {
		return nil, err
	}
	return billing.EndOperationDiscount200JSONResponse(toAPIDiscount(made)), nil
}

func (a API) DeleteOperationDiscount(ctx context.Context, r billing.DeleteOperationDiscountRequestObject) (billing.DeleteOperationDiscountResponseObject, error) {
	if err := a.Billing.Adjustments.RemoveDiscount(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.DiscountId)); err != nil {
		return nil, err
	}
	return billing.DeleteOperationDiscount204Response{}, nil
}

func (a API) ListParticipantAdjustments(ctx context.Context, r billing.ListParticipantAdjustmentsRequestObject) (billing.ListParticipantAdjustmentsResponseObject, error) {
	list, err := a.Billing.Adjustments.List(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), adjustmentsThat(r.Params.BillableEntityId, r.Params.Status))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantAdjustments200JSONResponse{Body: toAPIAdjustments(list)}, nil
}

func (a API) CreateParticipantAdjustment(ctx context.Context, r billing.CreateParticipantAdjustmentRequestObject) (billing.CreateParticipantAdjustmentResponseObject, error) {
	in, err := fromAPIAdjustmentCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	made, err := a.Billing.Adjustments.Add(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), in)
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/participants/" + r.ParticipantId + "/billing/adjustments/" + string(made.ID)
	return billing.CreateParticipantAdjustment201JSONResponse{Body: toAPIAdjustment(made), Headers: billing.CreateParticipantAdjustment201ResponseHeaders{Location: &location}}, nil
}

func (a API) DeleteParticipantAdjustment(ctx context.Context, r billing.DeleteParticipantAdjustmentRequestObject) (billing.DeleteParticipantAdjustmentResponseObject, error) {
	if err := a.Billing.Adjustments.Remove(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.AdjustmentId)); err != nil {
		return nil, err
	}
	return billing.DeleteParticipantAdjustment204Response{}, nil
}

func (a API) ListParticipantDiscounts(ctx context.Context, r billing.ListParticipantDiscountsRequestObject) (billing.ListParticipantDiscountsResponseObject, error) {
	list, err := a.Billing.Adjustments.ListDiscounts(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantDiscounts200JSONResponse{Body: toAPIDiscounts(list)}, nil
}

func (a API) CreateParticipantDiscount(ctx context.Context, r billing.CreateParticipantDiscountRequestObject) (billing.CreateParticipantDiscountResponseObject, error) {
	in, err := fromAPIDiscountCreation(*r.Body)
	if err != nil {
		return nil, err
	}
	made, err := a.Billing.Adjustments.AddDiscount(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), in)
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/participants/" + r.ParticipantId + "/billing/discounts/" + string(made.ID)
	return billing.CreateParticipantDiscount201JSONResponse{Body: toAPIDiscount(made), Headers: billing.CreateParticipantDiscount201ResponseHeaders{Location: &location}}, nil
}

func (a API) EndParticipantDiscount(ctx context.Context, r billing.EndParticipantDiscountRequestObject) (billing.EndParticipantDiscountResponseObject, error) {
	made, err := a.Billing.Adjustments.EndDiscount(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.DiscountId), wire.Day(r.Body.EndDate))
	if err != nil {
		return nil, err
	}
	return billing.EndParticipantDiscount200JSONResponse(toAPIDiscount(made)), nil
}

func (a API) DeleteParticipantDiscount(ctx context.Context, r billing.DeleteParticipantDiscountRequestObject) (billing.DeleteParticipantDiscountResponseObject, error) {
	if err := a.Billing.Adjustments.RemoveDiscount(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.DiscountId)); err != nil {
		return nil, err
	}
	return billing.DeleteParticipantDiscount204Response{}, nil
}
