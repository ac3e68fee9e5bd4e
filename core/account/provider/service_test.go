package provider_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/provider"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// door is a provider that says what it is told to, and the accounts of an installation.
type door struct {
	*provider.Service
	says   provider.Identity
	fails  error
	people []account.User
	now    time.Time
	asked  []string // state, nonce, challenge
	codes  []string // nonce and verifier of each
	let    []string // address, code of the second factor, whether factors were vouched for
}

func (d *door) Address(_ context.Context, state, nonce, challenge string) (string, error) {
	d.asked = []string{state, nonce, challenge}
	return "https://provider.example/?state=" + state, d.fails
}

func (d *door) Identify(_ context.Context, code, nonce, verifier string) (provider.Identity, error) {
	d.codes = []string{code, nonce, verifier}
	return d.says, d.fails
}

func (d *door) ByID(_ context.Context, userID id.ID) (account.User, error) {
	for _, u := range d.people {
		if u.ID == userID {
			return u, nil
		}
	}
	return account.User{}, account.ErrNotFound
}

func (d *door) ByEmail(_ context.Context, email party.Email) (account.User, error) {
	for _, u := range d.people {
		if u.Email == email {
			return u, nil
		}
	}
	return account.User{}, account.ErrNotFound
}

// LetIn wants the code 123456 of who is called after it.
func (d *door) LetIn(_ context.Context, u account.User, in account.LoginInput, factors bool) (account.Login, error) {
	d.let = []string{string(u.Email), in.Code}
	if strings.HasPrefix(string(u.Email), "second") && !factors {
		switch in.Code {
		case "":
			return account.Login{}, account.ErrCodeRequired
		case "123456":
		default:
			return account.Login{}, account.ErrCode
		}
	}
	return account.Login{Secret: "session of " + string(u.Email), Role: u.Role}, nil
}

func newDoor(t *testing.T, trust bool) *door {
	t.Helper()
	sealer, err := seal.New([]byte(strings.Repeat("k", 32)), "test")
	require.NoError(t, err)
	d := &door{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	for _, u := range []account.User{{Email: "o@ex.org", Role: policy.RoleOrganizer, Active: true, Initialized: true}, {Email: "blocked@ex.org", Initialized: true},
		{Email: "fresh@ex.org", Active: true}, {Email: "second@ex.org", Role: policy.RoleAdmin, Active: true, Initialized: true}} {
		u.ID = id.New()
		d.people = append(d.people, u)
	}
	d.Service = provider.New(provider.Deps{Provider: d, Accounts: d, Sealer: sealer, Now: func() time.Time { return d.now }, TrustFactors: trust})
	return d
}

// back is somebody who comes back from the provider that says who they are.
func (d *door) back(t *testing.T, redirect string, says provider.Identity) (provider.End, error) {
	t.Helper()
	begun, err := d.Begin(t.Context(), redirect)
	require.NoError(t, err)
	d.says = says
	return d.Finish(t.Context(), provider.Return{Attempt: begun.Attempt, State: d.asked[0], Code: "c"})
}

// TestWhoIsLetIn: the active account with the address that the provider has verified, and nobody else.
func TestWhoIsLetIn(t *testing.T) {
	t.Parallel()
	d := newDoor(t, false)
	end, err := d.back(t, "/pmo/account", provider.Identity{Email: "O@ex.org", EmailVerified: true})
	require.NoError(t, err)
	require.Equal(t, provider.End{Login: account.Login{Secret: "session of o@ex.org", Role: policy.RoleOrganizer}, Redirect: "/pmo/account"}, end)
	require.Equal(t, d.asked[1], d.codes[1], "the nonce of this sign-in")
	require.NotContains(t, d.asked, d.codes[2], "the provider is told of the verifier by its hash only")
	for key, says := range map[string]provider.Identity{
		"provider.emailUnverified": {Email: "o@ex.org"},
		"provider.noAccount":       {Email: "nobody@ex.org", EmailVerified: true},
		"provider.activationDue":   {Email: "fresh@ex.org", EmailVerified: true},
	} {
		_, err := d.back(t, "", says)
		require.Equal(t, key, fault.KeyOf(err))
	}
	_, err = d.back(t, "", provider.Identity{Email: "blocked@ex.org", EmailVerified: true})
	require.ErrorIs(t, err, provider.ErrNoAccount, "a blocked account reads as none")
	_, err = d.back(t, "", provider.Identity{EmailVerified: true})
	require.ErrorIs(t, err, provider.ErrEmailUnverified)
	for _, elsewhere := range []string{"https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "pmo", "/" + strings.Repeat("x", 2000)} {
		end, err := d.back(t, elsewhere, provider.Identity{Email: "o@ex.org", EmailVerified: true})
		require.NoError(t, err)
		require.Empty(t, end.Redirect, elsewhere)
	}
}

// TestAReturnBelongsToItsBeginning: of another browser, changed, over, or of another state it is none.
func TestAReturnBelongsToItsBeginning(t *testing.T) {
	t.Parallel()
	d := newDoor(t, false)
	d.says = provider.Identity{Email: "o@ex.org", EmailVerified: true}
	begun, err := d.Begin(t.Context(), "")
	require.NoError(t, err)
	state := d.asked[0]
	finish := func(attempt, state string) error {
		_, err := d.Finish(t.Context(), provider.Return{Attempt: attempt, State: state, Code: "c"})
		return err
	}
	require.ErrorIs(t, finish(begun.Attempt, "another"), provider.ErrAttempt)
	require.ErrorIs(t, finish(begun.Attempt, ""), provider.ErrAttempt)
	require.ErrorIs(t, finish("", state), provider.ErrAttempt)
	require.ErrorIs(t, finish(begun.Attempt[:len(begun.Attempt)-2]+"AA", state), provider.ErrAttempt)
	other, err := d.Begin(t.Context(), "")
	require.NoError(t, err)
	require.ErrorIs(t, finish(other.Attempt, state), provider.ErrAttempt)
	d.now = d.now.Add(provider.AttemptLife - time.Second)
	require.NoError(t, finish(begun.Attempt, state))
	d.now = d.now.Add(time.Second)
	require.ErrorIs(t, finish(begun.Attempt, state), provider.ErrAttempt)
	off := provider.New(provider.Deps{Now: time.Now})
	_, err = off.Begin(t.Context(), "")
	require.ErrorIs(t, err, provider.ErrOff)
	_, err = off.Finish(t.Context(), provider.Return{})
	require.ErrorIs(t, err, provider.ErrOff)
	_, err = off.FinishWithCode(t.Context(), provider.Return{})
	require.ErrorIs(t, err, provider.ErrOff)
}

// TestTheSecondFactorStandsForItself: its code is asked for after the provider too, unless the
// installation trusts the provider's several factors.
func TestTheSecondFactorStandsForItself(t *testing.T) {
	t.Parallel()
	d := newDoor(t, false)
	end, err := d.back(t, "/pmo", provider.Identity{Email: "second@ex.org", EmailVerified: true, SeveralFactors: true})
	require.NoError(t, err)
	require.True(t, end.CodeRequired)
	require.Empty(t, end.Login)
	_, err = d.Finish(t.Context(), provider.Return{Attempt: end.Attempt, State: "", Code: "c"})
	require.ErrorIs(t, err, provider.ErrAttempt, "what asks for a code is no beginning")
	_, err = d.FinishWithCode(t.Context(), provider.Return{Attempt: end.Attempt, Code: "000000"})
	require.ErrorIs(t, err, account.ErrCode)
	done, err := d.FinishWithCode(t.Context(), provider.Return{Attempt: end.Attempt, Code: "123456"})
	require.NoError(t, err)
	require.Equal(t, []string{"session of second@ex.org", "/pmo"}, []string{done.Login.Secret, done.Redirect})
	begun, err := d.Begin(t.Context(), "")
	require.NoError(t, err)
	_, err = d.FinishWithCode(t.Context(), provider.Return{Attempt: begun.Attempt, Code: "123456"})
	require.ErrorIs(t, err, provider.ErrAttempt, "nobody has said who it is")
	d.people[3].Active = false
	_, err = d.FinishWithCode(t.Context(), provider.Return{Attempt: end.Attempt, Code: "123456"})
	require.ErrorIs(t, err, provider.ErrNoAccount, "blocked meanwhile")

	trusting := newDoor(t, true)
	end, err = trusting.back(t, "", provider.Identity{Email: "second@ex.org", EmailVerified: true, SeveralFactors: true})
	require.NoError(t, err)
	require.False(t, end.CodeRequired)
	end, err = trusting.back(t, "", provider.Identity{Email: "second@ex.org", EmailVerified: true})
	require.NoError(t, err)
	require.True(t, end.CodeRequired, "one factor of the provider is one")
}
