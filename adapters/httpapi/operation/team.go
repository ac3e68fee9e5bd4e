package operation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/operation/team"
)

func (a API) ListOperationMembers(ctx context.Context, r genoperation.ListOperationMembersRequestObject) (genoperation.ListOperationMembersResponseObject, error) {
	found, err := a.Team.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	reply := make([]model.OperationMember, len(found))
	for i, one := range found {
		reply[i] = toAPIMember(one)
	}
	return genoperation.ListOperationMembers200JSONResponse{Body: reply}, nil
}

func (a API) InviteOperationMember(ctx context.Context, r genoperation.InviteOperationMemberRequestObject) (genoperation.InviteOperationMemberResponseObject, error) {
	one, err := a.Team.Invite(ctx, request.Principal(ctx), team.InviteInput{OperationID: id.ID(r.OperationId), Email: r.Body.Email, Capacity: team.Capacity(r.Body.Capacity)})
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/operations/" + r.OperationId + "/members/" + string(one.ID)
	return genoperation.InviteOperationMember201JSONResponse{Body: toAPIMember(one), Headers: genoperation.InviteOperationMember201ResponseHeaders{Location: &location}}, nil
}

func (a API) UpdateOperationMember(ctx context.Context, r genoperation.UpdateOperationMemberRequestObject) (genoperation.UpdateOperationMemberResponseObject, error) {
	one, err := a.Team.SetCapacity(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MemberId), team.Capacity(r.Body.Capacity))
	if err != nil {
		return nil, err
	}
	return genoperation.UpdateOperationMember200JSONResponse(toAPIMember(one)), nil
}

func (a API) RemoveOperationMember(ctx context.Context, r genoperation.RemoveOperationMemberRequestObject) (genoperation.RemoveOperationMemberResponseObject, error) {
	if err := a.Team.Remove(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MemberId)); err != nil {
		return nil, err
	}
	return genoperation.RemoveOperationMember204Response{}, nil
}

func (a API) SendMemberMail(ctx context.Context, r genoperation.SendMemberMailRequestObject) (genoperation.SendMemberMailResponseObject, error) {
	if err := a.Team.Resend(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MemberId)); err != nil {
		return nil, err
	}
	return genoperation.SendMemberMail202Response{}, nil
}

func (a API) ListMemberInvitationMails(ctx context.Context, r genoperation.ListMemberInvitationMailsRequestObject) (genoperation.ListMemberInvitationMailsResponseObject, error) {
	found, err := a.Team.Mails(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MemberId))
	if err != nil {
		return nil, err
	}
	return genoperation.ListMemberInvitationMails200JSONResponse{Body: ToAPIInvitationMails(found)}, nil
}

func (a API) ListMemberInvitations(ctx context.Context, r genoperation.ListMemberInvitationsRequestObject) (genoperation.ListMemberInvitationsResponseObject, error) {
	found, err := a.Team.Invited(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	reply := make([]model.MemberInvitation, len(found))
	for i, one := range found {
		reply[i] = toAPIMemberInvitation(one)
	}
	return genoperation.ListMemberInvitations200JSONResponse{Body: reply}, nil
}

func (a API) AcceptMemberInvitation(ctx context.Context, r genoperation.AcceptMemberInvitationRequestObject) (genoperation.AcceptMemberInvitationResponseObject, error) {
	if err := a.Team.Accept(ctx, request.Principal(ctx), id.ID(r.UserId), id.ID(r.InvitationId)); err != nil {
		return nil, err
	}
	return genoperation.AcceptMemberInvitation204Response{}, nil
}

func (a API) DeclineMemberInvitation(ctx context.Context, r genoperation.DeclineMemberInvitationRequestObject) (genoperation.DeclineMemberInvitationResponseObject, error) {
	if err := a.Team.Decline(ctx, request.Principal(ctx), id.ID(r.UserId), id.ID(r.InvitationId)); err != nil {
		return nil, err
	}
	return genoperation.DeclineMemberInvitation204Response{}, nil
}

func toAPIMember(m team.Member) model.OperationMember {
	out := model.OperationMember{Id: string(m.ID), Email: m.Email, Firstname: wire.OptionalText(m.FirstName), Lastname: wire.OptionalText(m.LastName),
		Structure: wire.OptionalText(m.Structure), Capacity: model.MemberCapacity(m.Capacity), Status: model.MemberStatus(m.Status)}
	if m.Status == team.IsMember {
		status := model.AccountStatus(m.Account)
		out.AccountStatus, out.Blocked = &status, &m.Blocked
		return out
	}
	at, until := wire.InParis(m.InvitedAt), wire.InParis(m.ExpiresAt)
	out.InvitedAt, out.ExpiresAt = &at, &until
	return out
}

// ToAPIInvitationMails is the journal of invitations, of teams and of sites.
func ToAPIInvitationMails(found []invitationmail.Mail) []model.InvitationMail {
	out := make([]model.InvitationMail, len(found))
	for i, m := range found {
		out[i] = model.InvitationMail{Id: string(m.ID), Email: string(m.Email), AskedAt: wire.InParis(m.AskedAt), AskedBy: wire.OptionalText(m.AskedByName),
			ValidUntil: wire.InParis(m.ValidUntil), Status: model.InvitationMailStatus(m.Status), Reason: wire.OptionalText(m.Reason)}
		if m.EndedAt != nil {
			at := wire.InParis(*m.EndedAt)
			out[i].EndedAt = &at
		}
	}
	return out
}

func toAPIMemberInvitation(p team.Proposed) model.MemberInvitation {
	return model.MemberInvitation{Id: string(p.ID), OperationName: p.OperationName, PmoName: p.PMOName,
		Capacity: model.MemberCapacity(p.Capacity), InvitedAt: wire.InParis(p.InvitedAt), ExpiresAt: wire.InParis(p.ExpiresAt)}
}
