// Package oidctest is an identity provider for tests: it knows one person, and says of them what a
// test tells it to.
package oidctest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
)

// ClientID and ClientSecret are who may ask.
const (
	ClientID     = "pmo"
	ClientSecret = "known-to-both"
)

// Provider is the identity provider.
type Provider struct {
	*httptest.Server
	t   testing.TB
	now func() time.Time
	key *rsa.PrivateKey

	mu     sync.Mutex
	issued map[string]issued
	claims map[string]any
	signer *rsa.PrivateKey
}

// issued is what a code stands for.
type issued struct{ nonce, challenge, redirect string }

// New starts one.
func New(t testing.TB, now func() time.Time) *Provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	p := &Provider{t: t, now: now, key: key, signer: key, issued: map[string]issued{}, claims: map[string]any{}}
	mux := http.NewServeMux()
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		p.reply(w, http.StatusOK, map[string]any{"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
			"jwks_uri": p.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		p.reply(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &key.PublicKey, KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
	})
	mux.HandleFunc("POST /token", p.token)
	return p
}

func (p *Provider) reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// Say sets what the next tokens say, over what they say by themselves.
func (p *Provider) Say(claims map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claims = claims
}

// SignWithAnotherKey makes the next tokens somebody else's.
func (p *Provider) SignWithAnotherKey() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(p.t, err)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.signer = key
}

// Enter is the person who follows the address and says yes: it answers the state and the code that
// the browser is sent back with.
func (p *Provider) Enter(address string) (state, code string) {
	p.t.Helper()
	u, err := url.Parse(address)
	require.NoError(p.t, err)
	q := u.Query()
	require.Equal(p.t, p.URL+"/authorize", u.Scheme+"://"+u.Host+u.Path)
	require.Equal(p.t, []string{ClientID, "code", "S256"}, []string{q.Get("client_id"), q.Get("response_type"), q.Get("code_challenge_method")})
	require.Contains(p.t, q.Get("scope"), "openid")
	require.NotEmpty(p.t, q.Get("nonce"))
	p.mu.Lock()
	defer p.mu.Unlock()
	code = "code-" + rand.Text()
	p.issued[code] = issued{q.Get("nonce"), q.Get("code_challenge"), q.Get("redirect_uri")}
	return q.Get("state"), code
}

// token gives a token for a code, once, to who holds the verifier of its challenge.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	id, secret, ok := r.BasicAuth()
	if !ok {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	known, ok := p.issued[r.FormValue("code")]
	delete(p.issued, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if id != ClientID || secret != ClientSecret || !ok || known.redirect != r.FormValue("redirect_uri") || known.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		p.reply(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	claims := map[string]any{"iss": p.URL, "aud": ClientID, "sub": "s1", "iat": p.now().Unix(), "exp": p.now().Add(time.Hour).Unix(), "nonce": known.nonce}
	for name, value := range p.claims {
		claims[name] = value
	}
	body, err := json.Marshal(claims)
	require.NoError(p.t, err)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: p.signer}, (&jose.SignerOptions{}).WithHeader("kid", "k"))
	require.NoError(p.t, err)
	signed, err := signer.Sign(body)
	require.NoError(p.t, err)
	text, err := signed.CompactSerialize()
	require.NoError(p.t, err)
	p.reply(w, http.StatusOK, map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": text})
}
