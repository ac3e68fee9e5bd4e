package apptest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/policies"
)

// opened makes an account of a role that is ready to be used.
func opened(t *testing.T, s *apptest.Server, email, role string) *apptest.Client {
	t.Helper()
	made := s.As("admin@demo.pmo").Post("/admin/users", map[string]any{"email": email, "role": role, "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	return signUp(t, s, email)
}

// joined invites an account into an operation and accepts for it.
func joined(t *testing.T, o, who *apptest.Client, operation, email, capacity string) {
	t.Helper()
	asked := o.Post("/operations/"+operation+"/members", map[string]any{"email": email, "capacity": capacity})
	require.Equal(t, http.StatusCreated, asked.Status, "%s", asked.Body)
	base := "/users/" + who.Get("/session").Map()["id"].(string) + "/member-invitations"
	for _, one := range who.Get(base).List() {
		require.Equal(t, http.StatusNoContent, who.Post(base+"/"+one["id"].(string)+"/accept", nil).Status)
	}
}

// team is the people of an operation: invited, accepted, changed, removed.
func (v *tour) team() {
	v.Helper()
	base := "/operations/" + v.val + "/members"
	bob, ann := opened(v.T, v.server, "bob@team.example", "organizer"), opened(v.T, v.server, "ann@team.example", "organizer")
	for _, email := range []string{"bob@team.example", "ann@team.example"} {
		asked := v.do(v.organizer, http.MethodPost, base, map[string]any{"email": email, "capacity": "reader"}).Map()
		v.has(asked, "id", "email", "capacity", "status", "invitedAt", "expiresAt")
		v.do(v.organizer, http.MethodPost, base+"/"+asked["id"].(string)+"/mail/send", nil)
		journal := base + "/" + asked["id"].(string) + "/invitation-mails"
		v.has(v.get(v.organizer, journal).List()[0], "id", "email", "askedAt", "askedBy", "validUntil", "status")
		v.page(v.organizer, journal)
	}
	own := "/users/" + bob.Get("/session").Map()["id"].(string) + "/member-invitations"
	pending := v.get(bob, own).List()
	require.Len(v, pending, 1)
	v.has(pending[0], "id", "operationName", "pmoName", "capacity", "invitedAt", "expiresAt")
	v.do(bob, http.MethodPost, own+"/"+pending[0]["id"].(string)+"/accept", nil)
	own = "/users/" + ann.Get("/session").Map()["id"].(string) + "/member-invitations"
	v.do(ann, http.MethodPost, own+"/"+v.get(ann, own).List()[0]["id"].(string)+"/decline", nil)
	status := map[string]any{}
	for _, one := range v.get(v.organizer, base).List() {
		status[one["email"].(string)] = one["status"]
		if one["email"] == "bob@team.example" {
			v.has(one, "accountStatus", "blocked")
			changed := v.do(v.organizer, http.MethodPut, base+"/"+one["id"].(string), map[string]any{"capacity": "accountant"}).Map()
			require.Equal(v, "accountant", changed["capacity"])
			require.Contains(v, v.get(bob, "/session").Map()["policy"], "invoice:publish")
			require.NotContains(v, v.get(bob, "/session").Map()["policy"], "curve:import")
		}
		if strings.HasSuffix(one["email"].(string), "@team.example") {
			v.do(v.organizer, http.MethodDelete, base+"/"+one["id"].(string), nil)
		}
	}
	require.Equal(v, "MEMBER", status["bob@team.example"])
	require.Equal(v, "DECLINED", status["ann@team.example"])
	v.page(v.organizer, base)
}

// matrixRow is a permission of the policy.
type matrixRow struct {
	Roles map[string]string
	Team  []string
}

func permissionMatrix(t *testing.T) map[string]matrixRow {
	t.Helper()
	raw, err := policies.Bundle.ReadFile("pmo/permissions/data.yaml")
	require.NoError(t, err)
	var doc struct{ Matrix map[string]matrixRow }
	require.NoError(t, yaml.Unmarshal(raw, &doc))
	require.NotEmpty(t, doc.Matrix)
	return doc.Matrix
}

// TestWalkAsAccountantAndReader calls every operation of the contract as an accountant and as a
// reader of the operation it is about: what the matrix withholds is refused by name, the rest is
// answered, and a reader has changed nothing at the end.
func TestWalkAsAccountantAndReader(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x, matrix := newStranger(t, s), permissionMatrix(t)
	people := map[string]*apptest.Client{}
	for _, capacity := range []string{"reader", "accountant"} {
		people[capacity] = opened(t, s, capacity+"@team.example", "organizer")
		joined(t, x.organizer, people[capacity], x.params["operationId"], capacity+"@team.example", capacity)
	}
	before := x.state(t)
	for _, capacity := range []string{"reader", "accountant"} {
		refused, answered := 0, 0
		for _, r := range contractRoutes(t) {
			perm, _ := r.op.Extensions["x-permission"].(string)
			row := matrix[perm]
			if row.Roles["organizer"] != "operation" || r.id == "removeOperationMember" {
				continue
			}
			reply := callOf(t, r, x.params).send(people[capacity])
			if slices.Contains(row.Team, capacity) {
				require.NotEqual(t, http.StatusForbidden, reply.Status, "%s as %s: %s", r.id, capacity, reply.Body)
				answered++
				continue
			}
			require.Equal(t, http.StatusForbidden, reply.Status, "%s as %s: %s", r.id, capacity, reply.Body)
			refused++
		}
		t.Logf("%s: %d calls refused, %d answered", capacity, refused, answered)
		require.Greater(t, refused, 40)
		require.Greater(t, answered, 80)
		if capacity == "reader" {
			require.Equal(t, before, x.state(t), "a reader changed something")
		}
	}
}

// TestTeams: who is invited agrees first, whoever asks reads the same of every address, a full
// organizer remains, and who is removed sees nothing from the next request on.
func TestTeams(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	operation := o.Operation("ACC00000002")
	base := "/operations/" + operation + "/members"
	lea := opened(t, s, "lea@team.example", "organizer")
	invite := func(email, capacity string) apptest.Reply {
		return o.Post(base, map[string]any{"email": email, "capacity": capacity})
	}
	var told []string
	for _, email := range []string{"lea@team.example", "nobody@team.example", "participant@demo.pmo"} {
		reply := invite(email, "accountant")
		require.Equal(t, http.StatusCreated, reply.Status, "%s", reply.Body)
		m := reply.Map()
		text := string(reply.Body)
		for _, own := range []string{m["id"].(string), m["invitedAt"].(string), m["expiresAt"].(string), email} {
			text = strings.ReplaceAll(text, own, "…")
		}
		told = append(told, text)
	}
	require.Equal(t, told[0], told[1])
	require.Equal(t, told[0], told[2])
	require.Equal(t, "email.invalid", invite("x", "reader").Key())
	require.Equal(t, "teamMember.already", invite("organizer@demo.pmo", "reader").Key())
	require.Equal(t, http.StatusNotFound, lea.Get("/operations/"+operation).Status, "not before she agrees")
	participant := s.As("participant@demo.pmo")
	require.Empty(t, participant.Get("/users/"+participant.Get("/session").Map()["id"].(string)+"/member-invitations").List(), "an account has one role")
	// Who has no account is opened one, by a job, and mailed a link.
	require.Eventually(t, func() bool {
		return strings.Contains(string(admin.Get("/admin/outbox").Body), "nobody@team.example")
	}, apptest.Patience, 50*time.Millisecond)

	joined(t, o, lea, operation, "lea@team.example", "accountant")
	seen := lea.Get("/operations/" + operation)
	require.Equal(t, http.StatusOK, seen.Status)
	require.NotContains(t, seen.Map(), "withheld", "she holds no more elsewhere")
	idOf := map[string]string{}
	for _, one := range o.Get(base).List() {
		idOf[one["email"].(string)] = one["id"].(string)
	}
	require.Equal(t, http.StatusForbidden, lea.Post(base, map[string]any{"email": "a@team.example", "capacity": "organizer"}).Status)
	require.Equal(t, http.StatusForbidden, lea.Put(base+"/"+idOf["lea@team.example"], map[string]any{"capacity": "organizer"}).Status, "nobody raises oneself")
	last := o.Put(base+"/"+idOf["organizer@demo.pmo"], map[string]any{"capacity": "reader"})
	require.Equal(t, "teamMember.lastOrganizer", last.Key())
	require.Equal(t, "teamMember.lastOrganizer", o.Delete(base+"/"+idOf["organizer@demo.pmo"]).Key())
	require.Equal(t, "teamMember.roleFixed", o.Put(base+"/"+idOf["lea@team.example"], map[string]any{"capacity": "observer"}).Key())
	back := admin.Put("/admin/operations/"+operation, map[string]any{"organizerIds": []any{idOf["lea@team.example"]}})
	require.Contains(t, back.Keys(), "teamMember.lastOrganizer", "nor by the back-office: %s", back.Body)
	// Who is less here may be more elsewhere: the operation says what is withheld.
	joined(t, o, lea, o.Operation("ACC00000003"), "lea@team.example", "organizer")
	require.Contains(t, lea.Get("/operations/" + operation).Map()["withheld"], "curve:import")
	require.NotContains(t, lea.Get("/operations/"+o.Operation("ACC00000003")).Map(), "withheld")
	require.Equal(t, http.StatusNoContent, o.Delete(base+"/"+idOf["lea@team.example"]).Status)
	require.Equal(t, http.StatusNotFound, lea.Get("/operations/"+operation).Status)
	// An observer is made by the organizer the same way.
	eve := opened(t, s, "eve@team.example", "observer")
	joined(t, o, eve, operation, "eve@team.example", "observer")
	require.Equal(t, http.StatusOK, eve.Get("/operations/"+operation).Status)
	require.Equal(t, http.StatusForbidden, eve.Get(base).Status)
	require.Equal(t, http.StatusNoContent, o.Delete(base+"/"+eve.Get("/session").Map()["id"].(string)).Status)
	require.Equal(t, http.StatusNotFound, eve.Get("/operations/"+operation).Status)
}
