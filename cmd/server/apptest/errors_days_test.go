package apptest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestDemoOnOtherDays: whatever the day, the demo has somebody to bill up to the day
// that a run proposes, and nobody who cannot be (docs/operations.md).
func TestDemoOnOtherDays(t *testing.T) {
	t.Parallel()
	for _, day := range []string{"2026-12-01", "2026-12-10", "2027-01-02", "2028-03-01"} {
		t.Run(day, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339, day+"T08:00:00+01:00")
			require.NoError(t, err)
			s := apptest.Demo(t, now)
			c := s.As("organizer@demo.pmo")
			for _, operation := range []string{"ACC00000001", "ACC00000002"} {
				run := "/operations/" + c.Operation(operation) + "/billing/run"
				check := c.Post(run+"/check", map[string]any{}).Map()
				require.NotEmpty(t, check["clients"], "%s up to today", operation)
				proposed := check["proposedBillUpTo"].(string)
				require.Less(t, proposed, day)
				atProposed := c.Post(run+"/check", map[string]any{"billUpTo": proposed}).Map()
				require.NotEmpty(t, atProposed["clients"], "%s up to %s", operation, proposed)
				for _, client := range atProposed["clients"].([]any) {
					require.NotContains(t, client, "problems", "%s up to %s", operation, proposed)
				}
				reply := c.Post(run, map[string]any{"billUpTo": proposed, "mode": "SYNC"})
				require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
				progress := reply.Map()["progress"].(map[string]any)
				require.Equal(t, []any{0.0, 0.0}, []any{progress["pending"], progress["failure"]}, "%s up to %s: %s", operation, proposed, reply.Body)
				require.Positive(t, progress["success"])
			}
			made, err := s.App.Demo(t.Context())
			require.NoError(t, err, "a second start")
			require.False(t, made)
		})
	}
}
