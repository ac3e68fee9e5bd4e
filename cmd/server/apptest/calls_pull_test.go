package apptest_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// pulls asks the operator FAKE for its last days, and compares with the weather.
func (v *tour) pulls() {
	v.Helper()
	path := "/operations/" + v.lices + "/measurements/pulls"
	accepted := v.do(v.organizer, http.MethodPost, path, map[string]any{"dateFrom": "2026-11-10", "dateTo": "2026-11-19"})
	require.Equal(v, http.StatusAccepted, accepted.Status)
	id := accepted.Map()["id"].(string)
	require.Equal(v, "/api/jobs/"+id, accepted.Header.Get("Location"))
	job := v.organizer.WaitJob(id)
	require.Equal(v, "SUCCESS", job["status"], "%v", job["errors"])
	require.Equal(v, true, job["result"].(map[string]any)["unchanged"], "the demo is up to yesterday")
	newest := v.get(v.organizer, "/operations/"+v.lices+"/measurements/imports").List()[0]
	require.Equal(v, []any{id, "PULL"}, []any{newest["id"], newest["source"]})
	state := v.get(v.organizer, path).Map()
	require.Equal(v, []any{true, true, id}, []any{state["service"], state["folder"], state["last"].(map[string]any)["id"]})
	v.has(state, "oldest")
	require.NotContains(v, state, "next", "the operator of the demo is asked by people only")
	none := v.get(v.organizer, "/operations/"+v.enedis+"/measurements/pulls").Map()
	require.Equal(v, map[string]any{"service": false, "folder": true, "looking": false, "waiting": []any{}, "waitingCount": 0.}, none,
		"no gateway is set, and nothing lies in the folder")
	asked := v.do(v.organizer, http.MethodPost, "/operations/"+v.enedis+"/measurements/pulls/look", nil)
	require.Equal(v, []any{http.StatusAccepted, true}, []any{asked.Status, asked.Map()["folder"]})
	require.Eventually(v, func() bool {
		return v.organizer.Get("/operations/" + v.enedis + "/measurements/pulls").Map()["looking"] == false
	}, apptest.Patience, 50*time.Millisecond)
	require.Contains(v, v.organizer.Get("/operations/"+v.enedis+"/measurements/pulls").Map(), "looked")
	for key, body := range map[string]map[string]any{
		"pull.notPast": {"dateTo": "2026-11-20"}, "pull.tooOld": {"dateFrom": "2024-01-01", "dateTo": "2024-01-31"},
		"pull.nothingToAsk": {"dateFrom": "2026-10-01", "dateTo": "2026-10-31"}, "range.reversed": {"dateFrom": "2026-11-05", "dateTo": "2026-11-01"},
	} {
		require.Contains(v, v.organizer.Post(path, body).Keys(), key)
	}
	refused := v.organizer.Post("/operations/"+v.enedis+"/measurements/pulls", map[string]any{})
	require.Equal(v, []any{http.StatusConflict, "featureNotAvailable"}, []any{refused.Status, refused.Key()}, "no gateway is set")

	v.expected("/operations/" + v.enedis + "/measurements/expected-production?" + october)

	imports := "/operations/" + v.lices + "/measurements/imports/" + id
	require.Contains(v, v.organizer.Post(imports+"/confirm", nil).Keys(), "import.notHeld")
	undone := v.do(v.organizer, http.MethodPost, imports+"/undo", nil)
	require.Equal(v, []any{http.StatusOK, "UNDONE"}, []any{undone.Status, undone.Map()["status"]}, "it had changed nothing")
}

func (v *tour) expected(path string) {
	v.Helper()
	producers := v.get(v.organizer, path).List()
	require.Len(v, producers, len(v.producers[v.enedis]))
	for _, p := range producers {
		require.InDelta(v, 0.8, p["performanceRatio"], 0.05, "%v", p["name"])
		require.Equal(v, 60., p["calibrationDays"])
		days := p["days"].([]any)
		require.Len(v, days, 31)
		for _, d := range days {
			require.InDelta(v, 1, d.(map[string]any)["ratio"], 0.15)
		}
	}
	v.differ(v.organizer, path, "dateFrom", "2026-10-01", "2026-10-02")
	_, ahead := v.differ(v.organizer, path, "dateTo", "2026-10-31", "2026-11-25")
	last := ahead.List()[0]["days"].([]any)[55].(map[string]any)
	require.Equal(v, "2026-11-25", last["day"])
	require.Contains(v, last, "expectedMilliWh", "a forecast")
	require.NotContains(v, last, "measuredMilliWh")
	require.Empty(v, v.get(v.participant, path).List(), "a consumer has no producer of its own")
	v.unchanged(path)
}

var linkInMail = regexp.MustCompile(`/initAccount#(\S+)`)

// links opens an account by the link in its mail.
func (v *tour) links() {
	v.Helper()
	made := v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": "lien@example.org", "firstname": "Maud", "role": "observer"}).Map()
	var text string
	require.Eventually(v, func() bool {
		for _, m := range v.admin.Get(query("/admin/outbox", "filter", `{"to":"lien@example.org"}`)).List() {
			text = v.admin.Get("/admin/outbox/" + m["id"].(string)).Map()["text"].(string)
		}
		return text != ""
	}, apptest.Patience, 20*time.Millisecond)
	require.Contains(v, text, "Bonjour Maud")
	found := linkInMail.FindStringSubmatch(text)
	require.NotNil(v, found, text)
	link, err := url.ParseQuery(found[1])
	require.NoError(v, err)

	c := v.server.Anonymous()
	body := map[string]any{"token": link.Get("token"), "newPassword": "court"}
	require.Contains(v, c.Post("/account-links/accept", body).Keys(), "password.tooShort")
	body["newPassword"] = apptest.Password
	reply := v.do(c, http.MethodPost, "/account-links/accept", body)
	require.Equal(v, map[string]any{"success": true, "role": "observer"}, reply.Map())
	require.Contains(v, reply.Header.Get("Set-Cookie"), "HttpOnly")
	session := v.get(c, "/session").Map()
	require.Equal(v, []any{made["id"], true}, []any{session["id"], session["initialized"]})
	require.Contains(v, v.server.Anonymous().Post("/account-links/accept", body).Keys(), "account.linkInvalid")
	for _, path := range []string{"/admin/users", "/admin/jobs", "/admin/outbox", "/admin/cgu/approvals"} {
		rows := v.admin.Get(path)
		require.Regexp(v, `T\d\d:\d\d:\d\d(\.\d+)?\+0[12]:00"`, string(rows.Body), path)
		require.NotRegexp(v, `\dZ"`, string(rows.Body), "%s: instants have the zone's offset", strings.TrimPrefix(path, "/admin/"))
	}
}
