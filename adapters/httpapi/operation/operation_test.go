package operation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/id"
)

func TestOperationsOverHTTP(t *testing.T) {
	t.Parallel()
	p := servertest.NewPerimeter(t)
	made := p.Admin("POST", "/operations", `{"name":"Soleil du Val","externalId":"ACC00000042","dso":"FAKE","billingEngine":"ENGINE_2025","interlocutor":{"legalName":"PMO"}}`)
	require.Equal(t, 201, made.StatusCode, made.One)
	path := "/operations/" + made.One["id"].(string)
	require.Equal(t, "/api"+path, made.Header.Get("Location"))
	require.Equal(t, `"1"`, made.Header.Get("ETag"))
	require.Equal(t, "Europe/Paris", made.One["timezone"])
	require.Equal(t, "2020-01-01", made.One["anniversaryDate"])
	require.Equal(t, "#001e62", made.One["theme"].(map[string]any)["primary"])

	changed := p.Admin("PUT", path, `{"name":"Soleil","interlocutor":{"legalName":""}}`, "If-Match", `"1"`)
	require.Equal(t, 200, changed.StatusCode)
	require.Equal(t, `"2"`, changed.Header.Get("ETag"))
	require.NotContains(t, changed.One["interlocutor"], "legalName")
	require.Equal(t, 412, p.Admin("PUT", path, `{"name":"Lune"}`, "If-Match", `"1"`).StatusCode)
	require.Equal(t, 400, p.Admin("PUT", path, `{"billingEngine":"ENGINE_2025"}`).StatusCode, "not an organizer's to change")
	twice := p.Admin("POST", "/operations", `{"name":"B","externalId":"ACC00000042","dso":"FAKE"}`)
	require.Equal(t, 409, twice.StatusCode)
	require.Equal(t, "operation.externalIdUsed", twice.One["key"])

	require.Len(t, p.Admin("GET", "/operations?q=soleil", "").List, 1)
	require.Empty(t, p.Admin("GET", "/operations?q=lune", "").List)
	require.Equal(t, "FR", p.Admin("GET", path+"/interlocutor", "").One["country"])
	require.Empty(t, p.Admin("GET", path+"/observers", "").List)
	require.Equal(t, 404, p.Admin("GET", "/organizers/by-jwt", "").StatusCode)
	require.Equal(t, 404, p.Admin("GET", "/operations/"+string(id.New()), "").StatusCode)

	row := p.Admin("PUT", "/admin"+path, `{"billingEngine":null,"jdbToggle":true}`)
	require.Equal(t, 200, row.StatusCode, row.One)
	require.NotContains(t, row.One, "billingEngine")
	rows := p.Admin("GET", `/admin/operations?filter={"q":"sol"}`, "")
	require.Equal(t, "operations 0-0/1", rows.Header.Get("Content-Range"))
	require.Equal(t, row.One, rows.List[0], "the list says what the change answered")
	require.Equal(t, 201, p.Admin("POST", "/admin/operations", `{"name":"C","externalId":"C","dso":"SIBELGA"}`).StatusCode)
}
