package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/participant/invitation"
)

// siteInvitationArgs is an invitation that is mailed.
type siteInvitationArgs struct {
	InvitationID id.ID `json:"invitationId"`
}

func (siteInvitationArgs) Kind() string { return "site_invitation_v1" }

// InsertOpts gives it days.
func (siteInvitationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddSiteInvitations registers the mailing of invitations.
func AddSiteInvitations(workers *river.Workers, service *invitation.Service) {
	Add(workers, Handler[siteInvitationArgs]{
		Do: func(ctx context.Context, a siteInvitationArgs) error {
			return service.Send(ctx, a.InvitationID)
		},
		Pause: mailPause,
	})
}

// SiteInvitations queues their mails.
type SiteInvitations struct{ Client func() *Client }

// Invitation queues one in the transaction of ctx.
func (q SiteInvitations) Invitation(ctx context.Context, invitationID id.ID) error {
	_, err := q.Client().Enqueue(ctx, siteInvitationArgs{invitationID}, nil)
	return err
}

// memberInvitationArgs is an invitation into a team that is mailed.
type memberInvitationArgs struct {
	InvitationID id.ID `json:"invitationId"`
}

func (memberInvitationArgs) Kind() string { return "member_invitation_v1" }

// InsertOpts gives it days.
func (memberInvitationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddMemberInvitations registers the mailing of invitations into teams.
func AddMemberInvitations(workers *river.Workers, service *team.Service) {
	Add(workers, Handler[memberInvitationArgs]{
		Do: func(ctx context.Context, a memberInvitationArgs) error {
			return service.Send(ctx, a.InvitationID)
		},
		Pause: mailPause,
	})
}

// MemberInvitations queues their mails.
type MemberInvitations struct{ Client func() *Client }

// MemberInvitation queues one in the transaction of ctx.
func (q MemberInvitations) MemberInvitation(ctx context.Context, invitationID id.ID) error {
	_, err := q.Client().Enqueue(ctx, memberInvitationArgs{invitationID}, nil)
	return err
}
