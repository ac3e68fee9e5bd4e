package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

func TestStrangersAtAnAddressKeepNobodyOut(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{"o@exemple.fr", "new@exemple.fr", "third@exemple.fr"} {
		w.user(policy.RoleOrganizer, email)
	}
	from := func(device, email, password string) (account.Login, error) {
		return w.Login(t.Context(), account.LoginInput{Email: email, Password: password, Address: "192.0.2.1", Device: device})
	}
	first, err := from("", "o@exemple.fr", secret)
	require.NoError(t, err)
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
		again, err := from(first.Device, "o@exemple.fr", secret) // it has signed in on this device before
		require.NoError(t, err)
		require.Equal(t, first.Device, again.Device)
		// Another account has not, there, nor has this one on another device.
		_, err = from(first.Device, "new@exemple.fr", secret)
		requireKey(t, "login.throttled", err)
		_, err = from(strings.Repeat("x", len(first.Device)), "o@exemple.fr", secret)
		requireKey(t, "login.throttled", err)
	}
	require.Equal(t, keys, w.count("select count(*) from login_failures"), "who is refused by address leaves nothing behind")
	// When the pause is over each good sign-in goes through: none begins another pause.
	w.later(30 * time.Second)
	second, err := from("", "new@exemple.fr", secret)
	require.NoError(t, err)
	w.signedIn("third@exemple.fr", secret)

	// Being known gives no free guesses at the account.
	for range 5 {
		_, err := from(first.Device, "o@exemple.fr", "faux")
		requireKey(t, "login.invalid", err)
	}
	_, err = from(first.Device, "o@exemple.fr", secret)
	requireKey(t, "login.throttled", err)
	// Nor does who guesses from elsewhere keep its owner out.
	for range 6 {
		_, _ = w.Login(t.Context(), account.LoginInput{Email: "new@exemple.fr", Password: "faux", Address: "198.51.100.9"})
	}
	_, err = from(second.Device, "new@exemple.fr", secret)
	require.NoError(t, err)

	require.Equal(t, 3, w.count("select count(*) from login_devices"))
	require.Zero(t, w.count("select count(*) from login_devices where key like '%exemple%' or key like $1", "%"+first.Device+"%"), "hashes only")
	w.later(91 * 24 * time.Hour)
	require.NoError(t, w.Sweep(t.Context()))
	require.Zero(t, w.count("select count(*) from login_devices"))
}

// Whoever does not hold the device reads the same of the name of an account as of nobody's,
// try by try, also where the account has signed in from the same address.
func TestAThrottleTellsNobodyWhoHasAnAccount(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	w.signedIn("o@exemple.fr", secret)
	told := func(err error) string {
		f := fault.From(err)
		return fmt.Sprint(f.Key, f.Params)
	}
	at := func(address, email string) error {
		_, err := w.Login(t.Context(), account.LoginInput{Email: email, Password: "faux", Address: address})
		return err
	}
	for i := range 40 {
		known, unknown := at("192.0.2.1", "o@exemple.fr"), at("192.0.2.2", "nobody@exemple.fr")
		require.Equal(t, told(unknown), told(known), "try %d", i)
		w.later(7 * time.Second)
	}
	// Nor does the address, once it has to wait.
	for i := range 25 {
		_, _ = w.login(fmt.Sprintf("u%d@exemple.fr", i), "faux")
	}
	_, known := w.login("o@exemple.fr", "faux")
	_, unknown := w.login("nobody2@exemple.fr", "faux")
	require.Equal(t, "login.throttled", fault.KeyOf(known))
	require.Equal(t, told(unknown), told(known))
}
