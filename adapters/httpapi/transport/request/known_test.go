package request_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
)

// TestTheTagThatACallerKnows is read without the mark of a compressed answer, and another
// tag leaves the request that it was made of alone.
func TestTheTagThatACallerKnows(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/", nil)
	require.Empty(t, request.KnownTagOf(r))
	r.Header.Set("If-None-Match", `W/"a"`)
	require.Equal(t, `W/"a"`, request.IfNoneMatch(r))
	require.Equal(t, `"a"`, request.KnownTagOf(r))
	other := request.WithKnownTag(r, `"b"`)
	require.Equal(t, `"b"`, request.KnownTagOf(other))
	require.Equal(t, `"a"`, request.KnownTagOf(r))
	require.Empty(t, request.KnownTag(t.Context()), "no request, no tag")
}
