// Package outward calls addresses that organizers typed, or that others gave: by https only, never an
// address of this machine or of the network that it stands in, without following where an answer sends
// it, and for a bounded time.
package outward

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"syscall"
	"time"
)

// ErrForbidden is an address that is not called.
var ErrForbidden = errors.New("address that is not to be called")

// Options say what else may be called.
type Options struct {
	// Local lets addresses of this machine be called, also by http: for tests, and for a made-up platform
	// beside the server.
	Local bool
	// Hosts answer within this process, by name: what a demo speaks to.
	Hosts map[string]http.Handler
	// Timeout of a call, with reading its answer; 0 = 25 seconds.
	Timeout time.Duration
}

const (
	usualTimeout = 25 * time.Second
	dialTimeout  = 10 * time.Second
)

// New makes a client. It goes through no proxy: who asks a proxy does not see where it is led.
func New(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: dialTimeout, Control: func(_, address string, _ syscall.RawConn) error { return o.mayDial(address) }}
	transport := &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTimeout, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 2,
		IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10}
	if o.Timeout == 0 {
		o.Timeout = usualTimeout
	}
	return &http.Client{Timeout: o.Timeout, Transport: &guard{o, transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

type guard struct {
	Options
	next http.RoundTripper
}

// RoundTrip refuses what is not to be called before anything is resolved.
func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	host := r.URL.Hostname()
	if h := g.Hosts[host]; h != nil {
		return within(r, h), nil
	}
	if r.URL.Scheme != "https" && (!g.Local || r.URL.Scheme != "http" || !isLocal(host)) {
		return nil, fmt.Errorf("%w: %s is no https", ErrForbidden, r.URL.Redacted())
	}
	return g.next.RoundTrip(r)
}

func isLocal(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// within answers in this process.
func within(r *http.Request, h http.Handler) *http.Response {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.Clone(context.WithoutCancel(r.Context())))
	answer := w.Result()
	answer.Request = r
	return answer
}

// forbidden are networks that are public by the methods of netip and lead nowhere one may ask: shared
// space of providers, documentation, benchmarks, reserved, and IPv4 within IPv6.
var forbidden = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

// mayDial looks at the address that a name was resolved to, which nobody can change any more.
func (o Options) mayDial(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrForbidden, address)
	}
	ip := at.Addr().Unmap()
	if ip.IsLoopback() && o.Local {
		return nil
	}
	if !Public(ip) {
		return fmt.Errorf("%w: %s is no public address", ErrForbidden, ip)
	}
	return nil
}

// Public reports whether an address is one of the public network.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range forbidden {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}
