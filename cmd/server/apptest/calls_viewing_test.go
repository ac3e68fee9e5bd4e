package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// again is another session of an account of the demo.
func again(t *testing.T, s *apptest.Server, email string) *apptest.Client {
	t.Helper()
	c := s.Anonymous()
	require.Equal(t, http.StatusOK, c.Post("/session/login", map[string]any{"email": email, "password": apptest.Password}).Status)
	return c
}

// viewing is an organizer who sees as a participant does, and as oneself again.
func (v *tour) viewing() {
	v.Helper()
	c := again(v.T, v.server, "organizer@demo.pmo")
	seen := v.do(c, http.MethodPost, "/session/viewing", map[string]any{"participantId": v.consumers[v.enedis][0].id}).Map()
	v.has(seen, "operationId", "participantId", "participantName", "endsAt")
	require.Equal(v, seen, v.get(c, "/session").Map()["viewing"])
	v.do(c, http.MethodDelete, "/session/viewing", nil)
	require.NotContains(v, v.get(c, "/session").Map(), "viewing")
}

// TestAnOrganizerSeesAsAParticipantDoes: the session has that participant's sites of that
// operation and nothing else, no call of the contract changes anything by it, it is written down
// when it begins and ends, and it ends by itself.
func TestAnOrganizerSeesAsAParticipantDoes(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x, o := newStranger(t, s), s.As("organizer@demo.pmo")
	operation, elsewhere := o.Operation("ACC00000002"), o.Operation("ACC00000001")
	var own, neighbour string
	for _, one := range o.Get("/operations/" + operation + "/participants").List() {
		if one["energyType"] == "consumer" && own == "" {
			own = one["id"].(string)
		} else if one["energyType"] == "consumer" {
			neighbour = one["id"].(string)
		}
	}
	c := again(t, s, "organizer@demo.pmo")
	require.Equal(t, http.StatusNotFound, c.Post("/session/viewing", map[string]any{"participantId": x.params["participantId"]}).Status)
	require.Equal(t, http.StatusForbidden, s.As("observer@demo.pmo").Post("/session/viewing", map[string]any{"participantId": own}).Status)
	require.Equal(t, "viewing.none", c.Delete("/session/viewing").Key())
	made := c.Post("/tokens", map[string]any{"name": "programme"})
	program := s.Anonymous()
	program.Header.Set("Authorization", "Bearer "+made.Map()["secret"].(string))
	require.Equal(t, "viewing.sessionRequired", program.Post("/session/viewing", map[string]any{"participantId": own}).Key())

	require.Equal(t, http.StatusOK, c.Post("/session/viewing", map[string]any{"participantId": own}).Status)
	session := c.Get("/session").Map()
	require.Equal(t, "participant", session["role"])
	require.NotContains(t, session["policy"], "account:update")
	require.Equal(t, http.StatusOK, c.Get("/participants/"+own).Status)
	require.Equal(t, http.StatusNotFound, c.Get("/participants/"+neighbour).Status, "not what that participant does not see")
	require.Equal(t, http.StatusForbidden, c.Get("/operations/"+operation+"/participants").Status)
	require.Equal(t, http.StatusNotFound, c.Get("/operations/"+elsewhere).Status, "nothing of one's other operations")
	require.Len(t, c.Get("/participants/by-jwt").List(), 1)
	require.Equal(t, http.StatusOK, o.Get("/operations/"+elsewhere).Status, "other sessions see as before")
	before, asked := x.state(t), 0
	ids := with2(x.params, map[string]string{"operationId": operation, "participantId": own, "consumerId": own})
	for _, r := range contractRoutes(t) {
		if r.method == http.MethodGet || r.id == "endViewing" || r.id == "login" || r.op.Extensions["x-permission"] == "public" {
			continue
		}
		reply := callOf(t, r, ids).send(c)
		require.GreaterOrEqual(t, reply.Status, http.StatusBadRequest, "%s: %s", r.id, reply.Body)
		require.Contains(t, []int{http.StatusForbidden, http.StatusNotFound}, reply.Status, "%s: %s", r.id, reply.Body)
		asked++
	}
	require.Greater(t, asked, 100)
	require.Equal(t, before, x.state(t))
	require.Equal(t, "viewing.readOnly", c.Put("/users/"+session["id"].(string)+"/account-info", map[string]any{"firstname": "X"}).Key())
	require.Equal(t, "viewing.readOnly", c.Get("/tokens").Key(), "nor what is the organizer's own")

	require.Equal(t, http.StatusNoContent, c.Delete("/session/viewing").Status)
	require.Equal(t, "organizer", c.Get("/session").Map()["role"])
	require.Equal(t, http.StatusOK, c.Post("/session/viewing", map[string]any{"participantId": own}).Status)
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer db.Close(t.Context())
	_, err = db.Exec(t.Context(), "update session_views set ends_at = $1", apptest.Today.Add(-time.Hour))
	require.NoError(t, err)
	require.Equal(t, "organizer", c.Get("/session").Map()["role"], "it ends by itself")
	var acts []string
	for _, line := range o.Get("/operations/" + operation + "/history?objectKind=participant&objectId=" + own).List() {
		if act := line["act"].(string); strings.HasPrefix(act, "VIEWING") {
			acts = append(acts, act+" "+line["how"].(string))
		}
	}
	require.ElementsMatch(t, []string{"VIEWING_STARTED HAND", "VIEWING_ENDED HAND", "VIEWING_STARTED HAND", "VIEWING_ENDED SERVER"}, acts)
}
