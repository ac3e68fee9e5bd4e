package httpapi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/policy"
)

func TestUsersOfTheBackOfficeOverHTTP(t *testing.T) {
	d := newDoor(t)
	boss := d.user(policy.RoleAdmin, "boss@exemple.fr")
	d.user(policy.RoleOrganizer, "o@exemple.fr")
	d.settled()
	d.signIn("o@exemple.fr")
	require.Equal(t, "forbidden", d.want(403, "GET", "/admin/users", "")["key"])
	d.signIn("boss@exemple.fr")

	made := d.want(201, "POST", "/admin/users", `{"email":"Nouvelle@exemple.fr","role":"observer","lastname":"Petit"}`)
	require.Len(t, made["initialPassword"], 24)
	require.Equal(t, "nouvelle@exemple.fr", made["email"])
	require.Equal(t, "user.emailUsed", d.want(409, "POST", "/admin/users", `{"email":"nouvelle@exemple.fr","role":"observer"}`)["key"])

	reply, list := d.call("GET", `/admin/users?sort=["email","DESC"]&range=[0,1]&filter={}`, "")
	require.Equal(t, 200, reply.StatusCode)
	require.Equal(t, "users 0-1/3", reply.Header.Get("Content-Range"))
	require.Equal(t, "o@exemple.fr", list.([]any)[0].(map[string]any)["email"])
	reply, list = d.call("GET", `/admin/users?filter={"q":"PETIT","role":["observer","admin"]}`, "")
	require.Equal(t, "users 0-0/1", reply.Header.Get("Content-Range"))
	require.NotContains(t, list.([]any)[0], "initialPassword")
	reply, list = d.call("GET", `/admin/users?filter={"id":["`+string(boss.ID)+`"]}`, "")
	require.Equal(t, "users 0-0/1", reply.Header.Get("Content-Range"))
	require.Equal(t, true, list.([]any)[0].(map[string]any)["active"])
	reply, list = d.call("GET", `/admin/users?filter={"active":false}`, "")
	require.Equal(t, "users */0", reply.Header.Get("Content-Range"))
	require.Equal(t, []any{}, list)

	path := "/admin/users/" + made["id"].(string)
	changed := d.want(200, "PUT", path, `{"lastname":null,"firstname":"Noé","active":false}`)
	require.NotContains(t, changed, "lastname")
	got := d.want(200, "GET", path, "")
	require.Equal(t, "Noé", got["firstname"])
	require.Equal(t, false, got["active"])
	require.Equal(t, "user.ownAccount", d.want(409, "PUT", "/admin/users/"+string(boss.ID), `{"active":false}`)["key"])
	require.Equal(t, "notFound", d.want(404, "GET", "/admin/users/0199b0aa-0000-7000-8000-000000000001", "")["key"])

	for query, key := range map[string]string{
		`sort=["password_hash","ASC"]`: "list.sortUnknown",
		`sort=["email","UP"]`:          "list.sortInvalid",
		`sort=email`:                   "list.sortInvalid",
		`range=[5,1]`:                  "list.rangeInvalid",
		`range=[0,5000]`:               "list.rangeInvalid",
		`filter={"password_hash":"x"}`: "list.filterUnknown",
		`filter={"active":"x"}`:        "list.filterInvalid",
		`filter={"role":{"a":1}}`:      "list.filterInvalid",
		`filter=[]`:                    "list.filterInvalid",
	} {
		require.Equal(t, key, d.want(400, "GET", "/admin/users?"+query, "")["key"], query)
	}
}

func TestOtherListsOfTheBackOfficeOverHTTP(t *testing.T) {
	d := newDoor(t)
	boss := d.user(policy.RoleAdmin, "boss@exemple.fr")
	_, err := d.db.Pool().Exec(t.Context(), "update users set initialized = true")
	require.NoError(t, err)
	d.signIn("boss@exemple.fr")
	d.want(200, "POST", "/cgu/accept-cgu/"+string(boss.ID), "")
	reply, list := d.call("GET", `/admin/cgu/approvals?sort=["acceptedAt","DESC"]`, "")
	require.Equal(t, "cgu-approvals 0-0/1", reply.Header.Get("Content-Range"))
	require.Equal(t, "boss@exemple.fr", list.([]any)[0].(map[string]any)["email"])
	for _, path := range []string{"/admin/outbox", "/admin/jobs"} {
		reply, _ := d.call("GET", path, "")
		require.Equal(t, 200, reply.StatusCode)
		require.Contains(t, reply.Header.Get("Content-Range"), "*/0")
	}
	d.want(404, "GET", "/admin/jobs/7", "")
	d.want(404, "GET", "/admin/outbox/0199b0aa-0000-7000-8000-000000000001", "")
}
