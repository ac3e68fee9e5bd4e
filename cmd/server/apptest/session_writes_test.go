package apptest_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestIdempotencyKey repeats requests: the first answer again, or a refusal when they
// are not the same; what is refused is not kept (ADR 0003).
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	plans := "/operations/" + c.Operation("ACC00000001") + "/billing/plans"
	plan := func(name string) map[string]any {
		return map[string]any{"name": name, "period": "MONTHLY", "charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000}}}
	}
	count := func() int { return len(c.Get(plans).List()) }
	before := count()
	c.Header.Set("Idempotency-Key", "eins")
	first, again := c.Post(plans, plan("A")), c.Post(plans, plan("A"))
	require.Equal(t, http.StatusCreated, first.Status, "%s", first.Body)
	require.Equal(t, []any{http.StatusCreated, string(first.Body), "true"}, []any{again.Status, string(again.Body), again.Header.Get("Idempotent-Replayed")})
	require.Equal(t, first.Header.Get("Location"), again.Header.Get("Location"))
	require.Empty(t, first.Header.Get("Idempotent-Replayed"))
	require.Equal(t, before+1, count())
	for _, reply := range []apptest.Reply{c.Post(plans, plan("B")), c.Post("/tokens", map[string]any{"name": "B"})} {
		require.Equal(t, []any{http.StatusConflict, "idempotency.keyReused"}, []any{reply.Status, reply.Key()})
	}
	require.Equal(t, before+1, count())

	c.Header.Set("Idempotency-Key", "zwei")
	refused := c.Post(plans, plan("A"))
	require.Equal(t, []any{http.StatusConflict, "plan.nameTaken"}, []any{refused.Status, refused.Key()})
	require.Equal(t, http.StatusCreated, c.Post(plans, plan("C")).Status, "a refusal is not kept, the key is free")

	other := s.As("admin@demo.pmo")
	other.Header.Set("Idempotency-Key", "eins")
	made := other.Post("/tokens", map[string]any{"name": "sien"})
	require.Equal(t, http.StatusCreated, made.Status, "keys belong to who sends them")
	require.NotContains(t, other.Post("/tokens", map[string]any{"name": "sien"}).Map(), "secret", "a secret is told once")
}

// TestIfMatch refuses a change of what somebody else changed meanwhile.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := "/operations/" + c.Operation("ACC00000001")
	me := c.Get("/session").Map()["id"].(string)
	site := "/participants/" + c.Get(operation + "/participants?limit=1").List()[0]["id"].(string)
	for path, change := range map[string]map[string]any{
		operation:                        {"name": "Anders"},
		site:                             {"city": "Rennes"},
		"/users/" + me + "/account-info": {"city": "Rennes"},
	} {
		tag := c.Get(path).Header.Get("ETag")
		require.Regexp(t, `^"\d+"$`, tag, path)
		c.Header.Set("If-Match", tag)
		changed := c.Put(path, change)
		require.Equal(t, http.StatusOK, changed.Status, "%s: %s", path, changed.Body)
		require.NotEqual(t, tag, changed.Header.Get("ETag"))
		stale := c.Put(path, change)
		require.Equal(t, []any{http.StatusPreconditionFailed, "object.changed"}, []any{stale.Status, stale.Key()}, path)
		c.Header.Set("If-Match", "falsch")
		require.Contains(t, c.Put(path, change).Keys(), "ifMatch.invalid", path)
		c.Header.Del("If-Match")
		require.Equal(t, changed.Header.Get("ETag"), c.Get(path).Header.Get("ETag"), "the refused change left no trace")
	}
}

// TestRequestIDs are the caller's when they are well formed, else our own, and stand in
// each problem.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s := apptest.New(t, apptest.Today)
	for sent, kept := range map[string]bool{"trace-0001_a.b": true, "short": false, "with space 123": false, "": false} {
		c := s.Anonymous()
		if sent != "" {
			c.Header.Set("X-Request-Id", sent)
		}
		reply := c.Get("/session")
		id := reply.Header.Get("X-Request-Id")
		require.Equal(t, id, reply.Map()["requestId"])
		require.Equal(t, kept, id == sent, sent)
		if !kept {
			require.Regexp(t, regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7`), id)
		}
	}
}

// auditLines are the lines that a request left.
func auditLines(t *testing.T, s *apptest.Server, requestID string) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	rows, err := conn.Query(t.Context(), "select action from audit_entries where request_id = $1 order by at", requestID)
	require.NoError(t, err)
	actions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return actions
}

// TestRefusalsLeaveNoAuditLine: a line says that something was changed.
func TestRefusalsLeaveNoAuditLine(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("observer@demo.pmo")
	operation := "/operations/" + c.Operation("ACC00000001")
	for _, reply := range []apptest.Reply{c.Put(operation, map[string]any{"name": "x"}), c.Post(operation+"/billing/run", map[string]any{})} {
		require.Equal(t, http.StatusForbidden, reply.Status)
		require.Empty(t, auditLines(t, s, reply.Header.Get("X-Request-Id")))
	}
}
