package participant_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// clients bills every site to a client with an address of its own.
type clients struct{}

func (clients) BilledAs(_ context.Context, _ id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error) {
	out := map[id.ID]participant.BilledAs{}
	for _, site := range sites {
		out[site] = participant.BilledAs{BillableEntity: &participant.Entity{ID: site, Name: "Client"},
			Detail: participant.BillingDetail{Name: "Client", Email: "client@ex.org", PhoneNumber: "0299000000"}}
	}
	return out, nil
}

// letters keeps what is mailed.
type letters struct {
	invited   []participant.Invitation
	activated []id.ID
	sent      []string // address, operation, site
	fails     error
}

func (l *letters) Activation(_ context.Context, userID id.ID) error {
	l.activated = append(l.activated, userID)
	return l.fails
}

func (l *letters) Invitation(_ context.Context, i participant.Invitation) error {
	l.invited = append(l.invited, i)
	return nil
}

func (l *letters) SendInvitation(_ context.Context, to operation.Account, p participant.Proposed) error {
	l.sent = append(l.sent, to.Email+" "+p.OperationName+" "+p.SiteName)
	return l.fails
}

// newInvitingWorld is a world with invitations, mails and clients.
func newInvitingWorld(t *testing.T) (world, *letters) {
	t.Helper()
	w, l := newWorld(t), &letters{}
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	store := participantstore.NewParticipants(w.db)
	w.s = participant.New(participant.Deps{Guard: policy.Guard{Decider: decider, Locator: store}, Tx: w.db,
		Now: func() time.Time { return noon }, Participants: store, Operations: w.operations,
		Accounts: operationstore.NewAccounts(w.db), Billing: clients{},
		Invitations: participantstore.NewSiteInvitations(w.db), Mails: l, InvitationMail: l})
	return w, l
}

// TestObserversReadNoContacts: one by one, for what leaks alone is a leak.
func TestObserversReadNoContacts(t *testing.T) {
	t.Parallel()
	w, _ := newInvitingWorld(t)
	o := w.operation(t, "A", dso.Fake)
	holder := w.user(t, policy.RoleParticipant, "p@ex.org", false)
	_, err := w.db.Pool().Exec(t.Context(), "update users set username = 'pe', activation_error = 'mail.rejected' where id = $1", holder.UserID)
	require.NoError(t, err)
	in := consumer(o.ID, prm, day("2026-01-01"), nil)
	in.Identity, in.Email, in.Phone, in.UserEmail = "Camille Leroy", "site@ex.org", "0100000000", "p@ex.org"
	site := w.create(t, in)
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}

	v, err := w.s.Get(t.Context(), organizer, site.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Camille Leroy", "site@ex.org", "0100000000", "p@ex.org", "pe", "mail.rejected", "client@ex.org", "0299000000"},
		[]string{v.Identity, v.Email, v.Phone, v.User.Email, v.User.Username, v.User.ActivationError, v.Billed.Detail.Email, v.Billed.Detail.PhoneNumber})

	list, err := w.s.List(t.Context(), observer, participant.ListInput{OperationID: o.ID})
	require.NoError(t, err)
	one, err := w.s.Get(t.Context(), observer, site.ID)
	require.NoError(t, err)
	for _, v := range append(list, one) {
		for what, got := range map[string]string{"identity": v.Identity, "mail": v.Email, "phone": v.Phone, "mail of the account": v.User.Email,
			"name of the account": v.User.Username, "what became of its mail": v.User.ActivationError,
			"mail of the client": v.Billed.Detail.Email, "phone of the client": v.Billed.Detail.PhoneNumber} {
			require.Empty(t, got, what)
		}
		require.Equal(t, "Client", v.Billed.Detail.Name)
		require.Equal(t, operation.AccountError, v.Account, "that somebody cannot sign in is no contact")
		require.Nil(t, v.Invited)
	}
}

// TestOnlyAccountsOfParticipantsAreAttached: an organizer's account, or nobody's, is none.
func TestOnlyAccountsOfParticipantsAreAttached(t *testing.T) {
	t.Parallel()
	w, _ := newInvitingWorld(t)
	o := w.operation(t, "A", dso.Fake)
	for _, role := range []policy.Role{policy.RoleOrganizer, policy.RoleObserver, policy.RoleAdmin} {
		w.user(t, role, string(role)+"@ex.org", true)
	}
	for _, address := range []string{"organizer@ex.org", "observer@ex.org", "admin@ex.org", "nobody@ex.org", "no address"} {
		in := consumer(o.ID, prm, day("2026-01-01"), nil)
		in.UserEmail = address
		_, err := w.s.Create(t.Context(), admin, in)
		require.ErrorIs(t, err, participant.ErrEmailNotFound, address)
	}
	roster, err := w.s.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Empty(t, roster)
}

// TestAnInvitationIsAnsweredByItsHolderOnly: an organizer proposes a site, and learns nothing of
// who has an account; only the participant at the address sees, accepts or declines it, once.
func TestAnInvitationIsAnsweredByItsHolderOnly(t *testing.T) {
	t.Parallel()
	w, l := newInvitingWorld(t)
	o := w.operation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.user(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	holder, other := w.user(t, policy.RoleParticipant, "p@ex.org", true), w.user(t, policy.RoleParticipant, "x@ex.org", true)
	propose := func(number, address string) participant.View {
		t.Helper()
		in := consumer(o.ID, number, day("2026-01-01"), nil)
		in.UserEmail = address
		v, err := w.s.Create(t.Context(), organizer, in)
		require.NoError(t, err)
		require.True(t, v.UserID.IsZero(), "not before its holder agrees")
		require.Equal(t, participant.InvitationPending, v.Invited.Status)
		return v
	}
	site, away := propose(prm, "P@ex.org"), propose("99100000000018", "nobody@ex.org")
	require.Len(t, l.invited, 2, "whether or not there is such an account")
	propose("99100000000019", "o@ex.org")

	require.NoError(t, w.s.SendInvitation(t.Context(), site.Invited.ID))
	require.NoError(t, w.s.SendInvitation(t.Context(), away.Invited.ID))
	require.NoError(t, w.s.SendInvitation(t.Context(), id.New()))
	require.Equal(t, []string{"p@ex.org A Site " + prm}, l.sent)
	l.fails = mail.ErrRejected
	require.NoError(t, w.s.SendInvitation(t.Context(), site.Invited.ID), "refused for good: not tried again")
	l.fails = mail.ErrUnavailable
	require.ErrorIs(t, w.s.SendInvitation(t.Context(), site.Invited.ID), mail.ErrUnavailable)
	l.fails = nil

	proposed, err := w.s.Invited(t.Context(), holder, holder.UserID)
	require.NoError(t, err)
	require.Len(t, proposed, 1)
	require.Equal(t, "Site "+prm, proposed[0].SiteName)
	none, err := w.s.Invited(t.Context(), organizer, organizer.UserID)
	require.NoError(t, err)
	require.Empty(t, none, "sites are proposed to participants")
	_, err = w.s.Invited(t.Context(), other, holder.UserID)
	require.Equal(t, "notFound", fault.KeyOf(err))

	accept := func(p policy.Principal, i id.ID) error { return w.s.AcceptInvitation(t.Context(), p, p.UserID, i) }
	require.ErrorIs(t, accept(other, site.Invited.ID), participant.ErrInvitationNotFound)
	require.ErrorIs(t, accept(organizer, site.Invited.ID), participant.ErrInvitationNotFound)
	require.Equal(t, "notFound", fault.KeyOf(w.s.AcceptInvitation(t.Context(), other, holder.UserID, site.Invited.ID)))
	require.ErrorIs(t, w.s.DeclineInvitation(t.Context(), other, other.UserID, site.Invited.ID), participant.ErrInvitationNotFound)
	require.NoError(t, accept(holder, site.Invited.ID))
	require.ErrorIs(t, accept(holder, site.Invited.ID), participant.ErrInvitationNotFound, "once")
	got, err := w.s.ByID(t.Context(), site.ID)
	require.NoError(t, err)
	require.Equal(t, holder.UserID, got.UserID)

	second := propose("99100000000020", "p@ex.org")
	require.NoError(t, w.s.DeclineInvitation(t.Context(), holder, holder.UserID, second.Invited.ID))
	v, err := w.s.Get(t.Context(), organizer, second.ID)
	require.NoError(t, err)
	require.Equal(t, participant.InvitationDeclined, v.Invited.Status)
	require.ErrorIs(t, accept(holder, second.Invited.ID), participant.ErrInvitationNotFound)
}

// TestResendMail sends what a site waits for, and says so where it waits for nothing.
func TestResendMail(t *testing.T) {
	t.Parallel()
	w, l := newInvitingWorld(t)
	o := w.operation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: w.user(t, policy.RoleOrganizer, "o@ex.org", true).UserID, Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	holder := w.user(t, policy.RoleParticipant, "p@ex.org", false)
	in := consumer(o.ID, prm, day("2026-01-01"), nil)
	in.UserEmail = "p@ex.org"
	attached := w.create(t, in)
	require.NoError(t, w.s.ResendMail(t.Context(), organizer, attached.ID))
	require.Equal(t, []id.ID{holder.UserID}, l.activated)

	alone := w.create(t, consumer(o.ID, "99100000000018", day("2026-01-01"), nil))
	require.ErrorIs(t, w.s.ResendMail(t.Context(), organizer, alone.ID), participant.ErrNoMail)
	_, err := w.s.Update(t.Context(), organizer, participant.UpdateInput{ParticipantID: alone.ID, UserEmail: participant.Set("later@ex.org")})
	require.NoError(t, err)
	before := len(l.invited)
	require.NoError(t, w.s.ResendMail(t.Context(), organizer, alone.ID))
	require.Len(t, l.invited, before+1)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	require.Error(t, w.s.ResendMail(t.Context(), observer, alone.ID))
	require.Len(t, l.invited, before+1)
}
