package admin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/policy"
)

func TestUsersOfTheBackOfficeOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	boss := d.AddUser(policy.RoleAdmin, "boss@exemple.fr")
	d.AddUser(policy.RoleOrganizer, "o@exemple.fr")
	d.Settle()
	d.SignIn("o@exemple.fr")
	require.Equal(t, "forbidden", d.Want(403, "GET", "/admin/users", "")["key"])
	d.SignIn("boss@exemple.fr")

	made := d.Want(201, "POST", "/admin/users", `{"email":"Nouvelle@exemple.fr","role":"observer","lastname":"Petit"}`)
	require.Len(t, made["initialPassword"], 24)
	require.Equal(t, "nouvelle@exemple.fr", made["email"])
	require.Equal(t, "user.emailUsed", d.Want(409, "POST", "/admin/users", `{"email":"nouvelle@exemple.fr","role":"observer"}`)["key"])

	reply := d.Call("GET", `/admin/users?sort=["email","DESC"]&range=[0,1]&filter={}`, "")
	require.Equal(t, 200, reply.StatusCode)
	require.Equal(t, "users 0-1/3", reply.Header.Get("Content-Range"))
	require.Equal(t, "o@exemple.fr", reply.List[0]["email"])
	reply = d.Call("GET", `/admin/users?filter={"q":"PETIT","role":["observer","admin"]}`, "")
	require.Equal(t, "users 0-0/1", reply.Header.Get("Content-Range"))
	require.NotContains(t, reply.List[0], "initialPassword")
	reply = d.Call("GET", `/admin/users?filter={"id":["`+string(boss.ID)+`"]}`, "")
	require.Equal(t, "users 0-0/1", reply.Header.Get("Content-Range"))
	require.Equal(t, true, reply.List[0]["active"])
	reply = d.Call("GET", `/admin/users?filter={"active":false}`, "")
	require.Equal(t, "users */0", reply.Header.Get("Content-Range"))
	require.Equal(t, []map[string]any{}, reply.List)

	path := "/admin/users/" + made["id"].(string)
	changed := d.Want(200, "PUT", path, `{"lastname":null,"firstname":"Noé","active":false}`)
	require.NotContains(t, changed, "lastname")
	got := d.Want(200, "GET", path, "")
	require.Equal(t, "Noé", got["firstname"])
	require.Equal(t, false, got["active"])
	require.Equal(t, "user.ownAccount", d.Want(409, "PUT", "/admin/users/"+string(boss.ID), `{"active":false}`)["key"])
	require.Equal(t, "notFound", d.Want(404, "GET", "/admin/users/0199b0aa-0000-7000-8000-000000000001", "")["key"])

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
		require.Equal(t, key, d.Want(400, "GET", "/admin/users?"+query, "")["key"], query)
	}
}

func TestOtherListsOfTheBackOfficeOverHTTP(t *testing.T) {
	t.Parallel()
	d := servertest.NewAccounts(t)
	boss := d.AddUser(policy.RoleAdmin, "boss@exemple.fr")
	d.Initialize()
	d.SignIn("boss@exemple.fr")
	d.Want(200, "POST", "/cgu/accept-cgu/"+string(boss.ID), "")
	reply := d.Call("GET", `/admin/cgu/approvals?sort=["acceptedAt","DESC"]`, "")
	require.Equal(t, "cgu-approvals 0-0/1", reply.Header.Get("Content-Range"))
	require.Equal(t, "boss@exemple.fr", reply.List[0]["email"])
	for _, path := range []string{"/admin/outbox", "/admin/jobs"} {
		reply := d.Call("GET", path, "")
		require.Equal(t, 200, reply.StatusCode)
		require.Contains(t, reply.Header.Get("Content-Range"), "*/0")
	}
	d.Want(404, "GET", "/admin/jobs/7", "")
	d.Want(404, "GET", "/admin/outbox/0199b0aa-0000-7000-8000-000000000001", "")
}
