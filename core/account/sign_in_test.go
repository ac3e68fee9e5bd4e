package account_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const secret = "une phrase de passe"

// world is the service on a database of its own, with a clock to turn.
type world struct {
	*account.Service
	t   *testing.T
	db  *postgres.DB
	now *atomic.Int64
	// verified counts the passwords that were looked at.
	verified *atomic.Int64
}

// countingHasher counts how often it verifies.
type countingHasher struct {
	account.Hasher
	verified *atomic.Int64
}

func (h countingHasher) Verify(ctx context.Context, password, hash string) (ok, outdated bool, err error) {
	h.verified.Add(1)
	return h.Hasher.Verify(ctx, password, hash)
}

func newWorld(t *testing.T) world {
	t.Helper()
	t.Parallel()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	hasher, err := password.New(password.Cheap)
	require.NoError(t, err)
	w := world{t: t, db: db, now: &atomic.Int64{}, verified: &atomic.Int64{}}
	w.now.Store(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC).Unix())
	w.Service = account.New(account.Deps{
		Guard: policy.Guard{Decider: decider}, Tx: db, Stores: accountstore.Stores(db), Now: func() time.Time { return time.Unix(w.now.Load(), 0).UTC() },
		Hasher: countingHasher{hasher, w.verified},
	})
	return w
}

func (w world) at() time.Time { return time.Unix(w.now.Load(), 0).UTC() }

func (w world) later(d time.Duration) { w.now.Add(int64(d / time.Second)) }

func (w world) user(role policy.Role, email string) account.User {
	w.t.Helper()
	c, err := w.CreateUser(w.t.Context(), account.System, account.CreateUserInput{Email: email, Role: role, Password: secret})
	require.NoError(w.t, err)
	return c.User
}

// settled are all accounts of now as people who have a password of their own and have
// accepted the terms.
func (w world) settled() {
	w.t.Helper()
	_, err := w.db.Pool().Exec(w.t.Context(), `with done as (update users set initialized = true returning id)
		insert into terms_acceptances (user_id, version, accepted_at) select id, '2026-11', now() from done on conflict do nothing`)
	require.NoError(w.t, err)
}

func (w world) login(email, pw string) (account.Login, error) {
	return w.Login(w.t.Context(), account.LoginInput{Email: email, Password: pw, Address: "192.0.2.1"})
}

func (w world) signedIn(email, pw string) account.Caller {
	w.t.Helper()
	l, err := w.login(email, pw)
	require.NoError(w.t, err)
	c, err := w.BySession(w.t.Context(), l.Secret)
	require.NoError(w.t, err)
	return c
}

func (w world) operation(name string) id.ID {
	w.t.Helper()
	operationID := id.New()
	_, err := w.db.Pool().Exec(w.t.Context(), `insert into operations (id, external_id, name, type, dso, pmo_country, created_at)
		values ($1, $2, $2, 'OPEN', 'ENEDIS', 'FR', now())`, operationID, name)
	require.NoError(w.t, err)
	return operationID
}

func (w world) count(query string, args ...any) int {
	w.t.Helper()
	var n int
	require.NoError(w.t, w.db.Pool().QueryRow(w.t.Context(), query, args...).Scan(&n))
	return n
}

func requireKey(t *testing.T, key string, err error) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, key, fault.KeyOf(err), "%v", err)
}

func TestSignInAndOut(t *testing.T) {
	w := newWorld(t)
	u := w.user(policy.RoleOrganizer, "Camille.Leroy@Exemple.fr")
	l, err := w.login("camille.leroy@exemple.FR", secret)
	require.NoError(t, err)
	require.Equal(t, policy.RoleOrganizer, l.Role)
	c, err := w.BySession(t.Context(), l.Secret)
	require.NoError(t, err)
	require.Equal(t, policy.Principal{UserID: u.ID, Role: policy.RoleOrganizer, Operations: []id.ID{}, Duty: policy.DutyPassword}, c.Principal)

	current, err := w.Session(t.Context(), c.Principal)
	require.NoError(t, err)
	require.False(t, current.User.Initialized)
	require.False(t, current.HasAcceptedTerms)
	require.Contains(t, current.Permissions, policy.Permission("plan:create"))
	require.NotContains(t, current.Permissions, policy.Permission("user:create"))
	require.NotNil(t, current.User.LastLoginAt)

	require.Equal(t, 1, w.count("select count(*) from audit_entries where action = 'session:create' and actor_id = $1", u.ID))
	require.NoError(t, w.Logout(t.Context(), c))
	require.NoError(t, w.Logout(t.Context(), c), "twice is no error")
	_, err = w.BySession(t.Context(), l.Secret)
	requireKey(t, "session.required", err)
	_, err = w.BySession(t.Context(), "")
	requireKey(t, "session.required", err)
}

func TestWrongSignInsAnswerAlike(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleObserver, "a@exemple.fr")
	blocked := w.user(policy.RoleObserver, "b@exemple.fr")
	no := false
	_, err := w.UpdateUser(t.Context(), account.System, account.UpdateUserInput{UserID: blocked.ID, Active: &no})
	require.NoError(t, err)
	for _, c := range [][2]string{{"a@exemple.fr", "faux"}, {"inconnu@exemple.fr", secret}, {"b@exemple.fr", secret}, {"pas une adresse", secret}} {
		before := w.verified.Load()
		_, err := w.login(c[0], c[1])
		require.Equal(t, account.ErrLogin, fault.From(err), "%v", c)
		require.EqualValues(t, 1, w.verified.Load()-before, "%v takes the time of a password", c)
	}
	require.Zero(t, w.count("select count(*) from sessions"))
}

func TestTheBackOfficeTakesAdminsOnly(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	w.user(policy.RoleAdmin, "a@exemple.fr")
	in := account.LoginInput{Email: "o@exemple.fr", Password: secret, BackOffice: true}
	_, err := w.Login(t.Context(), in)
	requireKey(t, "login.notAdmin", err)
	require.Equal(t, fault.Unauthenticated, fault.From(err).Kind)
	require.Zero(t, w.count("select count(*) from sessions"), "no session left")
	in.Password = "faux"
	_, err = w.Login(t.Context(), in)
	requireKey(t, "login.invalid", err)
	_, err = w.Login(t.Context(), account.LoginInput{Email: "a@exemple.fr", Password: secret, BackOffice: true})
	require.NoError(t, err)
}

func TestAnotherSignInReplacesTheBrowsersSession(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	first := w.signedIn("o@exemple.fr", secret)
	_, err := w.Login(t.Context(), account.LoginInput{Email: "o@exemple.fr", Password: secret, Replaces: first.Session})
	require.NoError(t, err)
	require.Equal(t, 1, w.count("select count(*) from sessions"))
}

func TestGuessingAnAccountIsSlowedDown(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	for range 5 {
		_, err := w.login("o@exemple.fr", "faux")
		requireKey(t, "login.invalid", err)
	}
	_, err := w.login(" O@exemple.fr", secret)
	requireKey(t, "login.throttled", err)
	require.Equal(t, 30, fault.From(err).Params["retryAfterSeconds"])
	w.later(10 * time.Second)
	_, err = w.login("o@exemple.fr", secret)
	require.Equal(t, 20, fault.From(err).Params["retryAfterSeconds"], "a refused attempt makes nobody wait longer")

	w.later(20 * time.Second)
	_, err = w.login("o@exemple.fr", "faux")
	requireKey(t, "login.invalid", err)
	_, err = w.login("o@exemple.fr", secret)
	require.Equal(t, 60, fault.From(err).Params["retryAfterSeconds"], "growing")

	w.later(time.Minute)
	_, err = w.login("o@exemple.fr", secret)
	require.NoError(t, err)
	for range 5 {
		_, err = w.login("o@exemple.fr", "faux")
		requireKey(t, "login.invalid", err)
	}
}

func TestGuessingFromAnAddressIsSlowedDown(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	for i := range 20 {
		_, err := w.login(fmt.Sprintf("u%d@exemple.fr", i), "faux")
		requireKey(t, "login.invalid", err)
		if i < 19 { // a good sign-in neither clears nor adds to the address's count
			_, err = w.login("o@exemple.fr", secret)
			require.NoError(t, err)
		}
	}
	w.user(policy.RoleOrganizer, "new@exemple.fr")
	_, err := w.login("new@exemple.fr", secret)
	requireKey(t, "login.throttled", err)
	_, err = w.Login(t.Context(), account.LoginInput{Email: "new@exemple.fr", Password: secret, Address: "192.0.2.2"})
	require.NoError(t, err, "other addresses go on")
}

func TestGuessingAtTheSameTimeGainsNothing(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	var through atomic.Int32
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if _, err := w.login("o@exemple.fr", "faux"); fault.KeyOf(err) == "login.invalid" {
				through.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 5, through.Load())
}

func TestAttemptsStayCountedWhenTheTransactionIsUndone(t *testing.T) {
	w := newWorld(t)
	undone := errors.New("undone")
	err := w.db.InTx(t.Context(), tx.Change{Action: "test:run"}, func(ctx context.Context) error {
		_, err := w.Login(ctx, account.LoginInput{Email: "x@exemple.fr", Password: "faux", Address: "192.0.2.1"})
		requireKey(t, "login.invalid", err)
		return undone
	})
	require.ErrorIs(t, err, undone)
	require.Equal(t, 2, w.count("select count(*) from login_failures where attempts = 1"))
	require.Zero(t, w.count("select count(*) from login_failures where key like '%exemple%' or key like '%192%'"), "hashes only")
}

func TestSessionsSlideAndEnd(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	l, err := w.login("o@exemple.fr", secret)
	require.NoError(t, err)
	for range 65 { // 65 × 11 h is less than 30 days
		w.later(11 * time.Hour)
		_, err = w.BySession(t.Context(), l.Secret)
		require.NoError(t, err)
	}
	w.later(6 * time.Hour)
	_, err = w.BySession(t.Context(), l.Secret)
	requireKey(t, "session.required", err)
	require.NoError(t, w.Sweep(t.Context()))
	require.Zero(t, w.count("select count(*) from sessions"))
}
