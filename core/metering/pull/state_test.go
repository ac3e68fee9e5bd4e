package pull

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
)

func TestTheNextPullIsOnTheMorningAfter(t *testing.T) {
	t.Parallel()
	for last, next := range map[string]string{
		"2026-11-20T04:59:00Z": "2026-11-21T05:00:00Z",
		"2026-11-20T22:59:00Z": "2026-11-21T05:00:00Z", // 23:59 in Paris
		"2026-11-20T23:00:00Z": "2026-11-22T05:00:00Z", // midnight
		"2026-03-28T09:00:00Z": "2026-03-29T04:00:00Z", // the day of 23 hours
		"2026-10-24T09:00:00Z": "2026-10-25T05:00:00Z", // the day of 25 hours
	} {
		at, err := time.Parse(time.RFC3339, last)
		require.NoError(t, err)
		require.Equal(t, next, morningAfter(at, civil.Paris).UTC().Format(time.RFC3339Nano), last)
	}
}
