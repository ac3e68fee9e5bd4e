package account_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/policy"
)

// letterbox queues the mails of accounts and keeps their secrets.
type letterbox struct {
	queued    []id.ID
	forgotten []id.ID
	moving    []id.ID  // to another address
	told      []string // present addresses, of the other
	secrets   []string
	to        []string
	fails     error
}

func (l *letterbox) PasswordMail(_ context.Context, userID id.ID) error {
	l.forgotten = append(l.forgotten, userID)
	return nil
}

func (l *letterbox) SendPasswordReset(ctx context.Context, u account.User, secret string) error {
	return l.SendActivation(ctx, u, secret)
}

func (l *letterbox) EmailMails(_ context.Context, userID id.ID) error {
	l.moving = append(l.moving, userID)
	return nil
}

func (l *letterbox) SendEmailConfirmation(ctx context.Context, u account.User, secret string) error {
	u.Email = u.NewEmail
	return l.SendActivation(ctx, u, secret)
}

func (l *letterbox) SendEmailNotice(_ context.Context, u account.User) error {
	l.told = append(l.told, string(u.Email)+" of "+string(u.NewEmail))
	return l.fails
}

func (l *letterbox) ActivationMail(_ context.Context, userID id.ID) error {
	l.queued = append(l.queued, userID)
	return nil
}

func (l *letterbox) SendActivation(_ context.Context, u account.User, secret string) error {
	if l.fails == nil {
		l.to = append(l.to, string(u.Email))
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
		Guard: policy.Guard{Decider: decider}, Tx: w.db, Stores: accountstore.Stores(w.db), Now: func() time.Time { return time.Unix(w.now.Load(), 0).UTC() },
		Hasher: hasher, Queue: box, Mail: box,
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
	w.later(60 * 24 * time.Hour)
	require.NoError(t, w.Sweep(t.Context()))
	require.Equal(t, 1, w.count("select count(*) from account_links"), "its holder can have another one sent")
	w.later(time.Second)
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
	require.Zero(t, w.count("select count(*) from account_links"), "a link that reached nobody is forgotten")
	box.fails = mail.ErrUnavailable
	for range 3 {
		require.ErrorIs(t, w.SendActivation(t.Context(), u.ID), mail.ErrUnavailable, "tried again")
	}
	require.Equal(t, 1, w.count("select count(*) from users where activation_error = 'mail.unavailable'"), "and said meanwhile")
	require.Equal(t, 2, w.count("select count(*) from audit_entries where object_id = $1 and details ? 'activationError'", u.ID), "one line a reason")
	require.NoError(t, w.GiveUpActivation(t.Context(), u.ID))
	require.Equal(t, 1, w.count("select count(*) from users where activation_error = 'mail.givenUp'"))
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

func TestALinkEndsWithItsAddress(t *testing.T) {
	w, box := newLinkWorld(t)
	admin := w.user(policy.RoleAdmin, "a@exemple.fr")
	who := policy.Principal{UserID: admin.ID, Role: policy.RoleAdmin}
	change := func(userID id.ID, email string) {
		t.Helper()
		_, err := w.UpdateUser(t.Context(), who, account.UpdateUserInput{UserID: userID, Email: &email})
		require.NoError(t, err)
	}
	u := w.invited(box, "stranger@exemple.fr")
	change(u.ID, "o@exemple.fr")
	require.Equal(t, u.ID, box.queued[1], "the right address is written to")
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	// One that was on its way when the address was corrected is bound to the old one too.
	_, err := w.db.Pool().Exec(t.Context(), "update account_links set used_at = null")
	require.NoError(t, err)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	require.NoError(t, w.SendActivation(t.Context(), u.ID))
	require.Equal(t, []string{"stranger@exemple.fr", "o@exemple.fr"}, box.to)
	// Back at the first address the first link is still over.
	change(u.ID, "stranger@exemple.fr")
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[1], chosen))
	change(u.ID, "o@exemple.fr")
	require.NoError(t, w.SendActivation(t.Context(), u.ID))
	require.NoError(t, w.activate(box.secrets[2], chosen))
	// So it is with the link of a forgotten password.
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	change(u.ID, "o2@exemple.fr")
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[3], "encore une autre phrase"))
}

func TestAForgottenPasswordIsReplaced(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.invited(box, "o@exemple.fr")
	require.NoError(t, w.activate(box.secrets[0], chosen))
	w.settled()
	session := w.signedIn("o@exemple.fr", chosen)
	who := session.Principal
	token, err := w.CreateToken(t.Context(), who, account.CreateTokenInput{Name: "n"})
	require.NoError(t, err)
	forget := func(email string) error {
		return w.ForgetPassword(t.Context(), account.ForgottenInput{Email: email, Address: "192.0.2.9"})
	}
	require.NoError(t, forget(" O@exemple.fr"))
	require.Equal(t, []id.ID{u.ID}, box.forgotten)
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	_, err = w.login("o@exemple.fr", chosen)
	require.NoError(t, err, "the old one holds until the link is used")
	for range 5 {
		_, _ = w.login("o@exemple.fr", "faux")
	}
	requireKey(t, "password.tooShort", w.activate(box.secrets[1], "court"))
	const other = "encore une autre phrase"
	require.NoError(t, w.activate(box.secrets[1], other))
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[1], chosen))
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[2], chosen))
	require.Equal(t, 1, w.count("select count(*) from sessions where user_id = $1", u.ID), "that of the link alone")
	_, err = w.ByToken(t.Context(), token.Secret)
	requireKey(t, "token.invalid", err)
	_, err = w.login("o@exemple.fr", chosen)
	requireKey(t, "login.invalid", err)
	_, err = w.login("o@exemple.fr", other)
	require.NoError(t, err, "guesses at the old one keep nobody out")
	// A link holds for two hours, and not for who was blocked meanwhile.
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	w.later(account.ResetLife)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[3], chosen))
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	admin := w.user(policy.RoleAdmin, "a@exemple.fr")
	off := false
	_, err = w.UpdateUser(t.Context(), policy.Principal{UserID: admin.ID, Role: policy.RoleAdmin}, account.UpdateUserInput{UserID: u.ID, Active: &off})
	require.NoError(t, err)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[4], chosen))
	sent := len(box.secrets)
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	require.NoError(t, w.SendPasswordReset(t.Context(), id.New()))
	require.NoError(t, w.SendPasswordReset(t.Context(), ""))
	require.Len(t, box.secrets, sent, "nobody is told who is blocked or gone")
	// Who has no password yet is sent the first link again.
	fresh := w.invited(box, "b@exemple.fr")
	require.NoError(t, w.SendPasswordReset(t.Context(), fresh.ID))
	require.NoError(t, w.activate(box.secrets[len(box.secrets)-1], chosen))
}

func TestForgettingAPasswordTellsNothing(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.user(policy.RoleOrganizer, "o@exemple.fr")
	ask := func(email, address string) string {
		err := w.ForgetPassword(t.Context(), account.ForgottenInput{Email: email, Address: address})
		if err == nil {
			return "sent"
		}
		return err.Error()
	}
	for i := range 4 {
		known, unknown := ask("o@exemple.fr", "192.0.2.1"), ask("nobody@exemple.fr", "192.0.2.2")
		require.Equal(t, known, unknown, "try %d", i)
		w.later(20 * time.Second)
	}
	require.Equal(t, []id.ID{u.ID, ""}, box.forgotten[:2], "as much is written for nobody")
	require.Len(t, box.forgotten, 6, "three mails each, then a pause")
	require.Contains(t, ask("o@exemple.fr", "192.0.2.3"), "mail.throttled")
	require.Contains(t, ask("x", "192.0.2.4"), "email.invalid")
	for i := range 20 {
		require.Equal(t, "sent", ask(fmt.Sprintf("u%d@exemple.fr", i), "192.0.2.5"))
	}
	require.Contains(t, ask("o3@exemple.fr", "192.0.2.5"), "mail.throttled", "nor can one ask about many")
}

func TestAnActivationIsSentAgain(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.invited(box, "o@exemple.fr")
	admin := policy.Principal{UserID: w.user(policy.RoleAdmin, "a@exemple.fr").ID, Role: policy.RoleAdmin}
	for range 3 {
		require.NoError(t, w.ResendActivation(t.Context(), admin, u.ID))
	}
	require.Len(t, box.queued, 4)
	requireKey(t, "mail.throttled", w.ResendActivation(t.Context(), admin, u.ID))
	requireKey(t, "user.notFound", w.ResendActivation(t.Context(), admin, id.New()))
	requireKey(t, "forbidden", w.ResendActivation(t.Context(), policy.Principal{UserID: u.ID, Role: policy.RoleOrganizer}, u.ID))
	require.NoError(t, w.activate(box.secrets[0], chosen))
	w.later(time.Hour)
	requireKey(t, "user.initialized", w.ResendActivation(t.Context(), admin, u.ID))
}

// Who comes too late has another link sent by the ended one, to where that was sent and nowhere else;
// nobody reads in the answer whether one was.
func TestAnEndedLinkIsRenewed(t *testing.T) {
	w, box := newLinkWorld(t)
	renew := func(secret string) error {
		return w.Renew(t.Context(), account.RenewInput{Secret: secret, Address: "192.0.2.9"})
	}
	u := w.invited(box, "o@exemple.fr")
	w.later(account.LinkLife)
	requireKey(t, "account.linkInvalid", w.activate(box.secrets[0], chosen))
	require.NoError(t, renew("nobody's"))
	require.NoError(t, renew(box.secrets[0]))
	require.Equal(t, []id.ID{"", u.ID}, box.forgotten, "as much is written for nobody")
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	require.NoError(t, w.activate(box.secrets[1], chosen))
	require.NoError(t, renew(box.secrets[0]))
	require.NoError(t, renew(box.secrets[1]))
	require.Equal(t, []id.ID{"", u.ID, "", ""}, box.forgotten, "the account waits for nothing any more")
	other := w.invited(box, "b@exemple.fr")
	address, admin := "c@exemple.fr", w.user(policy.RoleAdmin, "a@exemple.fr")
	_, err := w.UpdateUser(t.Context(), policy.Principal{UserID: admin.ID, Role: policy.RoleAdmin}, account.UpdateUserInput{UserID: other.ID, Email: &address})
	require.NoError(t, err)
	require.NoError(t, renew(box.secrets[2]))
	require.Empty(t, box.forgotten[4], "it was sent to an address that the account has no more")
	for range 30 {
		err = renew("nobody's")
	}
	requireKey(t, "mail.throttled", err)
}
