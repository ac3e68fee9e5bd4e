package account_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func TestChangingThePassword(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleObserver, "o@exemple.fr")
	mine, other := w.signedIn("o@exemple.fr", secret), w.signedIn("o@exemple.fr", secret)
	change := func(old, new string) error {
		_, err := w.ChangePassword(t.Context(), mine.Principal, account.ChangePasswordInput{Session: mine.Session, OldPassword: old, NewPassword: new})
		return err
	}
	_, err := w.ConfirmInitialized(t.Context(), mine.Principal)
	requireKey(t, "account.passwordNotChanged", err)
	requireKey(t, "password.oldInvalid", change("faux", "une autre phrase"))
	requireKey(t, "password.tooShort", change(secret, "court"))
	requireKey(t, "password.same", change(secret, secret))
	require.Equal(t, 2, w.count("select count(*) from sessions"), "a refusal changes nothing")

	require.NoError(t, change(secret, "une autre phrase"))
	current, err := w.ConfirmInitialized(t.Context(), mine.Principal)
	require.NoError(t, err)
	require.True(t, current.User.Initialized)
	require.Equal(t, 1, w.count("select count(*) from sessions"))
	require.Zero(t, w.count("select count(*) from sessions where encode(id, 'hex') = $1", string(other.Session)))
	_, err = w.login("o@exemple.fr", secret)
	requireKey(t, "login.invalid", err)
	_, err = w.login("o@exemple.fr", "une autre phrase")
	require.NoError(t, err)
}

func TestGuessingTheOldPasswordIsSlowedDownToo(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleObserver, "o@exemple.fr")
	mine := w.signedIn("o@exemple.fr", secret)
	in := account.ChangePasswordInput{Session: mine.Session, OldPassword: "faux", NewPassword: "une autre phrase"}
	for range 5 {
		_, err := w.ChangePassword(t.Context(), mine.Principal, in)
		requireKey(t, "password.oldInvalid", err)
	}
	in.OldPassword = secret
	_, err := w.ChangePassword(t.Context(), mine.Principal, in)
	requireKey(t, "login.throttled", err)
}

func TestTermsAreAcceptedByOneself(t *testing.T) {
	w := newWorld(t)
	o, other := w.user(policy.RoleOrganizer, "o@exemple.fr"), w.user(policy.RoleAdmin, "a@exemple.fr")
	terms, err := w.TermsInForce(t.Context())
	require.NoError(t, err)
	require.Equal(t, "2026-11", terms.Version)
	require.Equal(t, civil.NewDate(2026, 11, 1), terms.PublishedOn)
	require.Contains(t, terms.TextIn(account.French), "# 1. Objet")
	require.Contains(t, terms.TextIn(account.Dutch), "# 1. Voorwerp")

	p := policy.Principal{UserID: o.ID, Role: o.Role}
	first, err := w.AcceptTerms(t.Context(), p, o.ID)
	require.NoError(t, err)
	w.later(time.Hour)
	again, err := w.AcceptTerms(t.Context(), p, o.ID)
	require.NoError(t, err)
	require.Equal(t, first, again, "the first instant stays")
	current, err := w.Session(t.Context(), p)
	require.NoError(t, err)
	require.True(t, current.HasAcceptedTerms)

	_, err = w.AcceptTerms(t.Context(), policy.Principal{UserID: other.ID, Role: policy.RoleAdmin}, o.ID)
	requireKey(t, "notFound", err)
	_, err = w.AcceptTerms(t.Context(), policy.Principal{}, o.ID)
	requireKey(t, "forbidden", err)
	_, err = w.db.Pool().Exec(t.Context(), "delete from terms_acceptances")
	require.ErrorContains(t, err, "append-only")
}

func TestAccountInfo(t *testing.T) {
	w := newWorld(t)
	o, x := w.user(policy.RoleOrganizer, "o@exemple.fr"), w.user(policy.RoleOrganizer, "x@exemple.fr")
	p := policy.Principal{UserID: o.ID, Role: o.Role}
	name, city, dutch := "Noé", "Lille", account.Dutch
	u, err := w.UpdateInfo(t.Context(), p, account.UpdateInfoInput{UserID: o.ID, IfVersion: 1, Language: &dutch,
		Person: account.PersonChange{Firstname: &name, City: &city}})
	require.NoError(t, err)
	require.Equal(t, 2, u.Version)
	empty := ""
	_, err = w.UpdateInfo(t.Context(), p, account.UpdateInfoInput{UserID: o.ID, IfVersion: 1, Person: account.PersonChange{City: &empty}})
	requireKey(t, "object.changed", err)
	_, err = w.UpdateInfo(t.Context(), p, account.UpdateInfoInput{UserID: o.ID, Person: account.PersonChange{City: &empty}})
	require.NoError(t, err)
	got, err := w.Info(t.Context(), p, o.ID)
	require.NoError(t, err)
	require.Equal(t, account.Person{Firstname: "Noé"}, got.Person)
	require.Equal(t, account.Dutch, got.Language)
	require.Equal(t, 3, got.Version)

	_, err = w.Info(t.Context(), p, x.ID)
	requireKey(t, "notFound", err)
	_, err = w.UpdateInfo(t.Context(), p, account.UpdateInfoInput{UserID: x.ID})
	requireKey(t, "notFound", err)
	admin := policy.Principal{UserID: x.ID, Role: policy.RoleAdmin}
	_, err = w.Info(t.Context(), admin, id.New())
	requireKey(t, "user.notFound", err)
}

func TestAppMapOpensTheBackOfficeToAdmins(t *testing.T) {
	w := newWorld(t)
	for role, allowed := range map[policy.Role]bool{policy.RoleAdmin: true, policy.RoleOrganizer: false, policy.RoleParticipant: false} {
		apps, err := w.AppMap(t.Context(), policy.Principal{UserID: id.New(), Role: role})
		require.NoError(t, err)
		require.Equal(t, []account.App{{"pmo", "/pmo", true}, {"admin", "/admin", allowed}, {"api", "/api/docs", true}}, apps)
	}
}

func TestTokens(t *testing.T) {
	w := newWorld(t)
	o, x := w.user(policy.RoleOrganizer, "o@exemple.fr"), w.user(policy.RoleOrganizer, "x@exemple.fr")
	p, stranger := policy.Principal{UserID: o.ID, Role: o.Role}, policy.Principal{UserID: x.ID, Role: x.Role}
	w.settled()
	end := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	made, err := w.CreateToken(t.Context(), p, account.CreateTokenInput{Name: "import", Scopes: []policy.Permission{"curve:read"}, ExpiresAt: &end})
	require.NoError(t, err)
	require.Regexp(t, `^pmo_[A-Za-z0-9_-]{43}$`, made.Secret)
	require.Zero(t, w.count("select count(*) from api_tokens where secret_hash = $1::text::bytea", made.Secret))

	c, err := w.ByToken(t.Context(), made.Secret)
	require.NoError(t, err)
	require.Equal(t, policy.Principal{UserID: o.ID, Role: o.Role, Agent: "token", TokenID: made.ID, Operations: []id.ID{}, Granted: []policy.Permission{"curve:read"}}, c.Principal)
	_, err = w.CreateToken(t.Context(), c.Principal, account.CreateTokenInput{Name: "n"})
	requireKey(t, "forbidden", err)

	w.later(time.Minute)
	all, err := w.CreateToken(t.Context(), p, account.CreateTokenInput{Name: "tout"})
	require.NoError(t, err)
	c, err = w.ByToken(t.Context(), all.Secret)
	require.NoError(t, err)
	require.Nil(t, c.Principal.Granted)

	list, err := w.Tokens(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, []string{"tout", "import"}, []string{list.Tokens[0].Name, list.Tokens[1].Name})
	require.NotNil(t, list.Tokens[1].LastUsedAt)
	requireKey(t, "token.notFound", w.DeleteToken(t.Context(), stranger, made.ID))
	requireKey(t, "token.notFound", w.DeleteToken(t.Context(), p, id.New()))
	require.NoError(t, w.DeleteToken(t.Context(), p, all.ID))
	for _, gone := range []string{all.Secret, "pmo_inconnu", "sans préfixe", ""} {
		_, err = w.ByToken(t.Context(), gone)
		requireKey(t, "token.invalid", err)
	}
	w.later(24 * time.Hour)
	_, err = w.ByToken(t.Context(), made.Secret)
	requireKey(t, "token.invalid", err)
}

func TestFirstAdminIsMadeOnce(t *testing.T) {
	w := newWorld(t)
	var made atomic.Int32
	var all sync.WaitGroup
	for _, email := range []string{"a@exemple.fr", "b@exemple.fr", "c@exemple.fr"} {
		all.Go(func() {
			_, err := w.CreateFirstAdmin(t.Context(), account.CreateUserInput{Email: email, Password: secret, Initialized: true})
			if err == nil {
				made.Add(1)
				return
			}
			requireKey(t, "user.adminExists", err)
		})
	}
	all.Wait()
	require.EqualValues(t, 1, made.Load())
	require.Equal(t, 1, w.count("select count(*) from users where role = 'admin' and initialized"))
}

func TestAccountsOfTheBackOffice(t *testing.T) {
	w := newWorld(t)
	boss := w.user(policy.RoleAdmin, "a@exemple.fr")
	p := policy.Principal{UserID: boss.ID, Role: policy.RoleAdmin}
	val, lac := w.operation("VAL"), w.operation("LAC")

	c, err := w.CreateUser(t.Context(), p, account.CreateUserInput{Email: "o@exemple.fr", Username: "Noe", Role: policy.RoleOrganizer, OperationIDs: []id.ID{val}})
	require.NoError(t, err)
	w.settled()
	mine := w.signedIn("o@exemple.fr", c.InitialPassword)
	require.Equal(t, []id.ID{val}, mine.Principal.Operations)

	for key, in := range map[string]account.CreateUserInput{
		"user.emailUsed":             {Email: "O@Exemple.fr", Role: policy.RoleObserver},
		"user.usernameUsed":          {Email: "x@exemple.fr", Username: "nOE", Role: policy.RoleObserver},
		"user.operationUnknown":      {Email: "x@exemple.fr", Role: policy.RoleObserver, OperationIDs: []id.ID{id.New()}},
		"user.roleWithoutOperations": {Email: "x@exemple.fr", Role: policy.RoleParticipant, OperationIDs: []id.ID{val}},
		"role.unknown":               {Email: "x@exemple.fr", Role: "king"},
		"email.invalid":              {Email: "x", Role: policy.RoleObserver},
		"password.tooShort":          {Email: "x@exemple.fr", Role: policy.RoleObserver, Password: "court"},
		"username.invalid":           {Email: "x@exemple.fr", Role: policy.RoleObserver, Username: "a b"},
		"language.unknown":           {Email: "x@exemple.fr", Role: policy.RoleObserver, Language: "en"},
	} {
		_, err := w.CreateUser(t.Context(), p, in)
		requireKey(t, key, err)
	}
	require.Equal(t, 2, w.count("select count(*) from users"))
	_, err = w.CreateUser(t.Context(), mine.Principal, account.CreateUserInput{Email: "x@exemple.fr", Role: policy.RoleAdmin})
	requireKey(t, "forbidden", err)

	moved, err := w.UpdateUser(t.Context(), p, account.UpdateUserInput{UserID: c.ID, OperationIDs: &[]id.ID{lac}})
	require.NoError(t, err)
	require.Equal(t, []id.ID{lac}, moved.OperationIDs)
	no, name := false, "noe2"
	block := func(userID id.ID) error {
		_, err := w.UpdateUser(t.Context(), p, account.UpdateUserInput{UserID: userID, Active: &no})
		return err
	}
	second, err := w.CreateUser(t.Context(), p, account.CreateUserInput{Email: "p@exemple.fr", Role: policy.RoleOrganizer, OperationIDs: []id.ID{lac}})
	require.NoError(t, err)
	require.Equal(t, 1, w.count("with done as (update operation_members set narrowed_to = 'reader' where user_id = $1 returning 1) select count(*) from done", second.ID))
	requireKey(t, "teamMember.lastOrganizer", block(c.ID)) // a reader does not run an operation
	require.NoError(t, block(second.ID), "who only reads is missed by no operation")
	require.Equal(t, 1, w.count("with done as (update operation_members set narrowed_to = null where user_id = $1 returning 1) select count(*) from done", second.ID))
	requireKey(t, "teamMember.lastOrganizer", block(c.ID)) // nor does a blocked account
	require.Equal(t, 1, w.count("with done as (update users set active = true where id = $1 returning 1) select count(*) from done", second.ID))
	require.NoError(t, block(c.ID))
	requireKey(t, "teamMember.lastOrganizer", block(second.ID))
	moved, err = w.UpdateUser(t.Context(), p, account.UpdateUserInput{UserID: c.ID, Username: &name})
	require.NoError(t, err, "a blocked account is changed as any other")
	require.Equal(t, []id.ID{lac}, moved.OperationIDs, "a blocked account keeps its place")
	require.Zero(t, w.count("select count(*) from sessions where user_id = $1", c.ID))
	_, err = w.Principal(t.Context(), c.ID)
	requireKey(t, "user.notFound", err)
	_, err = w.UpdateUser(t.Context(), p, account.UpdateUserInput{UserID: boss.ID, Active: &no})
	requireKey(t, "user.ownAccount", err)
	_, err = w.UpdateUser(t.Context(), mine.Principal, account.UpdateUserInput{UserID: c.ID})
	requireKey(t, "forbidden", err)
}

func TestPrincipalOfAParticipant(t *testing.T) {
	w := newWorld(t)
	u := w.user(policy.RoleParticipant, "m@exemple.fr")
	val, lac := w.operation("VAL"), w.operation("LAC")
	site := func(operationID id.ID, energyType, activation string) id.ID {
		participantID := id.New()
		_, err := w.db.Pool().Exec(t.Context(), `insert into participants (operation_id, id, name, energy_type, dso_id, activation, user_id, created_at, updated_at)
			values ($1, $2, 'x', $3, $4, nullif($5, '')::daterange, $6, now(), now())`, operationID, participantID, energyType, participantID, activation, u.ID)
		require.NoError(t, err)
		return participantID
	}
	none, err := energyType(w, u.ID)
	require.NoError(t, err)
	require.Empty(t, none)
	a := site(val, "producer", "[2026-01-01,2026-10-15)")
	onlyProducing, err := energyType(w, u.ID)
	require.NoError(t, err)
	require.Equal(t, account.EnergyType("producer"), onlyProducing)
	b := site(val, "consumer", "[2026-10-15,)")
	c := site(lac, "consumer", "")
	p, err := w.Principal(t.Context(), u.ID)
	require.NoError(t, err)
	require.Equal(t, []id.ID{val, lac}, p.Operations)
	require.Equal(t, []policy.Site{
		{ParticipantID: a, OperationID: val, Period: civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2026, 10, 15)}},
		{ParticipantID: b, OperationID: val, Period: civil.Range{From: civil.NewDate(2026, 10, 15), To: civil.Forever}},
		{ParticipantID: c, OperationID: lac},
	}, p.Sites)
	require.True(t, p.Sites[2].Period.IsEmpty(), "no entry date, no day")
	current, err := w.Session(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, account.EnergyType("consumer"), current.EnergyType)
}

func energyType(w world, userID id.ID) (account.EnergyType, error) {
	current, err := w.Session(w.t.Context(), policy.Principal{UserID: userID, Role: policy.RoleParticipant})
	return current.EnergyType, err
}
