// Package oidc talks to the identity provider of the installation, by OpenID Connect: the
// authorization code flow with PKCE.
package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/openpmo/pmo/core/account/provider"
)

// patience is how long the provider may take for one answer.
const patience = 10 * time.Second

// Settings are who the provider is, and who we are there.
type Settings struct {
	Issuer       string
	ClientID     string
	ClientSecret string // "" = a public client, which PKCE alone protects
	Scopes       []string
	RedirectURL  string // where the browser comes back to
	Now          func() time.Time
}

// Provider is the identity provider. What it says of itself is asked for when somebody first signs
// in, and again while it does not answer: a provider that is away keeps nothing from starting.
type Provider struct {
	settings Settings
	client   *http.Client
	mu       sync.Mutex
	found    *gooidc.Provider
}

var _ provider.Provider = (*Provider)(nil)

// New makes it; an address that is none is an error at once.
func New(s Settings) (*Provider, error) {
	u, err := url.Parse(s.Issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) {
		return nil, fmt.Errorf("issuer %q is no https address", s.Issuer)
	}
	if s.ClientID == "" {
		return nil, errors.New("the client id lacks")
	}
	if !slices.Contains(s.Scopes, gooidc.ScopeOpenID) {
		s.Scopes = append([]string{gooidc.ScopeOpenID}, s.Scopes...)
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	return &Provider{settings: s, client: &http.Client{Timeout: patience}}, nil
}

func isLoopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// discovered asks the provider what it is, once.
func (p *Provider) discovered(ctx context.Context) (*gooidc.Provider, oauth2.Config, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil {
		// Keys are fetched later with the same client: it outlives the request.
		found, err := gooidc.NewProvider(gooidc.ClientContext(context.WithoutCancel(ctx), p.client), p.settings.Issuer)
		if err != nil {
			return nil, oauth2.Config{}, provider.ErrUnavailable.Because(err)
		}
		p.found = found
	}
	return p.found, oauth2.Config{ClientID: p.settings.ClientID, ClientSecret: p.settings.ClientSecret, Endpoint: p.found.Endpoint(),
		RedirectURL: p.settings.RedirectURL, Scopes: p.settings.Scopes}, nil
}

// Address is where a browser is sent to. Error: provider.unavailable.
func (p *Provider) Address(ctx context.Context, state, nonce, challenge string) (string, error) {
	_, config, err := p.discovered(ctx)
	if err != nil {
		return "", err
	}
	return config.AuthCodeURL(state, gooidc.Nonce(nonce), oauth2.SetAuthURLParam("code_challenge", challenge),
		oauth2.SetAuthURLParam("code_challenge_method", "S256")), nil
}

// claims are what is read of a token.
type claims struct {
	Email         string   `json:"email"`
	EmailVerified flag     `json:"email_verified"`
	Methods       []string `json:"amr"`
}

// flag is true, or "true" as some providers write it; anything else is false.
type flag bool

// UnmarshalJSON takes no other word for yes.
func (f *flag) UnmarshalJSON(raw []byte) error {
	*f = string(raw) == "true" || string(raw) == `"true"`
	return nil
}

// Identify turns a code into an identity. Errors: provider.answerInvalid, provider.unavailable.
func (p *Provider) Identify(ctx context.Context, code, nonce, verifier string) (provider.Identity, error) {
	found, config, err := p.discovered(ctx)
	if err != nil {
		return provider.Identity{}, err
	}
	ctx = gooidc.ClientContext(ctx, p.client)
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < http.StatusInternalServerError:
		return provider.Identity{}, provider.ErrAnswer.Because(err)
	case err != nil:
		return provider.Identity{}, provider.ErrUnavailable.Because(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return provider.Identity{}, provider.ErrAnswer.Because(errors.New("no id_token"))
	}
	// Signature, issuer, audience and end; the keys are the provider's own.
	proof, err := found.VerifierContext(gooidc.ClientContext(context.WithoutCancel(ctx), p.client), &gooidc.Config{ClientID: p.settings.ClientID, Now: p.settings.Now}).Verify(ctx, raw)
	if err != nil {
		return provider.Identity{}, provider.ErrAnswer.Because(err)
	}
	if subtle.ConstantTimeCompare([]byte(proof.Nonce), []byte(nonce)) != 1 {
		return provider.Identity{}, provider.ErrAnswer.Because(errors.New("another nonce"))
	}
	var c claims
	if err := proof.Claims(&c); err != nil {
		return provider.Identity{}, provider.ErrAnswer.Because(err)
	}
	return provider.Identity{Email: c.Email, EmailVerified: bool(c.EmailVerified), SeveralFactors: slices.Contains(c.Methods, "mfa")}, nil
}
