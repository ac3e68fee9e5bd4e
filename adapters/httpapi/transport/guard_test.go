package transport

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

// panicking is a server whose handler panics after it wrote so much.
func panicking(t *testing.T, wrote func(http.ResponseWriter)) *httptest.Server {
	t.Helper()
	a := New(Config{})
	s := httptest.NewServer(a.observe(Compressed(Named(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		wrote(w)
		panic("on purpose")
	})))))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	t.Cleanup(s.Close)
	return s
}

// TestAPanicIsNeverAnAnswer wants 500 with its problem, or a connection that breaks off: never
// an empty 200, nor half a body that looks whole.
func TestAPanicIsNeverAnAnswer(t *testing.T) {
	t.Parallel()
	for name, wrote := range map[string]func(http.ResponseWriter){
		"nothing": func(http.ResponseWriter) {},
		"headers": func(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/json") },
		"status":  func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) },
		"a part":  func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"half":`)) },
	} {
		answer, err := http.Get(panicking(t, wrote).URL) //nolint:noctx // a test
		require.NoError(t, err, name)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err, name)
		require.Equal(t, http.StatusInternalServerError, answer.StatusCode, name)
		require.Equal(t, "application/problem+json", answer.Header.Get("Content-Type"), name)
		require.Contains(t, string(body), `"key":"internal"`, name)
		_ = answer.Body.Close()
	}
	sent := panicking(t, func(w http.ResponseWriter) {
		w.Header().Set("ETag", `"1"`) // its name is known, so that it is sent as it comes
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"half":` + strings.Repeat(" ", 100_000)))
	})
	answer, err := http.Get(sent.URL) //nolint:noctx // a test
	if err == nil {
		_, err = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
	}
	require.Error(t, err, "half an answer looks whole")
}

func TestAnswersInPiecesAreCompressedWhole(t *testing.T) {
	t.Parallel()
	piece := bytes.Repeat([]byte("0123456789"), 300)
	for kind, packed := range map[string]bool{"application/json": true, "text/csv; charset=utf-8": true, "application/pdf": false, "application/problem+json": false} {
		handler := Compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Length", "9000")
			for range 3 {
				_, err := w.Write(piece)
				require.NoError(t, err)
			}
		}))
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		handler.ServeHTTP(w, r)
		body := io.Reader(w.Body)
		if packed {
			require.Equal(t, "gzip", w.Header().Get("Content-Encoding"), kind)
			require.Empty(t, w.Header().Get("Content-Length"))
			unpacked, err := gzip.NewReader(body)
			require.NoError(t, err)
			body = unpacked
		} else {
			require.Empty(t, w.Header().Get("Content-Encoding"), kind)
		}
		all, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Equal(t, bytes.Repeat(piece, 3), all, kind)
	}
}

// TestVersionsStayStrong: specification section 7 writes ETag: "7".
func TestVersionsStayStrong(t *testing.T) {
	t.Parallel()
	for tag, packed := range map[string]bool{`"7"`: false, `"12"`: false, `"7a"`: true, `"uoe6tQfnWjjcTr9V"`: true, "": true} {
		handler := Compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("ETag", tag)
			_, _ = w.Write(make([]byte, 10_000))
		}))
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		handler.ServeHTTP(w, r)
		require.Equal(t, packed, w.Header().Get("Content-Encoding") == "gzip", tag)
		require.Equal(t, packed && tag != "", strings.HasPrefix(w.Header().Get("ETag"), "W/"), tag)
	}
}

// TestWhatTellsASecretIsNotCompressed: see BREACH in the comment of compressed.
func TestWhatTellsASecretIsNotCompressed(t *testing.T) {
	t.Parallel()
	handler := Compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(make([]byte, 10_000))
	}))
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	handler.ServeHTTP(w, r)
	require.Empty(t, w.Header().Get("Content-Encoding"))
}

func TestSecureCookies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tls             bool
		host, forwarded string
		secure          bool
	}{
		{false, "127.0.0.1:8080", "", false}, {false, "localhost", "", false}, {false, "[::1]:1", "", false},
		{false, "pmo.example", "", true},
		{true, "127.0.0.1:8080", "", true}, // a proxy that takes TLS off and rewrites Host
		{false, "127.0.0.1:8080", "https", true},
		{false, "127.0.0.1:8080", "http", false},
	} {
		a := New(Config{TLS: c.tls})
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Host = c.host
		r.Header.Set("X-Forwarded-Proto", c.forwarded)
		require.Equal(t, c.secure, strings.Contains(a.Callers.Cookie(r, "s", time.Hour), "Secure"), "%+v", c)
		w := httptest.NewRecorder()
		a.secure(http.NotFoundHandler()).ServeHTTP(w, r)
		require.Equal(t, c.tls || c.forwarded == "https", w.Header().Get("Strict-Transport-Security") != "", "%+v", c)
	}
}

func TestBodiesHaveDeadlines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pause  time.Duration
		size   int
		pieces int
		whole  bool
	}{
		"at once":         {0, 100, 1, true},
		"slow and steady": {time.Second, 16 << 10, 60, true},
		"a short pause":   {9 * time.Second, 200 << 10, 3, true},
		"a long pause":    {11 * time.Second, 200 << 10, 3, false},
		"a drip":          {time.Second, 1, 60, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, server := net.Pipe()
			var dripping sync.WaitGroup
			dripping.Go(func() { drip(client, c.pause, c.size, c.pieces) })
			done := make(chan error, 1)
			s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: paced(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, err := io.Copy(io.Discard, r.Body)
				done <- err
			}))}
			l := &oneListener{connection: server, closed: make(chan struct{})}
			go func() { _ = s.Serve(l) }()
			err := <-done
			require.Equal(t, c.whole, err == nil, "%s: %v", name, err)
			if err != nil {
				require.Equal(t, "body.tooSlow", fault.KeyOf(problem.Unreadable(err)), name)
			}
			_ = client.Close()
			_ = s.Close()
			dripping.Wait()
		})
	}
}

func drip(w net.Conn, pause time.Duration, size, pieces int) {
	go func() { _, _ = io.Copy(io.Discard, bufio.NewReader(w)) }()
	fmt.Fprintf(w, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", size*pieces)
	for range pieces {
		time.Sleep(pause)
		if _, err := w.Write(make([]byte, size)); err != nil {
			return
		}
	}
}

// oneListener accepts one connection.
type oneListener struct {
	connection net.Conn
	closed     chan struct{}
}

func (l *oneListener) Accept() (net.Conn, error) {
	if c := l.connection; c != nil {
		l.connection = nil
		return c, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *oneListener) Close() error {
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return nil
}
func (l *oneListener) Addr() net.Addr { return &net.TCPAddr{} }

// TestA304NamesTheAnswerThatTheCallerHas: compressed ones have a weak tag, and the 304 that
// confirms it too; whoever has the plain one reads a strong tag.
func TestA304NamesTheAnswerThatTheCallerHas(t *testing.T) {
	t.Parallel()
	handler := Compressed(newKeptAnswers().kept(Named(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bytes.Repeat([]byte("7"), 10_000))
	}))))
	ask := func(accept, known string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", accept)
		if known != "" {
			r.Header.Set("If-None-Match", known)
		}
		handler.ServeHTTP(w, r)
		return w
	}
	for range 3 { // made, kept, and kept compressed
		for _, accept := range []string{"gzip", "", "identity"} {
			first := ask(accept, "")
			require.Equal(t, http.StatusOK, first.Code)
			tag := first.Header().Get("ETag")
			require.Equal(t, accept == "gzip", strings.HasPrefix(tag, "W/"), accept)
			again := ask(accept, tag)
			require.Equal(t, http.StatusNotModified, again.Code, accept)
			require.Equal(t, tag, again.Header().Get("ETag"), accept)
			require.Equal(t, first.Header().Get("Vary"), again.Header().Get("Vary"), accept)
			require.Empty(t, again.Header().Get("Content-Encoding"), accept)
			require.Zero(t, again.Body.Len(), accept)
		}
	}
}

// TestRequestsAreCounted by what was asked and answered.
func TestRequestsAreCounted(t *testing.T) {
	t.Parallel()
	a := New(Config{})
	served := a.observe(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for range 2 {
		served.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/x", nil))
	}
	told := httptest.NewRecorder()
	a.metrics.Handler().ServeHTTP(told, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	require.Contains(t, told.Body.String(), `pmo_http_request_seconds_count{method="GET",operation="page",status="418"} 2`)
}
