package endpoint_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
)

// The types of an operation, as they are generated.
type (
	renameRequest struct {
		SiteID string `json:"siteId"`
		Params renameParams
		Body   *renameBody
	}
	renameParams struct {
		Status  *[]string           `form:"status,omitempty" json:"status,omitempty"`
		Q       *string             `form:"q,omitempty" json:"q,omitempty"`
		Limit   *int                `form:"limit,omitempty" json:"limit,omitempty"`
		From    openapi_types.Date  `form:"from" json:"from"`
		To      *openapi_types.Date `form:"to,omitempty" json:"to,omitempty"`
		IfMatch *string             `json:"If-Match,omitempty"`
	}
	renameBody struct {
		Name  string  `json:"name"`
		Share float64 `json:"share"`
	}
	renameAnswer interface {
		write(w http.ResponseWriter) error
	}
	renamed struct {
		ETag *string
		Body renameBody
	}
	emptied struct{}
)

func (r renamed) write(w http.ResponseWriter) error {
	return endpoint.WriteJSON(w, http.StatusOK, r.Body, endpoint.Header{Name: "ETag", Value: r.ETag})
}

func (emptied) write(w http.ResponseWriter) error {
	endpoint.WriteStatus(w, http.StatusNoContent)
	return nil
}

// ask sends a request to an endpoint with that handler, and gives what it read of it.
func ask(t *testing.T, r *http.Request, answer renameAnswer) (got renameRequest, w *httptest.ResponseRecorder, err error) {
	t.Helper()
	e := endpoint.Of("RenameSite", http.MethodPut, "/sites/{siteId}", func(_ context.Context, request renameRequest) (renameAnswer, error) {
		got = request
		return answer, nil
	}, renameAnswer.write)
	w = httptest.NewRecorder()
	router := chi.NewRouter()
	router.Method(e.Method, e.Path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request, said any
		if request, err = e.Read(r); err != nil {
			return
		}
		if said, err = e.Call(r.Context(), request); err == nil {
			err = e.Write(w, said)
		}
	}))
	router.ServeHTTP(w, r)
	return got, w, err
}

func TestARequestIsReadIntoItsType(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPut, "/sites/a%2Fb?status=DRAFT,FINALIZED&q=x,+y&limit=5&from=2026-02-28", strings.NewReader(`{"name":"Écluse","share":0.5}`))
	r.Header.Set("If-Match", `"7"`)
	got, w, err := ask(t, r, renamed{Body: renameBody{Name: "Écluse"}})
	require.NoError(t, err)
	require.Equal(t, "a/b", got.SiteID)
	require.Equal(t, []string{"DRAFT", "FINALIZED"}, *got.Params.Status)
	require.Equal(t, "x, y", *got.Params.Q, "a comma of a text is none between values")
	require.Equal(t, 5, *got.Params.Limit)
	require.Equal(t, time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC), got.Params.From.Time)
	require.Nil(t, got.Params.To)
	require.Equal(t, `"7"`, *got.Params.IfMatch)
	require.Equal(t, renameBody{"Écluse", 0.5}, *got.Body)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.NotContains(t, w.Header(), "Etag", "a nil header is left out")
	require.Equal(t, "{\"name\":\"Écluse\",\"share\":0}\n", w.Body.String())
}

func TestABodyThatDidNotComeIsNil(t *testing.T) {
	t.Parallel()
	got, w, err := ask(t, httptest.NewRequest(http.MethodPut, "/sites/1?from=2026-01-01", http.NoBody), emptied{})
	require.NoError(t, err)
	require.Nil(t, got.Body)
	require.Equal(t, http.StatusNoContent, w.Code)
	require.Empty(t, w.Body.String())
}

func TestWhatIsNotOfItsTypeIsNamed(t *testing.T) {
	t.Parallel()
	for target, parameter := range map[string]string{
		"/sites/1":                                "from",
		"/sites/1?from=yesterday":                 "from",
		"/sites/1?from=2026-01-01&to=2026-02-30":  "to",
		"/sites/1?from=2026-01-01&limit=many":     "limit",
		"/sites/1?from=2026-01-01&q=a&If-Match=x": "",
	} {
		_, _, err := ask(t, httptest.NewRequest(http.MethodPut, target, strings.NewReader(`{}`)), emptied{})
		var wrong *endpoint.ParameterError
		if parameter == "" {
			require.NoError(t, err, target)
			continue
		}
		require.ErrorAs(t, err, &wrong, target)
		require.Equal(t, parameter, wrong.Name, target)
	}
	twice := httptest.NewRequest(http.MethodPut, "/sites/1?from=2026-01-01", strings.NewReader(`{}`))
	twice.Header["If-Match"] = []string{`"1"`, `"2"`}
	_, _, err := ask(t, twice, emptied{})
	var wrong *endpoint.ParameterError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, "If-Match", wrong.Name)

	for _, text := range []string{`{"name":`, `{"name":7}`, `[]`} {
		_, _, err := ask(t, httptest.NewRequest(http.MethodPut, "/sites/1?from=2026-01-01", strings.NewReader(text)), emptied{})
		var body *endpoint.BodyError
		require.ErrorAs(t, err, &body, text)
	}
	_, _, err = ask(t, httptest.NewRequest(http.MethodPut, "/sites/1?from=2026-01-01", brokenBody{}), emptied{})
	require.ErrorIs(t, err, errBroken, "why a body did not come is kept")
}

var errBroken = errors.New("broken")

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errBroken }

// TestNoAnswerIsAnError: a handler that answers nothing, or what cannot be told, never becomes
// an empty 200.
func TestNoAnswerIsAnError(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]renameAnswer{"nothing": nil, "no number": renamed{Body: renameBody{Share: math.NaN()}}} {
		_, w, err := ask(t, httptest.NewRequest(http.MethodPut, "/sites/1?from=2026-01-01", strings.NewReader(`{}`)), answer)
		require.Error(t, err, name)
		require.False(t, w.Flushed, name)
		require.Empty(t, w.Header(), name)
		require.Zero(t, w.Body.Len(), name)
	}
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

func TestAFileIsClosedWhenItIsSent(t *testing.T) {
	t.Parallel()
	w, file := httptest.NewRecorder(), &closing{Reader: strings.NewReader("a;b\n")}
	require.NoError(t, endpoint.WriteFile(w, http.StatusOK, "text/csv", file, 4, endpoint.Header{Name: "Content-Disposition", Value: "attachment"}))
	require.True(t, file.closed)
	require.Equal(t, "4", w.Header().Get("Content-Length"))
	require.Equal(t, "attachment", w.Header().Get("Content-Disposition"))
	require.Equal(t, "a;b\n", w.Body.String())
}
