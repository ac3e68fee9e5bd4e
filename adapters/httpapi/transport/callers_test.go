package transport

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAddressOfAClientBehindProxies(t *testing.T) {
	t.Parallel()
	behind := Callers{trustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	alone := Callers{}
	for _, c := range []struct {
		name, peer string
		forwarded  []string
		api        Callers
		want       string
	}{
		{"no proxy is trusted", "10.0.0.1:1", []string{"203.0.113.5"}, alone, "10.0.0.1"},
		{"a stranger writes the header", "203.0.113.9:1", []string{"192.0.2.1"}, behind, "203.0.113.9"},
		{"one proxy", "10.0.0.1:1", []string{"203.0.113.5"}, behind, "203.0.113.5"},
		{"the client invents some", "10.0.0.1:1", []string{"192.0.2.1, 203.0.113.5"}, behind, "203.0.113.5"},
		{"two proxies, two headers", "[::1]:1", []string{"192.0.2.1, 203.0.113.5", "10.9.9.9"}, behind, "203.0.113.5"},
		{"mapped addresses", "[::ffff:10.0.0.1]:1", []string{"2001:db8::7"}, behind, "2001:db8::7"},
		{"only proxies", "10.0.0.1:1", []string{"10.0.0.3, 10.0.0.2"}, behind, "10.0.0.3"},
		{"with ports", "10.0.0.1:1", []string{"203.0.113.5:4711, [::1]:80"}, behind, "203.0.113.5"},
		{"no header", "10.0.0.1:1", nil, behind, "10.0.0.1"},
		{"no address in it", "10.0.0.1:1", []string{"203.0.113.5, unknown"}, behind, "10.0.0.1"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/api/session/login", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.forwarded
		require.Equal(t, c.want, c.api.ClientAddress(r), c.name)
	}
}
