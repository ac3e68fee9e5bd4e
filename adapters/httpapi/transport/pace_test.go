package transport

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
)

// TestAFileGoesAsLongAsItGoes: an archive that is sent document by document over a poor line is not broken off
// after a minute; what sends nothing for a minute is, and an answer that is no file has a minute in all.
func TestAFileGoesAsLongAsItGoes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file   bool
		pauses []time.Duration // before each part
		over   bool
	}{
		"five minutes, part by part":    {true, []time.Duration{50 * time.Second, 50 * time.Second, 50 * time.Second, 50 * time.Second, 50 * time.Second, 50 * time.Second}, false},
		"nothing for a minute":          {true, []time.Duration{61 * time.Second}, true},
		"nothing for a minute, midways": {true, []time.Duration{time.Second, 50 * time.Second, 61 * time.Second, time.Second}, true},
		"no file":                       {false, []time.Duration{50 * time.Second, 50 * time.Second}, true},
		"no file, soon":                 {false, []time.Duration{50 * time.Second}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, ctx, done := within(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), contract.Operation{File: c.file})
			defer done()
			for _, pause := range c.pauses {
				time.Sleep(pause)
				_, err := w.Write([]byte("x"))
				require.NoError(t, err)
			}
			synctest.Wait()
			require.Equal(t, c.over, ctx.Err() != nil, name)
			if c.over {
				require.ErrorIs(t, context.Cause(ctx), context.DeadlineExceeded, name)
			}
		})
	}
}
