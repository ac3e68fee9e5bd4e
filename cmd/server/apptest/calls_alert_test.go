package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/alert/rule"
	"github.com/openpmo/pmo/core/id"
)

// alerts are found by rules that are set to find something, read, muted and heard again.
func (v *tour) alerts() {
	v.Helper()
	base := "/operations/" + v.enedis
	rules := v.get(v.organizer, base+"/alert-rules").List()
	require.Len(v, rules, len(rule.All(rule.Deps{})))
	v.has(rules[0], "id", "about", "unit", "threshold", "defaultThreshold", "least", "most", "enabled")
	for _, one := range []string{"OPERATION_SILENT", "MONTH_UNBILLED"} {
		set := v.do(v.organizer, http.MethodPost, base+"/alert-rules/"+one, map[string]any{"threshold": map[string]int{"OPERATION_SILENT": 365, "MONTH_UNBILLED": 1}[one], "enabled": true}).Map()
		v.has(set, "id", "threshold")
	}
	v.do(v.organizer, http.MethodPost, base+"/alerts/look", nil)
	require.NoError(v, v.server.App.Services.Alerts.Evaluate(v.Context(), id.ID(v.enedis)))
	found := v.get(v.organizer, base+"/alerts").List()
	require.NotEmpty(v, found)
	v.has(found[0], "id", "rule", "severity", "status", "figures", "action", "openedAt", "seenAt", "read")
	v.differ(v.organizer, base+"/alerts", "status", "OPEN", "ENDED")
	v.differ(v.organizer, base+"/alerts", "rule", found[0]["rule"].(string), "OPERATION_SILENT")
	v.differ(v.organizer, base+"/alerts", "participantId", "", v.consumers[v.enedis][0].id)
	v.differ(v.organizer, base+"/alerts", "ids", found[0]["id"].(string), v.consumers[v.enedis][0].id)
	v.do(v.organizer, http.MethodPost, base+"/alerts/read", map[string]any{"ids": []any{found[0]["id"]}})
	overview := v.get(v.organizer, base+"/alerts/overview").Map()
	require.Equal(v, []any{float64(len(found)), float64(len(found) - 1), true}, []any{overview["open"], overview["unread"], overview["mail"]})
	counts := v.get(v.organizer, "/alerts/counts").List()
	v.has(counts[0], "id", "open", "urgent", "unread")
	v.do(v.organizer, http.MethodPost, base+"/alerts/mail", map[string]any{"mail": false})
	require.Equal(v, false, v.get(v.organizer, base+"/alerts/overview").Map()["mail"])
	one := base + "/alerts/" + found[0]["id"].(string)
	muted := v.do(v.organizer, http.MethodPost, one+"/mute", map[string]any{"until": "2026-12-31", "reason": "Connu"}).Map()
	require.Equal(v, "MUTED", muted["status"])
	v.has(muted["mute"].(map[string]any), "until", "reason", "by", "at")
	require.Equal(v, "OPEN", v.do(v.organizer, http.MethodPost, one+"/unmute", nil).Map()["status"])
}

// extent is measured by who reads sites; a participant does not.
func (v *tour) extent() {
	v.Helper()
	found := v.get(v.organizer, "/operations/"+v.enedis+"/extent").Map()
	v.has(found, "sitesNumber", "limits", "unplacedNumber", "unplaced", "producersNumber", "knownWatts", "powerlessNumber", "powerless")
	require.Equal(v, http.StatusForbidden, v.participant.Get("/operations/"+v.enedis+"/extent").Status)
	one, both := v.differ(v.organizer, "/extents?operationIds="+v.enedis, "operationIds", v.enedis, v.enedis+","+v.val)
	require.Len(v, both.List(), 2)
	line := one.List()[0]
	v.has(line, "operationId", "operationName")
	for _, name := range []string{"sitesNumber", "meters", "limits", "unplacedNumber", "producersNumber", "knownWatts", "powerlessNumber", "cap"} {
		require.Equal(v, found[name], line[name], name)
	}
	v.page(v.organizer, "/extents?operationIds="+v.enedis+","+v.val)
	require.Equal(v, http.StatusForbidden, v.participant.Get("/extents?operationIds="+v.enedis).Status)
}

// TestAlertsAreRefusedByKey: bounds, days and reasons, and who may not.
func TestAlertsAreRefusedByKey(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o := s.As("organizer@demo.pmo")
	base := "/operations/" + o.Operation("ACC00000001")
	keys := func(r apptest.Reply) []any { return []any{r.Status, r.Keys()[0]} }
	require.Equal(t, []any{http.StatusBadRequest, "alert.threshold"}, keys(o.Post(base+"/alert-rules/SITE_SILENT", map[string]any{"threshold": 181, "enabled": true})))
	require.Equal(t, http.StatusBadRequest, o.Post(base+"/alert-rules/NONE", map[string]any{"enabled": true}).Status)
	set := o.Post(base+"/alert-rules/MONTH_UNBILLED", map[string]any{"threshold": 1, "enabled": true})
	require.Equal(t, http.StatusOK, set.Status, "%s", set.Body)
	require.NoError(t, s.App.Services.Alerts.Evaluate(t.Context(), id.ID(o.Operation("ACC00000001"))))
	found := o.Get(base + "/alerts").List()
	require.NotEmpty(t, found)
	one := base + "/alerts/" + found[0]["id"].(string)
	require.Equal(t, []any{http.StatusBadRequest, "alert.muteDay"}, keys(o.Post(one+"/mute", map[string]any{"until": "2020-01-01", "reason": "x"})))
	require.Equal(t, []any{http.StatusBadRequest, "field.required"}, keys(o.Post(one+"/mute", map[string]any{"until": "2026-12-01", "reason": "   "})))
	require.Equal(t, http.StatusNotFound, o.Post(base+"/alerts/019a7d3e-0000-7000-8000-000000000001/mute", map[string]any{"until": "2026-12-01", "reason": "x"}).Status)
	for _, other := range []string{"observer@demo.pmo", "participant@demo.pmo"} {
		require.Equal(t, []any{http.StatusForbidden, "forbidden"}, keys(s.As(other).Get(base+"/alerts")))
	}
	set = o.Post(base+"/alert-rules/MONTH_UNBILLED", map[string]any{"enabled": false})
	require.Equal(t, http.StatusOK, set.Status, "%s", set.Body)
	require.NoError(t, s.App.Services.Alerts.Evaluate(t.Context(), id.ID(o.Operation("ACC00000001"))))
	require.Equal(t, []any{http.StatusConflict, "alert.ended"}, keys(o.Post(one+"/mute", map[string]any{"until": "2026-12-01", "reason": "x"})))
}

// TestAlertsAreMailed once, in the outbox of a server without a mail server, with what they say.
func TestAlertsAreMailed(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	operation := o.Operation("ACC00000001")
	set := o.Post("/operations/"+operation+"/alert-rules/MONTH_UNBILLED", map[string]any{"threshold": 1, "enabled": true})
	require.Equal(t, http.StatusOK, set.Status, "%s", set.Body)
	require.NoError(t, s.App.Services.Alerts.Evaluate(t.Context(), id.ID(operation)))
	require.NoError(t, s.App.Services.AlertDigests.Sweep(t.Context()))
	require.NoError(t, s.App.Services.AlertDigests.Sweep(t.Context()))
	link := "/pmo/operations/" + operation + "/alerts"
	mails := func() (got []string) {
		for _, m := range admin.Get("/admin/outbox").List() {
			if whole := string(admin.Get("/admin/outbox/" + m["id"].(string)).Body); m["to"] == "organizer@demo.pmo" && strings.Contains(whole, link) {
				got = append(got, whole)
			}
		}
		return got
	}
	require.Eventually(t, func() bool { return len(mails()) == 1 }, apptest.Patience, 50*time.Millisecond)
	require.Contains(t, mails()[0], "pas encore facturé")
}
