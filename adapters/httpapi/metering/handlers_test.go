package metering_test

import (
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// meter is a server that knows the curves of two consumers, École and Mairie, and of a producer, Toit:
// 4, 8 and 20 kW over October 2026, of which each consumer was given a half.
type meter struct {
	servertest.World
	world *coretest.Metering
	at    string // the path of the operation
}

const october = "dateFrom=2026-10-01&dateTo=2026-10-31"

func newMeter(t *testing.T) meter {
	t.Helper()
	w := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "École", DsoID: "1", From: "2026-01-01"}, coretest.MeteredSite{Name: "Mairie", DsoID: "2", From: "2026-01-01"},
		coretest.MeteredSite{Name: "Toit", DsoID: "9", Producer: true, From: "2026-01-01"})
	days := coretest.Days("2026-10-01", "2026-10-31")
	w.Put(core.Conso, curvefile.StatusDefinitive, days, map[string]int64{"1": 4000, "2": 8000})
	w.Put(core.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"1": 2000, "2": 4000})
	w.Put(core.Prod, curvefile.StatusDefinitive, days, map[string]int64{"9": 20000})
	workbook := func(out io.Writer, sheet string, header []string, rows [][]any) error {
		_, err := fmt.Fprintf(out, "%s %d columns %d rows", sheet, len(header), len(rows))
		return err
	}
	return meter{servertest.Over(t, w.World, httpapi.Services{Metering: w.Services, Workbook: workbook}), w, "/operations/" + string(w.Operation)}
}

// get is what the organizer is answered.
func (m meter) get(t *testing.T, path string) servertest.Reply {
	t.Helper()
	got := m.Organizer("GET", path, "")
	require.Equal(t, 200, got.StatusCode, "%s: %s", path, got.Text)
	return got
}

func (m meter) refused(t *testing.T, status int, key string, r servertest.Reply) {
	t.Helper()
	require.Equal(t, []any{status, key}, []any{r.StatusCode, r.One["key"]}, r.Text)
}

// Every answer about curves is named, and asked for again by its name it has no body.
func TestQuestionsAboutCurvesOverHTTP(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	school, operation := string(m.world.Sites["École"]), string(m.world.Operation)
	const hours = 31*24 + 1 // with the night of autumn
	type answer = map[string]any
	for path, holds := range map[string]func(answer) (want, got any){
		"/measurements/load-curve/by-operation/" + operation + "?nature=Conso&resolution=day&" + october: func(a answer) (any, any) {
			one := a["series"].([]any)[0].(answer)
			return []any{"P1D", "Conso", 31, 24 * 12e6}, []any{a["step"], one["nature"], len(one["values"].([]any)), one["values"].([]any)[0]}
		},
		"/measurements/load-curve/by-participant/" + school + "?nature=Conso&resolution=day&" + october: func(a answer) (any, any) {
			return 24 * 4e6, a["series"].([]any)[0].(answer)["values"].([]any)[0]
		},
		"/measurements/metrics/by-operation?nature=Conso&operationId=" + operation + "&" + october: func(a answer) (any, any) {
			return []any{hours * 12e6, nil}, []any{a["consumption"].(answer)["energyMilliWh"], a["production"]}
		},
		"/measurements/metrics/by-participant?participantId=" + school + "&" + october: func(a answer) (any, any) {
			return hours * 4e6, a["consumption"].(answer)["energyMilliWh"]
		},
		m.at + "/measurements/metrics?" + october: func(a answer) (any, any) { return hours * 12e6, a["consumption"].(answer)["energyMilliWh"] },
		"/participants/" + school + "/measurements/metrics?" + october: func(a answer) (any, any) {
			return []any{hours * 4e6, hours * 2e6}, []any{a["consumption"].(answer)["energyMilliWh"], a["autoConsumption"].(answer)["energyMilliWh"]}
		},
		m.at + "/distribution?top=1&" + october: func(a answer) (any, any) {
			return []any{2, hours * 4e6, true}, []any{len(a["consumers"].([]any)), a["consumers"].([]any)[0].(answer)["sharedMilliWh"], len(a["flows"].([]any)) > 0}
		},
		m.at + "/distribution?" + october: func(a answer) (any, any) {
			return []any{2, 0}, []any{len(a["consumers"].([]any)), len(a["flows"].([]any))}
		},
		m.at + "/measurements/date-ranges": func(a answer) (any, any) {
			return []any{answer{"from": "2026-10-01", "to": "2026-10-31"}}, a["uploadedData"]
		},
		"/participants/" + school + "/measurements/date-ranges": func(a answer) (any, any) {
			return []any{answer{"from": "2026-10-01", "to": "2026-10-31"}}, a["uploadedData"]
		},
		m.at + "/measurements/health?" + october: func(a answer) (any, any) { return 0, len(a["sites"].([]any)) },
		m.at + "/measurements/heat-map?nature=Conso&participantId=" + school + "&" + october: func(a answer) (any, any) {
			return []any{"Conso", "2026-10-01"}, []any{a["nature"], a["dateFrom"]}
		},
		m.at + "/measurements/hour-profile?nature=Conso&participantId=" + school + "&" + october: func(a answer) (any, any) { return "Conso", a["nature"] },
		"/participants/" + school + "/measurements/balance?month=2026-10":                        func(a answer) (any, any) { return "2026-10-31", a["dateTo"] },
	} {
		got := m.get(t, path)
		if got.One == nil {
			require.Failf(t, "no object", "%s: %s", path, got.Text)
		}
		want, is := holds(got.One)
		require.EqualValues(t, want, is, "%s: %s", path, got.Text)
		tag := got.Header.Get("ETag")
		require.NotEmpty(t, tag, path)
		require.Equal(t, "application/json", got.Header.Get("Content-Type"), path)
		require.NotEmpty(t, got.Header.Get("Cache-Control"), path)
		again := m.Organizer("GET", path, "", "If-None-Match", tag)
		require.Equal(t, []any{304, "", tag}, []any{again.StatusCode, again.Text, again.Header.Get("ETag")}, path)
		require.Equal(t, 200, m.Organizer("GET", path, "", "If-None-Match", `"another"`).StatusCode, path)
	}
	groups := "/measurements/metrics/by-operation/group?group=consumers&nature=Conso&operationId=" + operation + "&" + october
	lines := m.get(t, groups)
	require.Equal(t, []any{"École", school, hours * 4e6}, []any{lines.List[0]["name"], lines.List[0]["participantId"],
		lines.List[0]["metrics"].(map[string]any)["consumption"].(map[string]any)["energyMilliWh"]})
	require.Len(t, lines.List, 2)
	require.Equal(t, 304, m.Organizer("GET", groups, "", "If-None-Match", lines.Header.Get("ETag")).StatusCode)
	m.refused(t, 400, "request.invalid", m.Organizer("GET", "/participants/"+school+"/measurements/balance?month=2026-13", ""))
}

// What a question says besides its days is asked: the quality of values, where they come from, what stands beside.
func TestWhatAQuestionAboutCurvesSays(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	m.world.Put(core.Conso, curvefile.StatusDefinitive, coretest.Days("2026-08-31", "2026-09-30"), map[string]int64{"1": 1000, "2": 1000})
	school := string(m.world.Sites["École"])
	for _, path := range []string{"/measurements/load-curve/by-operation/" + string(m.world.Operation), "/measurements/load-curve/by-participant/" + school} {
		path += "?nature=Conso&resolution=day&" + october
		one := func(query string) map[string]any {
			return m.get(t, path+query).One["series"].([]any)[0].(map[string]any)
		}
		require.NotContains(t, one(""), "qualities", path)
		require.NotContains(t, one("&quality=false"), "qualities", path)
		require.Contains(t, one("&quality=true"), "qualities", path)
		require.NotContains(t, m.get(t, path).One, "compared")
		require.Contains(t, m.get(t, path+"&compare=previous").One, "compared")
	}
	expected := m.get(t, "/measurements/load-curve/by-operation/"+string(m.world.Operation)+"?nature=Prod&origin=expected&resolution=day&"+october)
	require.Nil(t, expected.One["series"].([]any)[0].(map[string]any)["values"].([]any)[0], "not what was measured: no roof has its figures yet")
	received := "/measurements/load-curve/by-participant/" + school + "?nature=Autoconso&resolution=day&" + october
	require.Contains(t, m.get(t, received+"&producerId="+string(m.world.Sites["Toit"])).One, "received")
}

func TestCurvesAreDownloaded(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	path := m.at + "/measurements/load-curve/download?nature=Conso&resolution=day&" + october
	csv := m.get(t, path)
	require.Contains(t, csv.Header.Get("Content-Type"), "text/csv")
	require.Contains(t, csv.Header.Get("Content-Disposition"), ".csv")
	require.Contains(t, csv.Text, "2026-10-01T00:00:00+02:00;2026-10-02T00:00:00+02:00;288,000000;")
	require.Contains(t, m.get(t, path+"&format=csv").Text, ";288,000000;")
	require.Contains(t, m.get(t, path+"&participantId="+string(m.world.Sites["École"])).Text, ";96,000000;")
	sheet := m.get(t, path+"&format=xlsx")
	require.Contains(t, sheet.Header.Get("Content-Disposition"), ".xlsx")
	require.Contains(t, sheet.Text, " 4 columns 31 rows")
}

// A month is declared definitive, read, and taken back by whoever knows its version.
func TestDefinitiveMonthsOverHTTP(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	m.world.Put(core.Conso, curvefile.StatusProvisional, coretest.Days("2026-09-01", "2026-09-30"), map[string]int64{"1": 4000, "2": 8000})
	months := m.at + "/measurements/definitive-months"
	made := m.Organizer("POST", months, `{"month":"2026-09","reason":"accord du gestionnaire"}`)
	require.Equal(t, 201, made.StatusCode, made.Text)
	require.Equal(t, "/api"+months+"/2026-09", made.Header.Get("Location"))
	require.Equal(t, []any{"2026-09", "accord du gestionnaire"}, []any{made.One["month"], made.One["reason"]})
	listed := m.get(t, months)
	require.Len(t, listed.List, 1)
	require.Equal(t, "2026-09", listed.List[0]["month"])
	one := m.get(t, months+"/2026-09")
	require.Equal(t, []any{made.Header.Get("ETag"), "2026-09"}, []any{one.Header.Get("ETag"), one.One["month"]})
	m.refused(t, 412, "object.changed", m.Organizer("DELETE", months+"/2026-09", "", "If-Match", `"99"`))
	require.Equal(t, 204, m.Organizer("DELETE", months+"/2026-09", "", "If-Match", one.Header.Get("ETag")).StatusCode)
	require.Empty(t, m.get(t, months).List)
}

func TestFileMappingsOverHTTP(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	mappings := m.at + "/measurements/file-mappings"
	body := func(name, unit string) string {
		return `{"name":"` + name + `","fingerprint":"` + fmt.Sprintf("%032d", 1) + `","header":["Date","kW"],"answers":{"unit":"` + unit + `","zone":"UTC"}}`
	}
	made := m.Organizer("POST", mappings, body("Tableau", "KW"))
	require.Equal(t, 201, made.StatusCode, made.Text)
	at := mappings + "/" + made.One["id"].(string)
	require.Equal(t, []string{"/api" + at, `"1"`}, []string{made.Header.Get("Location"), made.Header.Get("ETag")})
	require.Equal(t, []any{"Tableau", []any{"Date", "kW"}}, []any{made.One["name"], made.One["header"]})
	listed := m.get(t, mappings)
	require.Len(t, listed.List, 1)
	require.Equal(t, made.One, listed.List[0])
	changed := m.Organizer("PUT", at, `{"name":"Relevé","answers":{"unit":"W"}}`, "If-Match", `"1"`)
	require.Equal(t, 200, changed.StatusCode, changed.Text)
	require.Equal(t, []any{"Relevé", `"2"`, "W"}, []any{changed.One["name"], changed.Header.Get("ETag"), changed.One["answers"].(map[string]any)["unit"]})
	named := m.Organizer("PUT", at, `{"name":"Autre"}`, "If-Match", `"2"`)
	require.Equal(t, changed.One["answers"], named.One["answers"], "what is not sent stays")
	m.refused(t, 412, "object.changed", m.Organizer("PUT", at, `{"name":"X"}`, "If-Match", `"2"`))
	require.Equal(t, 204, m.Organizer("DELETE", at, "", "If-Match", `"3"`).StatusCode)
	m.refused(t, 404, "fileMapping.notFound", m.Organizer("GET", at, ""))
}

// Imports are listed newest first, page by page; sorted by something else they come whole.
func TestImportsOverHTTP(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	none := m.get(t, m.at+"/measurements/upload-event")
	require.Equal(t, map[string]any{"status": "none"}, none.One)
	var sent []string
	for n, name := range []string{"a.csv", "b.csv", "c.csv"} {
		m.world.Words.Hold(name, coretest.Constant(civil.Paris, core.Conso, curvefile.StatusDefinitive, coretest.Days("2026-10-01", "2026-10-02"), map[string]int64{"1": int64(n + 1)}))
		m.world.Clock = m.world.Clock.Add(time.Hour)
		started := m.Upload("organizer", m.at+"/measurements/imports", name, name)
		require.Equal(t, 202, started.StatusCode, started.Text)
		job := started.One["id"].(string)
		require.Equal(t, "/api/jobs/"+job, started.Header.Get("Location"))
		sent = append(sent, job)
		m.world.Work()
	}
	imports := m.at + "/measurements/imports"
	ids := func(r servertest.Reply) (out []string) {
		for _, one := range r.List {
			out = append(out, one["id"].(string))
		}
		return out
	}
	all := ids(m.get(t, imports))
	require.Equal(t, []string{sent[2], sent[1], sent[0]}, all[:3])
	first := m.get(t, imports+"?limit=2")
	require.Equal(t, all[:2], ids(first))
	require.Equal(t, fmt.Sprint(len(all)), first.Header.Get("Total-Count"))
	rest := m.get(t, imports+"?limit=200&cursor="+first.Header.Get("Next-Cursor"))
	require.Equal(t, all[2:], ids(rest))
	require.Empty(t, rest.Header.Get("Next-Cursor"))
	whole := m.get(t, imports+`?limit=2&sort=createdAt`)
	require.Equal(t, sent[:2], ids(whole)[len(ids(whole))-2:][:2], whole.Text)
	chosen := m.get(t, imports+"?ids="+sent[1])
	require.Equal(t, sent[1:2], ids(chosen))

	one := m.get(t, imports+"/"+sent[0])
	require.Equal(t, "a.csv", one.One["files"].([]any)[0].(map[string]any)["name"])
	undone := m.Organizer("POST", imports+"/"+sent[2]+"/undo", "")
	require.Equal(t, 200, undone.StatusCode, undone.Text)
	require.Equal(t, sent[2], undone.One["id"])

	// Answers go with their files: no more of them than there may be, and none that nobody asks for.
	send := func(parts ...servertest.Part) servertest.Reply {
		return m.Form("organizer", imports, append(slices.Clone(parts), servertest.Part{Name: "files", FileName: "d.csv", Content: "a.csv"}))
	}
	mapping := servertest.Part{Name: "mapping", Content: `{"fileName":"d.csv","unit":"KW"}`}
	require.Equal(t, 202, send(mapping).StatusCode)
	m.refused(t, 400, "request.invalid", send(servertest.Part{Name: "mapping", Content: `{"fileName":"d.csv","units":"KW"}`}))
	var many []servertest.Part
	for range 201 {
		many = append(many, mapping)
	}
	require.NotContains(t, send(many[:200]...).Text, "field.tooLong")
	require.Contains(t, send(many...).Text, "field.tooLong")

	m.world.Work()
	legacy := m.Upload("organizer", m.at+"/measurements/upload-permanent-dataset", "a.csv", "a.csv")
	require.Equal(t, []any{202, "started"}, []any{legacy.StatusCode, legacy.One["status"]}, legacy.Text)
	require.NotEmpty(t, legacy.One["jobId"])
	m.world.Work()
	require.NotEqual(t, "none", m.get(t, m.at+"/measurements/upload-event").One["status"])
}
