package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
)

// consents are recorded for a site and taken back by its holder, who asks to leave too; both wait
// for who runs the operation, and are answered.
func (v *tour) consents() {
	v.Helper()
	own := v.participant.Get("/participants/by-jwt").List()
	site := own[0]["participant"].(map[string]any)
	at, base := "/participants/"+site["id"].(string), "/operations/"+site["operationId"].(string)+"/requests"
	noted := v.do(v.organizer, http.MethodPost, at+"/consents", map[string]any{"purpose": "CURVES", "textVersion": "V1", "given": true, "on": "2026-01-05", "proof": "Bulletin signé"}).Map()
	v.has(noted, "participantId", "currentVersion", "consents", "requests")
	taken := v.do(v.participant, http.MethodPost, at+"/consents", map[string]any{"purpose": "CURVES", "textVersion": "V1", "given": false}).Map()
	require.Equal(v, "WITHDRAWAL", taken["requests"].([]any)[0].(map[string]any)["kind"])
	asked := v.do(v.participant, http.MethodPost, at+"/requests", map[string]any{"kind": "LEAVE", "day": "2026-12-31", "note": "Merci"}).Map()
	v.has(asked, "id", "participantId", "participantName", "kind", "day", "note", "askedAt")
	require.Equal(v, "siteRequest.waiting", v.participant.Post(at+"/requests", map[string]any{"kind": "LEAVE", "day": "2026-12-30"}).Key())
	require.Equal(v, "siteRequest.dayFar", v.participant.Post(at+"/requests", map[string]any{"kind": "MOVE", "day": "2028-12-31"}).Key())
	require.Equal(v, "siteRequest.reason", v.organizer.Post(base+"/"+asked["id"].(string)+"/answer", map[string]any{"outcome": "REFUSED"}).Key())
	require.Len(v, v.get(v.participant, at+"/rights").Map()["requests"], 2)
	list := v.get(v.organizer, base).List()
	require.Len(v, list, 2)
	v.differ(v.organizer, base, "ids", list[0]["id"].(string), list[1]["id"].(string))
	answered := v.do(v.organizer, http.MethodPost, base+"/"+asked["id"].(string)+"/answer", map[string]any{"outcome": "REFUSED", "note": "Le préavis court"}).Map()
	require.Equal(v, []any{"REFUSED", "Le préavis court"}, []any{answered["outcome"], answered["answer"]})
	require.Equal(v, "siteRequest.answered", v.organizer.Post(base+"/"+asked["id"].(string)+"/answer", map[string]any{"outcome": "DONE"}).Key())
	require.Equal(v, http.StatusForbidden, v.participant.Get(base).Status)
}

var _ = alone((*tour).consents)

// TestARequestIsATask: what a participant asks is an alert of its site until it is answered, and
// changes nothing of the site.
func TestARequestIsATask(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	organizer, participant := s.As("organizer@demo.pmo"), s.As("participant@demo.pmo")
	site := participant.Get("/participants/by-jwt").List()[0]["participant"].(map[string]any)
	operation := "/operations/" + site["operationId"].(string)
	waiting := func() (found []map[string]any) {
		require.NoError(t, s.App.Services.Alerts.Evaluate(t.Context(), id.ID(site["operationId"].(string))))
		for _, one := range organizer.Get(operation + "/alerts").List() {
			if one["rule"] == "REQUEST_WAITING" {
				found = append(found, one)
			}
		}
		return found
	}
	require.Empty(t, waiting())
	before := participant.Get("/participants/by-jwt").Body
	asked := participant.Post("/participants/"+site["id"].(string)+"/requests", map[string]any{"kind": "MOVE", "day": "2026-12-31"})
	require.Equal(t, http.StatusOK, asked.Status, "%s", asked.Body)
	found := waiting()
	require.Len(t, found, 1)
	require.Equal(t, []any{site["id"], "ANSWER_REQUEST"}, []any{found[0]["participantId"], found[0]["action"]})
	require.Equal(t, before, participant.Get("/participants/by-jwt").Body)
	answered := organizer.Post(operation+"/requests/"+asked.Map()["id"].(string)+"/answer", map[string]any{"outcome": "DONE"})
	require.Equal(t, http.StatusOK, answered.Status, "%s", answered.Body)
	require.Empty(t, waiting())
}
