package account_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/policy"
)

func TestStrangersAtAnAddressKeepNobodyOut(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{"o@exemple.fr", "new@exemple.fr", "third@exemple.fr"} {
		w.user(policy.RoleOrganizer, email)
	}
	w.signedIn("o@exemple.fr", secret)
	for i := range 20 {
		_, err := w.login(fmt.Sprintf("u%d@exemple.fr", i), "faux")
		requireKey(t, "login.invalid", err)
	}
	keys := w.count("select count(*) from login_failures")
	for i := range 10 {
		_, err := w.login(fmt.Sprintf("v%d@exemple.fr", i), "faux")
		requireKey(t, "login.throttled", err)
		_, err = w.login("new@exemple.fr", secret)
		requireKey(t, "login.throttled", err)
		w.signedIn("o@exemple.fr", secret) // it has signed in here before
	}
	require.Equal(t, keys, w.count("select count(*) from login_failures"), "who is refused by address leaves nothing behind")

	// When the pause is over each good sign-in goes through: none begins another pause.
	w.later(30 * time.Second)
	w.signedIn("new@exemple.fr", secret)
	w.signedIn("third@exemple.fr", secret)
	// Being known gives no free guesses at the account.
	for range 5 {
		_, err := w.login("o@exemple.fr", "faux")
		requireKey(t, "login.invalid", err)
	}
	_, err := w.login("o@exemple.fr", secret)
	requireKey(t, "login.throttled", err)
	// Nor does who guesses from elsewhere keep its owner out.
	for range 6 {
		_, _ = w.Login(t.Context(), account.LoginInput{Email: "new@exemple.fr", Password: "faux", Address: "198.51.100.9"})
	}
	w.signedIn("new@exemple.fr", secret)

	require.Equal(t, 3, w.count("select count(*) from login_addresses"))
	require.Zero(t, w.count("select count(*) from login_addresses where key like '%exemple%' or key like '%192%'"), "hashes only")
	w.later(91 * 24 * time.Hour)
	require.NoError(t, w.Sweep(t.Context()))
	require.Zero(t, w.count("select count(*) from login_addresses"))
}
