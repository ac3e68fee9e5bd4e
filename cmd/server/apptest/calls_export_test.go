package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

func exportOf(natures ...any) map[string]any {
	return map[string]any{"columns": []any{"NAME", "DSO_ID", "EMAIL"}, "natures": append([]any{}, natures...), "dateFrom": "2026-10-01", "dateTo": "2026-10-02", "resolution": "day", "format": "csv"}
}

// exported asks for a file and waits until it is there.
func exported(t *testing.T, c *apptest.Client, base string, body map[string]any) map[string]any {
	t.Helper()
	asked := c.Post(base+"/exports", body)
	require.Equal(t, http.StatusAccepted, asked.Status, "%s", asked.Body)
	path := base + "/exports/" + asked.Map()["id"].(string)
	require.Eventually(t, func() bool { return c.Get(path).Map()["stage"] == "READY" }, apptest.Patience, 50*time.Millisecond)
	return c.Get(path).Map()
}

// exports is a file that is asked for, told by mail and read, with and without a session.
func (v *tour) exports() {
	v.Helper()
	base := "/operations/" + v.enedis
	asked := v.do(v.organizer, http.MethodPost, base+"/exports", exportOf("Conso")).Map()
	v.has(asked, "id", "stage", "columns", "natures", "dateFrom", "dateTo", "resolution", "format", "participantsNumber", "createdAt")
	one := base + "/exports/" + asked["id"].(string)
	require.Eventually(v, func() bool { return v.organizer.Get(one).Map()["stage"] == "READY" }, apptest.Patience, 50*time.Millisecond)
	made := v.get(v.organizer, one).Map()
	v.has(made, "fileName", "linesNumber", "size", "expiresAt", "finishedAt")
	link := v.mailedLink("organizer@demo.pmo", "/api/export-links/")
	exported(v.T, v.organizer, base, exportOf())
	list := v.get(v.organizer, base+"/exports").List()
	require.Len(v, list, 2)
	v.differ(v.organizer, base+"/exports", "ids", made["id"].(string), list[0]["id"].(string))
	file := v.get(v.organizer, one+"/download")
	require.Contains(v, string(file.Body), "Nom;PRM ou EAN;E-mail;Début;Fin;Consommation (kWh);")
	require.EqualValues(v, made["linesNumber"], strings.Count(string(file.Body), "\r\n")-1)
	require.Equal(v, string(file.Body), string(v.get(v.server.Anonymous(), link).Body))
	require.Equal(v, "export.over", v.server.Anonymous().Get("/export-links/none").Key())
}

// mailedLink waits for a mail with a link and answers the link below /api.
func (v *tour) mailedLink(to, prefix string) (link string) {
	v.Helper()
	require.Eventually(v, func() bool {
		for _, m := range v.admin.Get("/admin/outbox").List() {
			text := string(v.admin.Get("/admin/outbox/" + m["id"].(string)).Body)
			if at := strings.Index(text, prefix); m["to"] == to && at >= 0 {
				rest := text[at+len("/api"):]
				link = rest[:strings.IndexAny(rest, "\\\"< ")]
				return true
			}
		}
		return false
	}, apptest.Patience, 50*time.Millisecond)
	return link
}

// TestExportsAreRefusedByTheirKeys, and a participant's file holds nobody else.
func TestExportsAreRefusedByTheirKeys(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, p := s.As("organizer@demo.pmo"), s.As("participant@demo.pmo")
	own := p.Get("/participants/by-jwt").List()[0]
	site := own["participant"].(map[string]any)
	base := "/operations/" + own["operation"].(map[string]any)["id"].(string)
	with := func(field string, value any) map[string]any {
		body := exportOf("Conso")
		body[field] = value
		return body
	}
	keys := func(r apptest.Reply) []any { return []any{r.Status, r.Keys()[0]} }
	require.Equal(t, []any{http.StatusBadRequest, "export.personalColumn"}, keys(o.Post(base+"/exports", with("columns", []any{}))))
	require.Equal(t, []any{http.StatusBadRequest, "range.tooLong"}, keys(o.Post(base+"/exports", with("dateFrom", "2025-01-01"))))
	before := with("dateFrom", "2015-01-01")
	before["dateTo"] = "2015-01-02"
	require.Equal(t, []any{http.StatusBadRequest, "export.nothing"}, keys(o.Post(base+"/exports", before)))
	require.Equal(t, []any{http.StatusBadRequest, "export.siteUnknown"}, keys(o.Post(base+"/exports", with("participantIds", []any{nobodysID}))))
	require.Equal(t, http.StatusForbidden, s.As("observer@demo.pmo").Post(base+"/exports", exportOf("Conso")).Status)
	made := exported(t, p, base, exportOf("Conso"))
	file := string(p.Get(base + "/exports/" + made["id"].(string) + "/download").Body)
	for _, line := range strings.Split(strings.TrimSpace(file), "\r\n")[1:] {
		require.Contains(t, line, site["dsoId"].(string))
	}
	require.Equal(t, http.StatusNotFound, o.Get(base+"/exports/"+made["id"].(string)).Status, "each sees the own")
	sites := []string{}
	for _, one := range o.Get(base + "/participants").List() {
		if one["id"] != site["id"] {
			sites = append(sites, one["id"].(string))
		}
	}
	require.Equal(t, []any{http.StatusBadRequest, "export.siteUnknown"}, keys(p.Post(base+"/exports", with("participantIds", []any{sites[0]}))))
}
