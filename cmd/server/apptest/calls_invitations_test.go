package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// invitations is a site that is proposed to an account, and the mails of accounts.
func (v *tour) invitations() {
	v.Helper()
	made := v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": "proposed@example.org", "role": "participant", "password": apptest.Password + "-first"}).Map()
	v.do(v.admin, http.MethodPost, "/admin/users/"+made["id"].(string)+"/activation-mail/send", nil)
	v.do(v.server.Anonymous(), http.MethodPost, "/password-resets", map[string]any{"email": "proposed@example.org"})
	holder := signUp(v.T, v.server, "proposed@example.org")
	first := v.newSite(v.val, "consumer", "Proposé", map[string]any{"entry": "2026-09-01"})["id"].(string)
	second := v.newSite(v.val, "consumer", "Refusé", map[string]any{"entry": "2026-09-01"})["id"].(string)
	for _, one := range []string{first, second} {
		asked := v.do(v.organizer, http.MethodPut, "/participants/"+one, map[string]any{"userEmail": "proposed@example.org"}).Map()
		v.has(asked["invitation"].(map[string]any), "email", "status", "invitedAt", "expiresAt")
		require.NotContains(v, asked, "userId")
	}
	v.do(v.organizer, http.MethodPost, "/participants/"+first+"/account-mail/send", nil)
	mails := v.get(v.organizer, "/participants/"+first+"/invitation-mails").List()
	require.NotEmpty(v, mails)
	v.has(mails[0], "id", "email", "askedAt", "askedBy", "validUntil", "status")
	v.page(v.organizer, "/participants/"+first+"/invitation-mails")
	v.do(v.server.Anonymous(), http.MethodPost, "/account-links/renew", map[string]any{"token": "of-nobody"})
	base := "/users/" + made["id"].(string) + "/site-invitations"
	pending := v.get(holder, base).List()
	require.Len(v, pending, 2)
	v.has(pending[0], "id", "operationName", "participantName", "invitedAt", "expiresAt")
	require.Equal(v, "Proposé", pending[0]["participantName"])
	v.do(holder, http.MethodPost, base+"/"+pending[0]["id"].(string)+"/accept", nil)
	v.do(holder, http.MethodPost, base+"/"+pending[1]["id"].(string)+"/decline", nil)
	require.Equal(v, made["id"], v.get(v.organizer, "/participants/"+first).Map()["userId"])
	require.Equal(v, "DECLINED", v.get(v.organizer, "/participants/"+second).Map()["invitation"].(map[string]any)["status"])
	require.Empty(v, v.get(holder, base).List())
	for _, one := range []string{first, second} { // the sites of the tour are counted later
		v.do(v.organizer, http.MethodPut, "/participants/"+one, map[string]any{"userEmail": nil})
	}
}

// TestNobodyIsAttachedWithoutAWord: an organizer proposes a site to an address. What is
// answered is the same whether or not somebody has an account there, nothing of the site is
// seen before its holder agrees, and nobody else can agree.
func TestNobodyIsAttachedWithoutAWord(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	for _, email := range []string{"known@example.org", "other@example.org"} {
		require.Equal(t, http.StatusCreated, admin.Post("/admin/users", map[string]any{"email": email, "role": "participant", "password": apptest.Password + "-first"}).Status)
	}
	holder, other := signUp(t, s, "known@example.org"), signUp(t, s, "other@example.org")
	operation := o.Operation("ACC00000003")
	site := func(n, email string) apptest.Reply {
		return o.Post("/operations/"+operation+"/participants", map[string]any{"name": "Essai " + n, "energyType": "consumer", "entityType": "partIndiv", "dsoId": "9970000000010" + n,
			"address": "1 rue Haute", "activationRange": map[string]any{"entry": "2026-09-01"}, "userEmail": email})
	}
	// The same reply for an account of a participant, of another role, and nobody's.
	var told []string
	var sites []string
	for i, email := range []string{"known@example.org", "nobody@example.org", "observer@demo.pmo"} {
		reply := site(string(rune('1'+i)), email)
		require.Equal(t, http.StatusCreated, reply.Status, "%s", reply.Body)
		m := reply.Map()
		require.Equal(t, email, m["invitation"].(map[string]any)["email"])
		sites = append(sites, m["id"].(string))
		text := string(reply.Body)
		for _, own := range []string{m["id"].(string), m["dsoId"].(string), m["name"].(string), email} {
			text = strings.ReplaceAll(text, own, "…")
		}
		told = append(told, text)
	}
	require.Equal(t, told[0], told[1])
	require.Equal(t, told[0], told[2])
	require.Equal(t, "email.invalid", site("4", "x").Keys()[0])
	// The back-office, which opens accounts, is told who has none, and attaches at once.
	refused := admin.Put("/participants/"+sites[1], map[string]any{"userEmail": "absent@example.org"})
	require.Contains(t, refused.Keys(), "user.email_not_found_for_organizer")

	// Nothing is seen before the holder agrees, and nobody else can.
	require.Empty(t, holder.Get("/participants/by-jwt").List())
	require.Equal(t, http.StatusNotFound, holder.Get("/participants/"+sites[0]).Status)
	me := func(c *apptest.Client) string { return c.Get("/session").Map()["id"].(string) }
	pending := holder.Get("/users/" + me(holder) + "/site-invitations").List()
	require.Len(t, pending, 1)
	require.Empty(t, other.Get("/users/"+me(other)+"/site-invitations").List())
	require.Equal(t, http.StatusNotFound, other.Get("/users/"+me(holder)+"/site-invitations").Status)
	accept := "/site-invitations/" + pending[0]["id"].(string) + "/accept"
	require.Equal(t, "invitation.notFound", other.Post("/users/"+me(other)+accept, nil).Key())
	require.Equal(t, http.StatusNotFound, other.Post("/users/"+me(holder)+accept, nil).Status)
	require.Equal(t, "invitation.notFound", s.As("participant@demo.pmo").Post("/users/"+me(s.As("participant@demo.pmo"))+accept, nil).Key())
	require.Equal(t, http.StatusNoContent, holder.Post("/users/"+me(holder)+accept, nil).Status)
	require.Equal(t, "invitation.notFound", holder.Post("/users/"+me(holder)+accept, nil).Key(), "once")
	require.Equal(t, http.StatusOK, holder.Get("/participants/"+sites[0]).Status)
	require.NotContains(t, o.Get("/participants/"+sites[0]).Map(), "invitation")

	// Another address ends what the former account sees, before anybody agrees.
	require.Equal(t, http.StatusOK, o.Put("/participants/"+sites[0], map[string]any{"userEmail": "other@example.org"}).Status)
	require.Equal(t, http.StatusNotFound, holder.Get("/participants/"+sites[0]).Status)
	require.Equal(t, http.StatusNotFound, other.Get("/participants/"+sites[0]).Status)
	require.Len(t, other.Get("/users/"+me(other)+"/site-invitations").List(), 1)
	// One that is taken back cannot be accepted.
	require.Equal(t, http.StatusOK, o.Put("/participants/"+sites[0], map[string]any{"userEmail": nil}).Status)
	require.Empty(t, other.Get("/users/"+me(other)+"/site-invitations").List())
	// Each address is written to, whatever account it has: who has none finds a link to one in the
	// mail and what was proposed behind it, who has one of another role is told that it does not fit.
	require.Eventually(t, func() bool {
		mails := string(admin.Get("/admin/outbox").Body)
		return strings.Contains(mails, "known@example.org") && strings.Contains(mails, "nobody@example.org") && strings.Contains(mails, `"observer@demo.pmo"`)
	}, apptest.Patience, 50*time.Millisecond)
	late := s.Anonymous()
	require.Equal(t, http.StatusOK, late.Post("/account-links/accept", map[string]any{"token": tokenIn(t, admin, "nobody@example.org", `#token=([A-Za-z0-9_-]+)`), "newPassword": apptest.Password}).Status)
	require.Equal(t, http.StatusOK, late.Post("/cgu/accept-cgu/"+me(late), nil).Status)
	require.Len(t, late.Get("/users/"+me(late)+"/site-invitations").List(), 1)
	// The journal reads the same of all three.
	for _, one := range sites {
		require.Eventually(t, func() bool {
			lines := o.Get("/participants/" + one + "/invitation-mails").List()
			return len(lines) > 0 && lines[len(lines)-1]["status"] == "SENT"
		}, apptest.Patience, 50*time.Millisecond)
	}
	require.Equal(t, http.StatusForbidden, s.As("observer@demo.pmo").Get("/participants/"+sites[0]+"/invitation-mails").Status)
	require.Equal(t, "participant.noMail", o.Post("/participants/"+sites[0]+"/account-mail/send", nil).Key())
	require.Equal(t, http.StatusAccepted, o.Post("/participants/"+sites[1]+"/account-mail/send", nil).Status)
	observer := s.As("observer@demo.pmo")
	require.Equal(t, http.StatusForbidden, observer.Post("/participants/"+sites[1]+"/account-mail/send", nil).Status)
	require.NotContains(t, observer.Get("/participants/"+sites[1]).Map(), "invitation", "whom it was proposed to is a contact")
}

// TestFirstStepsBindTheServer: before the password that others know is changed and the
// terms are accepted, a session and a token answer nothing but what leads there.
func TestFirstStepsBindTheServer(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	admin, x := s.As("admin@demo.pmo"), newStranger(t, s)
	made := admin.Post("/admin/users", map[string]any{"email": "fresh@example.org", "role": "organizer", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	c := s.Anonymous()
	require.Equal(t, http.StatusOK, c.Post("/session/login", map[string]any{"email": "fresh@example.org", "password": apptest.Password + "-first"}).Status)
	blocked := func(key string) {
		t.Helper()
		for _, r := range contractRoutes(t) {
			switch perm := r.op.Extensions["x-permission"].(string); {
			case perm == "public", strings.HasPrefix(perm, "session:"), strings.HasPrefix(perm, "account:"), strings.HasPrefix(perm, "terms:"),
				strings.HasPrefix(perm, "secondFactor:"): // one's own, and itself what leads there where a server asks for it
				continue
			}
			reply := callOf(t, r, x.params).send(c)
			require.Equal(t, http.StatusForbidden, reply.Status, "%s: %s", r.id, reply.Body)
			require.Equal(t, key, reply.Key(), "%s: %s", r.id, reply.Body)
		}
	}
	blocked("account.passwordDue")
	require.Equal(t, http.StatusOK, c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password + "-first", "newPassword": apptest.Password}).Status)
	blocked("terms.notAccepted")
	me := c.Get("/session").Map()["id"].(string)
	require.Equal(t, http.StatusOK, c.Post("/cgu/accept-cgu/"+me, nil).Status)
	require.Equal(t, http.StatusOK, c.Get("/operations").Status)
	// A token too, once it was made and new terms come.
	token := c.Post("/tokens", map[string]any{"name": "n"})
	program := s.Anonymous()
	program.Header.Set("Authorization", "Bearer "+token.Map()["secret"].(string))
	require.Equal(t, http.StatusOK, program.Get("/operations").Status)
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "insert into terms_versions (version, published_on, text_fr, text_nl) values ('2026-11b', '2026-11-19', 'x', 'x')")
	require.NoError(t, err)
	require.NoError(t, db.Close(t.Context()))
	for _, who := range []*apptest.Client{c, program} {
		require.Equal(t, "terms.notAccepted", who.Get("/operations").Key())
	}
	require.Equal(t, http.StatusOK, admin.Get("/admin/users").Status, "admins need not accept them")
}

// TestAStoredAnswerIsGivenToWhoMayStillHaveIt: the first answer to an Idempotency-Key is
// given again to the same rights only, and only while they are held.
func TestAStoredAnswerIsGivenToWhoMayStillHaveIt(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	admin, o := s.As("admin@demo.pmo"), s.As("organizer@demo.pmo")
	operation := o.Operation("ACC00000002")
	program := func(scopes ...string) *apptest.Client {
		made := o.Post("/tokens", map[string]any{"name": strings.Join(scopes, " "), "scopes": scopes})
		require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
		c := s.Anonymous()
		c.Header.Set("Authorization", "Bearer "+made.Map()["secret"].(string))
		return c
	}
	maker, twin, reader := program("plan:create", "plan:read"), program("plan:read", "plan:create"), program("plan:read")
	create := func(c *apptest.Client) apptest.Reply {
		c.Header.Set("Idempotency-Key", "once")
		defer c.Header.Del("Idempotency-Key")
		return c.Post("/operations/"+operation+"/billing/plans", map[string]any{"name": "Une fois", "period": "MONTHLY", "paymentMethod": "transfer", "paymentTerm": 30,
			"charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000}}})
	}
	first := create(maker)
	require.Equal(t, http.StatusCreated, first.Status, "%s", first.Body)
	for _, again := range []apptest.Reply{create(maker), create(twin)} {
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.Equal(t, string(first.Body), string(again.Body))
	}
	refused := create(reader)
	require.Equal(t, http.StatusForbidden, refused.Status, "%s", refused.Body)
	require.NotContains(t, string(refused.Body), "Une fois")

	// The operation is taken from the organizer: what was answered is not answered again.
	users := admin.Get(query("/admin/operations", "filter", `{"externalId":"ACC00000002"}`)).List()
	require.Equal(t, http.StatusOK, admin.Put("/admin/operations/"+users[0]["id"].(string), map[string]any{"organizerIds": []any{}}).Status)
	lost := create(maker)
	require.Equal(t, http.StatusNotFound, lost.Status, "%s", lost.Body)
	require.Empty(t, lost.Header.Get("Idempotent-Replayed"))
}
