// Package apptest runs the whole server on a database of its own, for tests that
// speak HTTP. Every answer is compared with the contract.
package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/openapi"
)

// Today is the day on which tests live unless they choose another.
var Today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// Password of the demo accounts.
const Password = "demo-pmo-2026"

// Server is a running server.
type Server struct {
	App *app.App
	URL string // of the server, without /api
	// DatabaseURL is its database, for tests that look behind the API.
	DatabaseURL string
	t           testing.TB
}

// Change alters settings or options before a server starts.
type Change func(*app.Config, *app.Options)

// New starts a server with an empty database, whose clock stands at now.
func New(t testing.TB, now time.Time, changes ...Change) *Server {
	return start(t, now, false, changes)
}

// Demo starts a server with a small demo: the accounts and the operations of the
// real one, with a few sites and months. It is made once for each day on which tests live, by the
// settings of nobody, and copied for each server.
func Demo(t testing.TB, now time.Time, changes ...Change) *Server {
	return start(t, now, true, changes)
}

func start(t testing.TB, now time.Time, demo bool, changes []Change) *Server {
	t.Helper()
	config := app.Config{Addr: "127.0.0.1:0", PublicURL: "http://127.0.0.1", DataDir: t.TempDir(),
		SecretKey: strings.Repeat("k", 32), Demo: demo, SupportEmail: "support@example.org", LogoutURL: "/logout"}
	options := app.Options{Now: func() time.Time { return now }, SmallDemo: true, Passwords: password.Cheap,
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))}
	for _, change := range changes {
		change(&config, &options)
	}
	switch {
	case config.DatabaseURL != "": // of another server
	case demo:
		config.DatabaseURL = kept{now, options.SmallDemo, config.SecretKey}.copyTo(t, config.DataDir)
	default:
		config.DatabaseURL = pgtest.URL(t)
	}
	a, err := app.Start(t.Context(), config, options)
	require.NoError(t, err)
	t.Cleanup(a.Close)
	if demo {
		_, err := a.Demo(t.Context()) // as every later start of a server with a demo
		require.NoError(t, err)
	}
	require.NoError(t, a.StartJobs(t.Context()))
	checker, err := contractChecker()
	require.NoError(t, err)
	server := httptest.NewServer(checker.Telling(func(complaint string) { t.Error(complaint) }).Wrap(a.Handler))
	t.Cleanup(server.Close)
	return &Server{App: a, URL: server.URL, DatabaseURL: config.DatabaseURL, t: t}
}

// kept is a demo that is made once, and what it depends on.
type kept struct {
	now    time.Time
	small  bool
	secret string
}

// keptFiles are those of a demo that was made: kept → fs.FS, in memory, as nobody is there to sweep a
// folder when the last test has ended.
var keptFiles sync.Map

// copyTo gives a server its copy: a database, and the files in its folder.
func (k kept) copyTo(t testing.TB, folder string) string {
	t.Helper()
	url := pgtest.Kept(t, fmt.Sprint(k), func(url string) error {
		dir := t.TempDir()
		a, err := app.Start(t.Context(), app.Config{Addr: "127.0.0.1:0", PublicURL: "http://127.0.0.1", DataDir: dir, DatabaseURL: url,
			SecretKey: k.secret, Demo: true, SupportEmail: "support@example.org", LogoutURL: "/logout"},
			app.Options{Now: func() time.Time { return k.now }, SmallDemo: k.small, Passwords: password.Cheap})
		if err != nil {
			return err
		}
		defer a.Close()
		if _, err := a.Demo(t.Context()); err != nil {
			return err
		}
		// What the demo has asked of jobs is done once too, so that no copy does it again.
		if err := a.StartJobs(t.Context()); err != nil {
			return err
		}
		if err := UntilIdle(t.Context(), url); err != nil {
			return err
		}
		a.Close()
		files, err := inMemory(os.DirFS(dir))
		keptFiles.Store(k, files)
		return err
	})
	files, _ := keptFiles.Load(k)
	require.NoError(t, os.CopyFS(folder, files.(fs.FS)))
	return url
}

// UntilIdle waits until the server of a database has no job to do now.
func UntilIdle(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for deadline := time.Now().Add(Patience); ; time.Sleep(20 * time.Millisecond) {
		var live int
		err := conn.QueryRow(ctx, "select count(*) from river_job where state in ('available', 'pending', 'retryable', 'running')").Scan(&live)
		if err != nil || live == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d jobs of the demo are not done", live)
		}
	}
}

func inMemory(tree fs.FS) (fs.FS, error) {
	files := fstest.MapFS{}
	return files, fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, path)
		files[path] = &fstest.MapFile{Data: content, Mode: 0o600}
		return err
	})
}

// contractChecker compares answers with the contract, which is read once for all servers.
var contractChecker = sync.OnceValues(func() (*transport.ReplyChecker, error) { return transport.NewReplyChecker(openapi.Bundle, nil) })

// Client is somebody at the server.
type Client struct {
	http http.Client
	base string
	t    testing.TB
	// Header is sent with every request.
	Header http.Header
}

// patient waits for a server that is asked whether it wants a body, however busy the machine is.
var patient = func() *http.Transport {
	all := http.DefaultTransport.(*http.Transport).Clone()
	all.ExpectContinueTimeout = Patience
	return all
}()

// Anonymous has no session.
func (s *Server) Anonymous() *Client {
	jar, _ := cookiejar.New(nil)
	return &Client{http: http.Client{Jar: jar, Transport: patient}, base: s.URL + "/api", t: s.t, Header: http.Header{}}
}

// As signs in with the demo password.
func (s *Server) As(email string) *Client {
	s.t.Helper()
	c := s.Anonymous()
	reply := c.Post("/session/login", map[string]any{"email": email, "password": Password})
	require.Equal(s.t, http.StatusOK, reply.Status, "signing in as %s: %s", email, reply.Body)
	return c
}

// Reply is an answer, read whole.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Into decodes the answer.
func (r Reply) Into(t testing.TB, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(r.Body, v), "%s", r.Body)
}

// Map is the answer as an object; an empty one when it is none.
func (r Reply) Map() map[string]any {
	m := map[string]any{}
	_ = json.Unmarshal(r.Body, &m)
	return m
}

// List is the answer as an array of objects.
func (r Reply) List() []map[string]any {
	var l []map[string]any
	_ = json.Unmarshal(r.Body, &l)
	return l
}

// Key is that of the problem.
func (r Reply) Key() string {
	key, _ := r.Map()["key"].(string)
	return key
}

// Keys are that of the problem and those of its details.
func (r Reply) Keys() []string {
	keys := []string{r.Key()}
	items, _ := r.Map()["errors"].([]any)
	for _, item := range items {
		if m, ok := item.(map[string]any); ok {
			keys = append(keys, m["key"].(string))
		}
	}
	return keys
}

// Do sends a request below /api; body nil, an io.Reader, or what becomes JSON.
func (c *Client) Do(method, path string, body any) Reply {
	c.t.Helper()
	var reader io.Reader
	contentType := ""
	switch b := body.(type) {
	case nil:
	case io.Reader:
		reader = b
	default:
		data, err := json.Marshal(b)
		require.NoError(c.t, err)
		reader, contentType = bytes.NewReader(data), "application/json"
	}
	return c.send(method, path, reader, contentType)
}

// DoAs sends a body of a content type below /api.
func (c *Client) DoAs(method, path string, body io.Reader, contentType string) Reply {
	c.t.Helper()
	return c.send(method, path, body, contentType)
}

func (c *Client) send(method, path string, body io.Reader, contentType string) Reply {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, body)
	require.NoError(c.t, err)
	for name, values := range c.Header {
		r.Header[name] = values
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	reply, err := c.http.Do(r)
	require.NoError(c.t, err)
	defer func() { _ = reply.Body.Close() }()
	data, err := io.ReadAll(reply.Body)
	require.NoError(c.t, err)
	return Reply{reply.StatusCode, reply.Header, data}
}

// Raw sends a body with headers of its own below /api.
func (c *Client) Raw(method, path string, body io.Reader, header http.Header) Reply {
	c.t.Helper()
	for name, values := range header {
		c.Header[name] = values
		defer c.Header.Del(name)
	}
	return c.send(method, path, body, "")
}

// Get, Post, Put and Delete are Do.
func (c *Client) Get(path string) Reply { c.t.Helper(); return c.Do(http.MethodGet, path, nil) }
func (c *Client) Post(path string, body any) Reply {
	c.t.Helper()
	return c.Do(http.MethodPost, path, body)
}
func (c *Client) Put(path string, body any) Reply {
	c.t.Helper()
	return c.Do(http.MethodPut, path, body)
}
func (c *Client) Delete(path string) Reply { c.t.Helper(); return c.Do(http.MethodDelete, path, nil) }

// File is a file to upload.
type File struct {
	Name    string
	Content []byte
}

// Upload sends files in parts named part, with other fields.
func (c *Client) Upload(path, part string, files []File, fields map[string]string) Reply {
	c.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range fields {
		require.NoError(c.t, w.WriteField(name, value))
	}
	for _, f := range files {
		p, err := w.CreateFormFile(part, f.Name)
		require.NoError(c.t, err)
		_, err = p.Write(f.Content)
		require.NoError(c.t, err)
	}
	require.NoError(c.t, w.Close())
	return c.send(http.MethodPost, path, &body, w.FormDataContentType())
}

// Patience is how long a test waits for what the server does by itself: longer than it takes on a machine
// that has much else to do, as only what never comes is to end it.
const Patience = 5 * time.Minute

// WaitJob polls a job until it is over.
func (c *Client) WaitJob(jobID string) map[string]any {
	c.t.Helper()
	deadline := time.Now().Add(Patience)
	for time.Now().Before(deadline) {
		reply := c.Get("/jobs/" + jobID)
		require.Equal(c.t, http.StatusOK, reply.Status, "%s", reply.Body)
		if job := reply.Map(); job["status"] != "PENDING" {
			return job
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.t.Fatalf("job %s is still pending", jobID)
	return nil
}

// Operation finds an operation of the caller by its external id.
func (c *Client) Operation(externalID string) string {
	c.t.Helper()
	for _, o := range c.Get("/operations").List() {
		if o["externalId"] == externalID {
			return o["id"].(string)
		}
	}
	c.t.Fatalf("no operation %s", externalID)
	return ""
}
