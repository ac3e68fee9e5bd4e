package oidc_test

import (
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/oidc"
	"github.com/openpmo/pmo/adapters/oidc/oidctest"
	"github.com/openpmo/pmo/core/account/provider"
	"github.com/openpmo/pmo/core/fault"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const verifier = "0123456789012345678901234567890123456789012"

func settings(issuer string) oidc.Settings {
	return oidc.Settings{Issuer: issuer, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, Scopes: []string{"email"},
		RedirectURL: "https://pmo.example/login/provider", Now: func() time.Time { return noon }}
}

// challenge is that of RFC 7636.
func challenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// TestWhoTheProviderSaysSomebodyIs: an identity is what a token says that is the provider's own,
// made for us, not over, and with the nonce of this sign-in.
func TestWhoTheProviderSaysSomebodyIs(t *testing.T) {
	t.Parallel()
	server := oidctest.New(t, func() time.Time { return noon })
	p, err := oidc.New(settings(server.URL))
	require.NoError(t, err)
	enter := func() (state, code string) {
		address, err := p.Address(t.Context(), "the-state", "the-nonce", challenge(verifier))
		require.NoError(t, err)
		return server.Enter(address)
	}
	identify := func(code string) (provider.Identity, string) {
		identity, err := p.Identify(t.Context(), code, "the-nonce", verifier)
		if err == nil {
			return identity, ""
		}
		return identity, fault.KeyOf(err)
	}
	for name, c := range map[string]struct {
		says map[string]any
		want provider.Identity
		key  string
	}{
		"verified":              {map[string]any{"email": "a@ex.org", "email_verified": true}, provider.Identity{Email: "a@ex.org", EmailVerified: true}, ""},
		"verified as text":      {map[string]any{"email": "a@ex.org", "email_verified": "true"}, provider.Identity{Email: "a@ex.org", EmailVerified: true}, ""},
		"not verified":          {map[string]any{"email": "a@ex.org", "email_verified": false}, provider.Identity{Email: "a@ex.org"}, ""},
		"nothing said of it":    {map[string]any{"email": "a@ex.org"}, provider.Identity{Email: "a@ex.org"}, ""},
		"a word that is no yes": {map[string]any{"email": "a@ex.org", "email_verified": "yes"}, provider.Identity{Email: "a@ex.org"}, ""},
		"several factors":       {map[string]any{"email": "a@ex.org", "email_verified": true, "amr": []string{"pwd", "mfa"}}, provider.Identity{Email: "a@ex.org", EmailVerified: true, SeveralFactors: true}, ""},
		"a password alone":      {map[string]any{"email": "a@ex.org", "email_verified": true, "amr": []string{"pwd"}}, provider.Identity{Email: "a@ex.org", EmailVerified: true}, ""},
		"another nonce":         {map[string]any{"nonce": "of-before"}, provider.Identity{}, "provider.answerInvalid"},
		"over":                  {map[string]any{"exp": noon.Add(-time.Minute).Unix()}, provider.Identity{}, "provider.answerInvalid"},
		"for another":           {map[string]any{"aud": "somebody-else"}, provider.Identity{}, "provider.answerInvalid"},
		"of another":            {map[string]any{"iss": "https://elsewhere.example"}, provider.Identity{}, "provider.answerInvalid"},
	} {
		server.Say(c.says)
		state, code := enter()
		require.Equal(t, "the-state", state)
		got, key := identify(code)
		require.Equal(t, c.key, key, name)
		require.Equal(t, c.want, got, name)
	}
	server.Say(map[string]any{"email": "a@ex.org", "email_verified": true})
	_, code := enter()
	_, key := identify(code)
	require.Empty(t, key)
	_, key = identify(code)
	require.Equal(t, "provider.answerInvalid", key, "a code is good once")
	_, code = enter()
	_, err = p.Identify(t.Context(), code, "the-nonce", verifier+"x")
	require.Equal(t, "provider.answerInvalid", fault.KeyOf(err), "the verifier of another sign-in")
	server.SignWithAnotherKey()
	_, code = enter()
	_, key = identify(code)
	require.Equal(t, "provider.answerInvalid", key, "signed by nobody we know")
}

// TestAProviderThatIsAway: it keeps nothing from starting, and is asked again when it is back.
func TestAProviderThatIsAway(t *testing.T) {
	t.Parallel()
	away, err := oidc.New(settings("http://127.0.0.1:1"))
	require.NoError(t, err)
	_, err = away.Address(t.Context(), "s", "n", "c")
	require.Equal(t, "provider.unavailable", fault.KeyOf(err))
	server := oidctest.New(t, func() time.Time { return noon })
	p, err := oidc.New(settings(server.URL))
	require.NoError(t, err)
	address, err := p.Address(t.Context(), "s", "n", challenge(verifier))
	require.NoError(t, err)
	_, code := server.Enter(address)
	server.Close()
	_, err = p.Identify(t.Context(), code, "n", verifier)
	require.Equal(t, "provider.unavailable", fault.KeyOf(err))
}

// TestAnAddressOfAProviderIsHTTPS.
func TestAnAddressOfAProviderIsHTTPS(t *testing.T) {
	t.Parallel()
	for _, issuer := range []string{"", "provider", "http://provider.example", "ftp://provider.example"} {
		_, err := oidc.New(settings(issuer))
		require.Error(t, err, issuer)
	}
	s := settings("https://provider.example")
	s.ClientID = ""
	_, err := oidc.New(s)
	require.Error(t, err)
}
