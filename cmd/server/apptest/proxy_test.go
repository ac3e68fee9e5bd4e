package apptest_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
)

// behindProxy puts a proxy in front of a server, as many hosts have one: what it is asked in a line of over 8 kB, or
// with over 8 kB of headers, it refuses. It counts what it refused.
func behindProxy(t *testing.T, server *apptest.Server) (*apptest.Server, *atomic.Int64) {
	t.Helper()
	const most = 8 << 10
	target, err := url.Parse(server.URL)
	require.NoError(t, err)
	refused := &atomic.Int64{}
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = target.Host }}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line, headers := len(r.Method)+len(r.RequestURI)+len(r.Proto)+4, bytes.Buffer{}
		_ = r.Header.Write(&headers)
		if line > most || headers.Len() > most {
			refused.Add(1)
			http.Error(w, "request line or headers too large", http.StatusRequestURITooLong)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	front := *server
	front.URL = proxy.URL
	return &front, refused
}

// TestManyIdsPassAProxy: calls that name many invoices send them in their bodies, as the application and pmoctl do,
// so that no proxy has to take a long line; all that are published are one archive, with a document of each.
func TestManyIdsPassAProxy(t *testing.T) {
	t.Parallel()
	server, refused := behindProxy(t, apptest.Demo(t, apptest.Today))
	o := server.As("organizer@demo.pmo")
	operation := o.Operation("ACC00000001")
	base := "/operations/" + operation + "/billing/invoices"
	var published []any
	for _, i := range o.Get(base + "?status=FINALIZED&type=INVOICE&limit=1000").List() {
		published = append(published, i["id"])
	}
	require.NotEmpty(t, published)
	packed := o.Post(base+"/download-zip", map[string]any{"ids": published})
	require.Equal(t, http.StatusOK, packed.Status, "%s", packed.Body)
	files, err := zip.NewReader(bytes.NewReader(packed.Body), int64(len(packed.Body)))
	require.NoError(t, err)
	require.Len(t, files.File, len(published))

	// 2 500 ids are 92 kB: the body takes them, each is answered for, and the line would not.
	strangers := make([]any, 2_500)
	line := base + "/download-zip?invoicesIds="
	for n := range strangers {
		one := string(id.New())
		strangers[n], line = one, line+one+","
	}
	for _, call := range []string{"/download-zip", "/accounting-summary"} {
		answer := o.Post(base+call, map[string]any{"ids": strangers})
		require.Equal(t, []any{http.StatusNotFound, "invoice.notFound"}, []any{answer.Status, answer.Map()["key"]}, "%s: %s", call, answer.Body)
	}
	bulk := o.Post(base+"/publish", map[string]any{"ids": strangers})
	require.Equal(t, http.StatusOK, bulk.Status, "%s", bulk.Body)
	require.Len(t, bulk.Map()["results"], len(strangers))
	require.Zero(t, refused.Load())
	require.Equal(t, http.StatusRequestURITooLong, o.Get(line).Status, "the proxy is one that refuses")
	require.EqualValues(t, 1, refused.Load())

	// pmoctl, by its own way.
	token := o.Post("/tokens", map[string]any{"name": "proxy"})
	require.Equal(t, http.StatusCreated, token.Status, "%s", token.Body)
	work, self := t.TempDir(), ""
	self, err = os.Executable()
	require.NoError(t, err)
	pmoctl := filepath.Join(work, "pmoctl")
	require.NoError(t, os.Symlink(self, pmoctl)) // TestMain is pmoctl by that name
	cmd := exec.CommandContext(t.Context(), pmoctl, "invoice", "download", "--operation", "ACC00000001", "--all", "--dir", "factures")
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "PMO_URL="+server.URL, "PMO_TOKEN="+token.Map()["secret"].(string), "XDG_CONFIG_HOME="+work)
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	saved, err := os.ReadDir(filepath.Join(work, "factures"))
	require.NoError(t, err)
	require.NotEmpty(t, saved, "%s", said)
	require.EqualValues(t, 1, refused.Load(), "the same as before")
}
