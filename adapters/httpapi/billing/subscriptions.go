package billing

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListOperationSubscriptions(ctx context.Context, r billing.ListOperationSubscriptionsRequestObject) (billing.ListOperationSubscriptionsResponseObject, error) {
	list, err := a.Billing.Contracts.ListSubscriptions(ctx, request.Principal(ctx), ofOperation(r.OperationId), subscriptionStatusOf(r.Params.Status))
	if err != nil {
		return nil, err
	}
	return billing.ListOperationSubscriptions200JSONResponse{Body: ToAPISubscriptions(list)}, nil
}

func (a API) CreateOperationSubscription(ctx context.Context, r billing.CreateOperationSubscriptionRequestObject) (billing.CreateOperationSubscriptionResponseObject, error) {
	made, err := a.Billing.Contracts.Subscribe(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPISubscriptionCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/operations/" + r.OperationId + "/billing/subscriptions/" + string(made.ID)
	return billing.CreateOperationSubscription201JSONResponse{Body: toAPISubscription(made),
		Headers: billing.CreateOperationSubscription201ResponseHeaders{Location: &location}}, nil
}

func (a API) CheckOperationSubscriptions(ctx context.Context, r billing.CheckOperationSubscriptionsRequestObject) (billing.CheckOperationSubscriptionsResponseObject, error) {
	effect, err := a.Billing.Contracts.CheckSubscriptions(ctx, request.Principal(ctx), ofOperation(r.OperationId), pairsOf(r.Body.Pairs), wire.OptionalDay(r.Body.StartDate))
	if err != nil {
		return nil, err
	}
	return billing.CheckOperationSubscriptions200JSONResponse{EndingIds: *wire.IDTexts(effect.Ending), EarliestStart: wire.OptionalDate(effect.Earliest)}, nil
}

func (a API) CreateMultipleOperationSubscriptions(ctx context.Context, r billing.CreateMultipleOperationSubscriptionsRequestObject) (billing.CreateMultipleOperationSubscriptionsResponseObject, error) {
	made, err := a.Billing.Contracts.SubscribeAll(ctx, request.Principal(ctx), ofOperation(r.OperationId), fromAPISubscriptionsCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CreateMultipleOperationSubscriptions201JSONResponse(ToAPISubscriptions(made)), nil
}

func (a API) DeleteOperationSubscription(ctx context.Context, r billing.DeleteOperationSubscriptionRequestObject) (billing.DeleteOperationSubscriptionResponseObject, error) {
	if err := a.Billing.Contracts.DeleteSubscription(ctx, request.Principal(ctx), ofOperation(r.OperationId), id.ID(r.SubscriptionId)); err != nil {
		return nil, err
	}
	return billing.DeleteOperationSubscription204Response{}, nil
}

func (a API) ListParticipantSubscriptions(ctx context.Context, r billing.ListParticipantSubscriptionsRequestObject) (billing.ListParticipantSubscriptionsResponseObject, error) {
	list, err := a.Billing.Contracts.ListSubscriptions(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), subscriptionStatusOf(r.Params.Status))
	if err != nil {
		return nil, err
	}
	return billing.ListParticipantSubscriptions200JSONResponse{Body: ToAPISubscriptions(list)}, nil
}

func (a API) CreateParticipantSubscription(ctx context.Context, r billing.CreateParticipantSubscriptionRequestObject) (billing.CreateParticipantSubscriptionResponseObject, error) {
	made, err := a.Billing.Contracts.Subscribe(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPISubscriptionCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/participants/" + r.ParticipantId + "/billing/subscriptions/" + string(made.ID)
	return billing.CreateParticipantSubscription201JSONResponse{Body: toAPISubscription(made),
		Headers: billing.CreateParticipantSubscription201ResponseHeaders{Location: &location}}, nil
}

func (a API) CreateMultipleParticipantSubscriptions(ctx context.Context, r billing.CreateMultipleParticipantSubscriptionsRequestObject) (billing.CreateMultipleParticipantSubscriptionsResponseObject, error) {
	made, err := a.Billing.Contracts.SubscribeAll(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), fromAPISubscriptionsCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return billing.CreateMultipleParticipantSubscriptions201JSONResponse(ToAPISubscriptions(made)), nil
}

func (a API) DeleteParticipantSubscription(ctx context.Context, r billing.DeleteParticipantSubscriptionRequestObject) (billing.DeleteParticipantSubscriptionResponseObject, error) {
	if err := a.Billing.Contracts.DeleteSubscription(ctx, request.Principal(ctx), ofParticipant(r.ParticipantId), id.ID(r.SubscriptionId)); err != nil {
		return nil, err
	}
	return billing.DeleteParticipantSubscription204Response{}, nil
}
