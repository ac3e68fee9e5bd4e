package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/paper/notice"
	"github.com/openpmo/pmo/core/participant/invitation"
)

// siteInvitationArgs is a mail about the account of a site, by its line in the journal.
type siteInvitationArgs struct {
	MailID id.ID `json:"mailId"`
}

func (siteInvitationArgs) Kind() string { return "site_invitation_v2" }

// InsertOpts gives it days.
func (siteInvitationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddSiteInvitations registers the mailing of invitations.
func AddSiteInvitations(workers *river.Workers, service *invitation.Service) {
	Add(workers, Handler[siteInvitationArgs]{
		Do:    func(ctx context.Context, a siteInvitationArgs) error { return service.Send(ctx, a.MailID) },
		Close: func(ctx context.Context, a siteInvitationArgs, _ error) error { return service.GiveUp(ctx, a.MailID) },
		Pause: mailPause,
	})
}

// SiteInvitations queues their mails.
type SiteInvitations struct{ Client func() *Client }

// Invitation queues one in the transaction of ctx.
func (q SiteInvitations) Invitation(ctx context.Context, mailID id.ID) error {
	_, err := q.Client().Enqueue(ctx, siteInvitationArgs{mailID}, nil)
	return err
}

// memberInvitationArgs is a mail into a team, by its line in the journal.
type memberInvitationArgs struct {
	MailID id.ID `json:"mailId"`
}

func (memberInvitationArgs) Kind() string { return "member_invitation_v2" }

// InsertOpts gives it days.
func (memberInvitationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddMemberInvitations registers the mailing of invitations into teams.
func AddMemberInvitations(workers *river.Workers, service *team.Service) {
	Add(workers, Handler[memberInvitationArgs]{
		Do:    func(ctx context.Context, a memberInvitationArgs) error { return service.Send(ctx, a.MailID) },
		Close: func(ctx context.Context, a memberInvitationArgs, _ error) error { return service.GiveUp(ctx, a.MailID) },
		Pause: mailPause,
	})
}

// MemberInvitations queues their mails.
type MemberInvitations struct{ Client func() *Client }

// MemberInvitation queues one in the transaction of ctx.
func (q MemberInvitations) MemberInvitation(ctx context.Context, mailID id.ID) error {
	_, err := q.Client().Enqueue(ctx, memberInvitationArgs{mailID}, nil)
	return err
}

// paperMailArgs is a mail to who a paper waits for, by its line in the journal.
type paperMailArgs struct {
	MailID id.ID `json:"mailId"`
}

func (paperMailArgs) Kind() string { return "paper_mail_v1" }

// InsertOpts gives it days.
func (paperMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddPaperMails registers the mailing about papers that wait.
func AddPaperMails(workers *river.Workers, service func() *notice.Service) {
	Add(workers, Handler[paperMailArgs]{
		Do:    func(ctx context.Context, a paperMailArgs) error { return service().Send(ctx, a.MailID) },
		Close: func(ctx context.Context, a paperMailArgs, _ error) error { return service().GiveUp(ctx, a.MailID) },
		Pause: mailPause,
	})
}

// PaperMails queues them (notice.Queue).
type PaperMails struct{ Client func() *Client }

var _ notice.Queue = PaperMails{}

// PaperMail queues one in the transaction of ctx.
func (q PaperMails) PaperMail(ctx context.Context, mailID id.ID) error {
	_, err := q.Client().Enqueue(ctx, paperMailArgs{mailID}, nil)
	return err
}

// PaperReminderSweep reminds of papers that have waited for long.
func PaperReminderSweep(service func() *notice.Service) Sweep {
	return Sweep{Name: "paper_reminders", Every: time.Hour, Run: func(ctx context.Context) error { return service().Remind(ctx) }}
}
