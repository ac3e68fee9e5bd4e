package apptest_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// ownAnswer is what the specification says of the answer of a call: fields that each object of it has,
// and some that it has for nobody of that role.
type ownAnswer struct {
	who, path string
	fields    []string
	without   []string
	atLeast   int // objects; 0 = one object, not a list
}

// TestCallsAboutPeopleAnswerWhatTheSpecificationSays reads session, accounts, operations and
// participants of the demo as each role (specification sections 3, 6 and 7): whose they are, with
// which fields, and without which.
func TestCallsAboutPeopleAnswerWhatTheSpecificationSays(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	people := map[string]*apptest.Client{}
	ids := map[string]string{}
	for _, who := range []string{"organizer", "participant", "observer", "admin"} {
		people[who] = s.As(who + "@demo.pmo")
		ids[who] = people[who].Get("/session").Map()["id"].(string)
	}
	operation := people["organizer"].Operation("ACC00000001")
	session := []string{"id", "role", "initialized", "hasAcceptedCgu", "policy"}
	op := []string{"id", "name", "externalId", "type", "dso", "jdbToggle", "producersNumber", "interlocutor", "functionalities", "theme", "useEnphaseData", "anniversaryDate"}
	site := []string{"id", "name", "energyType", "dsoId", "address", "postCode", "city", "activationRange", "entryDateKnown", "status", "operationId", "isProsumer", "dsoStatus", "dsoAction", "enedisDetail", "dsoDetails", "billingDetail"}
	contacts := []string{"email", "phone", "identity"}
	for _, a := range []ownAnswer{
		{who: "organizer", path: "/session", fields: session, without: []string{"energyType"}},
		{who: "participant", path: "/session", fields: append(slices.Clone(session), "energyType")},
		{who: "observer", path: "/session", fields: session, without: []string{"energyType"}},
		{who: "admin", path: "/session", fields: session},
		{who: "organizer", path: "/users/" + ids["organizer"] + "/account-info", fields: []string{"lastname", "firstname", "structure"}},
		{who: "organizer", path: "/users/" + ids["organizer"] + "/operation-billings", fields: []string{"id", "name", "dso"}, atLeast: 3},
		{who: "participant", path: "/users/" + ids["participant"] + "/operation-billings", fields: []string{"id", "name", "dso", "parties"}, atLeast: 1},
		{who: "participant", path: "/appmap", fields: []string{"key", "url", "allowed"}, atLeast: 3},
		{who: "organizer", path: "/organizers/by-jwt", fields: []string{"id"}},
		{who: "organizer", path: "/organizers/" + ids["organizer"] + "/operations?detailed=true", fields: append(slices.Clone(op), "consumers", "producers", "observers", "activeProducerId"), atLeast: 3},
		{who: "organizer", path: "/organizers/" + ids["organizer"] + "/operations", fields: op, without: []string{"consumers", "producers", "observers"}, atLeast: 3},
		{who: "observer", path: "/observers/by-jwt/operations?detailed=true", fields: append(slices.Clone(op), "consumers", "producers", "activeProducerId"), without: []string{"observers"}, atLeast: 1},
		{who: "organizer", path: "/operations/" + operation + "/participants", fields: site, atLeast: 8},
		{who: "observer", path: "/operations/" + operation + "/participants", fields: site, without: append(slices.Clone(contacts), "username"), atLeast: 8},
		{who: "organizer", path: "/operations/" + operation + "/observers", fields: []string{"id", "email"}, atLeast: 1},
		{who: "organizer", path: "/operations/" + operation + "/interlocutor", fields: []string{"legalName", "legalNumber", "taxId", "address", "postCode", "city", "country", "email", "phoneNumber", "contactName", "vatFranchise"}},
		{who: "admin", path: "/admin/cgu/approvals", fields: []string{"id", "userId", "version", "acceptedAt"}, atLeast: 4},
	} {
		reply := people[a.who].Get(a.path)
		require.Equal(t, http.StatusOK, reply.Status, "%s %s: %s", a.who, a.path, reply.Body)
		var objects []map[string]any
		if a.atLeast > 0 {
			objects = reply.List()
		} else {
			objects = []map[string]any{reply.Map()}
		}
		require.GreaterOrEqual(t, len(objects), a.atLeast, "%s %s", a.who, a.path)
		for _, one := range objects {
			for _, field := range a.fields {
				require.Contains(t, one, field, "%s %s", a.who, a.path)
			}
			for _, field := range a.without {
				require.NotContains(t, one, field, "%s %s", a.who, a.path)
			}
		}
	}

	// A participant has the operations of its own sites only, each with the producers to look at.
	own := people["participant"].Get("/participants/by-jwt").List()
	require.NotEmpty(t, own)
	for _, one := range own {
		require.NotEmpty(t, one["operation"].(map[string]any)["producers"])
		require.Equal(t, ids["participant"], one["participant"].(map[string]any)["userId"])
	}
	// Terms: everybody of the demo but the newcomer has accepted them, and nobody accepts for another.
	require.Equal(t, http.StatusNotFound, people["organizer"].Post("/cgu/accept-cgu/"+ids["participant"], nil).Status)
	// Who runs the operation reads how people are reached, where it is known.
	for _, field := range contacts {
		require.True(t, slices.ContainsFunc(people["organizer"].Get("/operations/"+operation+"/participants").List(), func(one map[string]any) bool { return one[field] != nil }), field)
	}
	// Folder and account status are words of the specification; the folder follows from what the operator said.
	for _, one := range people["organizer"].Get("/operations/" + operation + "/participants").List() {
		details := one["dsoDetails"].(map[string]any)
		require.Contains(t, []string{"creating", "processing", "up", "deleting", "deleted", "error"}, details["folder_status"])
		require.Contains(t, []string{"NONE", "INACTIVE", "ACTIVE", "ERROR"}, details["account_status"])
		if one["dsoStatus"] == "EN_VIGUEUR" && one["dsoAction"] != "SUPPRESSION" && one["activationRange"].(map[string]any)["exit"] == nil {
			require.Equal(t, "up", details["folder_status"], one["name"])
		}
	}
	// Only an administrator enters the back-office; an organizer who observes nothing observes nothing.
	require.Empty(t, people["organizer"].Get("/observers/by-jwt/operations").List())
	for path, who := range map[string]string{"/admin/cgu/approvals": "organizer", "/admin/operations": "observer", "/organizers/by-jwt": "participant"} {
		require.Contains(t, []int{http.StatusForbidden, http.StatusNotFound}, people[who].Get(path).Status, "%s as %s", path, who)
	}
}
