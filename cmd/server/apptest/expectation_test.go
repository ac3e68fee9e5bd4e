package apptest_test

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestExpectationsAreNeverBilled: another key makes another expectation of October, while
// metrics, distribution, curves, files and drafts stay what the operator's figures make
// of them (domain 6.6).
func TestExpectationsAreNeverBilled(t *testing.T) {
	t.Parallel()
	c := apptest.Demo(t, apptest.Today).As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	base := "/operations/" + operation
	curve := "/measurements/load-curve/by-operation/" + operation + "?nature=Autoconso&resolution=day&" + october
	reads := []string{base + "/measurements/metrics?" + october, base + "/distribution?top=20&" + october, curve,
		base + "/measurements/load-curve/download?nature=Autoconso,Surplus&resolution=day&" + october}
	read := func(path string) string {
		t.Helper()
		reply := c.Get(path)
		require.Equal(t, http.StatusOK, reply.Status, "%s: %s", path, reply.Body)
		return string(reply.Body)
	}
	share := func() {
		t.Helper()
		started := c.Post(base+"/energy-allocation/replays", map[string]any{"dateFrom": "2026-10-01", "dateTo": "2026-10-31"})
		require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
		require.Equal(t, "SUCCESS", c.WaitJob(started.Map()["id"].(string))["status"])
	}
	drafts := func() (out []any) {
		t.Helper()
		run := c.Post(base+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"})
		require.Less(t, run.Status, 300, "%s", run.Body)
		for _, i := range c.Get(base + "/billing/invoices?status=DRAFT&sort=periodEnd").List() {
			out = append(out, []any{i["billableEntity"].(map[string]any)["name"], i["periodEnd"], i["energyMilliWh"], i["amountCents"]})
		}
		return out
	}
	share()
	ours, billed := read(curve+"&origin=expected"), drafts()
	require.NotEmpty(t, billed)
	var before []string
	for _, path := range reads {
		before = append(before, read(path))
	}

	key := c.Post("/energy-allocation/config?operationId="+operation, map[string]any{"type": "by_priority", "effectiveDate": "2026-10-01",
		"reason": "essai", "params": []any{map[string]any{"consumerId": c.Get(base + "/participants?group=consumers").List()[0]["id"], "value": 1}}})
	require.Equal(t, http.StatusCreated, key.Status, "%s", key.Body)
	share()
	require.NotEqual(t, ours, read(curve+"&origin=expected"), "the expectation follows the key")
	for i, path := range reads {
		require.Equal(t, before[i], read(path), path)
	}
	require.ElementsMatch(t, billed, drafts())
}

// TestAReplayTellsWhatDiffers: a curve that is gone is missed by a replay that verifies,
// which stores nothing, and put back by one that does not (domain 6.7).
func TestAReplayTellsWhatDiffers(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	replay := func(verify bool) any {
		t.Helper()
		started := c.Post("/operations/"+operation+"/energy-allocation/replays", map[string]any{"dateFrom": "2026-09-01", "dateTo": "2026-09-30", "verify": verify})
		require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
		job := c.WaitJob(started.Map()["id"].(string))
		require.Equal(t, "SUCCESS", job["status"], "%v", job)
		return job["result"].(map[string]any)["differences"]
	}
	replay(false)
	require.Equal(t, 0.0, replay(true))
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	gone, err := conn.Exec(t.Context(), `delete from series_months where operation_id = $1 and month = '2026-09-01' and superseded_at is null and series_id =
		(select id from series where operation_id = $1 and origin = 2 and exists
			(select 1 from series_months m where m.operation_id = $1 and m.month = '2026-09-01' and m.series_id = series.id and m.superseded_at is null) order by id limit 1)`, operation)
	require.NoError(t, err)
	require.EqualValues(t, 1, gone.RowsAffected())
	require.Equal(t, 1.0, replay(true))
	require.Equal(t, 1.0, replay(true), "verifying stores nothing")
	replay(false)
	require.Equal(t, 0.0, replay(true))
}
