// Package perimeter asks grid operators for the sites of an operation over HTTP: a service that
// answers a perimeter file in text (domain 4.2).
package perimeter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// patience is how long the operator may take.
const patience = 30 * time.Second

// Settings are where the service is, and who we are there.
type Settings struct {
	// URL is the address of a perimeter; {operation} stands for the external id, {operator} for the operator.
	URL   string
	Token string // sent as Bearer; "" = none, or one that TokenURL gives
	// TokenURL gives tokens by client credentials (OAuth 2).
	TokenURL, ClientID, ClientSecret string
}

// Client asks the service.
type Client struct {
	url    string
	client *http.Client
}

var _ perimeterfile.Source = (*Client)(nil)

// New makes it; half of what is needed is an error at once.
func New(s Settings) (*Client, error) {
	u, err := url.Parse(strings.NewReplacer("{operation}", "x", "{operator}", "x").Replace(s.URL))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("address %q is none", s.URL)
	}
	if !strings.Contains(s.URL, "{operation}") {
		return nil, errors.New("the address does not say where {operation} stands")
	}
	client := &http.Client{Timeout: patience}
	switch {
	case s.TokenURL != "" && (s.ClientID == "" || s.ClientSecret == "" || s.Token != ""):
		return nil, errors.New("a token address needs client id and secret, and no token beside")
	case s.TokenURL != "":
		credentials := clientcredentials.Config{ClientID: s.ClientID, ClientSecret: s.ClientSecret, TokenURL: s.TokenURL}
		client.Transport = &oauth2.Transport{Source: credentials.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: patience}))}
	case s.ClientID != "" || s.ClientSecret != "":
		return nil, errors.New("client id or secret without a token address")
	case s.Token != "":
		client.Transport = &oauth2.Transport{Source: oauth2.StaticTokenSource(&oauth2.Token{AccessToken: s.Token})}
	}
	return &Client{url: s.URL, client: client}, nil
}

// Perimeter asks for the sites of an operation. Errors: perimeter.unavailable, perimeter.refused,
// perimeter.operationUnknown, import.tooLarge, import.empty.
func (c *Client) Perimeter(ctx context.Context, o operation.Operation, _ perimeterfile.Table, _ civil.Date) ([]byte, error) {
	address := strings.NewReplacer("{operation}", url.PathEscape(o.ExternalID), "{operator}", url.PathEscape(string(o.DSO))).Replace(c.url)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/csv")
	reply, err := c.client.Do(req)
	if err != nil {
		var refused *oauth2.RetrieveError
		if errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < http.StatusInternalServerError {
			return nil, perimeterfile.ErrRefused.Because(err)
		}
		return nil, perimeterfile.ErrUnavailable.Because(err)
	}
	defer func() { _ = reply.Body.Close() }()
	switch {
	case reply.StatusCode == http.StatusNotFound:
		return nil, perimeterfile.ErrUnknown.With("operation", o.ExternalID)
	case reply.StatusCode == http.StatusUnauthorized || reply.StatusCode == http.StatusForbidden:
		return nil, perimeterfile.ErrRefused.Because(errors.New(reply.Status))
	case reply.StatusCode != http.StatusOK:
		return nil, perimeterfile.ErrUnavailable.Because(errors.New(reply.Status))
	}
	content, err := io.ReadAll(io.LimitReader(reply.Body, perimeterfile.MaxFileBytes+1))
	switch {
	case err != nil:
		return nil, perimeterfile.ErrUnavailable.Because(err)
	case len(content) > perimeterfile.MaxFileBytes:
		return nil, perimeterfile.ErrTooLarge.With("megabytes", perimeterfile.MaxFileBytes>>20)
	case len(content) == 0:
		return nil, perimeterfile.ErrEmpty
	}
	return content, nil
}
