package outward_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/outward"
)

// TestAddressesOfTheHouseAreNotCalled, by whatever name or form they are given.
func TestAddressesOfTheHouseAreNotCalled(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was called") }))
	t.Cleanup(server.Close)
	client := outward.New(outward.Options{})
	for _, address := range []string{server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1), strings.Replace(server.URL, "127.0.0.1", "[::1]", 1),
		strings.Replace(server.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1), "https://10.0.0.1/", "https://192.168.1.1/", "https://169.254.169.254/latest", "https://[fe80::1]/", "https://0.0.0.0/",
		"https://100.64.0.1/", "http://example.org/", "ftp://example.org/", "https://[64:ff9b::7f00:1]/"} {
		_, err := client.Get(address) //nolint:bodyclose // there is none
		require.ErrorIs(t, err, outward.ErrForbidden, address)
	}
	for _, ip := range []string{"8.8.8.8", "2a00:1450:4007:80e::2004"} {
		require.True(t, outward.Public(netip.MustParseAddr(ip)), ip)
	}
}

// TestNoRedirectIsFollowed: it could lead to what is not to be called.
func TestNoRedirectIsFollowed(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	t.Cleanup(server.Close)
	answer, err := outward.New(outward.Options{Local: true}).Get(server.URL)
	require.NoError(t, err)
	_ = answer.Body.Close()
	require.Equal(t, []any{http.StatusFound, 1}, []any{answer.StatusCode, asked})
}

func TestACallEnds(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(server.Close)
	_, err := outward.New(outward.Options{Local: true, Timeout: 50 * time.Millisecond}).Get(server.URL) //nolint:bodyclose // there is none
	require.Error(t, err)
}

// TestAHostWithinTheProcess is answered by its handler, and no other name is.
func TestAHostWithinTheProcess(t *testing.T) {
	t.Parallel()
	client := outward.New(outward.Options{Hosts: map[string]http.Handler{"platform.test": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.URL.Path)
	})}})
	answer, err := client.Get("https://platform.test/v1")
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, "/v1", string(text))
}
