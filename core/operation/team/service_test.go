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
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/policy"
)

// letters keeps what is mailed, and answers Fails.
type letters struct {
	invited, opened []string
	activated       []id.ID
	sent            []string
	fails           error
}

func (l *letters) MemberInvitation(_ context.Context, i team.Invitation) error {
	l.invited = append(l.invited, string(i.Email)+" "+string(i.Capacity)+" "+i.Language)
	return l.fails
}

func (l *letters) OpenInvited(_ context.Context, i team.Invitation) error {
	l.opened = append(l.opened, string(i.Email))
	return l.fails
}

func (l *letters) Activation(_ context.Context, userID id.ID) error {
	l.activated = append(l.activated, userID)
	return l.fails
}

func (l *letters) SendMemberInvitation(_ context.Context, to operation.Account, p team.Proposed) error {
	l.sent = append(l.sent, to.Email+" "+p.OperationName+" "+p.PMOName)
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
		Members: operationstore.NewTeam(w.DB), Invitations: operationstore.NewMemberInvitations(w.DB), Mails: l, Openings: l, Mail: l}), l}
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
	require.Equal(t, []string{address + " reader fr", address + " accountant fr"}, c.invited)
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
	require.Equal(t, annes+" observer fr", c.invited[len(c.invited)-1])
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

// Who has an account of the role is written to; who has none at all is opened one.
func TestWhatIsMailedOfAnInvitation(t *testing.T) {
	t.Parallel()
	c := newCrew(t)
	send := func(email string, capacity team.Capacity) error {
		t.Helper()
		asked, err := c.invite(email, capacity)
		require.NoError(t, err)
		*c.letters = letters{fails: c.fails}
		return c.Send(t.Context(), asked.ID)
	}
	require.NoError(t, send("new@example.org", team.Reader))
	require.Equal(t, letters{opened: []string{"new@example.org"}}, *c.letters)
	bob, address := c.account(policy.RoleOrganizer)
	require.NoError(t, send(address, team.Reader))
	require.Equal(t, letters{sent: []string{address + " VAL PMO VAL"}}, *c.letters)
	require.NoError(t, send(address, team.Observer), "an account of another role")
	require.Equal(t, letters{}, *c.letters)

	asked, err := c.invite(address, team.Reader)
	require.NoError(t, err)
	for _, known := range []error{mail.ErrAddress, mail.ErrRejected} {
		c.fails = known
		require.NoError(t, c.Send(t.Context(), asked.ID), "to be tried again no more")
	}
	c.fails = mail.ErrUnavailable
	require.ErrorIs(t, c.Send(t.Context(), asked.ID), mail.ErrUnavailable)
	c.fails = nil
	c.Exec("update users set initialized = false where id = $1", bob.UserID)
	*c.letters = letters{}
	require.NoError(t, c.Send(t.Context(), asked.ID))
	require.Equal(t, letters{activated: []id.ID{bob.UserID}}, *c.letters)
	c.fails = fault.New(fault.TooMany, "mail.throttled")
	require.NoError(t, c.Send(t.Context(), asked.ID))
	c.fails = mail.ErrUnavailable
	require.ErrorIs(t, c.Send(t.Context(), asked.ID), mail.ErrUnavailable)
	c.Exec("update users set active = false where id = $1", bob.UserID)
	*c.letters = letters{}
	require.NoError(t, c.Send(t.Context(), asked.ID))
	require.Equal(t, letters{}, *c.letters, "a blocked account")
	require.NoError(t, c.Send(t.Context(), id.New()), "taken back since")
	require.NoError(t, c.Decline(t.Context(), bob, bob.UserID, asked.ID))
	c.Exec("update users set active = true where id = $1", bob.UserID)
	require.NoError(t, c.Send(t.Context(), asked.ID))
	require.Equal(t, letters{}, *c.letters, "declined since")
}
