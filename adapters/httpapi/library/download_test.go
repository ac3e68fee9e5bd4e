package library

import (
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	core "github.com/openpmo/pmo/core/library"
)

// content is read from the beginning to the end.
type content struct{ io.Reader }

func (content) Close() error                   { return nil }
func (content) Seek(int64, int) (int64, error) { return 0, nil }

// An archive that cannot be read is a refusal while nothing was sent, and breaks off from then on.
func TestHalfAnArchiveDoesNotLookWhole(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	of := func(contents ...io.Reader) archive {
		return archive{func(yield func(core.Archived, error) bool) {
			for _, c := range contents {
				if c == nil && !yield(core.Archived{}, broken) || c != nil && !yield(core.Archived{Path: "a", Download: core.Download{Content: content{c}}}, nil) {
					return
				}
			}
		}}
	}
	answer := httptest.NewRecorder()
	require.ErrorIs(t, of(nil).VisitDownloadDocumentsResponse(answer), broken)
	require.Empty(t, answer.Header(), "what went wrong can still be told")
	require.Panics(t, func() { _ = of(strings.NewReader("one"), nil).VisitDownloadDocumentsResponse(httptest.NewRecorder()) })
	require.Panics(t, func() { _ = of(iotest.ErrReader(broken)).VisitDownloadDocumentsResponse(httptest.NewRecorder()) })
	require.NoError(t, of(strings.NewReader("one")).VisitDownloadDocumentsResponse(httptest.NewRecorder()))
}
