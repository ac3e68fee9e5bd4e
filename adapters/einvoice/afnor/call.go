package afnor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
)

const (
	maxAnswer = 4 << 20  // of JSON: a hundred flows are some 100 kB
	maxFile   = 16 << 20 // of a message of the life cycle
	maxReason = 500
	earlier   = time.Minute // before its end a token is renewed
	usualLife = 5 * time.Minute
)

// Carrier speaks with platforms (einvoicing.Carrier). Tokens are kept in memory: each process asks for its
// own.
type Carrier struct {
	http *http.Client
	now  func() time.Time

	mu     sync.Mutex
	tokens map[string]token
}

type token struct {
	value string
	until time.Time
}

var _ einvoicing.Carrier = (*Carrier)(nil)

// New makes one. The client guards which addresses are called (package outward).
func New(client *http.Client, now func() time.Time) *Carrier {
	if now == nil {
		now = time.Now
	}
	return &Carrier{http: client, now: now, tokens: map[string]token{}}
}

// request is one call.
type request struct {
	method, address string
	content         []byte
	contentType     string
	accept          string
	most            int64
	deposit         bool // it hands something over: where no answer comes, it may have been taken
}

// answer is what a platform said.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func trouble(kind einvoicing.TroubleKind, status int, text string) *einvoicing.Trouble {
	return &einvoicing.Trouble{Kind: kind, Status: status, Text: clip(text)}
}

func clip(s string) string {
	if r := []rune(strings.TrimSpace(s)); len(r) > maxReason {
		return string(r[:maxReason])
	}
	return strings.TrimSpace(s)
}

// do calls with a token, which is renewed once where the platform does not know it any more. What is no
// success is a *einvoicing.Trouble, but for the statuses that the caller takes.
func (c *Carrier) do(ctx context.Context, to einvoicing.Connection, r request, taken ...int) (answer, error) {
	for renewed := false; ; renewed = true {
		value, err := c.token(ctx, to)
		if err != nil {
			return answer{}, err
		}
		a, err := c.once(ctx, r, func(h http.Header) {
			h.Set("Authorization", "Bearer "+value)
			h.Set("Request-Id", string(id.New()))
			if to.OrganizationID != "" {
				h.Set("Organization-Id", to.OrganizationID)
			}
		})
		if err != nil {
			return a, err
		}
		if a.status == http.StatusUnauthorized && !renewed {
			c.forget(to, value)
			continue
		}
		if a.status >= 200 && a.status < 300 {
			return a, nil
		}
		for _, status := range taken {
			if a.status == status {
				return a, nil
			}
		}
		return a, c.refused(a, r.deposit)
	}
}

// once calls one time.
func (c *Carrier) once(ctx context.Context, r request, sign func(http.Header)) (answer, error) {
	sent := false
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent = true }})
	q, err := http.NewRequestWithContext(ctx, r.method, r.address, bytes.NewReader(r.content))
	if err != nil {
		return answer{}, trouble(einvoicing.TroubleForbidden, 0, err.Error())
	}
	if r.contentType != "" {
		q.Header.Set("Content-Type", r.contentType)
	}
	q.Header.Set("Accept", r.accept)
	sign(q.Header)
	// What cannot be reached, or was not reached in time, was not taken; once the question was sent nobody
	// knows.
	lost := func(err error) error {
		switch {
		case errors.Is(err, outward.ErrForbidden):
			return trouble(einvoicing.TroubleForbidden, 0, err.Error())
		case r.deposit && sent:
			return trouble(einvoicing.TroubleUnknown, 0, err.Error())
		}
		return trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	}
	reply, err := c.http.Do(q)
	if err != nil {
		return answer{}, lost(err)
	}
	defer func() { _ = reply.Body.Close() }()
	a := answer{status: reply.StatusCode, header: reply.Header}
	sent = true // an answer began, whatever the trace said: a handler of this process has no trace
	if a.body, err = io.ReadAll(io.LimitReader(reply.Body, r.most+1)); err != nil {
		return a, lost(err)
	}
	if int64(len(a.body)) > r.most {
		return a, trouble(einvoicing.TroubleUnreadable, a.status, fmt.Sprintf("more than %d bytes", r.most))
	}
	return a, nil
}

// failure is how platforms say what is wrong.
type failure struct {
	Code    string `json:"errorCode"`
	Message string `json:"errorMessage"`
	Details any    `json:"details"`
	// As the token service says it (RFC 6749).
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// words is what a platform says in an answer that is no success, for people.
func (a answer) words() (code, text string) {
	var f failure
	if json.Unmarshal(a.body, &f) == nil && f.Code+f.Message+f.Error != "" {
		text = strings.TrimSpace(f.Message + " " + f.Description)
		if said, ok := f.Details.(string); ok && said != "" && said != text {
			text = strings.TrimSpace(text + " " + said)
		}
		return f.Code + f.Error, text
	}
	if kind := a.header.Get("Content-Type"); strings.Contains(kind, "html") {
		return "", fmt.Sprintf("HTTP %d (HTML)", a.status)
	}
	return "", strings.TrimSpace(fmt.Sprintf("HTTP %d %s", a.status, clip(string(a.body))))
}

// refused says what an answer that is no success means.
func (c *Carrier) refused(a answer, deposit bool) error {
	code, text := a.words()
	t := trouble(einvoicing.TroubleRefused, a.status, strings.TrimSpace(code+" "+text))
	t.RetryAfter = c.retryAfter(a.header.Get("Retry-After"))
	switch {
	case a.status == http.StatusUnauthorized || a.status == http.StatusForbidden:
		t.Kind = einvoicing.TroubleDenied
	case a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable:
		t.Kind = einvoicing.TroubleBusy
	case a.status == http.StatusRequestTimeout || a.status >= 500 && a.status != http.StatusNotImplemented:
		t.Kind = einvoicing.TroubleUnavailable
		if deposit {
			t.Kind = einvoicing.TroubleUnknown
		}
	case a.status >= 300 && a.status < 400:
		t.Kind = einvoicing.TroubleForbidden // where it sends us is not followed
	default:
		if code == "" {
			code = strconv.Itoa(a.status)
		}
		t.Reasons = []einvoicing.Reason{{Code: code, Text: clip(text)}}
	}
	return t
}

// retryAfter reads seconds or a date.
func (c *Carrier) retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(c.now()), 0)
	}
	return 0
}

func keyOf(c einvoicing.Connection) string {
	return strings.Join([]string{string(c.ID), c.TokenURL, c.ClientID, c.Secret}, "\x00")
}

// token gives the one at hand, or a new one.
func (c *Carrier) token(ctx context.Context, to einvoicing.Connection) (string, error) {
	key := keyOf(to)
	c.mu.Lock()
	known, ok := c.tokens[key]
	c.mu.Unlock()
	if ok && c.now().Before(known.until) {
		return known.value, nil
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {to.ClientID}, "client_secret": {to.Secret}}
	a, err := c.once(ctx, request{method: http.MethodPost, address: to.TokenURL, content: []byte(form.Encode()), contentType: "application/x-www-form-urlencoded",
		accept: "application/json", most: maxAnswer}, func(http.Header) {})
	if err != nil {
		return "", err
	}
	var granted struct {
		Value   string  `json:"access_token"`
		Seconds float64 `json:"expires_in"`
	}
	switch {
	case a.status >= 400 && a.status < 500 && a.status != http.StatusTooManyRequests:
		code, text := a.words()
		return "", trouble(einvoicing.TroubleDenied, a.status, strings.TrimSpace(code+" "+text))
	case a.status < 200 || a.status >= 300:
		return "", c.refused(a, false)
	}
	if err := json.Unmarshal(a.body, &granted); err != nil || granted.Value == "" {
		return "", trouble(einvoicing.TroubleUnavailable, a.status, "no token: "+string(a.body))
	}
	life := time.Duration(granted.Seconds) * time.Second
	if life <= 0 {
		life = usualLife
	}
	c.mu.Lock()
	c.tokens[key] = token{granted.Value, c.now().Add(life - earlier)}
	c.mu.Unlock()
	return granted.Value, nil
}

// forget drops a token that is not known any more, unless there is another one by now.
func (c *Carrier) forget(to einvoicing.Connection, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key := keyOf(to); c.tokens[key].value == value {
		delete(c.tokens, key)
	}
}

// read reads an answer as JSON.
func read(a answer, into any) error {
	if err := json.Unmarshal(a.body, into); err != nil {
		return trouble(einvoicing.TroubleUnreadable, a.status, "no JSON: "+string(a.body))
	}
	return nil
}

func toJSON(v any) []byte {
	text, _ := json.Marshal(v) // of texts and numbers
	return text
}
