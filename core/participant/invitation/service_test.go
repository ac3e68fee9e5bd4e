package invitation_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/policy"
)

// TestOnlyAccountsOfParticipantsAreAttached: an organizer's account, or nobody's, is none.
func TestOnlyAccountsOfParticipantsAreAttached(t *testing.T) {
	t.Parallel()
	w, _ := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	for _, role := range []policy.Role{policy.RoleOrganizer, policy.RoleObserver, policy.RoleAdmin} {
		w.AddAccount(t, role, string(role)+"@ex.org", true)
	}
	for _, address := range []string{"organizer@ex.org", "observer@ex.org", "admin@ex.org", "nobody@ex.org", "no address"} {
		in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
		in.UserEmail = address
		_, err := w.Site.Create(t.Context(), coretest.Admin, in)
		require.ErrorIs(t, err, invitation.ErrEmailNotFound, address)
	}
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Empty(t, roster)
}

// TestAnInvitationIsAnsweredByItsHolderOnly: an organizer proposes a site, and learns nothing of
// who has an account; only the participant at the address sees, accepts or declines it, once.
func TestAnInvitationIsAnsweredByItsHolderOnly(t *testing.T) {
	t.Parallel()
	w, l := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.AddAccount(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	holder, other := w.AddAccount(t, policy.RoleParticipant, "p@ex.org", true), w.AddAccount(t, policy.RoleParticipant, "x@ex.org", true)
	propose := func(number, address string) site.View {
		t.Helper()
		in := coretest.Consumer(o.ID, number, coretest.Day("2026-01-01"), nil)
		in.UserEmail = address
		v, err := w.Site.Create(t.Context(), organizer, in)
		require.NoError(t, err)
		require.True(t, v.UserID.IsZero(), "not before its holder agrees")
		require.Equal(t, invitation.Pending, v.Invited.Status)
		return v
	}
	school, away := propose("99100000000017", "P@ex.org"), propose("99100000000018", "nobody@ex.org")
	require.Len(t, l.Asked, 2, "whether or not there is such an account")
	propose("99100000000019", "o@ex.org")

	// Each address is written to: its account, one that is opened, or one that cannot take it.
	for _, asked := range l.Asked {
		require.NoError(t, w.Invitation.Send(t.Context(), asked.ID))
	}
	require.NoError(t, w.Invitation.Send(t.Context(), id.New()))
	require.Equal(t, []string{"p@ex.org A Site 99100000000017"}, l.Sent)
	require.Equal(t, []string{"nobody@ex.org participant fr"}, l.Opened)
	require.Len(t, l.Activated, 1)
	require.Equal(t, []string{"o@ex.org"}, l.Unfit)
	for _, one := range []site.View{school, away} {
		mails, err := w.Invitation.Mails(t.Context(), organizer, one.ID)
		require.NoError(t, err)
		require.Len(t, mails, 1)
		require.Equal(t, []any{invitationmail.Sent, "o@ex.org"}, []any{mails[0].Status, mails[0].AskedByName}, "the journal says nothing of accounts")
	}

	proposed, err := w.Invitation.Invited(t.Context(), holder, holder.UserID)
	require.NoError(t, err)
	require.Len(t, proposed, 1)
	require.Equal(t, "Site "+"99100000000017", proposed[0].SiteName)
	none, err := w.Invitation.Invited(t.Context(), organizer, organizer.UserID)
	require.NoError(t, err)
	require.Empty(t, none, "sites are proposed to participants")
	_, err = w.Invitation.Invited(t.Context(), other, holder.UserID)
	require.Equal(t, "notFound", fault.KeyOf(err))

	accept := func(p policy.Principal, i id.ID) error { return w.Invitation.Accept(t.Context(), p, p.UserID, i) }
	require.ErrorIs(t, accept(other, school.Invited.ID), invitation.ErrNotFound)
	require.ErrorIs(t, accept(organizer, school.Invited.ID), invitation.ErrNotFound)
	require.Equal(t, "notFound", fault.KeyOf(w.Invitation.Accept(t.Context(), other, holder.UserID, school.Invited.ID)))
	require.ErrorIs(t, w.Invitation.Decline(t.Context(), other, other.UserID, school.Invited.ID), invitation.ErrNotFound)
	require.NoError(t, accept(holder, school.Invited.ID))
	require.ErrorIs(t, accept(holder, school.Invited.ID), invitation.ErrNotFound, "once")
	got, err := w.Site.ByID(t.Context(), school.ID)
	require.NoError(t, err)
	require.Equal(t, holder.UserID, got.UserID)

	second := propose("99100000000020", "p@ex.org")
	require.NoError(t, w.Invitation.Decline(t.Context(), holder, holder.UserID, second.Invited.ID))
	v, err := w.Site.Get(t.Context(), organizer, second.ID)
	require.NoError(t, err)
	require.Equal(t, invitation.Declined, v.Invited.Status)
	require.ErrorIs(t, accept(holder, second.Invited.ID), invitation.ErrNotFound)
}

// TestResendMail sends what a site waits for, and says so where it waits for nothing.
func TestResendMail(t *testing.T) {
	t.Parallel()
	w, l := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.AddAccount(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	holder := w.AddAccount(t, policy.RoleParticipant, "p@ex.org", false)
	in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
	in.UserEmail = "p@ex.org"
	attached := w.AddSite(t, in)
	require.NoError(t, w.Invitation.ResendMail(t.Context(), organizer, attached.ID))
	require.NoError(t, w.Invitation.Send(t.Context(), l.Asked[0].ID))
	require.Equal(t, []id.ID{holder.UserID}, l.Activated)

	alone := w.AddSite(t, coretest.Consumer(o.ID, "99100000000018", coretest.Day("2026-01-01"), nil))
	require.ErrorIs(t, w.Invitation.ResendMail(t.Context(), organizer, alone.ID), invitation.ErrNoMail)
	_, err := w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: alone.ID, UserEmail: site.Set("later@ex.org")})
	require.NoError(t, err)
	before := len(l.Asked)
	require.NoError(t, w.Invitation.ResendMail(t.Context(), organizer, alone.ID))
	require.Len(t, l.Asked, before+1)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	require.Error(t, w.Invitation.ResendMail(t.Context(), observer, alone.ID))
	require.Len(t, l.Asked, before+1)
	_, err = w.Invitation.Mails(t.Context(), observer, alone.ID)
	require.Equal(t, "forbidden", fault.KeyOf(err), "whom it was proposed to is a contact")
}

// TestAnInvitationEnds: after thirty days nobody accepts it, and sent again it stands as long anew.
func TestAnInvitationEnds(t *testing.T) {
	t.Parallel()
	w, l := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.AddAccount(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	holder := w.AddAccount(t, policy.RoleParticipant, "p@ex.org", true)
	in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
	in.UserEmail = "p@ex.org"
	v, err := w.Site.Create(t.Context(), organizer, in)
	require.NoError(t, err)
	status := func() invitation.Status {
		got, err := w.Site.Get(t.Context(), organizer, v.ID)
		require.NoError(t, err)
		return got.Invited.Status
	}
	proposed := func() int {
		found, err := w.Invitation.Invited(t.Context(), holder, holder.UserID)
		require.NoError(t, err)
		return len(found)
	}
	w.Later = invitationmail.Life - time.Second
	require.Equal(t, invitation.Pending, status())
	require.Equal(t, 1, proposed())
	w.Later = invitationmail.Life
	require.Equal(t, invitation.Expired, status())
	require.Equal(t, 0, proposed())
	require.ErrorIs(t, w.Invitation.Accept(t.Context(), holder, holder.UserID, v.Invited.ID), invitation.ErrExpired)
	require.NoError(t, w.Invitation.Send(t.Context(), l.Asked[0].ID))
	mails, err := w.Invitation.Mails(t.Context(), organizer, v.ID)
	require.NoError(t, err)
	require.Equal(t, invitationmail.Obsolete, mails[0].Status, "what is over is not mailed")
	require.Empty(t, l.Sent)

	require.NoError(t, w.Invitation.ResendMail(t.Context(), organizer, v.ID))
	require.Equal(t, invitation.Pending, status())
	require.NoError(t, w.Invitation.Send(t.Context(), l.Asked[1].ID))
	w.Later += invitationmail.Life - time.Second
	require.NoError(t, w.Invitation.Accept(t.Context(), holder, holder.UserID, v.Invited.ID))
	mails, err = w.Invitation.Mails(t.Context(), organizer, v.ID)
	require.NoError(t, err)
	require.Equal(t, []invitationmail.Status{invitationmail.Sent, invitationmail.Obsolete}, []invitationmail.Status{mails[0].Status, mails[1].Status}, "the newest first, after it was accepted too")
	require.Equal(t, coretest.Noon.Add(2*invitationmail.Life), mails[0].ValidUntil.UTC())
	// The same address once more, after the first time is over, is another invitation.
	_, err = w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: v.ID, UserEmail: site.Set("q@ex.org")})
	require.NoError(t, err)
	w.Later += invitationmail.Life
	_, err = w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: v.ID, UserEmail: site.Set("q@ex.org")})
	require.NoError(t, err)
	require.Equal(t, invitation.Pending, status())
	require.Len(t, l.Asked, 4)
}

// TestWhatBecomesOfAMail: what the address refuses is told and not tried again, a mail server that
// is away is tried again until it is given up, and who was written to a moment ago is not twice.
func TestWhatBecomesOfAMail(t *testing.T) {
	t.Parallel()
	w, l := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.AddAccount(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	w.AddAccount(t, policy.RoleParticipant, "p@ex.org", true)
	n := 0
	propose := func() site.View {
		t.Helper()
		n++
		in := coretest.Consumer(o.ID, fmt.Sprintf("991000000001%02d", n), coretest.Day("2026-01-01"), nil)
		in.UserEmail = "p@ex.org"
		v, err := w.Site.Create(t.Context(), organizer, in)
		require.NoError(t, err)
		return v
	}
	line := func(v site.View) []any {
		t.Helper()
		mails, err := w.Invitation.Mails(t.Context(), organizer, v.ID)
		require.NoError(t, err)
		require.Len(t, mails, 1)
		return []any{mails[0].Status, mails[0].Reason}
	}
	refused, away := propose(), propose()
	require.Equal(t, []any{invitationmail.Queued, ""}, line(refused))
	l.Fails = mail.ErrRejected
	require.NoError(t, w.Invitation.Send(t.Context(), l.Asked[0].ID), "refused for good: not tried again")
	require.Equal(t, []any{invitationmail.Refused, "mail.rejected"}, line(refused))
	l.Fails = mail.ErrUnavailable
	require.ErrorIs(t, w.Invitation.Send(t.Context(), l.Asked[1].ID), mail.ErrUnavailable)
	require.Equal(t, []any{invitationmail.Queued, "mail.unavailable"}, line(away))
	require.NoError(t, w.Invitation.GiveUp(t.Context(), l.Asked[1].ID))
	require.Equal(t, []any{invitationmail.GivenUp, "mail.unavailable"}, line(away))
	l.Fails = nil
	require.NoError(t, w.Invitation.Send(t.Context(), l.Asked[1].ID))
	require.Equal(t, []any{invitationmail.GivenUp, "mail.unavailable"}, line(away), "what ended stays")
	l.Throttled = fault.New(fault.TooMany, "mail.throttled")
	require.Equal(t, []any{invitationmail.WithAnother, ""}, line(propose()))
	require.Error(t, w.Invitation.ResendMail(t.Context(), organizer, away.ID), "who asks for a mail is told that none goes")
	require.Equal(t, []any{invitationmail.GivenUp, "mail.unavailable"}, line(away), "and nothing is kept of it")
}
