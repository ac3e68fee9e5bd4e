package apptest_test

import (
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// coefficients goes through the life of a month's coefficients: made, checked, sent,
// applied, read back, and taken in again.
func (v *tour) coefficients() {
	v.Helper()
	base := "/operations/" + v.enedis + "/energy-allocation/coefficients"
	// Sharing in equal parts is computed by the organizer.
	v.created("/energy-allocation/config?operationId="+v.enedis, map[string]any{"type": "by_equality", "effectiveDate": "2026-10-01", "reason": "essai"})
	set := v.created(base, map[string]any{"month": "2026-10"})
	require.Equal(v, []any{"SIMPLE", "PREPARED", "LARGEST_REMAINDER", 2.0, 2980.0}, // 31 days, one of 25 hours
		[]any{set["mode"], set["status"], set["rounding"], set["decimals"], set["steps"]})
	path := base + "/" + set["id"].(string)
	require.Equal(v, set["id"], v.get(v.organizer, path).Map()["id"])

	days := base + "?dateFrom=2026-10-01&dateTo=2026-10-31"
	_, two := v.differ(v.organizer, days, "dateFrom", "2026-10-01", "2026-08-01")
	require.Equal(v, []any{"2026-10", true, set["id"]}, []any{two.List()[0]["month"], two.List()[0]["needed"], two.List()[0]["current"].(map[string]any)["id"]})
	v.differ(v.organizer, days, "dateTo", "2026-10-31", "2026-11-30")
	refused := v.organizer.Post(base, map[string]any{"month": "2026-07"})
	require.Equal(v, []any{http.StatusConflict, "coefficients.notNeeded"}, []any{refused.Status, refused.Map()["key"]})

	file := set["files"].([]any)[0].(map[string]any)
	require.Equal(v, "ACC00000001_15_01102026_31102026.csv", file["name"])
	text := v.get(v.organizer, path+"/files/"+file["name"].(string))
	lines := strings.Split(strings.TrimSpace(string(text.Body)), "\n")
	require.Len(v, lines, 1+2980)
	require.True(v, strings.HasPrefix(lines[1], "01/10/2026 00:00;0,00"), lines[1])

	same := []apptest.File{{Name: file["name"].(string), Content: text.Body}}
	check := v.organizer.Upload(path+"/check", "files", same, nil)
	v.looked(http.MethodPost, path+"/check", check)
	require.Equal(v, []any{true, 0.0, 0.0}, []any{check.Map()["equal"], check.Map()["differences"], check.Map()["energyDifferenceMilliWh"]})
	shorter := []apptest.File{{Name: file["name"].(string), Content: []byte(strings.Join(lines[:2000], "\n"))}}
	require.Equal(v, false, v.organizer.Upload(path+"/check", "files", shorter, nil).Map()["equal"])

	require.Contains(v, v.organizer.Post(path+"/steps", map[string]any{"status": "APPLIED"}).Keys(), "coefficients.state")
	sent := v.do(v.organizer, http.MethodPost, path+"/steps", map[string]any{"status": "SENT", "note": "par le portail"}).Map()
	require.Equal(v, "SENT", sent["status"])
	require.Len(v, sent["history"], 2)

	look := v.organizer.Upload(base+"/import", "files", same, map[string]string{"dryRun": "true"})
	require.Equal(v, http.StatusCreated, look.Status, "%s", look.Body)
	require.NotContains(v, look.List()[0], "setId")
	taken := v.organizer.Upload(base+"/import", "files", same, nil)
	v.seen(http.MethodPost, base+"/import", taken)
	require.Equal(v, "SUPERSEDED", v.get(v.organizer, path).Map()["status"])
}

// looked is seen for a call that changes nothing.
func (v *tour) looked(method, path string, reply apptest.Reply) {
	v.Helper()
	require.Less(v, reply.Status, 300, "%s %s: %s", method, path, reply.Body)
	v.answered[v.route(method, path).id] = true
}
