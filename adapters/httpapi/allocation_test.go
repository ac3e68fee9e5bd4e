package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// newKeys is a server that knows allocation keys, with an operation of two consumers.
func newKeys(t *testing.T) (p *perimeter, operationID string, consumers []string) {
	t.Helper()
	t.Parallel()
	contract, err := os.ReadFile("../../openapi/openapi.gen.json")
	require.NoError(t, err)
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	sites, accounts := participantstore.NewParticipants(db), operationstore.NewAccounts(db)
	guard := policy.Guard{Decider: decider, Locator: sites}
	operations := operation.New(operation.Deps{Guard: guard, Tx: db, Operations: operationstore.NewOperations(db),
		Members: operationstore.NewMembers(db), Accounts: accounts, Sites: sites})
	admin := policy.Principal{UserID: coretest.AddUser(t, db, policy.RoleAdmin), Role: policy.RoleAdmin}
	made, err := operations.Create(t.Context(), admin, operation.CreateInput{Name: "Soleil", ExternalID: "ACC90000001", DSO: dso.Greenalp})
	require.NoError(t, err)
	for _, name := range []string{"a", "b"} {
		site := participant.Participant{OperationID: made.ID, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: participant.Consumer,
			DsoID: "99" + name, Version: 1, CreatedAt: time.Now(), UpdatedAt: time.Now()}
		require.NoError(t, sites.Add(t.Context(), site))
		consumers = append(consumers, string(site.ID))
	}
	p = &perimeter{t: t, callers: callers{"admin": admin,
		"organizer": {UserID: coretest.AddUser(t, db, policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{made.ID}}}}
	handler := httpapi.New(httpapi.Deps{Contract: contract, Authenticator: p.callers, Services: httpapi.Services{
		Allocation: assembly.Assemble(assembly.Parts{Guard: guard, Tx: db, Configs: allocationstore.NewConfigs(db), Drafts: allocationstore.NewDrafts(db), Seasons: allocationstore.NewSeasonalities(db),
			Operations: operations, Participants: sites, Authors: accounts})}})
	checker, err := transport.NewReplyChecker(contract, func(complaint string) { t.Error(complaint) })
	require.NoError(t, err)
	server := httptest.NewServer(checker.Wrap(handler))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p, string(made.ID), consumers
}

func (p *perimeter) organizer(method, path, body string) reply {
	p.t.Helper()
	return p.as("organizer", method, path, "application/json", strings.NewReader(body))
}

func TestAllocationKeyOverHTTP(t *testing.T) {
	p, operationID, consumers := newKeys(t)
	last := p.organizer("GET", "/energy-allocation/config/last?operationId="+operationID, "")
	require.Equal(t, http.StatusOK, last.status)
	require.Equal(t, "by_default", last.one["type"])
	require.InDelta(t, 1, last.one["version"], 0)

	made := p.organizer("POST", "/energy-allocation/config?operationId="+operationID,
		`{"type":"static","reason":"vote","params":[{"consumerId":"`+consumers[0]+`","value":33.3333},{"consumerId":"`+consumers[1]+`","value":66.6667}]}`)
	require.Equal(t, http.StatusCreated, made.status, made.one)
	configID := made.one["id"].(string)
	require.Equal(t, "/api/energy-allocation/active-config-param?allocationAlgorithmId="+configID, made.header.Get("Location"))
	params := p.organizer("GET", made.header.Get("Location")[len("/api"):], "")
	require.Len(t, params.list, 2)
	require.Equal(t, 33.3333, params.list[0]["value"], "four decimals are kept as they are")

	changed := p.organizer("POST", "/energy-allocation/config-param?consumerId="+consumers[1],
		`{"allocationAlgorithmId":"`+configID+`","value":50.0001}`)
	require.Equal(t, http.StatusCreated, changed.status, changed.one)
	require.InDelta(t, 3, changed.one["version"], 0)
	versions := p.organizer("GET", "/operations/"+operationID+"/energy-allocation/configs", "")
	require.Len(t, versions.list, 3)
	require.Equal(t, changed.one["id"], versions.list[0]["id"])
}

func TestAllocationKeyRefusalsOverHTTP(t *testing.T) {
	p, operationID, consumers := newKeys(t)
	create := func(who, a, b string) reply {
		return p.as(who, "POST", "/energy-allocation/config?operationId="+operationID, "application/json",
			strings.NewReader(`{"type":"static","params":[{"consumerId":"`+consumers[0]+`","value":`+a+`},{"consumerId":"`+consumers[1]+`","value":`+b+`}]}`))
	}
	over := create("organizer", "60", "40.0001")
	require.Equal(t, http.StatusBadRequest, over.status)
	require.Equal(t, "key.sumOver100", over.one["key"])
	require.Equal(t, "La somme des pourcentages ne peut pas être supérieure à 100%", over.one["detail"])

	fine := create("organizer", "60.00001", "1")
	require.Equal(t, http.StatusBadRequest, fine.status)
	item := fine.one["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"key.percentage", "params.0.value"}, []any{item["key"], item["field"]})

	require.Equal(t, http.StatusForbidden, create("admin", "1", "1").status, "admins look only")
	require.Equal(t, http.StatusBadRequest, p.organizer("POST", "/energy-allocation/config?operationId="+operationID, `{"type":"by_weight"}`).status)
	require.Equal(t, http.StatusNotFound, p.organizer("GET", "/energy-allocation/config/last?operationId="+string(id.New()), "").status)
}
