package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// consumed is what the operation drew in September, in mWh.
func (p played) consumed() float64 {
	p.t.Helper()
	m := p.Get("/measurements/metrics/by-operation?operationId=" + strings.TrimPrefix(p.path, "/operations/") + "&dateFrom=2026-09-01&dateTo=2026-09-30").Map()
	return m["consumption"].(map[string]any)["energyMilliWh"].(float64)
}

// decide asks for confirm or undo of an import.
func (p played) decide(importID, what string) apptest.Reply {
	p.t.Helper()
	return p.Post(p.path+"/measurements/imports/"+importID+"/"+what, nil)
}

// TestImportsThatLookLikeAMistakeThroughTheServer sends a definitive month, then the same in
// kW that are read as W: it waits, is confirmed, undone, and the month is as before.
func TestImportsThatLookLikeAMistakeThroughTheServer(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "SRD", "ACC00000077")
	month := civil.NewMonth(2026, time.September)
	readings := p.operator.Datasets(month.Range(), p.today)[0].Readings
	good, err := p.operator.Files(fake.ACCLong, month, readings)
	require.NoError(t, err)
	require.Equal(t, "SUCCESS", p.sent(good...)["status"])
	before := p.consumed()
	bad := make([]fake.File, len(good))
	for i, f := range good {
		bad[i] = fake.File{Name: f.Name, Content: bytes.ReplaceAll(f.Content, []byte(";W;"), []byte(";KW;"))}
	}

	check := p.Upload(p.path+"/measurements/imports", "files", []apptest.File{{Name: bad[0].Name, Content: bad[0].Content}}, map[string]string{"dryRun": "true"})
	require.Equal(t, http.StatusAccepted, check.Status, "%s", check.Body)
	dry := p.WaitJob(check.Map()["id"].(string))
	require.Equal(t, "SUCCESS", dry["status"])
	suspected := dry["result"].(map[string]any)["suspected"].([]any)[0].(map[string]any)
	require.Equal(t, "REPLACED", suspected["reason"])
	require.Equal(t, "2026-09", suspected["month"])
	require.NotEmpty(t, suspected["name"])
	require.InDelta(t, 1000, suspected["afterMilliWh"].(float64)/suspected["beforeMilliWh"].(float64), 1)

	held := p.sent(bad...)
	require.Equal(t, "FAILURE", held["status"])
	require.Equal(t, "curve.suspectedChange", held["errors"].([]any)[0].(map[string]any)["key"])
	importID := held["id"].(string)
	newest := p.Get(p.path + "/measurements/imports").List()[0]
	require.Equal(t, []any{importID, "SUSPECTED"}, []any{newest["id"], newest["status"]})
	require.Equal(t, before, p.consumed(), "nothing is stored")

	confirmed := p.decide(importID, "confirm")
	require.Equal(t, http.StatusAccepted, confirmed.Status, "%s", confirmed.Body)
	require.Equal(t, "SUCCESS", p.WaitJob(importID)["status"])
	require.InDelta(t, 1000, p.consumed()/before, 1)
	undone := p.decide(importID, "undo")
	require.Equal(t, http.StatusOK, undone.Status, "%s", undone.Body)
	require.Equal(t, "UNDONE", undone.Map()["status"])
	require.Equal(t, before, p.consumed())
	require.Equal(t, "UNDONE", p.decide(importID, "undo").Map()["status"], "again changes nothing")
	require.Contains(t, p.decide(importID, "confirm").Keys(), "import.notHeld")

	accepted := p.Upload(p.path+"/measurements/imports", "files", []apptest.File{{Name: bad[0].Name, Content: bad[0].Content}}, map[string]string{"acceptSuspected": "true"})
	require.Equal(t, http.StatusAccepted, accepted.Status)
	require.Equal(t, "SUCCESS", p.WaitJob(accepted.Map()["id"].(string))["status"], "one yes with the files")
	first := p.Get(p.path + "/measurements/imports").List()
	for _, one := range first {
		if one["id"] != first[0]["id"] && one["status"] == "SUCCEEDED" && one["dryRun"] == false {
			require.Contains(t, p.decide(one["id"].(string), "undo").Keys(), "import.laterImport")
		}
	}
}

// TestACheckOfAnR15SaysWhatItBrings: readings alone are something to import.
func TestACheckOfAnR15SaysWhatItBrings(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "ENEDIS", "ACC00000078")
	month := civil.NewMonth(2026, time.September)
	all := p.operator.Datasets(month.Range(), p.today)[0].Readings
	for _, r := range all { // a third of everything is shared
		run := r.Runs[0]
		run.Values = append(run.Values[:0:0], run.Values...)
		for i, v := range run.Values {
			run.Values[i] = v / 750 * 250
		}
		r.Nature, r.Runs = metering.Autoconso, []curvefile.Run{run}
		all = append(all, r)
	}
	flow, err := p.operator.Files(fake.R15, month, all)
	require.NoError(t, err)
	for i, c := range []struct {
		dryRun    string
		unchanged bool
	}{{"true", false}, {"false", false}, {"true", true}} {
		reply := p.Upload(p.path+"/measurements/imports", "files", []apptest.File{{Name: flow[0].Name, Content: flow[0].Content}}, map[string]string{"dryRun": c.dryRun})
		job := p.WaitJob(reply.Map()["id"].(string))
		require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
		result := job["result"].(map[string]any)
		require.Equal(t, c.unchanged, result["unchanged"], i)
		require.Positive(t, result["readings"])
		require.Equal(t, c.unchanged, result["readingsChanged"] == 0., i)
		sites := result["readingSites"].([]any)
		require.Len(t, sites, 4)
		require.NotEmpty(t, sites[0].(map[string]any)["name"])
	}
}

// TestAFileOverABoundIsRefusedAtOnce: the import is over with its line, and another may run.
func TestAFileOverABoundIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "SER", "ACC00000079")
	job := p.sent(fake.File{Name: "long.csv", Content: []byte(curveHead + strings.Repeat("9", 70<<10) + "\n")})
	require.Equal(t, "FAILURE", job["status"])
	problem := job["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"row.tooLong", 2.}, []any{problem["key"], problem["row"]})
	require.Contains(t, problem["detail"], "long.csv")

	many := make([]apptest.File, 201)
	for i := range many {
		many[i] = apptest.File{Name: fmt.Sprintf("%d.csv", i), Content: []byte("x")}
	}
	reply := p.Upload(p.path+"/measurements/imports", "files", many, nil)
	require.Equal(t, http.StatusBadRequest, reply.Status)
	require.Contains(t, reply.Keys(), "import.tooManyFiles")
}

// TestALongLineOfCoefficientsIsNoFault of the server.
func TestALongLineOfCoefficientsIsNoFault(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	path := "/operations/" + c.Operation("ACC00000001") + "/energy-allocation/coefficients/import"
	for _, content := range []string{"Horodate;" + strings.Repeat("1", 300<<10), "Horodate;99100000000017\n01/06/2026 00:00;" + strings.Repeat("1", 300<<10) + "\n"} {
		reply := c.Upload(path, "file", []apptest.File{{Name: "ACC00000001_15_01062026_30062026.csv", Content: []byte(content)}}, nil)
		require.Equal(t, http.StatusBadRequest, reply.Status, "%s", reply.Body)
		require.Contains(t, reply.Keys(), "row.tooLong")
	}
}
