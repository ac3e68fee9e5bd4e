package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis/gateway"
	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
)

// waitImports waits until an operation has so many ended imports from a source.
func waitImports(t *testing.T, c *apptest.Client, operation, source string, count int) (found []map[string]any) {
	t.Helper()
	require.Eventually(t, func() bool {
		found = nil
		for _, i := range c.Get("/operations/" + operation + "/measurements/imports").List() {
			if i["source"] == source && i["status"] != "STARTED" {
				found = append(found, i)
			}
		}
		return len(found) >= count
	}, apptest.Patience, 50*time.Millisecond)
	require.Len(t, found, count)
	return found
}

// TestFilesOfTheFolderAreImported lays a good file and a bad one before the start.
func TestFilesOfTheFolderAreImported(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	own := filepath.Join(folder, "ACC00000003")
	require.NoError(t, os.Mkdir(own, 0o755))
	site := fake.Sites("ACC00000003", 3, 6, 2)[0].DsoID
	const header = "prm;nature;horodate;pas;valeur;unite;statut\n"
	for name, text := range map[string]string{
		"1.csv": header + site + ";CONSO;2026-11-19T10:00:00+01:00;PT15M;4321;W;D\n",
		"2.csv": header + "99999999999999;CONSO;2026-11-19T10:00:00+01:00;PT15M;1;W;D\n",
	} {
		file := filepath.Join(own, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		at := apptest.Today.Add(-time.Hour)
		require.NoError(t, os.Chtimes(file, at, at))
	}
	s := apptest.Demo(t, apptest.Today, func(c *app.Config, _ *app.Options) { c.Pull.PullDir = folder })
	organizer := s.As("organizer@demo.pmo")
	imports := waitImports(t, organizer, organizer.Operation("ACC00000003"), "FOLDER", 2)
	require.Equal(t, []any{"FAILED", "SUCCEEDED"}, []any{imports[0]["status"], imports[1]["status"]})
	require.Equal(t, "prm.unknown", imports[0]["errors"].([]any)[0].(map[string]any)["key"])
	require.Equal(t, 1., imports[1]["result"].(map[string]any)["changedSites"])

	// One that is still written, and one that was laid down just now.
	for _, name := range []string{"3.csv.part", "4.csv"} {
		require.NoError(t, os.WriteFile(filepath.Join(own, name), []byte("prm"), 0o600))
		at := apptest.Today.Add(-time.Second)
		require.NoError(t, os.Chtimes(filepath.Join(own, name), at, at))
	}
	path := "/operations/" + organizer.Operation("ACC00000003") + "/measurements/pulls"
	reply := organizer.Post(path+"/look", nil)
	require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	var state map[string]any
	require.Eventually(t, func() bool {
		state = organizer.Get(path).Map()
		return state["looking"] == false
	}, apptest.Patience, 20*time.Millisecond)
	told := map[any]any{}
	for _, w := range state["waiting"].([]any) {
		one := w.(map[string]any)
		require.Equal(t, "FOLDER", one["place"])
		told[one["name"]] = one["problem"].(map[string]any)["key"]
	}
	require.Equal(t, map[any]any{"3.csv.part": "drop.unfinished", "4.csv": "drop.settling"}, told)
	require.InDelta(t, 2, state["waitingCount"], 0)
	require.NotContains(t, string(organizer.Get(path).Body), folder, "where the folder is concerns nobody")
	require.Equal(t, http.StatusForbidden, s.As("participant@demo.pmo").Post(path+"/look", nil).Status)
	left, err := os.ReadDir(own)
	require.NoError(t, err)
	require.Len(t, left, 4, "files stay where they are")
}

// TestCurvesAreAskedOfEnedis starts a server that asks a stub of the metering API.
func TestCurvesAreAskedOfEnedis(t *testing.T) {
	t.Parallel()
	stub := httptest.NewServer(http.HandlerFunc(meteringAPI))
	t.Cleanup(stub.Close)
	s := apptest.Demo(t, apptest.Today, func(c *app.Config, _ *app.Options) {
		d := gateway.Default()
		p := &c.Pull
		p.EnedisBaseURL, p.EnedisTokenURL, p.EnedisClientID, p.EnedisClientSecret = stub.URL, stub.URL+"/token", "pmo", "stub"
		p.EnedisConsumptionPath, p.EnedisProductionPath = d.ConsumptionPath, d.ProductionPath
		p.EnedisLabels, p.EnedisClock, p.EnedisPerSecond = d.Labels, d.Clock, 1000
	})
	organizer := s.As("organizer@demo.pmo")
	operation := organizer.Operation("ACC00000001")
	first := waitImports(t, organizer, operation, "PULL", 1)[0]
	require.Equal(t, "SUCCEEDED", first["status"], "%v", first["errors"])
	require.NotContains(t, first, "createdBy", "the server asked by itself")
	file := first["files"].([]any)[0].(map[string]any)
	require.Equal(t, gateway.Format, file["format"])
	result := first["result"].(map[string]any)
	sites := organizer.Get("/operations/" + operation + "/participants").List()
	require.InDelta(t, len(sites)-1, result["changedSites"], 0, "all but the one without consent")
	require.Equal(t, 7., result["changedDays"])
	var refused []any
	for _, w := range result["warnings"].([]any) {
		if w.(map[string]any)["key"] == "curve.noConsent" {
			refused = append(refused, w.(map[string]any)["params"].(map[string]any)["value"])
		}
	}
	require.Equal(t, []any{withoutConsent}, refused)

	state := organizer.Get("/operations/" + operation + "/measurements/pulls").Map()
	require.Equal(t, []any{true, first["id"], "2026-11-21T06:00:00+01:00"}, []any{state["service"], state["last"].(map[string]any)["id"], state["next"]})

	again := organizer.Post("/operations/"+operation+"/measurements/pulls", map[string]any{})
	require.Equal(t, http.StatusAccepted, again.Status, "%s", again.Body)
	job := organizer.WaitJob(again.Map()["id"].(string))
	require.Equal(t, true, job["result"].(map[string]any)["unchanged"], "the same answers change nothing")
}

var withoutConsent = fake.Sites("ACC00000001", 1, 6, 3)[0].DsoID

// meteringAPI answers 1 000 W for every half hour, of producers 500 W: near enough to the
// demo's, for what looks like a mistake waits for a yes.
func meteringAPI(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	q := r.URL.Query()
	if r.Method == http.MethodPost {
		fmt.Fprint(w, `{"access_token":"x","token_type":"Bearer","expires_in":3600}`)
		return
	}
	if q.Get("usage_point_id") == withoutConsent {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"error":"ADAM_DC_0008","error_description":"No consent can be found for this customer and this usage point."}`)
		return
	}
	from, _ := civil.ParseDate(q.Get("start"))
	to, _ := civil.ParseDate(q.Get("end"))
	watts := "1000"
	if r.URL.Path == gateway.Default().ProductionPath {
		watts = "500"
	}
	var readings []map[string]string
	for at := civil.Paris.Start(from); at.Before(civil.Paris.Start(to)); {
		at = at.Add(30 * time.Minute)
		readings = append(readings, map[string]string{"value": watts, "date": at.In(civil.Paris.Location()).Format(time.DateTime),
			"interval_length": "PT30M", "measure_type": "B"})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"meter_reading": map[string]any{"usage_point_id": q.Get("usage_point_id"),
		"reading_type": map[string]any{"unit": "W"}, "interval_reading": readings}})
}

// TestTheFirstAccountIsOpenedByALink starts on an empty database.
func TestTheFirstAccountIsOpenedByALink(t *testing.T) {
	t.Parallel()
	s := apptest.New(t, apptest.Today)
	secret, err := s.App.Services.Account.FirstAdminLink(t.Context())
	require.NoError(t, err)
	c := s.Anonymous()
	body := map[string]any{"token": secret, "newPassword": strings.Repeat("une phrase ", 2)}
	require.Contains(t, c.Post("/account-links/accept", body).Keys(), "email.invalid")
	body["email"] = "premier@example.org"
	reply := c.Post("/account-links/accept", body)
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	require.Equal(t, "admin", c.Get("/session").Map()["role"])
	require.Len(t, c.Get("/admin/users").List(), 1)
}
