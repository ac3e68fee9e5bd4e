package pmo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
)

// Connect gives the client of the server at baseURL, which is the address people
// open ("https://pmo.example.org"); "/api" is added where it is missing. It makes no call.
func Connect(baseURL string, opts ...ClientOption) (*ClientWithResponses, error) {
	api, err := apiURL(baseURL)
	if err != nil {
		return nil, err
	}
	return NewClientWithResponses(api, opts...)
}

// apiURL is the base of all paths of the contract on the server at baseURL.
func apiURL(baseURL string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(baseURL))
	if err != nil {
		return "", fmt.Errorf("the address of the server: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("%q is not the address of a server, such as https://pmo.example.org", baseURL)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("the address of a server has no user, query or fragment")
	}
	path := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/api")
	return u.Scheme + "://" + u.Host + path + "/api", nil
}

// WithToken sends an API token ("pmo_…") with each request.
func WithToken(token string) ClientOption {
	return withHeader("Authorization", "Bearer "+token)
}

// WithLanguage asks for texts (the detail of problems) in a language, as "fr" or "nl-BE".
func WithLanguage(tag string) ClientOption {
	return withHeader("Accept-Language", tag)
}

// WithUserAgent says which program asks.
func WithUserAgent(name string) ClientOption {
	return withHeader("User-Agent", name)
}

func withHeader(name, value string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set(name, value)
		return nil
	})
}

// SignIn signs in with e-mail and password, makes an API token of that name and
// ends the session again. The secret is in the token it gives and is never told
// a second time. Refusals are *ProblemError, as login.invalid (401) and login.throttled (429).
func SignIn(ctx context.Context, baseURL, email, password, tokenName string, opts ...ClientOption) (*Token, error) {
	return SignInWithCode(ctx, baseURL, email, password, nil, tokenName, opts...)
}

// SignInWithCode is SignIn for an account that may have a second factor: code is asked for a code of
// it, once, when the server wants one. Refusals are also login.codeRequired and login.codeInvalid (401).
func SignInWithCode(ctx context.Context, baseURL, email, password string, code func(context.Context) (string, error), tokenName string, opts ...ClientOption) (*Token, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	opts = append(opts, WithHTTPClient(&http.Client{Jar: jar}))
	c, err := Connect(baseURL, opts...)
	if err != nil {
		return nil, err
	}
	in := LoginRequest{Email: email, Password: password}
	_, err = OK(c.LoginWithResponse(ctx, in))
	if code != nil && HasKey(err, "login.codeRequired") {
		typed, asked := code(ctx)
		if asked != nil {
			return nil, asked
		}
		in.Code = &typed
		_, err = OK(c.LoginWithResponse(ctx, in))
	}
	if err != nil {
		return nil, err
	}
	token, err := Created(c.CreateTokenWithResponse(ctx, nil, TokenCreation{Name: tokenName}))
	// The session ends whether the token was made or not, and even when ctx is over.
	// One that stays open all the same ends by itself.
	_ = Done(c.LogoutWithResponse(context.WithoutCancel(ctx)))
	if err != nil {
		return nil, err
	}
	if token.Secret == nil || *token.Secret == "" {
		return nil, errors.New("the server made a token without telling its secret")
	}
	return token, nil
}
