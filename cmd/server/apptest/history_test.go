package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// history asks what became of an operation and of a site in it.
func (v *tour) history() {
	v.Helper()
	path := "/operations/" + v.enedis + "/history"
	site := v.consumers[v.enedis][0].id
	all := v.get(v.organizer, path).List()
	of := v.get(v.organizer, query(path, "objectKind", "participant", "objectId", site)).List()
	require.NotEmpty(v, of)
	require.Less(v, len(of), len(all))
	v.compared["listOperationHistory objectKind"], v.compared["listOperationHistory objectId"] = true, true
	v.page(v.organizer, path)
	v.differ(v.organizer, path, "about", "", "invoice,run")
	v.differ(v.organizer, path, "how", "", "TOKEN")
	v.differ(v.organizer, path, "actorId", "", site)
	v.differ(v.organizer, path, "dateFrom", "", "2030-01-01")
	v.differ(v.organizer, path, "dateTo", "", "2020-01-01")
	require.Contains(v, v.organizer.Get(query(path, "about", "nothing")).Keys(), "history.aboutUnknown")
	require.Contains(v, v.organizer.Get(query(path, "dateFrom", "2026-02-01", "dateTo", "2026-01-01")).Keys(), "range.reversed")
	require.Contains(v, v.organizer.Get(query(path, "dateFrom", "2024-02-01", "dateTo", "2026-01-01")).Keys(), "range.tooLong")
	imports := "/operations/" + v.lices + "/measurements/imports"
	list := v.get(v.organizer, imports).List()
	require.NotEmpty(v, list)
	require.Equal(v, list[0], v.get(v.organizer, imports+"/"+list[0]["id"].(string)).Map())
	for _, e := range of {
		require.NotEqual(v, "CHANGED", e["act"], "%v", e)
	}
}

// TestHistoryOverHTTP: the history of a site by who asks, and halves of a question.
func TestHistoryOverHTTP(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	path := "/operations/" + x.params["operationId"] + "/history"
	site := query(path, "objectKind", "participant", "objectId", x.params["consumerId"])
	before := x.organizer.Get("/participants/" + x.params["consumerId"])
	changed := x.organizer.Put("/participants/"+x.params["consumerId"], map[string]any{"phone": "+33 6 11 22 33 44"})
	require.Equal(t, http.StatusOK, changed.Status, "%s", before.Body)
	newest := x.organizer.Get(site).List()[0]
	require.Equal(t, "SITE_UPDATED", newest["act"])
	require.Equal(t, map[string]any{"fields": []any{"phone"}}, newest["details"])
	for _, body := range []map[string]any{{"segment": "C5"}, {"segment": "C4", "contractPower": 42.5, "city": "Vitré"}} {
		moved := x.organizer.Put("/participants/"+x.params["consumerId"], body)
		require.Equal(t, http.StatusOK, moved.Status, "%s", moved.Body)
	}
	told := x.organizer.Get(site).List()[0]["details"].(map[string]any)
	require.Equal(t, []any{"city", "contractPower", "segment"}, told["fields"])
	require.Equal(t, []any{map[string]any{"field": "segment", "from": "C5", "to": "C4"}, map[string]any{"field": "contractPower", "to": "42.5"}}, told["values"],
		"from what to what, where it is nothing personal")
	me := x.organizer.Get("/session").Map()["id"]
	require.Equal(t, map[string]any{"id": me, "role": "organizer", "you": true, "name": "stranger@elsewhere.example"}, newest["by"])
	require.NotContains(t, string(x.organizer.Get(site).Body), "33 44", "names of fields, never what stands in them")

	for name, c := range map[string]struct {
		who    *apptest.Client
		path   string
		status int
	}{
		"kind without id":            {x.organizer, query(path, "objectKind", "plan"), http.StatusBadRequest},
		"id without kind":            {x.organizer, query(path, "objectId", x.params["planId"]), http.StatusBadRequest},
		"unknown kind":               {x.organizer, query(path, "objectKind", "user", "objectId", x.params["planId"]), http.StatusBadRequest},
		"of another kind":            {x.organizer, query(path, "objectKind", "plan", "objectId", x.params["invoiceId"]), http.StatusNotFound},
		"organizer of another":       {s.As("organizer@demo.pmo"), site, http.StatusNotFound},
		"participant of another":     {s.As("participant@demo.pmo"), site, http.StatusNotFound},
		"participant, the operation": {s.As("participant@demo.pmo"), path, http.StatusForbidden},
		"observer, the operation":    {s.As("observer@demo.pmo"), path, http.StatusForbidden},
	} {
		reply := c.who.Get(c.path)
		require.Equal(t, c.status, reply.Status, "%s: %s", name, reply.Body)
	}
	require.Equal(t, "history.kindAndId", x.organizer.Get(query(path, "objectKind", "plan")).Key())

	// What an import changed stands in the history of its sites, and so does its undoing.
	undone := x.organizer.Post("/operations/"+x.params["operationId"]+"/measurements/imports/"+x.params["importId"]+"/undo", nil)
	if undone.Status == http.StatusOK {
		require.Equal(t, "IMPORT_UNDONE", x.organizer.Get(site).List()[0]["act"])
	}
}
