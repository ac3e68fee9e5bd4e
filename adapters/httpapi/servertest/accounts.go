package servertest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	httpaccount "github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/policy"
)

// Passphrase is that of every account that AddUser makes.
const Passphrase = "une phrase de passe"

// Accounts is a server that knows accounts and the back-office.
type Accounts struct {
	*Server
	accounts *account.Service
	db       *postgres.DB
}

// NewAccounts has no account yet.
func NewAccounts(t *testing.T) *Accounts {
	t.Helper()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	hasher, err := password.New(password.Cheap)
	require.NoError(t, err)
	guard := policy.Guard{Decider: decider}
	accounts := account.New(account.Deps{
		Guard: guard, Tx: db, Stores: accountstore.Stores(db), Now: time.Now, Hasher: hasher,
	})
	server := Start(t, httpapi.Deps{
		Authenticator: httpaccount.NewAuthenticator(accounts),
		Settings: httpaccount.Settings{Version: "1.2.3", SupportEmail: "support@exemple.fr", LogoutURL: "/logout", Demo: true,
			DemoAccounts: []httpaccount.DemoAccount{{Email: "organizer@demo.pmo", Password: "demo-pmo-2026", Role: policy.RoleOrganizer}}},
		Services: httpapi.Services{Account: accounts, Backoffice: backoffice.New(backoffice.Deps{Guard: guard, Lists: backofficestore.NewLists(db)})},
	})
	return &Accounts{Server: server, accounts: accounts, db: db}
}

// AddUser makes an account that has not chosen a password of its own.
func (s *Accounts) AddUser(role policy.Role, email string) account.User {
	s.t.Helper()
	c, err := s.accounts.CreateUser(s.t.Context(), account.System, account.CreateUserInput{Email: email, Role: role, Password: Passphrase})
	require.NoError(s.t, err)
	return c.User
}

// Initialize makes all accounts of now those of people who have a password of their own.
func (s *Accounts) Initialize() {
	s.t.Helper()
	_, err := s.db.Pool().Exec(s.t.Context(), "update users set initialized = true")
	require.NoError(s.t, err)
}

// Settle initializes all accounts of now, and makes them accept the terms.
func (s *Accounts) Settle() {
	s.t.Helper()
	s.Initialize()
	_, err := s.db.Pool().Exec(s.t.Context(), "insert into terms_acceptances (user_id, version, accepted_at) select id, '2026-11', now() from users on conflict do nothing")
	require.NoError(s.t, err)
}

// SignIn gives the browser the session of an account.
func (s *Accounts) SignIn(email string) {
	s.t.Helper()
	s.Want(200, "POST", "/session/login", `{"email":"`+email+`","password":"`+Passphrase+`"}`)
}
