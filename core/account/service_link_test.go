package account_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/policy"
)

// letterbox queues activation mails and keeps their secrets.
type letterbox struct {
	queued  []id.ID
	secrets []string
	fails   error
}

func (l *letterbox) ActivationMail(_ context.Context, userID id.ID) error {
	l.queued = append(l.queued, userID)
	return nil
}

func (l *letterbox) SendActivation(_ context.Context, _ account.User, secret string) error {
	if l.fails == nil {
		l.secrets = append(l.secrets, secret)
	}
	return l.fails
}

// newLinkWorld is a world with one-time links.
func newLinkWorld(t *testing.T) (world, *letterbox) {
	w, box := newWorld(t), &letterbox{}
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	hasher, err := password.New(password.Cheap)
	require.NoError(t, err)
	w.Service = account.New(account.Deps{
		Guard: policy.Guard{Decider: decider}, Tx: w.db, Now: func() time.Time { return time.Unix(w.now.Load(), 0).UTC() },
		Users: postgres.NewUsers(w.db), Sessions: postgres.NewSessions(w.db), Tokens: postgres.NewTokens(w.db),
		Terms: postgres.NewTermsVersions(w.db), Attempts: postgres.NewLoginAttempts(w.db), Principals: postgres.NewPrincipals(w.db),
		Memberships: postgres.NewMemberships(w.db), Hasher: hasher, Links: postgres.NewAccountLinks(w.db), Queue: box, Mail: box,
	})
	return w, box
}

const chosen = "une autre phrase"

func (w world) activate(secret, password string) error {
	_, err := w.Activate(w.t.Context(), account.ActivateInput{Secret: secret, Password: password, Address: "192.0.2.9"})
	return err
}

// invited is somebody whose account was opened with a mail.
func (w world) invited(box *letterbox, email string) account.User {
	w.t.Helper()
	c, err := w.CreateUser(w.t.Context(), account.System, account.CreateUserInput{Email: email, Role: policy.RoleOrganizer, Invite: true})
	require.NoError(w.t, err)
	require.Equal(w.t, c.ID, box.queued[len(box.queued)-1])
	require.NoError(w.t, w.SendActivation(w.t.Context(), c.ID))
	return c.User
}

func TestALinkHoldsOnce(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.invited(box, "o@exemple.fr")
	require.NoError(t, w.SendActivation(t.Context(), u.ID), "a job that runs twice")
	require.Len(t, box.secrets, 2)
	require.Zero(t, w.count("select count(*) from account_links where encode(id, 'escape') = $1", box.secrets[0]), "only a hash is kept")

	requireKey(t, "account.linkInvalid", w.activate("x", chosen))
	requireKey(t, "password.tooShort", w.activate(box.secrets[0], "court"))
	requireKey(t, "password.isEmail", w.activate(box.secrets[0], "o@exemple.fr"))
	require.NoError(t, w.activate(box.secrets[0], chosen), "a refused password left it alone")
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[1], chosen))
	_, err := w.login("o@exemple.fr", chosen)
	require.NoError(t, err)
	require.Equal(t, 1, w.count("select count(*) from users where initialized"))
	require.Len(t, box.queued, 1)
	require.NoError(t, w.SendActivation(t.Context(), u.ID))
	require.Len(t, box.secrets, 2, "nobody is written to who has a password")
}

func TestALinkOpensASession(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.invited(box, "o@exemple.fr")
	login, err := w.Activate(t.Context(), account.ActivateInput{Secret: box.secrets[0], Password: chosen, Address: "192.0.2.9"})
	require.NoError(t, err)
	require.Equal(t, policy.RoleOrganizer, login.Role)
	c, err := w.BySession(t.Context(), login.Secret)
	require.NoError(t, err)
	require.Equal(t, u.ID, c.Principal.UserID)
}

func TestALinkEnds(t *testing.T) {
	w, box := newLinkWorld(t)
	w.invited(box, "o@exemple.fr")
	w.later(account.LinkLife)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	w.later(account.LinkLife + time.Second)
	require.NoError(t, w.Sweep(t.Context()))
	require.Zero(t, w.count("select count(*) from account_links"))

	blocked := w.invited(box, "b@exemple.fr")
	admin := w.user(policy.RoleAdmin, "a@exemple.fr")
	off := false
	_, err := w.UpdateUser(t.Context(), policy.Principal{UserID: admin.ID, Role: policy.RoleAdmin}, account.UpdateUserInput{UserID: blocked.ID, Active: &off})
	require.NoError(t, err)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[1], chosen))
}

func TestOneOfManyUsesALink(t *testing.T) {
	w, box := newLinkWorld(t)
	w.invited(box, "o@exemple.fr")
	var wg sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		wg.Go(func() { results[i] = w.activate(box.secrets[0], chosen) })
	}
	wg.Wait()
	good := 0
	for _, err := range results {
		if err == nil {
			good++
		}
	}
	require.Equal(t, 1, good, "%v", results)
}

func TestGuessingLinksIsSlowedDown(t *testing.T) {
	w, box := newLinkWorld(t)
	w.invited(box, "o@exemple.fr")
	for range 20 {
		requireKey(t, "account.linkInvalid", w.activate("guess", chosen))
	}
	requireKey(t, "login.throttled", w.activate(box.secrets[0], chosen))
}

func TestARefusedMailIsNoted(t *testing.T) {
	w, box := newLinkWorld(t)
	box.fails = mail.ErrRejected
	u := w.invited(box, "o@exemple.fr")
	require.Equal(t, 1, w.count("select count(*) from users where activation_error = 'mail.rejected'"))
	box.fails = mail.ErrUnavailable
	require.ErrorIs(t, w.SendActivation(t.Context(), u.ID), mail.ErrUnavailable, "tried again")
	box.fails = nil
	admin := w.user(policy.RoleAdmin, "a@exemple.fr")
	better := "o2@exemple.fr"
	_, err := w.UpdateUser(t.Context(), policy.Principal{UserID: admin.ID, Role: policy.RoleAdmin}, account.UpdateUserInput{UserID: u.ID, Email: &better})
	require.NoError(t, err)
	require.Len(t, box.queued, 2, "another address is written to")
	require.NoError(t, w.SendActivation(t.Context(), u.ID))
	require.Zero(t, w.count("select count(*) from users where activation_error <> ''"))
	require.Error(t, errors.Join(w.SendActivation(t.Context(), id.New())))
}

func TestTheFirstLinkOpensTheFirstAccount(t *testing.T) {
	w, _ := newLinkWorld(t)
	link, err := w.FirstAdminLink(t.Context())
	require.NoError(t, err)
	other, err := w.FirstAdminLink(t.Context())
	require.NoError(t, err)
	first := func(secret, email, password string) error {
		_, err := w.Activate(t.Context(), account.ActivateInput{Secret: secret, Email: email, Password: password, Address: "192.0.2.9"})
		return err
	}
	requireKey(t, "email.invalid", first(link, "", chosen))
	requireKey(t, "password.tooShort", first(link, "a@exemple.fr", "court"))
	require.NoError(t, first(link, "a@exemple.fr", chosen))
	requireKey(t, "user.adminExists", first(other, "b@exemple.fr", chosen))
	_, err = w.FirstAdminLink(t.Context())
	requireKey(t, "user.adminExists", err)
	require.Equal(t, 1, w.count("select count(*) from users where role = 'admin' and initialized"))
}
