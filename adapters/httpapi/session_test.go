package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

func TestAddressOfAClientBehindProxies(t *testing.T) {
	t.Parallel()
	behind := &API{deps: Deps{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}}
	alone := &API{}
	for _, c := range []struct {
		name, peer string
		forwarded  []string
		api        *API
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
		require.Equal(t, c.want, c.api.clientAddress(r), c.name)
	}
}

func TestIfMatchTakesWeakTags(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]int{`"1"`: 1, `W/"1"`: 1, ` W/"12" `: 12, `7`: 7, `*`: 0} {
		got, err := ifMatch(&tag)
		require.NoError(t, err, tag)
		require.Equal(t, want, got, tag)
	}
	for _, tag := range []string{``, `W/`, `"0"`, `"-1"`, `"x"`, `w/"1"`} {
		_, err := ifMatch(&tag)
		require.NotNil(t, fault.From(err), tag)
	}
}
