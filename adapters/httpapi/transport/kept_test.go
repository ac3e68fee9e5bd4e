package transport

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// asking is a handler that counts what it makes, and whose state can change.
type asking struct {
	state   string
	refused bool
	made    int
}

func (a *asking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if a.refused {
		http.Error(w, "no", http.StatusForbidden)
		return
	}
	tag := `"` + a.state + `"`
	if r.Header.Get("If-None-Match") != tag {
		a.made++
	}
	answerNamed(w, r, tag, []byte(`{"state":"`+a.state+strings.Repeat("x", 3000)+`"}`))
}

func TestAnAnswerIsKeptWhileItHolds(t *testing.T) {
	t.Parallel()
	source := &asking{state: "a"}
	keep := newKeptAnswers()
	handler := Compressed(keep.kept(Named(source)))
	ask := func(p policy.Principal, path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r = r.WithContext(request.WithCaller(r.Context(), request.Caller{Principal: p}))
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}
	first := ask(organizer, "/x?a=1", "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", first.Header().Get("Content-Encoding"))
	again := ask(organizer, "/x?a=1", "Accept-Encoding", "gzip")
	require.Equal(t, 1, source.made, "it is made once")
	require.Equal(t, http.StatusOK, again.Code)
	require.Equal(t, first.Body.Bytes(), again.Body.Bytes())
	require.Equal(t, first.Header(), again.Header())
	require.Equal(t, `W/"a"`, again.Header().Get("ETag"))
	require.Equal(t, first.Body.Bytes(), ask(organizer, "/x?a=1", "Accept-Encoding", "gzip").Body.Bytes(), "packed once")
	require.Equal(t, http.StatusNotModified, ask(organizer, "/x?a=1", "If-None-Match", `"a"`).Code, "the caller's own tag is the caller's")

	plain := ask(organizer, "/x?a=1")
	require.Empty(t, plain.Header().Get("Content-Encoding"))
	require.Contains(t, plain.Body.String(), `{"state":"a`)
	ask(organizer, "/x?a=2")
	require.Equal(t, 3, source.made, "another question, another answer")
	ask(policy.Principal{UserID: id.New(), Role: policy.RoleParticipant}, "/x?a=1")
	ask(policy.Principal{UserID: id.New(), Role: policy.RoleParticipant}, "/x?a=1")
	require.Equal(t, 5, source.made, "participants see what is theirs")

	source.state = "b"
	require.Contains(t, ask(organizer, "/x?a=1").Body.String(), `{"state":"b`, "what has changed is made anew")
	require.Contains(t, ask(organizer, "/x?a=1").Body.String(), `{"state":"b`)
	require.Equal(t, 6, source.made)
	source.refused = true
	require.Equal(t, http.StatusForbidden, ask(organizer, "/x?a=1").Code, "who may not ask gets nothing that was kept")
	require.NotContains(t, ask(organizer, "/x?a=1").Body.String(), "state")

	for range 2 * keptBytes / mostKeptEach {
		keep.put(keptAnswer{key: id.New().String(), body: make([]byte, mostKeptEach)})
	}
	require.LessOrEqual(t, keep.bytes, keptBytes)
	require.Greater(t, keep.bytes, keptBytes-2*mostKeptEach)
	size := 0
	for _, a := range keep.all.Values() {
		size += a.size()
	}
	require.Equal(t, size, keep.bytes)
}
