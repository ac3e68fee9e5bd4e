package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"
)

// replays is our own allocation beside the operator's: made again, compared, drawn.
func (v *tour) replays() {
	v.Helper()
	days := map[string]any{"dateFrom": "2026-09-01", "dateTo": "2026-09-30"}
	// Where pmo is the operator, sharing again gives what was published.
	verified := v.replay(v.lices, with(days, map[string]any{"verify": true}))
	month := verified["months"].([]any)[0].(map[string]any)
	require.Equal(v, []any{0.0, "dso", "2026-09"}, []any{verified["differences"], month["origin"], month["month"]})
	require.Greater(v, month["sites"], 1.0)
	require.NotEmpty(v, month["inputHash"])
	// Elsewhere it is kept beside the operator's figures.
	v.replay(v.enedis, days)
	again := v.replay(v.enedis, with(days, map[string]any{"verify": true}))
	require.Equal(v, []any{0.0, "expected"}, []any{again["differences"], again["months"].([]any)[0].(map[string]any)["origin"]})
	list := v.get(v.organizer, "/operations/"+v.enedis+"/energy-allocation/replays").List()
	require.Equal(v, []any{true, "SUCCESS"}, []any{list[0]["verify"], list[0]["status"]})

	drift := "/operations/" + v.enedis + "/energy-allocation/drift?dateFrom=2026-09-01&dateTo=2026-09-30"
	v.differ(v.organizer, drift, "dateFrom", "2026-09-01", "2026-09-15")
	v.differ(v.organizer, drift, "dateTo", "2026-09-30", "2026-09-15")
	strict, _ := v.differ(v.organizer, drift, "threshold", "0", "50")
	require.Equal(v, 30.0, strict.Map()["comparedDays"])

	matrix := "/operations/" + v.lices + "/energy-allocation/matrix?dateFrom=2026-09-01&dateTo=2026-09-30"
	whole, _ := v.differ(v.organizer, matrix, "dateFrom", "2026-09-01", "2026-09-15")
	v.differ(v.organizer, matrix, "dateTo", "2026-09-30", "2026-09-15")
	sums := map[string]float64{}
	for _, cell := range whole.Map()["cells"].([]any) {
		c := cell.(map[string]any)
		require.Zero(v, c["differenceMilliWh"], "FAKE shares by this very key")
		sums[c["consumerId"].(string)] += c["sharedMilliWh"].(float64)
	}
	for _, consumer := range whole.Map()["consumers"].([]any) {
		c := consumer.(map[string]any)
		require.InDelta(v, c["sharedMilliWh"], sums[c["participantId"].(string)], 0, c["name"])
	}
}

// replay runs one and gives its result.
func (v *tour) replay(operation string, body map[string]any) map[string]any {
	v.Helper()
	path := "/operations/" + operation + "/energy-allocation/replays"
	started := v.do(v.organizer, http.MethodPost, path, body)
	require.Equal(v, http.StatusAccepted, started.Status)
	job := v.organizer.WaitJob(started.Map()["id"].(string))
	require.Equal(v, "SUCCESS", job["status"], "%v", job)
	return job["result"].(map[string]any)
}
