package transport

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
)

const sessionCookie = "pmo_session"

// Authenticator turns what a request carries into a caller. Errors:
// session.required (none, ended or unknown), token.invalid.
type Authenticator interface {
	BySession(ctx context.Context, secret string) (request.Caller, error)
	ByToken(ctx context.Context, secret string) (request.Caller, error)
}

// Callers recognises who asks.
type Callers struct {
	authenticator  Authenticator
	tls            bool           // people come by https, whatever a proxy makes of it
	trustedProxies []netip.Prefix // what they say of a client's address is believed
}

// authenticate puts the caller into the context. Public operations go on without.
func (c Callers) authenticate(r *http.Request, o contract.Operation) (context.Context, error) {
	who, err := c.callerOf(r)
	if err != nil {
		if o.Permission == "public" && fault.From(err) != nil {
			return r.Context(), nil
		}
		return nil, err
	}
	request.NoteOf(r.Context()).User = who.Principal.UserID
	return request.WithCaller(r.Context(), who), nil
}

func (c Callers) callerOf(r *http.Request) (request.Caller, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return c.authenticator.ByToken(r.Context(), token)
	}
	session, _ := secretsOf(r)
	if session == "" {
		return request.Caller{}, problem.ErrNoSession
	}
	return c.authenticator.BySession(r.Context(), session)
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

// DeviceSecret is what a browser keeps of an earlier sign-in; "" = nothing.
func DeviceSecret(r *http.Request) string {
	_, device := secretsOf(r)
	return device
}

// Cookie makes the session cookie; an empty secret clears it. Secure everywhere but on
// loopback without TLS. What a proxy makes of Host does not count where people come by TLS.
func (c Callers) Cookie(r *http.Request, secret string, life time.Duration) string {
	made := http.Cookie{Name: sessionCookie, Value: secret, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(life.Seconds()), Secure: c.byTLS(r) || !isLoopback(r.Host)}
	if secret == "" {
		made.MaxAge = -1
	}
	return made.String()
}

// byTLS reports whether people come by TLS: the public address says so, or the proxy that
// took it off. Who invents that header gets a cookie that is kept more closely.
func (c Callers) byTLS(r *http.Request) bool {
	return c.tls || r.TLS != nil || strings.HasPrefix(strings.ToLower(r.Header.Get("X-Forwarded-Proto")), "https")
}

func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// ClientAddress is the peer's address without port. Behind trusted proxies it is the
// right-most address of X-Forwarded-For that is none of them: what is left of it was
// written by who asks, and may be invented.
func (c Callers) ClientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && c.trusted(host); i-- {
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

// trusted reports whether an address is one of a proxy of ours.
func (c Callers) trusted(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && slices.ContainsFunc(c.trustedProxies, func(p netip.Prefix) bool { return p.Contains(ip.Unmap().WithZone("")) })
}
