package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/time/rate"

	"github.com/openpmo/pmo/core/metering/pull"
)

const (
	attempts    = 4
	firstPause  = time.Second
	maxAnswer   = 16 << 20 // bytes; seven days of five minutes are some 200 kB
	maxReason   = 200
	questionFor = 30 * time.Second
)

// client asks questions at the pace the service allows.
type client struct {
	settings Settings
	http     *http.Client
	oauth    clientcredentials.Config
	pace     *rate.Limiter
	now      func() time.Time
	sleep    func(context.Context, time.Duration) error

	mu    sync.Mutex
	token *oauth2.Token
}

func newClient(s Settings, transport http.RoundTripper) *client {
	c := &client{settings: s, http: &http.Client{Timeout: questionFor, Transport: transport}, now: time.Now, sleep: sleep,
		pace:  rate.NewLimiter(rate.Limit(s.PerSecond), 1),
		oauth: clientcredentials.Config{ClientID: s.ClientID, ClientSecret: s.ClientSecret, TokenURL: s.TokenURL}}
	if s.Scope != "" {
		c.oauth.Scopes = strings.Fields(s.Scope)
	}
	return c
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// answer is what the service says to one question.
type answer struct {
	status int
	body   []byte
	wait   time.Duration // what Retry-After asks for; 0 = nothing
}

// ask asks until there is an answer that is not for want of a token, too much at once
// or trouble of the service. Errors: curveSource.refused, curveSource.unavailable.
func (c *client) ask(ctx context.Context, path string, query url.Values) (answer, error) {
	var cause error
	renewed := false
	for attempt, pause := 0, firstPause; attempt < attempts; attempt++ {
		a, err := c.once(ctx, path, query)
		switch {
		case err != nil:
			if err := lasting(ctx, err); err != nil {
				return a, err
			}
			cause = err
		case a.status == http.StatusUnauthorized && !renewed:
			c.forget()
			renewed = true
			continue
		case a.status == http.StatusUnauthorized:
			return a, pull.ErrSourceRefused.With("status", a.status).With("reason", reason(a.body))
		case a.status != http.StatusTooManyRequests && a.status < 500:
			return a, nil
		default:
			cause = fmt.Errorf("status %d: %s", a.status, reason(a.body))
		}
		wait := max(pause, a.wait)
		if pause *= 2; wait > c.settings.Patience || attempt == attempts-1 {
			return a, unavailable(wait).Because(cause)
		}
		if err := c.sleep(ctx, wait); err != nil {
			return a, err
		}
	}
	return answer{}, unavailable(c.settings.Patience).Because(cause)
}

// once asks one time.
func (c *client) once(ctx context.Context, path string, query url.Values) (answer, error) {
	token, err := c.signIn(ctx)
	if err != nil {
		return answer{}, err
	}
	if err := c.pace.Wait(ctx); err != nil {
		return answer{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.settings.BaseURL+path+"?"+query.Encode(), nil)
	if err != nil {
		return answer{}, err
	}
	token.SetAuthHeader(r)
	r.Header.Set("Accept", "application/json")
	reply, err := c.http.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = reply.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(reply.Body, maxAnswer+1))
	if err != nil {
		return answer{}, err
	}
	if len(body) > maxAnswer {
		return answer{}, pull.ErrSourceUnreadable.With("reason", "an answer over 16 MB")
	}
	return answer{reply.StatusCode, body, c.retryAfter(reply.Header.Get("Retry-After"))}, nil
}

// signIn gives the token at hand, or a new one when it has ended.
func (c *client) signIn(ctx context.Context) (*oauth2.Token, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token.Valid() {
		return c.token, nil
	}
	token, err := c.oauth.Token(context.WithValue(ctx, oauth2.HTTPClient, c.http))
	if err == nil {
		c.token = token
	}
	return token, err
}

func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = nil
}

// retryAfter reads seconds or a date.
func (c *client) retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(c.now()), 0)
	}
	return 0
}

// lasting is the error of a question that comes again however often it is asked: the
// caller's end, a refusal to sign in, an answer that is too long.
func lasting(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < 500 &&
		refused.Response.StatusCode != http.StatusTooManyRequests {
		return pull.ErrSourceRefused.With("status", refused.Response.StatusCode).With("reason", clip(refused.ErrorCode+" "+refused.ErrorDescription))
	}
	if errors.Is(err, pull.ErrSourceUnreadable) {
		return err
	}
	return nil
}
