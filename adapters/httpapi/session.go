package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

const sessionCookie = "pmo_session"

// Caller is who is signed in, and by what.
type Caller struct {
	Principal policy.Principal
	SessionID string // "" with an API token
}

// Authenticator turns what a request carries into a caller. Errors:
// session.required (none, ended or unknown), token.invalid.
type Authenticator interface {
	BySession(ctx context.Context, secret string) (Caller, error)
	ByToken(ctx context.Context, secret string) (Caller, error)
}

// authenticate puts the caller into the context. Public operations go on without.
func (a *API) authenticate(_ http.ResponseWriter, r *http.Request, o operation) (context.Context, error) {
	c, err := a.callerOf(r)
	if err != nil {
		if o.permission == "public" && fault.From(err) != nil {
			return r.Context(), nil
		}
		return nil, err
	}
	note(r.Context()).user = c.Principal.UserID
	return context.WithValue(r.Context(), keyPrincipal, c), nil
}

func (a *API) callerOf(r *http.Request) (Caller, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return a.deps.Authenticator.ByToken(r.Context(), token)
	}
	session, _ := secretsOf(r)
	if session == "" {
		return Caller{}, errNoSession
	}
	return a.deps.Authenticator.BySession(r.Context(), session)
}

// secretsOf are the two secrets that the cookie holds with a point between them: that of
// the session, "" when it is ended, and that of the device, "" when there is none.
func secretsOf(r *http.Request) (session, device string) {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return "", ""
	}
	session, device, _ = strings.Cut(cookie.Value, ".")
	return session, device
}

// deviceSecret is what a browser keeps of an earlier sign-in; "" = nothing.
func deviceSecret(r *http.Request) string {
	_, device := secretsOf(r)
	return device
}

// cookie makes the session cookie; an empty secret clears it. Secure everywhere but on
// loopback without TLS. What a proxy makes of Host does not count where people come by TLS.
func (a *API) cookie(r *http.Request, secret string, life time.Duration) string {
	c := http.Cookie{Name: sessionCookie, Value: secret, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(life.Seconds()), Secure: a.byTLS(r) || !isLoopback(r.Host)}
	if secret == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// byTLS reports whether people come by TLS: the public address says so, or the proxy that
// took it off. Who invents that header gets a cookie that is kept more closely.
func (a *API) byTLS(r *http.Request) bool {
	return a.deps.Settings.TLS || r.TLS != nil || strings.HasPrefix(strings.ToLower(r.Header.Get("X-Forwarded-Proto")), "https")
}

func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// clientAddress is the peer's address without port. Behind trusted proxies it is the
// right-most address of X-Forwarded-For that is none of them: what is left of it was
// written by who asks, and may be invented.
func (a *API) clientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.trusted(host); i-- {
		text := strings.TrimSpace(hops[i])
		if withPort, err := netip.ParseAddrPort(text); err == nil { // some proxies say it
			text = withPort.Addr().String()
		}
		hop, err := netip.ParseAddr(text)
		if err != nil {
			break
		}
		host = hop.String()
	}
	return host
}

// trusted tells whether an address is one of a proxy of ours.
func (a *API) trusted(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && slices.ContainsFunc(a.deps.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(ip.Unmap().WithZone("")) })
}
