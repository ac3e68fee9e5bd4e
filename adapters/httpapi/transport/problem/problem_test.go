package problem

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
)

// TestOutagesAreNoFaultOfOurs: what is away answers 503 with a time to come back.
func TestOutagesAreNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	away := fault.New(fault.Unavailable, "database.unavailable").With("retryAfterSeconds", 5)
	broken := fmt.Errorf("reading: %w", io.ErrUnexpectedEOF)
	a := Writer{Log: slog.New(slog.DiscardHandler), outage: func(err error) *fault.Error {
		if err == broken { //nolint:errorlint // this very one
			return away
		}
		return nil
	}}
	for _, c := range []struct {
		err    error
		status int
		key    string
	}{
		{broken, 503, "database.unavailable"},
		{fmt.Errorf("waiting: %w", context.DeadlineExceeded), 503, "request.timeout"},
		{ErrBusy, 503, "server.busy"},
		{io.ErrUnexpectedEOF, 500, "internal"},
		{fault.New(fault.NotFound, "notFound").Because(context.DeadlineExceeded), 404, "notFound"},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
		a.Fail(w, r.WithContext(request.WithNote(r.Context(), &request.Note{})), c.err)
		require.Equal(t, c.status, w.Code, "%v", c.err)
		require.Contains(t, w.Body.String(), `"key":"`+c.key+`"`)
		require.Equal(t, c.status == 503, w.Header().Get("Retry-After") != "")
	}
}
