package apptest_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// uploadPaths are the calls that take files, with the name of their parts.
func uploadPaths(operation string) map[string]string {
	base := "/operations/" + operation
	return map[string]string{base + "/measurements/imports": "files", base + "/measurements/upload-permanent-dataset": "files",
		base + "/participants/import": "file", base + "/successions/import": "file", base + "/clients/import": "file", base + "/energy-allocation/coefficients/import": "files"}
}

// TestPartsOfUploadsAreChecked: what is mistyped never turns a check into an import, and
// what no call knows is refused.
func TestPartsOfUploadsAreChecked(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	site := c.Get("/operations/" + operation + "/participants?group=consumers").List()[0]["dsoId"].(string)
	curve := []apptest.File{{Name: "a.csv", Content: []byte(curveHead + site + ";CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n")}}
	before := fingerprint(t, s)
	for path, part := range uploadPaths(operation) {
		for _, c2 := range []struct{ part, value, key string }{{"dryRun", "True", "field.enum"}, {"dryRun", "1", "field.enum"},
			{"dryRun", "", "field.enum"}, {"dryrun", "true", "field.unknown"}, {"unknown", "x", "field.unknown"}} {
			reply := c.Upload(path, part, curve, map[string]string{c2.part: c2.value})
			require.Equal(t, http.StatusBadRequest, reply.Status, "%s %v: %s", path, c2, reply.Body)
			require.Equal(t, []string{"request.invalid", c2.key}, reply.Keys(), "%s %v", path, c2)
			require.Equal(t, c2.part, reply.Map()["errors"].([]any)[0].(map[string]any)["field"])
		}
		reply := c.Upload(path, part, []apptest.File{{Name: "a\x00.csv", Content: curve[0].Content}}, nil)
		require.Equal(t, http.StatusBadRequest, reply.Status, "%s", reply.Body)
	}
	imports := "/operations/" + operation + "/measurements/imports"
	for _, status := range []string{"definitif", "DEFINITIVE", "provisional"} {
		require.Equal(t, []string{"request.invalid", "field.enum"}, c.Upload(imports, "files", curve, map[string]string{"status": status}).Keys())
	}
	// One form for all: a check by a part, as by the query.
	perimeter := []apptest.File{{Name: "PERIM_ACC00000001_20261120.csv", Content: []byte("prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n" +
		"99100000000999;;C;Nouveau;1 rue du Val;35300;Fougères;C5;2026-11-01;;EN_VIGUEUR;CREATION\n")}}
	report := c.Upload("/operations/"+operation+"/participants/import", "file", perimeter, map[string]string{"dryRun": "true"})
	require.Equal(t, http.StatusOK, report.Status, "%s", report.Body)
	require.Equal(t, true, report.Map()["dryRun"])
	require.Equal(t, before, fingerprint(t, s), "nothing was changed")
}

// TestUploadsAreAskedForBeforeTheyAreReceived: who may not send files is refused before
// one byte of them is read, with a key or without.
func TestUploadsAreAskedForBeforeTheyAreReceived(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	operation := s.As("organizer@demo.pmo").Operation("ACC00000001")
	participant := s.As("participant@demo.pmo")
	participant.Header.Set("Expect", "100-continue") // the client waits until somebody reads
	for _, key := range []string{"", "k-1"} {
		if key != "" {
			participant.Header.Set("Idempotency-Key", key)
		}
		for path, part := range uploadPaths(operation) {
			var read atomic.Int64
			body := io.TeeReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\""+part+"\"; filename=\"a.csv\"\r\n\r\nx\r\n--x--\r\n"), counter{&read})
			r := participant.DoAs(http.MethodPost, path, body, "multipart/form-data; boundary=x")
			require.Equal(t, http.StatusForbidden, r.Status, "%s: %s", path, r.Body)
			require.Zero(t, read.Load(), path)
		}
	}
}

// counter counts what is written to it.
type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

// TestUploadsWithAKeyAreTakenOnce: the same parts get the first answer again, whatever
// stands between them; other parts are refused, and a refusal is not kept.
func TestUploadsWithAKeyAreTakenOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000003")
	site := c.Get("/operations/" + operation + "/participants?group=consumers").List()[0]["dsoId"].(string)
	file := func(watts int) []apptest.File {
		return []apptest.File{{Name: "a.csv", Content: fmt.Appendf(nil, "%s%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;%d;W;D\n", curveHead, site, watts)}}
	}
	imports := "/operations/" + operation + "/measurements/imports"
	count := func() int { return len(c.Get(imports).List()) }
	had := count()
	c.Header.Set("Idempotency-Key", "upload-1")
	first := c.Upload(imports, "files", file(400), map[string]string{"status": "definitive"})
	require.Equal(t, http.StatusAccepted, first.Status, "%s", first.Body)
	again := c.Upload(imports, "files", file(400), map[string]string{"status": "definitive"})
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.JSONEq(t, string(first.Body), string(again.Body))
	require.Equal(t, "idempotency.keyReused", c.Upload(imports, "files", file(401), map[string]string{"status": "definitive"}).Key())
	require.Equal(t, "idempotency.keyReused", c.Upload(imports, "files", file(400), nil).Key())
	require.Equal(t, had+1, count())
	require.Equal(t, "SUCCESS", c.WaitJob(first.Map()["id"].(string))["status"])

	c.Header.Set("Idempotency-Key", "upload-2")
	require.Equal(t, "request.invalid", c.Upload(imports, "files", file(400), map[string]string{"dryRun": "yes"}).Key())
	dry := c.Upload(imports, "files", file(400), map[string]string{"dryRun": "true"})
	require.Equal(t, http.StatusAccepted, dry.Status, "a refusal is not kept: %s", dry.Body)
	for _, key := range []string{"clé", "a\tb", string(bytes.Repeat([]byte("k"), 300))} {
		c.Header.Set("Idempotency-Key", key)
		reply := c.Upload(imports, "files", file(400), nil)
		require.Equal(t, http.StatusBadRequest, reply.Status, "%q: %s", key, reply.Body)
	}
}

// TestTextsThatNoDatabaseKeeps: U+0000 and broken UTF-8 are refused with their field.
func TestTextsThatNoDatabaseKeeps(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	plans := "/operations/" + operation + "/billing/plans"
	admin := s.As("admin@demo.pmo")
	before := fingerprint(t, s)
	for body, field := range map[string]string{
		"{\"name\":\"a\\u0000b\",\"period\":\"MONTHLY\"}":         "name",
		"{\"name\":\"ok\",\"charges\":[{\"name\":\"x\\u0000\"}]}": "charges.name",
		"{\"name\":\"a\xffb\"}":                                   "name",
	} {
		reply := c.DoAs(http.MethodPost, plans, bytes.NewReader([]byte(body)), "application/json")
		require.Equal(t, http.StatusBadRequest, reply.Status, "%q: %s", body, reply.Body)
		require.Equal(t, []string{"request.invalid", "text.invalid"}, reply.Keys(), "%q", body)
		require.Equal(t, field, reply.Map()["errors"].([]any)[0].(map[string]any)["field"])
		require.NotEmpty(t, reply.Map()["errors"].([]any)[0].(map[string]any)["detail"])
	}
	for path, who := range map[string]*apptest.Client{"/operations/" + operation + "/participants?q=%00": c, "/operations/" + operation + "/participants?q=%ff": c,
		"/admin/operations?filter=%7B%22q%22%3A%22a%5Cu0000%22%7D": admin} {
		reply := who.Get(path)
		require.Equal(t, []string{"request.invalid", "text.invalid"}, reply.Keys(), "%s: %s", path, reply.Body)
	}
	require.NotEqual(t, http.StatusBadRequest, c.Get("/operations/"+operation+"/participants?q=%C3%A9").Status)
	require.Equal(t, before, fingerprint(t, s))
}
