package participant

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/invitation"
)

func (a API) SendParticipantAccountMail(ctx context.Context, r participant.SendParticipantAccountMailRequestObject) (participant.SendParticipantAccountMailResponseObject, error) {
	if err := a.Participant.Invitation.ResendMail(ctx, request.Principal(ctx), id.ID(r.ParticipantId)); err != nil {
		return nil, err
	}
	return participant.SendParticipantAccountMail202Response{}, nil
}

func (a API) ListParticipantInvitationMails(ctx context.Context, r participant.ListParticipantInvitationMailsRequestObject) (participant.ListParticipantInvitationMailsResponseObject, error) {
	found, err := a.Participant.Invitation.Mails(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return participant.ListParticipantInvitationMails200JSONResponse{Body: operation.ToAPIInvitationMails(found)}, nil
}

func (a API) ListSiteInvitations(ctx context.Context, r participant.ListSiteInvitationsRequestObject) (participant.ListSiteInvitationsResponseObject, error) {
	found, err := a.Participant.Invitation.Invited(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	body := make([]model.SiteInvitation, len(found))
	for i, one := range found {
		body[i] = model.SiteInvitation{Id: string(one.ID), OperationName: one.OperationName, PmoName: one.PMOName,
			ParticipantName: one.SiteName, InvitedAt: wire.InParis(one.InvitedAt), ExpiresAt: wire.InParis(one.ExpiresAt)}
	}
	return participant.ListSiteInvitations200JSONResponse{Body: body}, nil
}

func (a API) AcceptSiteInvitation(ctx context.Context, r participant.AcceptSiteInvitationRequestObject) (participant.AcceptSiteInvitationResponseObject, error) {
	if err := a.Participant.Invitation.Accept(ctx, request.Principal(ctx), id.ID(r.UserId), id.ID(r.InvitationId)); err != nil {
		return nil, err
	}
	return participant.AcceptSiteInvitation204Response{}, nil
}

func (a API) DeclineSiteInvitation(ctx context.Context, r participant.DeclineSiteInvitationRequestObject) (participant.DeclineSiteInvitationResponseObject, error) {
	if err := a.Participant.Invitation.Decline(ctx, request.Principal(ctx), id.ID(r.UserId), id.ID(r.InvitationId)); err != nil {
		return nil, err
	}
	return participant.DeclineSiteInvitation204Response{}, nil
}

// toAPIInvitation is nil where a site is proposed to nobody.
func toAPIInvitation(i *invitation.Invitation) *model.ParticipantInvitation {
	if i == nil {
		return nil
	}
	return &model.ParticipantInvitation{Email: string(i.Email), Status: model.SiteInvitationStatus(i.Status), InvitedAt: wire.InParis(i.InvitedAt),
		ExpiresAt: wire.InParis(i.ExpiresAt)}
}
