package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/oidc"
	"github.com/openpmo/pmo/core/account/provider"
)

// OIDCConfig is the identity provider that people may sign in by. It is off by default.
type OIDCConfig struct {
	Issuer       string `mapstructure:"oidc-issuer"`
	ClientID     string `mapstructure:"oidc-client-id"`
	ClientSecret string `mapstructure:"oidc-client-secret"`
	Scopes       string `mapstructure:"oidc-scopes"`
	Name         string `mapstructure:"oidc-name"`
	TrustFactors bool   `mapstructure:"oidc-trust-mfa"`
}

var oidcSettings = []setting{
	{"oidc-issuer", "address of the identity provider (OpenID Connect); empty = nobody signs in by one", ""},
	{"oidc-client-id", "who we are at the provider", ""},
	{"oidc-client-secret", "the secret that belongs to it; empty = a public client", ""},
	{"oidc-scopes", "what is asked of the provider, with spaces between", "openid email"},
	{"oidc-name", "what the provider is called on the sign-in page", "OpenID Connect"},
	{"oidc-trust-mfa", "several factors at the provider (amr mfa) stand for the second factor here", false},
}

func (c OIDCConfig) check(publicURL string) error {
	_, err := c.Provider(publicURL, time.Now)
	return err
}

// Provider is the identity provider; nil when it is off.
func (c OIDCConfig) Provider(publicURL string, now func() time.Time) (provider.Provider, error) {
	if c.Issuer == "" {
		if c.ClientID != "" || c.ClientSecret != "" {
			return nil, errors.New("oidc-client-id or oidc-client-secret without oidc-issuer")
		}
		return nil, nil
	}
	p, err := oidc.New(oidc.Settings{Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: c.ClientSecret, Scopes: strings.Fields(c.Scopes),
		RedirectURL: strings.TrimSuffix(publicURL, "/") + "/login/provider", Now: now})
	if err != nil {
		return nil, fmt.Errorf("oidc: %w", err)
	}
	return p, nil
}

// Title is what the sign-in page calls it; "" = there is none.
func (c OIDCConfig) Title() string {
	if c.Issuer == "" {
		return ""
	}
	return c.Name
}
