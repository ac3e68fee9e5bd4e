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
	v.due()
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
	v.outdated(path, days)
	sent := v.do(v.organizer, http.MethodPost, path+"/steps", map[string]any{"status": "SENT", "note": "par le portail", "acceptOutdated": true}).Map()
	require.Equal(v, []any{"SENT", []any{"KEY"}}, []any{sent["status"], sent["outdated"]})
	require.Len(v, sent["history"], 2)

	look := v.organizer.Upload(base+"/import", "files", same, map[string]string{"dryRun": "true"})
	require.Equal(v, http.StatusCreated, look.Status, "%s", look.Body)
	require.NotContains(v, look.List()[0], "setId")
	taken := v.organizer.Upload(base+"/import", "files", same, nil)
	v.seen(http.MethodPost, base+"/import", taken)
	// The operator has the former until it is sent the latter.
	month := v.get(v.organizer, days).List()[0]
	require.Equal(v, []any{set["id"], "SENT", taken.List()[0]["setId"], false},
		[]any{month["sent"].(map[string]any)["id"], v.get(v.organizer, path).Map()["status"], month["current"].(map[string]any)["id"], month["late"]})
	applied := v.organizer.Post(path+"/steps", map[string]any{"status": "APPLIED"})
	require.Equal(v, []any{http.StatusCreated, "APPLIED"}, []any{applied.Status, applied.Map()["status"]}, "%s", applied.Body)
	other := v.organizer.Post(base+"/"+taken.List()[0]["setId"].(string)+"/steps", map[string]any{"status": "SENT"})
	require.Equal(v, http.StatusCreated, other.Status, "%s", other.Body)
	require.Equal(v, "SUPERSEDED", v.get(v.organizer, path).Map()["status"])
	require.NotContains(v, v.get(v.organizer, days).List()[0], "sent")
}

// outdated changes the key of the month: the set says so, in list and detail, and is not
// sent by mistake.
func (v *tour) outdated(path, days string) {
	v.Helper()
	require.NotContains(v, v.get(v.organizer, path).Map(), "outdated")
	weights := []any{}
	for _, site := range v.get(v.organizer, "/operations/"+v.enedis+"/participants").List() {
		if site["energyType"] == "consumer" {
			weights = append(weights, map[string]any{"consumerId": site["id"], "value": 1 + len(weights)})
		}
	}
	key := v.organizer.Post("/energy-allocation/config?operationId="+v.enedis,
		map[string]any{"type": "by_weight", "effectiveDate": "2026-10-01", "reason": "essai", "params": weights})
	require.Equal(v, http.StatusCreated, key.Status, "%s", key.Body)
	require.NotContains(v, key.Map(), "withoutPart", "everybody has some")
	few := v.organizer.Post("/energy-allocation/config?operationId="+v.enedis,
		map[string]any{"type": "by_weight", "effectiveDate": "2026-10-01", "reason": "essai", "params": weights[1:]})
	require.Equal(v, []any{weights[0].(map[string]any)["consumerId"]}, few.Map()["withoutPart"])
	require.Equal(v, []any{"KEY"}, v.get(v.organizer, path).Map()["outdated"])
	require.Equal(v, []any{"KEY"}, v.get(v.organizer, days).List()[0]["current"].(map[string]any)["outdated"])
	refused := v.organizer.Post(path+"/steps", map[string]any{"status": "SENT"})
	require.Equal(v, []any{http.StatusConflict, "coefficients.outdated"}, []any{refused.Status, refused.Key()}, "%s", refused.Body)
}

// looked is seen for a call that changes nothing.
func (v *tour) looked(method, path string, reply apptest.Reply) {
	v.Helper()
	require.Less(v, reply.Status, 300, "%s %s: %s", method, path, reply.Body)
	v.answered[v.route(method, path).id] = true
}

// due asks which months are late: those of one's operations, and of two as of one.
func (v *tour) due() {
	v.Helper()
	path := "/energy-allocation/coefficients-due?operationIds="
	_, two := v.differ(v.organizer, path+v.val, "operationIds", v.val, v.enedis+","+v.val)
	require.Equal(v, []any{v.enedis, "2026-10", "2026-11-05", true, true}, []any{two.List()[0]["operationId"], two.List()[0]["month"],
		two.List()[0]["deadline"], two.List()[0]["late"], two.List()[0]["prepared"]})
	require.Equal(v, http.StatusForbidden, v.participant.Get(path+v.enedis).Status)
}
