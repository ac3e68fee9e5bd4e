package team_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// letters keeps what is mailed, and answers fails.
type letters struct {
	asked     []invitationmail.Mail
	opened    []string
	activated []id.ID
	sent      []string
	unfit     []string
	fails     error
	open      func(email string, role policy.Role) id.ID
}

func (l *letters) MemberMail(_ context.Context, m invitationmail.Mail) error {
	l.asked = append(l.asked, m)
	return l.fails
}

func (l *letters) Open(_ context.Context, email party.Email, role policy.Role, language string) (id.ID, error) {
	l.opened = append(l.opened, string(email)+" "+string(role)+" "+language)
	return l.open(string(email), role), nil
}

func (l *letters) Activate(_ context.Context, userID id.ID) error {
	l.activated = append(l.activated, userID)
	return l.fails
}

func (l *letters) SendMemberInvitation(_ context.Context, to operation.Account, p team.Proposed) error {
	l.sent = append(l.sent, to.Email+" "+p.OperationName+" "+p.PMOName)
	return l.fails
}

func (l *letters) SendUnfitMember(_ context.Context, to operation.Account, _ team.Proposed) error {
	l.unfit = append(l.unfit, to.Email)
	return l.fails
}

// crew is an operation whose only full organizer is the world's.
type crew struct {
	*coretest.World
	*team.Service
	*letters
}

func newCrew(t *testing.T) crew {
	t.Helper()
	w, l := coretest.New(t), &letters{}
	operations := operation.New(operation.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operationstore.NewOperations(w.DB),
		Members: operationstore.NewMembers(w.DB), Accounts: operationstore.NewAccounts(w.DB)})
	c := crew{w, team.New(team.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operations, Accounts: operationstore.NewAccounts(w.DB),
		Members: operationstore.NewTeam(w.DB), Invitations: operationstore.NewMemberInvitations(w.DB),
		Journal: invitationmail.Journal{Mails: operationstore.NewInvitationMails(w.DB), Openings: l, Now: w.Now}, Queue: l, Mail: l}), l}
	l.open = func(email string, role policy.Role) id.ID {
		userID := w.User(role)
		w.Exec("update users set email = $2, initialized = false where id = $1", userID, email)
		return userID
	}
	require.NoError(t, operationstore.NewTeam(w.DB).Put(t.Context(), w.Operation, w.Organizer.UserID, team.Organizer))
	return c
}

// account is somebody with an account of a role, and its address.
func (c crew) account(role policy.Role) (policy.Principal, string) {
	userID := c.User(role)
	return policy.Principal{UserID: userID, Role: role}, string(userID) + "@example.org"
}

func (c crew) invite(email string, capacity team.Capacity) (team.Member, error) {
	return c.Invite(c.T.Context(), c.Organizer, team.InviteInput{OperationID: c.Operation, Email: email, Capacity: capacity})
}

// member is somebody who was invited and has accepted.
func (c crew) member(capacity team.Capacity) policy.Principal {
	c.T.Helper()
	role, _ := capacity.Kept()
	who, email := c.account(role)
	_, err := c.invite(email, capacity)
	require.NoError(c.T, err)
	pending, err := c.Invited(c.T.Context(), who, who.UserID)
	require.NoError(c.T, err)
	require.Len(c.T, pending, 1)
	require.NoError(c.T, c.Accept(c.T.Context(), who, who.UserID, pending[0].ID))
	return who
}

// found is somebody of the team by address.
func (c crew) found(email string) (team.Member, bool) {
	c.T.Helper()
	all, err := c.List(c.T.Context(), c.Organizer, c.Operation)
	require.NoError(c.T, err)
	for _, m := range all {
		if m.Email == email {
			return m, true
		}
	}
	return team.Member{}, false
}

func TestCapacitiesAreKeptAsRolesAndWhatNarrowsThem(t *testing.T) {
	t.Parallel()
	for c, want := range map[team.Capacity][2]string{team.Organizer: {"organizer", ""}, team.Accountant: {"organizer", "accountant"},
		team.Reader: {"organizer", "reader"}, team.Observer: {"observer", ""}} {
		role, narrowed := c.Kept()
		require.Equal(t, want, [2]string{string(role), string(narrowed)})
		require.Equal(t, c, team.CapacityOf(role, narrowed))
	}
}

// Nobody becomes a member without agreeing, and who repeats an invitation replaces it.
func TestInvitationsAreProposedAndAnswered(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	bob, address := c.account(policy.RoleOrganizer)
	first, err := c.invite(" "+address, team.Reader)
	require.NoError(t, err)
	require.Equal(t, []any{address, team.Reader, team.Invited, c.Clock}, []any{first.Email, first.Capacity, first.Status, first.InvitedAt.UTC()})
	c.Clock = c.Clock.Add(time.Hour)
	again, err := c.invite(address, team.Accountant)
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Len(t, c.asked, 2)
	require.Equal(t, []any{address, c.Clock.Add(invitationmail.Life)}, []any{string(c.asked[1].Email), c.asked[1].ValidUntil})
	all, err := c.List(t.Context(), c.Organizer, c.Operation)
	require.NoError(t, err)
	require.Len(t, all, 2, "the organizer, and who is invited")
	c.fails = fault.New(fault.TooMany, "mail.throttled")
	_, err = c.invite(address, team.Accountant)
	require.NoError(t, err, "who was written to a moment ago finds this one beside the others")
	c.fails = errors.New("broken")
	_, err = c.invite("eve@example.org", team.Reader)
	require.ErrorIs(t, err, c.fails)
	_, known := c.found("eve@example.org")
	require.False(t, known, "what cannot be mailed is not kept")
	c.fails = nil

	pending, err := c.Invited(t.Context(), bob, bob.UserID)
	require.NoError(t, err)
	require.Len(t, pending, 1)
	require.Equal(t, []any{"VAL", "PMO VAL", team.Accountant}, []any{pending[0].OperationName, pending[0].PMOName, pending[0].Capacity})
	other, _ := c.account(policy.RoleOrganizer)
	_, err = c.Invited(t.Context(), other, bob.UserID)
	require.Equal(t, "notFound", fault.KeyOf(err))
	require.Equal(t, "notFound", fault.KeyOf(c.Accept(t.Context(), other, bob.UserID, first.ID)))
	require.ErrorIs(t, c.Accept(t.Context(), other, other.UserID, first.ID), team.ErrInvitationNotFound, "another's")
	require.NoError(t, c.Accept(t.Context(), bob, bob.UserID, first.ID))
	require.ErrorIs(t, c.Accept(t.Context(), bob, bob.UserID, first.ID), team.ErrInvitationNotFound, "answered")
	member, known := c.found(address)
	require.True(t, known)
	require.Equal(t, []any{bob.UserID, team.Accountant, team.IsMember}, []any{member.ID, member.Capacity, member.Status})
	_, err = c.invite(address, team.Reader)
	require.ErrorIs(t, err, team.ErrAlready)
	require.Equal(t, address, fault.From(err).Params["email"])
	require.ErrorIs(t, c.Resend(t.Context(), c.Organizer, c.Operation, bob.UserID), team.ErrNoInvitation)

	ann, annes := c.account(policy.RoleObserver)
	asked, err := c.invite(annes, team.Observer)
	require.NoError(t, err)
	require.NoError(t, c.Resend(t.Context(), c.Organizer, c.Operation, asked.ID))
	require.Equal(t, annes, string(c.asked[len(c.asked)-1].Email))
	require.NoError(t, c.Decline(t.Context(), ann, ann.UserID, asked.ID))
	require.ErrorIs(t, c.Decline(t.Context(), ann, ann.UserID, asked.ID), team.ErrInvitationNotFound)
	declined, _ := c.found(annes)
	require.Equal(t, team.Declined, declined.Status)
	require.ErrorIs(t, c.Resend(t.Context(), c.Organizer, c.Operation, asked.ID), team.ErrNoInvitation)
	require.ErrorIs(t, c.Resend(t.Context(), c.Organizer, c.Operation, id.New()), team.ErrNotFound)

	// A place of an observer is not for an account of an organizer, and the reverse.
	carl, carls := c.account(policy.RoleOrganizer)
	wrong, err := c.invite(carls, team.Observer)
	require.NoError(t, err)
	none, err := c.Invited(t.Context(), carl, carl.UserID)
	require.NoError(t, err)
	require.Empty(t, none)
	require.ErrorIs(t, c.Accept(t.Context(), carl, carl.UserID, wrong.ID), team.ErrInvitationNotFound)
	tenant, _ := c.account(policy.RoleParticipant)
	none, err = c.Invited(t.Context(), tenant, tenant.UserID)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestInvitationsThatAreRefused(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	_, err := c.invite("eve@example.org", "boss")
	require.ErrorIs(t, err, team.ErrCapacity)
	_, err = c.invite("eve", team.Reader)
	require.Equal(t, []string{"email.invalid", "email"}, []string{fault.KeyOf(err), fault.From(err).Field})
	_, err = c.Invite(t.Context(), c.Observer(), team.InviteInput{OperationID: c.Operation, Email: "eve@example.org", Capacity: team.Reader})
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = c.List(t.Context(), c.stranger(), c.Operation)
	require.Equal(t, "notFound", fault.KeyOf(err))
	for n := range team.Most - 1 { // beside the organizer
		_, err := c.invite(fmt.Sprintf("p%d@example.org", n), team.Reader)
		require.NoError(t, err)
	}
	_, err = c.invite("more@example.org", team.Reader)
	require.ErrorIs(t, err, team.ErrTooMany)
	_, err = c.invite("p7@example.org", team.Accountant)
	require.NoError(t, err, "who is invited already is no one more")
}

// stranger is an organizer of elsewhere.
func (c crew) stranger() policy.Principal {
	return policy.Principal{UserID: c.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
}

// A full organizer always remains.
func TestAFullOrganizerRemains(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	self := c.Organizer.UserID
	set := func(who id.ID, to team.Capacity) error {
		m, err := c.SetCapacity(t.Context(), c.Organizer, c.Operation, who, to)
		if err == nil {
			require.Equal(t, to, m.Capacity)
		}
		return err
	}
	require.ErrorIs(t, set(self, team.Reader), team.ErrLastOrganizer)
	require.ErrorIs(t, c.Remove(t.Context(), c.Organizer, c.Operation, self), team.ErrLastOrganizer)
	reader := c.member(team.Reader)
	require.ErrorIs(t, set(self, team.Accountant), team.ErrLastOrganizer, "a reader is none")
	require.ErrorIs(t, set(reader.UserID, team.Observer), team.ErrRoleFixed)
	require.ErrorIs(t, set(reader.UserID, "boss"), team.ErrCapacity)
	require.ErrorIs(t, set(id.New(), team.Reader), team.ErrNotFound)
	require.NoError(t, set(reader.UserID, team.Organizer))
	require.NoError(t, set(self, team.Accountant))
	require.NoError(t, set(self, team.Organizer))
	require.NoError(t, c.Remove(t.Context(), c.Organizer, c.Operation, reader.UserID))
	_, known := c.found(string(reader.UserID) + "@example.org")
	require.False(t, known)
	require.ErrorIs(t, c.Remove(t.Context(), c.Organizer, c.Operation, reader.UserID), team.ErrNotFound)

	// Of whoever is invited the invitation changes, or goes.
	asked, err := c.invite("eve@example.org", team.Reader)
	require.NoError(t, err)
	require.NoError(t, set(asked.ID, team.Observer), "no account is there yet")
	eve, _ := c.found("eve@example.org")
	require.Equal(t, []any{team.Observer, team.Invited}, []any{eve.Capacity, eve.Status})
	require.NoError(t, c.Remove(t.Context(), c.Organizer, c.Operation, asked.ID))
	_, known = c.found("eve@example.org")
	require.False(t, known)
	watcher := c.member(team.Observer)
	require.NoError(t, c.Remove(t.Context(), c.Organizer, c.Operation, watcher.UserID), "of observers none need remain")
	_, err = c.SetCapacity(t.Context(), c.World.Observer(), c.Operation, self, team.Reader)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	require.Equal(t, "forbidden", fault.KeyOf(c.Remove(t.Context(), c.World.Observer(), c.Operation, self)))
	require.Equal(t, "forbidden", fault.KeyOf(c.Resend(t.Context(), c.World.Observer(), c.Operation, self)))
}

// Who has an account of the role is written to; who has none at all is opened one; who has one
// that cannot accept is told so, and nobody else.
func TestWhatIsMailedOfAnInvitation(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	send := func(email string, capacity team.Capacity) error {
		t.Helper()
		_, err := c.invite(email, capacity)
		require.NoError(t, err)
		line := c.asked[len(c.asked)-1].ID
		*c.letters = letters{fails: c.fails, open: c.open}
		return c.Send(t.Context(), line)
	}
	told := func() [4]int {
		return [4]int{len(c.opened), len(c.activated), len(c.sent), len(c.unfit)}
	}
	require.NoError(t, send("new@example.org", team.Reader))
	require.Equal(t, []string{"new@example.org organizer fr"}, c.opened)
	require.Equal(t, [4]int{1, 1, 0, 0}, told())
	bob, address := c.account(policy.RoleOrganizer)
	require.NoError(t, send(address, team.Reader))
	require.Equal(t, []string{address + " VAL PMO VAL"}, c.sent)
	require.NoError(t, send(address, team.Observer), "an account of another role")
	require.Equal(t, [4]int{0, 0, 0, 1}, told())
	require.NoError(t, send(address, team.Reader))
	c.Exec("update users set initialized = false where id = $1", bob.UserID)
	require.NoError(t, send(address, team.Reader))
	require.Equal(t, [4]int{0, 1, 0, 0}, told())
	c.Exec("update users set active = false where id = $1", bob.UserID)
	require.NoError(t, send(address, team.Reader))
	require.Equal(t, [4]int{0, 0, 0, 1}, told(), "a blocked account")

	// What becomes of a mail stands in the journal of whoever was invited.
	c.Exec("update users set active = true, initialized = true where id = $1", bob.UserID)
	asked, err := c.invite(address, team.Reader)
	require.NoError(t, err)
	line := c.asked[len(c.asked)-1].ID
	c.fails = mail.ErrUnavailable
	require.ErrorIs(t, c.Send(t.Context(), line), mail.ErrUnavailable)
	newest := func(memberID id.ID) []any {
		t.Helper()
		found, err := c.Mails(t.Context(), c.Organizer, c.Operation, memberID)
		require.NoError(t, err)
		return []any{found[0].Status, found[0].Reason}
	}
	require.Equal(t, []any{invitationmail.Queued, "mail.unavailable"}, newest(asked.ID))
	c.fails = mail.ErrRejected
	require.NoError(t, c.Send(t.Context(), line), "to be tried again no more")
	require.Equal(t, []any{invitationmail.Refused, "mail.rejected"}, newest(asked.ID))
	c.fails = nil
	require.NoError(t, c.Send(t.Context(), id.New()), "gone since")
	require.NoError(t, c.Resend(t.Context(), c.Organizer, c.Operation, asked.ID))
	require.NoError(t, c.Decline(t.Context(), bob, bob.UserID, asked.ID))
	require.NoError(t, c.Send(t.Context(), c.asked[len(c.asked)-1].ID))
	require.Equal(t, []any{invitationmail.Obsolete, ""}, newest(asked.ID), "declined since")
	require.NoError(t, c.GiveUp(t.Context(), line))
	_, err = c.Mails(t.Context(), c.Organizer, c.Operation, id.New())
	require.ErrorIs(t, err, team.ErrNotFound)
	_, err = c.Mails(t.Context(), c.World.Observer(), c.Operation, asked.ID)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// After thirty days nobody accepts an invitation; sent again it stands as long anew.
func TestAnInvitationEnds(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	bob, address := c.account(policy.RoleOrganizer)
	asked, err := c.invite(address, team.Reader)
	require.NoError(t, err)
	require.Equal(t, c.Clock.Add(invitationmail.Life), asked.ExpiresAt.UTC())
	c.Clock = c.Clock.Add(invitationmail.Life)
	found, _ := c.found(address)
	require.Equal(t, team.Expired, found.Status)
	none, err := c.Invited(t.Context(), bob, bob.UserID)
	require.NoError(t, err)
	require.Empty(t, none)
	require.ErrorIs(t, c.Accept(t.Context(), bob, bob.UserID, asked.ID), team.ErrExpired)
	require.NoError(t, c.Resend(t.Context(), c.Organizer, c.Operation, asked.ID))
	c.Clock = c.Clock.Add(invitationmail.Life - time.Second)
	require.NoError(t, c.Accept(t.Context(), bob, bob.UserID, asked.ID))
}
