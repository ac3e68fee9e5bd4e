package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/policy"
)

// TestAnotherAddressIsConfirmedByItsHolder: the password is asked for, the present address is
// told and stays until the link to the other is followed, once, while it is still asked for.
func TestAnotherAddressIsConfirmedByItsHolder(t *testing.T) {
	w, box := newLinkWorld(t)
	u := w.user(policy.RoleOrganizer, "o@exemple.fr")
	x := w.user(policy.RoleOrganizer, "x@exemple.fr")
	w.settled()
	c := w.signedIn("o@exemple.fr", secret)
	ask := func(email, password string) error {
		_, err := w.ChangeEmail(t.Context(), c.Principal, account.ChangeEmailInput{UserID: u.ID, Email: email, Password: password})
		return err
	}
	requireKey(t, "email.invalid", ask("x", secret))
	requireKey(t, "email.same", ask("O@exemple.fr", secret))
	requireKey(t, "password.wrong", ask("new@exemple.fr", "faux"))
	_, err := w.ChangeEmail(t.Context(), c.Principal, account.ChangeEmailInput{UserID: x.ID, Email: "new@exemple.fr", Password: secret})
	require.ErrorIs(t, err, policy.ErrNotFound)
	require.Empty(t, box.moving)

	send := func() string {
		t.Helper()
		require.Equal(t, u.ID, box.moving[len(box.moving)-1])
		require.NoError(t, w.SendEmailConfirmation(t.Context(), u.ID))
		require.NoError(t, w.SendEmailNotice(t.Context(), u.ID))
		return box.secrets[len(box.secrets)-1]
	}
	require.NoError(t, ask("first@exemple.fr", secret))
	first := send()
	require.Equal(t, []string{"first@exemple.fr"}, box.to)
	require.Equal(t, []string{"o@exemple.fr of first@exemple.fr"}, box.told)
	requireKey(t, "account.linkInvalid", w.activate(first, chosen)) // it opens no account
	require.NoError(t, ask("new@exemple.fr", secret))
	second := send()
	requireKey(t, "account.linkInvalid", w.ConfirmEmail(t.Context(), first, "192.0.2.9"))
	_, err = w.login("o@exemple.fr", secret)
	require.NoError(t, err, "nothing has changed yet")
	require.NoError(t, w.ConfirmEmail(t.Context(), second, "192.0.2.9"))
	requireKey(t, "account.linkInvalid", w.ConfirmEmail(t.Context(), second, "192.0.2.9"))
	_, err = w.login("o@exemple.fr", secret)
	requireKey(t, "login.invalid", err)
	_, err = w.login("new@exemple.fr", secret)
	require.NoError(t, err)

	// One that is taken back holds no more; one that another has is told to its holder alone.
	require.NoError(t, ask("x@exemple.fr", secret))
	third := send()
	requireKey(t, "user.emailUsed", w.ConfirmEmail(t.Context(), third, "192.0.2.9"))
	require.NoError(t, w.KeepEmail(t.Context(), c.Principal, u.ID))
	requireKey(t, "account.linkInvalid", w.ConfirmEmail(t.Context(), third, "192.0.2.9"))
	require.NoError(t, w.SendEmailConfirmation(t.Context(), u.ID))
	require.Len(t, box.secrets, 3, "nobody waits for it")
	requireKey(t, "mail.throttled", ask("more@exemple.fr", secret))
	require.Equal(t, 1, w.count("select count(*) from users where id = $1 and email = 'new@exemple.fr' and new_email = ''", u.ID))
	requireKey(t, "account.linkInvalid", w.ConfirmEmail(t.Context(), "x", "192.0.2.9"))
	// A link that chooses a password confirms no address.
	require.NoError(t, w.SendPasswordReset(t.Context(), u.ID))
	requireKey(t, "account.linkInvalid", w.ConfirmEmail(t.Context(), box.secrets[3], "192.0.2.9"))
}
