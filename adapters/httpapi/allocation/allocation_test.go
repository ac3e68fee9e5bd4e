package allocation_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/servertest"
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

// keys is a server that knows allocation keys.
type keys struct {
	*servertest.Server
	operationID string
	consumers   []string
}

// newKeys has an operation of two consumers, its organizer and an admin.
func newKeys(t *testing.T) keys {
	t.Helper()
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
	k := keys{operationID: string(made.ID)}
	for _, name := range []string{"a", "b"} {
		site := participant.Participant{OperationID: made.ID, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: participant.Consumer,
			DsoID: "99" + name, Version: 1, CreatedAt: time.Now(), UpdatedAt: time.Now()}
		require.NoError(t, sites.Add(t.Context(), site))
		k.consumers = append(k.consumers, string(site.ID))
	}
	callers := servertest.Callers{"admin": admin,
		"organizer": {UserID: coretest.AddUser(t, db, policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{made.ID}}}
	k.Server = servertest.Start(t, httpapi.Deps{Authenticator: callers, Services: httpapi.Services{
		Allocation: assembly.Assemble(assembly.Parts{Guard: guard, Tx: db, Configs: allocationstore.NewConfigs(db), Drafts: allocationstore.NewDrafts(db), Seasons: allocationstore.NewSeasonalities(db),
			Operations: operations, Participants: sites, Authors: accounts})}})
	return k
}

func (k keys) organizer(method, path, body string) servertest.Reply {
	return k.As("organizer", method, path, body)
}

func TestAllocationKeyOverHTTP(t *testing.T) {
	t.Parallel()
	k := newKeys(t)
	operationID, consumers := k.operationID, k.consumers
	last := k.organizer("GET", "/energy-allocation/config/last?operationId="+operationID, "")
	require.Equal(t, http.StatusOK, last.StatusCode)
	require.Equal(t, "by_default", last.One["type"])
	require.InDelta(t, 1, last.One["version"], 0)

	made := k.organizer("POST", "/energy-allocation/config?operationId="+operationID,
		`{"type":"static","reason":"vote","params":[{"consumerId":"`+consumers[0]+`","value":33.3333},{"consumerId":"`+consumers[1]+`","value":66.6667}]}`)
	require.Equal(t, http.StatusCreated, made.StatusCode, made.One)
	configID := made.One["id"].(string)
	require.Equal(t, "/api/energy-allocation/active-config-param?allocationAlgorithmId="+configID, made.Header.Get("Location"))
	params := k.organizer("GET", made.Header.Get("Location")[len("/api"):], "")
	require.Len(t, params.List, 2)
	require.Equal(t, 33.3333, params.List[0]["value"], "four decimals are kept as they are")

	changed := k.organizer("POST", "/energy-allocation/config-param?consumerId="+consumers[1],
		`{"allocationAlgorithmId":"`+configID+`","value":50.0001}`)
	require.Equal(t, http.StatusCreated, changed.StatusCode, changed.One)
	require.InDelta(t, 3, changed.One["version"], 0)
	versions := k.organizer("GET", "/operations/"+operationID+"/energy-allocation/configs", "")
	require.Len(t, versions.List, 3)
	require.Equal(t, changed.One["id"], versions.List[0]["id"])
}

func TestAllocationKeyRefusalsOverHTTP(t *testing.T) {
	t.Parallel()
	k := newKeys(t)
	operationID, consumers := k.operationID, k.consumers
	create := func(who, a, b string) servertest.Reply {
		return k.As(who, "POST", "/energy-allocation/config?operationId="+operationID,
			`{"type":"static","params":[{"consumerId":"`+consumers[0]+`","value":`+a+`},{"consumerId":"`+consumers[1]+`","value":`+b+`}]}`)
	}
	over := create("organizer", "60", "40.0001")
	require.Equal(t, http.StatusBadRequest, over.StatusCode)
	require.Equal(t, "key.sumOver100", over.One["key"])
	require.Equal(t, "La somme des pourcentages ne peut pas être supérieure à 100%", over.One["detail"])

	fine := create("organizer", "60.00001", "1")
	require.Equal(t, http.StatusBadRequest, fine.StatusCode)
	item := fine.One["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"key.percentage", "params.0.value"}, []any{item["key"], item["field"]})

	require.Equal(t, http.StatusForbidden, create("admin", "1", "1").StatusCode, "admins look only")
	require.Equal(t, http.StatusBadRequest, k.organizer("POST", "/energy-allocation/config?operationId="+operationID, `{"type":"by_weight"}`).StatusCode)
	require.Equal(t, http.StatusNotFound, k.organizer("GET", "/energy-allocation/config/last?operationId="+string(id.New()), "").StatusCode)
}
