package secondfactor_test

import (
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
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

const pass = "une phrase de passe"

// world is accounts with second factors on a database of its own, with a clock to turn.
type world struct {
	*secondfactor.Service
	accounts *account.Service
	t        *testing.T
	db       *postgres.DB
	now      *atomic.Int64
}

func newWorld(t *testing.T, required ...policy.Role) world {
	t.Helper()
	t.Parallel()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	hasher, err := password.New(password.Cheap)
	require.NoError(t, err)
	sealer, err := seal.New([]byte("a secret of tests, of 32 bytes or more"), "second factor")
	require.NoError(t, err)
	w := world{t: t, db: db, now: &atomic.Int64{}}
	w.now.Store(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC).Unix())
	guard, stores := policy.Guard{Decider: decider}, accountstore.Stores(db)
	codes := secondfactor.Codes{Factors: accountstore.NewSecondFactors(db, sealer), Attempts: stores.Attempts, Tx: db, Now: w.at}
	w.accounts = account.New(account.Deps{Guard: guard, Tx: db, Stores: stores, Now: w.at, Hasher: hasher, Codes: codes, SecondFactorOf: required})
	w.Service = secondfactor.New(secondfactor.Deps{Guard: guard, Codes: codes, Passwords: w.accounts, Sessions: stores.Sessions, QR: squares{}, Required: required})
	return w
}

func (w world) at() time.Time { return time.Unix(w.now.Load(), 0).UTC() }

func (w world) later(d time.Duration) { w.now.Add(int64(d / time.Second)) }

func (w world) user(role policy.Role, email string) account.User {
	w.t.Helper()
	c, err := w.accounts.CreateUser(w.t.Context(), account.System, account.CreateUserInput{Email: email, Role: role, Password: pass, Initialized: true})
	require.NoError(w.t, err)
	_, err = w.accounts.AcceptTerms(w.t.Context(), policy.Principal{UserID: c.ID, Role: role}, c.ID)
	require.NoError(w.t, err)
	return c.User
}

func (w world) login(email, code string) (account.Caller, error) {
	w.t.Helper()
	l, err := w.accounts.Login(w.t.Context(), account.LoginInput{Email: email, Password: pass, Code: code, Address: "192.0.2.1"})
	if err != nil {
		return account.Caller{}, err
	}
	return w.accounts.BySession(w.t.Context(), l.Secret)
}

// enrolled is somebody with a second factor: its secret and recovery codes.
func (w world) enrolled(role policy.Role, email string) (c account.Caller, secret string, recovery []string) {
	w.t.Helper()
	w.user(role, email)
	c, err := w.login(email, "")
	require.NoError(w.t, err)
	e, err := w.Begin(w.t.Context(), c.Principal, c.Principal.UserID, pass)
	require.NoError(w.t, err)
	recovery, err = w.Confirm(w.t.Context(), c, c.Principal.UserID, secondfactor.CodeAt(e.Secret, w.at()))
	require.NoError(w.t, err)
	w.later(time.Minute)
	return c, e.Secret, recovery
}

func requireKey(t *testing.T, key string, err error) {
	t.Helper()
	require.Equal(t, key, fault.KeyOf(err), "%v", err)
}

// TestTheSignInAsksForACode: no session without it, none with a wrong or used one; nothing is asked
// for before the first code is confirmed.
func TestTheSignInAsksForACode(t *testing.T) {
	w := newWorld(t)
	u := w.user(policy.RoleOrganizer, "camille@example.org")
	c, err := w.login("camille@example.org", "")
	require.NoError(t, err)
	_, err = w.Begin(t.Context(), c.Principal, u.ID, "faux")
	requireKey(t, "password.wrong", err)
	e, err := w.Begin(t.Context(), c.Principal, u.ID, pass)
	require.NoError(t, err)
	require.Contains(t, e.URI, e.Secret)
	require.Equal(t, []string{e.URI}, e.QR)
	other, err := w.login("camille@example.org", "")
	require.NoError(t, err, "not confirmed yet")
	_, err = w.Confirm(t.Context(), c, u.ID, "000000")
	requireKey(t, "secondFactor.codeWrong", err)
	code := secondfactor.CodeAt(e.Secret, w.at())
	recovery, err := w.Confirm(t.Context(), c, u.ID, code)
	require.NoError(t, err)
	require.Len(t, recovery, secondfactor.RecoveryCodes)
	open, err := w.accounts.OpenSessions(t.Context(), c.Principal)
	require.NoError(t, err)
	require.Len(t, open, 1, "other sessions end")
	require.NotEqual(t, open[0].Hash, other.Session)
	_, err = w.Begin(t.Context(), c.Principal, u.ID, pass)
	requireKey(t, "secondFactor.on", err)

	_, err = w.login("camille@example.org", "")
	requireKey(t, "login.codeRequired", err)
	_, err = w.login("camille@example.org", code)
	requireKey(t, "login.codeInvalid", err)
	w.later(30 * time.Second)
	next := secondfactor.CodeAt(e.Secret, w.at())
	_, err = w.login("camille@example.org", next[:3]+" "+next[3:])
	require.NoError(t, err)
	_, err = w.login("camille@example.org", next)
	requireKey(t, "login.codeInvalid", err)
	_, err = w.accounts.Login(t.Context(), account.LoginInput{Email: "camille@example.org", Password: "faux", Address: "192.0.2.1"})
	requireKey(t, "login.invalid", err)
	_, err = w.login("camille@example.org", recovery[0])
	require.NoError(t, err)
	_, err = w.login("camille@example.org", recovery[0])
	requireKey(t, "login.codeInvalid", err)
	state, err := w.State(t.Context(), c.Principal, u.ID)
	require.NoError(t, err)
	require.Equal(t, 9, state.RecoveryLeft)
	var lines, clear int
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), `select count(*) from audit_entries where action = 'secondFactor:update' and details->>'recoveryCode' = 'true'`).Scan(&lines))
	require.Equal(t, 1, lines, "a recovery code that is used leaves a line")
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), `select count(*) from second_factors where position(convert_to($1, 'UTF8') in secret) > 0 or length(secret) = 20`, e.Secret).Scan(&clear))
	require.Zero(t, clear, "the secret is stored encrypted")
}

// TestACodeIsUsedOnce: of many who type the same code at the same time, one gets in.
func TestACodeIsUsedOnce(t *testing.T) {
	w := newWorld(t)
	_, secret, _ := w.enrolled(policy.RoleAdmin, "once@example.org")
	code := secondfactor.CodeAt(secret, w.at())
	var in atomic.Int32
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			_, err := w.accounts.Login(t.Context(), account.LoginInput{Email: "once@example.org", Password: pass, Code: code, Address: "192.0.2.1"})
			if err == nil {
				in.Add(1)
			}
		})
	}
	wait.Wait()
	require.Equal(t, int32(1), in.Load())
}

// TestGuessingCodesIsSlowedDown: five wrong codes, then a pause, though the password is right each time.
func TestGuessingCodesIsSlowedDown(t *testing.T) {
	w := newWorld(t)
	_, secret, _ := w.enrolled(policy.RoleOrganizer, "guessed@example.org")
	for range 5 {
		_, err := w.login("guessed@example.org", "000000")
		requireKey(t, "login.codeInvalid", err)
		// A good password without a code clears nothing of this.
		_, err = w.login("guessed@example.org", "")
		if fault.KeyOf(err) != "login.throttled" {
			requireKey(t, "login.codeRequired", err)
		}
		w.later(16 * time.Second)
		_, _ = w.db.Pool().Exec(t.Context(), `delete from login_failures where key like 'account:%' or key like 'address:%'`)
	}
	_, err := w.login("guessed@example.org", secondfactor.CodeAt(secret, w.at()))
	requireKey(t, "login.throttled", err)
	w.later(15 * time.Minute)
	_, err = w.login("guessed@example.org", secondfactor.CodeAt(secret, w.at()))
	require.NoError(t, err)
}

// TestTurningItOffTakesPasswordAndCode, and so does renewing recovery codes.
func TestTurningItOffTakesPasswordAndCode(t *testing.T) {
	w := newWorld(t)
	c, secret, recovery := w.enrolled(policy.RoleOrganizer, "off@example.org")
	p, own := c.Principal, c.Principal.UserID
	requireKey(t, "password.wrong", w.Disable(t.Context(), p, own, "faux", secondfactor.CodeAt(secret, w.at())))
	requireKey(t, "secondFactor.codeWrong", w.Disable(t.Context(), p, own, pass, "000000"))
	_, err := w.Renew(t.Context(), p, own, pass, "000000")
	requireKey(t, "secondFactor.codeWrong", err)
	renewed, err := w.Renew(t.Context(), p, own, pass, secondfactor.CodeAt(secret, w.at()))
	require.NoError(t, err)
	requireKey(t, "secondFactor.codeWrong", w.Disable(t.Context(), p, own, pass, recovery[0]))
	require.NoError(t, w.Disable(t.Context(), p, own, pass, renewed[3]))
	requireKey(t, "secondFactor.off", w.Disable(t.Context(), p, own, pass, renewed[4]))
	_, err = w.login("off@example.org", "")
	require.NoError(t, err)
}

// TestAnAdminResetsThatOfOthers: with a line and the end of the sessions; nobody else may, and
// nobody their own that way.
func TestAnAdminResetsThatOfOthers(t *testing.T) {
	w := newWorld(t)
	lost, _, _ := w.enrolled(policy.RoleOrganizer, "lost@example.org")
	admin, _, _ := w.enrolled(policy.RoleAdmin, "admin@example.org")
	requireKey(t, "forbidden", w.Reset(t.Context(), lost.Principal, admin.Principal.UserID))
	requireKey(t, "secondFactor.own", w.Reset(t.Context(), admin.Principal, admin.Principal.UserID))
	_, err := w.State(t.Context(), lost.Principal, admin.Principal.UserID)
	requireKey(t, "notFound", err)
	_, err = w.Begin(t.Context(), admin.Principal, lost.Principal.UserID, pass)
	requireKey(t, "notFound", err)
	require.NoError(t, w.Reset(t.Context(), admin.Principal, lost.Principal.UserID))
	requireKey(t, "secondFactor.off", w.Reset(t.Context(), admin.Principal, lost.Principal.UserID))
	open, err := w.accounts.OpenSessions(t.Context(), lost.Principal)
	require.NoError(t, err)
	require.Empty(t, open)
	_, err = w.login("lost@example.org", "")
	require.NoError(t, err)
	var lines int
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), `select count(*) from audit_entries where action = 'secondFactor:delete' and actor_id = $1 and object_id = $2`,
		admin.Principal.UserID, lost.Principal.UserID).Scan(&lines))
	require.Equal(t, 1, lines)
}

// TestARequiredSecondFactorIsDueBeforeAnythingElse: by session and token, for the roles that the
// installation names, until there is one; others have none.
func TestARequiredSecondFactorIsDueBeforeAnythingElse(t *testing.T) {
	w := newWorld(t, policy.RoleOrganizer)
	u := w.user(policy.RoleOrganizer, "due@example.org")
	c, err := w.login("due@example.org", "")
	require.NoError(t, err)
	_, err = w.accounts.Tokens(t.Context(), c.Principal)
	requireKey(t, "account.secondFactorDue", err)
	current, err := w.accounts.Session(t.Context(), c.Principal)
	require.NoError(t, err)
	require.True(t, current.SecondFactorDue)
	e, err := w.Begin(t.Context(), c.Principal, u.ID, pass)
	require.NoError(t, err)
	_, err = w.Confirm(t.Context(), c, u.ID, secondfactor.CodeAt(e.Secret, w.at()))
	require.NoError(t, err)
	w.later(30 * time.Second)
	c, err = w.login("due@example.org", secondfactor.CodeAt(e.Secret, w.at()))
	require.NoError(t, err)
	made, err := w.accounts.CreateToken(t.Context(), c.Principal, account.CreateTokenInput{Name: "programme"})
	require.NoError(t, err)
	w.later(30 * time.Second)
	require.NoError(t, w.Disable(t.Context(), c.Principal, u.ID, pass, secondfactor.CodeAt(e.Secret, w.at())))
	program, err := w.accounts.ByToken(t.Context(), made.Secret)
	require.NoError(t, err)
	_, err = w.accounts.Tokens(t.Context(), program.Principal)
	requireKey(t, "account.secondFactorDue", err)

	w.user(policy.RoleParticipant, "free@example.org")
	free, err := w.login("free@example.org", "")
	require.NoError(t, err)
	_, err = w.accounts.Tokens(t.Context(), free.Principal)
	require.NoError(t, err)
	_, err = w.Begin(t.Context(), free.Principal, free.Principal.UserID, pass)
	requireKey(t, "forbidden", err)
}

// squares stands for the drawer of QR codes: what is photographed is the link.
type squares struct{}

func (squares) Rows(text string) ([]string, error) { return []string{text}, nil }
