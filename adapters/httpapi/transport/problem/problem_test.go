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

// TestDetailsAreTheInnermost: with field and row, so many at most, and how many more there are.
func TestDetailsAreTheInnermost(t *testing.T) {
	t.Parallel()
	require.Nil(t, Of(fault.New(fault.Invalid, "request.invalid"), "fr", "").Errors)
	own := Of(fault.New(fault.Invalid, "date.invalid").At("dateFrom"), "fr", "")
	require.Len(t, *own.Errors, 1)
	require.Equal(t, "dateFrom", *(*own.Errors)[0].Field)
	require.Nil(t, (*own.Errors)[0].Row)
	require.NotEmpty(t, *(*own.Errors)[0].Detail)
	row := Of(fault.New(fault.Invalid, "date.invalid").OnRow(1), "fr", "")
	require.Equal(t, 1, *(*row.Errors)[0].Row)
	require.Nil(t, (*row.Errors)[0].Field)

	inner := fault.New(fault.Invalid, "field.required").At("a")
	nested := ErrInvalidRequest.Of(ErrInvalidRequest.Of(inner), inner)
	require.Len(t, *Of(nested, "fr", "").Errors, 2)
	var many []*fault.Error
	for range MaxErrors {
		many = append(many, inner)
	}
	require.Len(t, *Of(ErrInvalidRequest.Of(many...), "fr", "").Errors, MaxErrors)
	more := *Of(ErrInvalidRequest.Of(append(many, inner, inner, ErrMoreErrors.With("count", 5))...), "fr", "").Errors
	require.Len(t, more, MaxErrors+1)
	require.Equal(t, ErrMoreErrors.Key, more[MaxErrors].Key)
	require.Equal(t, 7, fault.From(listedDetails(ErrInvalidRequest.Of(append(many, inner, inner, ErrMoreErrors.With("count", 5))...))[MaxErrors]).Params["count"])
}

// TestWhatIsTooLargeIsToldInItsUnit: bodies in kB, files in MB.
func TestWhatIsTooLargeIsToldInItsUnit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int64]string{16 << 10: "body.tooLarge", 1 << 20: "body.tooLarge", 256 << 20: "upload.tooLarge"} {
		f := Writer{}.faultOf(t.Context(), &http.MaxBytesError{Limit: limit})
		require.Equal(t, want, f.Key)
	}
	require.Contains(t, *Of(Writer{}.faultOf(t.Context(), &http.MaxBytesError{Limit: 256 << 20}), "fr", "").Detail, "256\u202fMo")
}
