package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// byName signs everybody in by the token that is their name.
type byName map[string]policy.Principal

func (b byName) BySession(context.Context, string) (request.Caller, error) {
	return request.Caller{}, fault.New(fault.Unauthenticated, "session.required")
}

func (b byName) ByToken(_ context.Context, name string) (request.Caller, error) {
	p, ok := b[name]
	if !ok {
		return request.Caller{}, fault.New(fault.Unauthenticated, "token.invalid")
	}
	return request.Caller{Principal: p}, nil
}

// firstAnswers keeps first answers in memory.
type firstAnswers map[string]StoredReply

func (f firstAnswers) Enclose(ctx context.Context, fn func(context.Context) error) error {
	return fn(ctx)
}
func (f firstAnswers) Lock(context.Context, ReplyHolder, string) error { return nil }
func (f firstAnswers) Find(_ context.Context, h ReplyHolder, key string) (StoredReply, bool, error) {
	r, ok := f[string(h.User)+h.Scope+key]
	return r, ok, nil
}
func (f firstAnswers) Add(_ context.Context, h ReplyHolder, key string, reply StoredReply) error {
	f[string(h.User)+h.Scope+key] = reply
	return nil
}

// tokens is a transport with two operations: one that makes something, one for strangers.
type tokens struct {
	handler http.Handler
	made    int
	refuse  error
	signed  int
}

func newTokens() *tokens {
	s := &tokens{}
	anna := id.New()
	t := New(Config{IdempotencyKeys: firstAnswers{}, Authenticator: byName{
		"anna": {UserID: anna, Role: policy.RoleOrganizer}, "anna-reads": {UserID: anna, Role: policy.RoleOrganizer, Granted: []policy.Permission{"operation:read"}},
		"bruno": {UserID: id.New(), Role: policy.RoleOrganizer}}})
	r := chi.NewRouter()
	r.Use(t.Around()...)
	t.Mount(r, []endpoint.Endpoint{
		endpoint.Of("CreateToken", http.MethodPost, "/tokens", func(_ context.Context, r account.CreateTokenRequestObject) (account.CreateTokenResponseObject, error) {
			s.made++
			secret := "pmo_once"
			return account.CreateToken201JSONResponse{Body: model.Token{Name: r.Body.Name, Secret: &secret}}, s.refuse
		}, account.CreateTokenResponseObject.VisitCreateTokenResponse),
		endpoint.Of("Login", http.MethodPost, "/session/login", func(context.Context, account.LoginRequestObject) (account.LoginResponseObject, error) {
			s.signed++
			return account.Login200JSONResponse{}, nil
		}, account.LoginResponseObject.VisitLoginResponse),
	})
	s.handler = r
	return s
}

func (s *tokens) post(path, who, key, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/api"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+who)
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func TestOneKeyMakesOneThing(t *testing.T) {
	t.Parallel()
	s := newTokens()
	first := s.post("/tokens", "anna", "k1", `{"name":"a"}`)
	require.Equal(t, http.StatusCreated, first.Code, first.Body)
	require.Contains(t, first.Body.String(), "pmo_once")
	require.Empty(t, first.Header().Get("Idempotent-Replayed"))
	again := s.post("/tokens", "anna", "k1", `{"name":"a"}`)
	require.Equal(t, http.StatusCreated, again.Code)
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	require.Contains(t, again.Body.String(), `"name":"a"`)
	require.NotContains(t, again.Body.String(), "pmo_once", "a secret is told once")
	require.Equal(t, 1, s.made)

	other := s.post("/tokens", "anna", "k1", `{"name":"b"}`)
	require.Equal(t, http.StatusConflict, other.Code)
	require.Contains(t, other.Body.String(), `"key":"idempotency.keyReused"`)
	require.Equal(t, 1, s.made)
	for n, who := range []string{"bruno", "anna-reads"} {
		require.Empty(t, s.post("/tokens", who, "k1", `{"name":"a"}`).Header().Get("Idempotent-Replayed"), who)
		require.Equal(t, 2+n, s.made, "the key of %s is another one", who)
	}
	s.post("/tokens", "anna", "", `{"name":"a"}`)
	s.post("/tokens", "anna", "", `{"name":"a"}`)
	require.Equal(t, 5, s.made, "without a key each makes one")
	require.Equal(t, http.StatusBadRequest, s.post("/tokens", "anna", "é", `{"name":"a"}`).Code)
	require.Equal(t, http.StatusBadRequest, s.post("/tokens", "anna", strings.Repeat("k", 256), `{"name":"a"}`).Code)
	require.Equal(t, 5, s.made)
	longest := strings.Repeat("~", 198) + " k" // the last and the first letter that may be in a key
	for range 2 {
		require.Equal(t, http.StatusCreated, s.post("/tokens", "anna", longest, `{"name":"a"}`).Code)
	}
	require.Equal(t, 6, s.made, "the longest key of the contract is kept")
}

// Who signs in signs in each time, also with a key and signed in already: failures must count.
func TestSigningInIsNeverAnsweredAgain(t *testing.T) {
	t.Parallel()
	s := newTokens()
	for n := range 2 {
		answer := s.post("/session/login", "anna", "k", `{"email":"anna@exemple.example","password":"une phrase de passe"}`)
		require.Equal(t, http.StatusOK, answer.Code, answer.Body)
		require.Empty(t, answer.Header().Get("Idempotent-Replayed"))
		require.Equal(t, n+1, s.signed)
	}
}

func TestARefusalIsNotKeptForItsKey(t *testing.T) {
	t.Parallel()
	s := newTokens()
	s.refuse = fault.New(fault.Conflict, "token.tooMany")
	require.Equal(t, http.StatusConflict, s.post("/tokens", "anna", "k", `{"name":"a"}`).Code)
	s.refuse = errors.New("broken")
	require.Equal(t, http.StatusInternalServerError, s.post("/tokens", "anna", "k", `{"name":"a"}`).Code)
	s.refuse = nil
	answer := s.post("/tokens", "anna", "k", `{"name":"a"}`)
	require.Equal(t, http.StatusCreated, answer.Code)
	require.Empty(t, answer.Header().Get("Idempotent-Replayed"))
	require.Equal(t, 3, s.made)
}

// TestWhatTheGuardKeepsFromHandlers: strangers, large bodies, and what the contract does not know.
func TestWhatTheGuardKeepsFromHandlers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, who, body string
		status          int
		key             string
	}{
		{"/tokens", "", `{"name":"a"}`, http.StatusUnauthorized, "session.required"},
		{"/tokens", "nobody", `{"name":"a"}`, http.StatusUnauthorized, "token.invalid"},
		{"/tokens?x=1", "anna", `{"name":"a"}`, http.StatusBadRequest, "parameter.unknown"},
		{"/tokens", "anna", `{}`, http.StatusBadRequest, "field.required"},
		{"/tokens", "anna", `{"name":"a","secret":"b"}`, http.StatusBadRequest, "field.unknown"},
		{"/tokens", "anna", `{"name":"` + strings.Repeat("a", maxJSONBody) + `"}`, http.StatusRequestEntityTooLarge, "body.tooLarge"},
		{"/session/login", "", `{"email":"` + strings.Repeat("a", maxPublicBody) + `"}`, http.StatusRequestEntityTooLarge, "body.tooLarge"},
		{"/session/logins", "", `{}`, http.StatusNotFound, ""},
	} {
		s := newTokens()
		w := s.post(c.path, c.who, "", c.body)
		require.Equal(t, c.status, w.Code, "%s %.40s", c.path, c.body)
		require.Contains(t, w.Body.String(), c.key)
		require.Zero(t, s.made+s.signed, c.path)
	}
	s := newTokens()
	w := s.post("/session/login", "", "k", `{"email":"anna@example.org","password":"x"}`)
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.NotEmpty(t, w.Header().Get("X-Request-Id"))
	s.post("/session/login", "", "k", `{"email":"anna@example.org","password":"x"}`)
	require.Equal(t, 2, s.signed, "each sign-in counts, whatever its key")
}

// TestARefusalHasNoName: a caller never confirms one.
func TestARefusalHasNoName(t *testing.T) {
	t.Parallel()
	handler := Named(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, http.StatusForbidden, w.Code)
	require.Empty(t, w.Header().Get("ETag"))
	require.Equal(t, "no\n", w.Body.String())
}
