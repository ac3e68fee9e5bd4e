package servertest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/policy"
)

// Perimeter is a server that knows operations and participants, and a caller named admin.
type Perimeter struct {
	*Server
	Callers Callers
}

// NewPerimeter has no operation yet.
func NewPerimeter(t *testing.T) *Perimeter {
	t.Helper()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	sites, accounts := participantstore.NewParticipants(db), operationstore.NewAccounts(db)
	guard := policy.Guard{Decider: decider, Locator: sites}
	operations := operation.New(operation.Deps{Guard: guard, Tx: db, Now: time.Now, Operations: operationstore.NewOperations(db),
		Members: operationstore.NewMembers(db), Accounts: accounts, Sites: sites})
	participants := assembly.Assemble(assembly.Parts{Guard: guard, Tx: db, Now: time.Now, Participants: sites,
		Operations: operations, Accounts: accounts, Workbooks: xlsx.Reader{}, Texts: perim.Reader{}})
	callers := Callers{"admin": {UserID: coretest.AddUser(t, db, policy.RoleAdmin), Role: policy.RoleAdmin}}
	server := Start(t, httpapi.Deps{Authenticator: callers, Services: httpapi.Services{
		Operation: operations, Participant: participants, Backoffice: backoffice.New(backoffice.Deps{Guard: guard, Lists: backofficestore.NewLists(db)})}})
	return &Perimeter{server, callers}
}

// Admin is As of the admin.
func (p *Perimeter) Admin(method, path, body string, headers ...string) Reply {
	p.t.Helper()
	return p.As("admin", method, path, body, headers...)
}
