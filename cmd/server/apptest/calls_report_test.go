package apptest_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

func isPDF(t require.TestingT, r apptest.Reply) {
	require.True(t, bytes.HasPrefix(r.Body, []byte("%PDF-")), "%s", r.Body[:min(200, len(r.Body))])
}

// reports are drawn for who holds a site and for an assembly, linked and mailed.
func (v *tour) reports() {
	v.Helper()
	site := v.consumers[v.enedis][0].id
	path := "/participants/" + site + "/report"
	isPDF(v, v.get(v.organizer, path+"?period=2026-09"))
	v.differ(v.organizer, path, "period", "2026-09", "2026")
	whole := "/operations/" + v.enedis + "/report"
	isPDF(v, v.get(v.organizer, whole+"?period=2026"))
	v.differ(v.organizer, whole, "period", "2026-09", "2026")
	made := v.do(v.organizer, http.MethodPost, path+"/links", map[string]any{"period": "2026-09", "lastDay": "2026-12-31"}).Map()
	v.has(made, "id", "period", "startDate", "endDate", "url", "createdAt", "expiresAt", "downloadsNumber", "mailed")
	link := made["url"].(string)[len("/api"):]
	isPDF(v, v.get(v.server.Anonymous(), link))
	other := v.do(v.organizer, http.MethodPost, path+"/links", map[string]any{"period": "2026", "lastDay": "2026-11-30"}).Map()
	v.differ(v.organizer, path+"/links", "ids", made["id"].(string), other["id"].(string))
	v.do(v.organizer, http.MethodDelete, path+"/links/"+other["id"].(string), nil)
	require.Equal(v, "report.linkOver", v.server.Anonymous().Get(other["url"].(string)[len("/api"):]).Key())
	rows := v.get(v.organizer, path+"/links").List()
	require.Len(v, rows, 2)
	v.has(rows[0], "revokedAt")
	require.Equal(v, 1.0, rows[1]["downloadsNumber"])
	v.has(rows[1], "lastDownloadAt")

	job := v.do(v.organizer, http.MethodPost, whole+"/send", map[string]any{"period": "2026-09", "participantIds": []any{site}}).Map()
	end := v.organizer.WaitJob(job["jobId"].(string))
	require.Equal(v, map[string]any{"mailed": 1.0, "unreached": []any{}, "failed": []any{}}, end["result"], "%v", end)
	rows = v.get(v.organizer, path+"/links").List()
	require.Equal(v, true, rows[0]["mailed"])
	require.Eventually(v, func() bool {
		for _, m := range v.admin.Get("/admin/outbox").List() {
			if bytes.Contains(v.admin.Get("/admin/outbox/"+m["id"].(string)).Body, []byte(rows[0]["url"].(string))) {
				return true
			}
		}
		return false
	}, apptest.Patience, 50*time.Millisecond)
}

// TestReportsAreRefusedByTheirKeys, and each sees its own.
func TestReportsAreRefusedByTheirKeys(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, p := s.As("organizer@demo.pmo"), s.As("participant@demo.pmo")
	operation := o.Operation("ACC00000001")
	own := ""
	for _, one := range p.Get("/participants/by-jwt").List() {
		if one["operation"].(map[string]any)["id"] == operation {
			own = one["participant"].(map[string]any)["id"].(string)
		}
	}
	path, whole := "/participants/"+own+"/report", "/operations/"+operation+"/report"
	isPDF(t, p.Get(path+"?period=2026-10"))
	for _, one := range o.Get("/operations/" + operation + "/participants").List() {
		if id := one["id"].(string); id != own {
			require.Equal(t, http.StatusNotFound, p.Get("/participants/"+id+"/report?period=2026-10").Status)
			require.Equal(t, http.StatusNotFound, p.Get("/participants/"+id+"/report/links").Status)
			require.Equal(t, http.StatusNotFound, p.Post("/participants/"+id+"/report/links", map[string]any{"period": "2026-10", "lastDay": "2026-12-31"}).Status)
		}
	}
	require.Equal(t, http.StatusForbidden, p.Get(whole+"?period=2026-10").Status)
	require.Equal(t, http.StatusForbidden, p.Post(whole+"/send", map[string]any{"period": "2026-10"}).Status)
	require.Equal(t, http.StatusForbidden, s.As("observer@demo.pmo").Get(path+"?period=2026-10").Status)
	require.Equal(t, http.StatusForbidden, s.As("observer@demo.pmo").Get(whole+"?period=2026-10").Status)
	require.Equal(t, "report.future", o.Get(path+"?period=2027").Key())
	require.Equal(t, "report.notThere", o.Get(path+"?period=2001-01").Key())
	require.Equal(t, http.StatusBadRequest, o.Get(path+"?period=2026-13").Status)
	for last, status := range map[string]int{"2026-11-19": http.StatusBadRequest, "2028-01-01": http.StatusBadRequest, "2026-12-31": http.StatusCreated} {
		require.Equal(t, status, p.Post(path+"/links", map[string]any{"period": "2026-10", "lastDay": last}).Status, last)
	}
	// What a participant shared is its own: an organizer sees it, the participant not what the organizer shared.
	byOrganizer := o.Post(path+"/links", map[string]any{"period": "2026-10", "lastDay": "2026-12-31"}).Map()
	require.Len(t, o.Get(path+"/links").List(), 2)
	require.Len(t, p.Get(path+"/links").List(), 1)
	require.Equal(t, http.StatusNotFound, p.Do(http.MethodDelete, path+"/links/"+byOrganizer["id"].(string), nil).Status)
	require.Equal(t, "report.linkOver", s.Anonymous().Get("/report-links/none").Key())
	for range 18 {
		require.Equal(t, http.StatusCreated, o.Post(path+"/links", map[string]any{"period": "2026-10", "lastDay": "2026-12-31"}).Status)
	}
	require.Equal(t, "report.links", o.Post(path+"/links", map[string]any{"period": "2026-10", "lastDay": "2026-12-31"}).Key())
	require.Equal(t, "report.sites", o.Post(whole+"/send", map[string]any{"period": "2026-10", "participantIds": []any{nobodysID}}).Key())
	for _, op := range s.As("organizer-be@demo.pmo").Get("/operations").List() {
		require.Equal(t, "featureNotAvailable", s.As("organizer-be@demo.pmo").Get("/operations/"+op["id"].(string)+"/report?period=2026-10").Key())
	}
}

// aReportLink leads to the consumer's report.
func aReportLink(t *testing.T, x stranger, ids map[string]string) {
	t.Helper()
	ids["reportLinkId"] = x.created(t, "/participants/"+ids["consumerId"]+"/report/links", map[string]any{"period": "2026-09", "lastDay": "2026-12-31"})["id"].(string)
}

var _ = ofStranger(aReportLink)
