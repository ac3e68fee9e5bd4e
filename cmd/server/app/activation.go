package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// accountMail writes the mails with one-time links (account.Mail), and that sites are
// proposed (participant.InvitationMail).
type accountMail struct{ *App }

func (m accountMail) SendActivation(ctx context.Context, u account.User, secret string) error {
	return m.sendLetter(ctx, id.New(), u, "", "activation", map[string]any{"link": m.accountLink(secret, ""), "days": int(account.LinkLife.Hours() / 24)})
}

func (m accountMail) SendPasswordReset(ctx context.Context, u account.User, secret string) error {
	return m.sendLetter(ctx, id.New(), u, "", "passwordReset", map[string]any{"link": m.accountLink(secret, "&reset=1"), "hours": int(account.ResetLife.Hours())})
}

// SendEmailConfirmation goes to the address that the account is to have.
func (m accountMail) SendEmailConfirmation(ctx context.Context, u account.User, secret string) error {
	present := string(u.Email)
	u.Email = u.NewEmail
	return m.sendLetter(ctx, id.New(), u, "", "emailConfirmation", map[string]any{"present": present,
		"link": m.config.PublicURL + "/confirmEmail#" + url.Values{"token": {secret}}.Encode(), "days": int(account.LinkLife.Hours() / 24)})
}

func (m accountMail) SendEmailNotice(ctx context.Context, u account.User) error {
	return m.sendLetter(ctx, id.New(), u, "", "emailNotice", map[string]any{"newEmail": string(u.NewEmail), "link": m.config.PublicURL + "/pmo/account/security"})
}

func (m accountMail) SendInvitation(ctx context.Context, to operation.Account, i invitation.Proposed) error {
	return m.sendProposal(ctx, to, i, "siteInvitation")
}

// SendUnfit says that the account at the address cannot take the site.
func (m accountMail) SendUnfit(ctx context.Context, to operation.Account, i invitation.Proposed) error {
	return m.sendProposal(ctx, to, i, "siteInvitationUnfit")
}

func (m accountMail) sendProposal(ctx context.Context, to operation.Account, i invitation.Proposed, words string) error {
	u, err := m.Services.Account.ByID(ctx, to.ID)
	if err != nil {
		return err
	}
	return m.sendLetter(ctx, id.New(), u, i.OperationID, words, map[string]any{"pmo": cmp.Or(i.PMOName, i.OperationName), "operation": i.OperationName, "site": i.SiteName,
		"until": civil.Paris.DateOf(i.ExpiresAt), "link": m.config.PublicURL + "/pmo"})
}

// siteMails sends the mails that sites wait for (invitation.Queue).
type siteMails struct {
	*App
	queue jobs.SiteInvitations
}

func (m siteMails) SiteMail(ctx context.Context, one invitationmail.Mail) error {
	if err := m.Services.Account.AllowMail(ctx, "invitation:"+string(one.Email)); err != nil {
		return err
	}
	return m.queue.Invitation(ctx, one.ID)
}

// SendMemberInvitation writes to somebody who is to run or observe an operation.
func (m accountMail) SendMemberInvitation(ctx context.Context, to operation.Account, i team.Proposed) error {
	return m.sendPlace(ctx, to, i, "memberInvitation")
}

// SendUnfitMember says that the account at the address cannot take the place.
func (m accountMail) SendUnfitMember(ctx context.Context, to operation.Account, i team.Proposed) error {
	return m.sendPlace(ctx, to, i, "memberInvitationUnfit")
}

func (m accountMail) sendPlace(ctx context.Context, to operation.Account, i team.Proposed, words string) error {
	u, err := m.Services.Account.ByID(ctx, to.ID)
	if err != nil {
		return err
	}
	return m.sendLetter(ctx, id.New(), u, i.OperationID, words, map[string]any{"pmo": cmp.Or(i.PMOName, i.OperationName), "operation": i.OperationName,
		"capacity": catalogues.Text(string(u.Language), "mail", "memberInvitation."+string(i.Capacity), nil), "until": civil.Paris.DateOf(i.ExpiresAt),
		"link": m.config.PublicURL + "/pmo"})
}

// memberMails sends the mails that places in operations wait for (team.Queue).
type memberMails struct {
	*App
	queue jobs.MemberInvitations
}

func (m memberMails) MemberMail(ctx context.Context, one invitationmail.Mail) error {
	if err := m.Services.Account.AllowMail(ctx, "member:"+string(one.Email)); err != nil {
		return err
	}
	return m.queue.MemberInvitation(ctx, one.ID)
}

// openings opens accounts for who is invited (invitationmail.Openings).
type openings struct{ *App }

func (o openings) Open(ctx context.Context, email party.Email, role policy.Role, language string) (id.ID, error) {
	return o.Services.Account.OpenInvited(ctx, string(email), role, account.Language(language))
}

func (o openings) Activate(ctx context.Context, userID id.ID) error {
	return o.Services.Account.MailActivation(ctx, userID)
}

// accountLink is where the holder of a one-time link chooses a password. The secret is
// behind #, which browsers send to no server and no proxy writes down.
func (a *App) accountLink(secret, more string) string {
	return a.config.PublicURL + "/initAccount#" + url.Values{"token": {secret}}.Encode() + more
}

// firstAdmin tells how to begin in a database where nobody can sign in yet: a link
// that opens the first account, or the command that does.
func (a *App) firstAdmin(ctx context.Context) error {
	secret, err := a.Services.Account.FirstAdminLink(ctx)
	if errors.Is(err, account.ErrAdminExists) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "No account exists yet. Open the first one, an administrator, with this link; it holds once, for %d days:\n\n  %s\n\nOr on this machine: pmo-server admin create EMAIL\n",
		int(account.LinkLife.Hours()/24), a.accountLink(secret, "&first=1"))
	return nil
}
