package transport

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// answerNamed answers a body with the name of its state, or 304 to a caller who has it.
func answerNamed(w http.ResponseWriter, r *http.Request, tag string, body []byte) {
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", Revalidated)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
}

func TestLargeAnswersAreCompressedForWhoTakesThat(t *testing.T) {
	t.Parallel()
	body := []byte(`{"values":[` + strings.Repeat("0,", 4000) + `0]}`)
	handler := Compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/small" {
			answerNamed(w, r, `"a"`, []byte("{}"))
			return
		}
		answerNamed(w, r, `"a"`, body)
	}))
	for _, c := range []struct {
		path, accept, known, encoding string
		status                        int
	}{
		{"/", "gzip, br", "", "gzip", 200}, {"/", "", "", "", 200}, {"/", "gzip;q=0", "", "", 200},
		{"/small", "gzip", "", "", 200}, {"/", "gzip", `"a"`, "", 304},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		r.Header.Set("If-None-Match", c.known)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.Equal(t, c.status, w.Code)
		tag := `"a"`
		if c.encoding == "gzip" {
			tag = `W/"a"` // other bytes, the same said
		}
		require.Equal(t, tag, w.Header().Get("ETag"))
		if c.status == 200 {
			require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
		}
		require.Equal(t, c.encoding, w.Header().Get("Content-Encoding"))
		if c.encoding == "gzip" {
			z, err := gzip.NewReader(w.Body)
			require.NoError(t, err)
			plain, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, string(body), string(plain))
		}
		if c.status == 304 {
			require.Zero(t, w.Body.Len())
		}
	}
}
