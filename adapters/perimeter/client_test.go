package perimeter_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/perimeter"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// TestAPerimeterIsAskedFor: the address names operation and operator, the token goes along, and
// each answer that is no perimeter is told by what can be done about it.
func TestAPerimeterIsAskedFor(t *testing.T) {
	t.Parallel()
	status, body := http.StatusOK, []byte("prm;nom\n1;A\n")
	var asked, accepted string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, accepted = r.URL.EscapedPath(), r.Header.Get("Authorization")
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	c, err := perimeter.New(perimeter.Settings{URL: server.URL + "/{operator}/{operation}/perimetre.csv", Token: "s3cret"})
	require.NoError(t, err)
	ask := func() ([]byte, error) {
		return c.Perimeter(t.Context(), operation.Operation{ExternalID: "ACC 1/2", DSO: dso.Enedis}, perimeterfile.Table{}, 0)
	}
	got, err := ask()
	require.NoError(t, err)
	require.Equal(t, body, got)
	require.Equal(t, "/ENEDIS/ACC%201%2F2/perimetre.csv", asked)
	require.Equal(t, "Bearer s3cret", accepted)
	for answer, key := range map[int]string{http.StatusNotFound: "perimeter.operationUnknown", http.StatusUnauthorized: "perimeter.refused",
		http.StatusForbidden: "perimeter.refused", http.StatusBadGateway: "perimeter.unavailable", http.StatusNoContent: "perimeter.unavailable"} {
		status = answer
		_, err := ask()
		require.Equal(t, key, fault.KeyOf(err), "%d", answer)
	}
	status, body = http.StatusOK, nil
	_, err = ask()
	require.Equal(t, perimeterfile.ErrEmpty.Key, fault.KeyOf(err))
	body = bytes.Repeat([]byte("x"), perimeterfile.MaxFileBytes+1)
	_, err = ask()
	require.Equal(t, perimeterfile.ErrTooLarge.Key, fault.KeyOf(err))
	server.Close()
	_, err = ask()
	require.Equal(t, "perimeter.unavailable", fault.KeyOf(err))
}

// TestTokensComeByClientCredentials: one is fetched and used; a service that gives none is told as such.
func TestTokensComeByClientCredentials(t *testing.T) {
	t.Parallel()
	secret, tokens := "right", 0
	var mux http.ServeMux
	server := httptest.NewServer(&mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		tokens++
		if _, given, _ := r.BasicAuth(); given != secret && r.FormValue("client_secret") != secret {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"access_token":"t1","token_type":"Bearer","expires_in":3600}`))
	})
	mux.HandleFunc("GET /perimeter/{operation}", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer t1" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte("prm;nom\n1;A\n"))
	})
	settings := perimeter.Settings{URL: server.URL + "/perimeter/{operation}", TokenURL: server.URL + "/token", ClientID: "pmo", ClientSecret: secret}
	c, err := perimeter.New(settings)
	require.NoError(t, err)
	for range 3 {
		_, err = c.Perimeter(t.Context(), operation.Operation{ExternalID: "A", DSO: dso.Enedis}, perimeterfile.Table{}, 0)
		require.NoError(t, err)
	}
	require.Equal(t, 1, tokens, "a token is used while it holds")
	settings.ClientSecret = "wrong"
	c, err = perimeter.New(settings)
	require.NoError(t, err)
	_, err = c.Perimeter(t.Context(), operation.Operation{ExternalID: "A", DSO: dso.Enedis}, perimeterfile.Table{}, 0)
	require.Equal(t, "perimeter.refused", fault.KeyOf(err))
}

// TestHalfOfTheSettingsIsNone.
func TestHalfOfTheSettingsIsNone(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]perimeter.Settings{
		"no address":               {URL: "perimeter/{operation}"},
		"no operation":             {URL: "https://dso.example/perimeter"},
		"a token address alone":    {URL: "https://dso.example/{operation}", TokenURL: "https://dso.example/token"},
		"a token and an address":   {URL: "https://dso.example/{operation}", TokenURL: "https://dso.example/token", ClientID: "a", ClientSecret: "b", Token: "c"},
		"a client without address": {URL: "https://dso.example/{operation}", ClientID: "a", ClientSecret: "b"},
	} {
		_, err := perimeter.New(s)
		require.Error(t, err, name)
	}
}
