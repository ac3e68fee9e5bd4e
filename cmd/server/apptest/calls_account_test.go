package apptest_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/mail/outbox"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/mail"
)

// accounts is session, terms, account and tokens (specification 7, session and accounts).
func (v *tour) accounts() {
	v.Helper()
	login := v.do(v.server.Anonymous(), http.MethodPost, "/session/login", map[string]any{"email": "observer@demo.pmo", "password": apptest.Password})
	require.Equal(v, map[string]any{"success": true, "role": "observer"}, login.Map())
	session := v.get(v.participant, "/session").Map()
	v.has(session, "id", "role", "energyType", "initialized", "hasAcceptedCgu", "policy", "language")
	require.Equal(v, "participant", session["role"])
	require.Equal(v, "consumer", session["energyType"])
	require.Equal(v, []any{true, true}, []any{session["initialized"], session["hasAcceptedCgu"]})
	require.Contains(v, session["policy"], "dashboard:visit")
	config := v.get(v.server.Anonymous(), "/config").Map()
	require.Equal(v, "support@example.org", config["support"].(map[string]any)["email"])
	require.Len(v, config["demoAccounts"], 6)
	require.Equal(v, app.Version, config["version"])
	v.appMap()
	v.terms()
	v.account()
	v.billings()
	v.tokens()
	v.ownAccount()
	leaving := v.server.As("observer@demo.pmo")
	require.Equal(v, http.StatusNoContent, v.get(leaving, "/session/logout").Status)
	require.Equal(v, http.StatusUnauthorized, leaving.Get("/session").Status)
}

func (v *tour) appMap() {
	v.Helper()
	for who, mayAdmin := range map[*apptest.Client]bool{v.organizer: false, v.admin: true} {
		apps := v.get(who, "/appmap").List()
		require.Len(v, apps, 3)
		for i, want := range []struct {
			key, url string
			allowed  bool
		}{{"pmo", "/pmo", true}, {"admin", "/admin", mayAdmin}, {"api", "/api/docs", true}} {
			require.Equal(v, map[string]any{"key": want.key, "url": want.url, "allowed": want.allowed}, apps[i])
		}
	}
}

func (v *tour) terms() {
	v.Helper()
	terms := v.get(v.server.Anonymous(), "/terms").Map()
	require.Greater(v, len(terms["text"].(string)), 200)
	me := v.get(v.organizer, "/session").Map()["id"].(string)
	accepted := v.do(v.organizer, http.MethodPost, "/cgu/accept-cgu/"+me, nil).Map()
	require.Equal(v, terms["version"], accepted["version"])
	require.Equal(v, "2026-11-20T10:00:00+01:00", accepted["acceptedAt"])
}

// account makes somebody new, who changes the first password.
func (v *tour) account() {
	v.Helper()
	made := v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": "tour@example.org", "role": "organizer"}).Map()
	first := made["initialPassword"].(string)
	c := v.server.Anonymous()
	require.Equal(v, http.StatusOK, c.Post("/session/login", map[string]any{"email": "tour@example.org", "password": first}).Status)
	changed := v.do(c, http.MethodPut, "/users/update-pw-with-old", map[string]any{"oldPassword": first, "newPassword": apptest.Password}).Map()
	require.Equal(v, true, changed["initialized"])
	require.Equal(v, true, v.do(c, http.MethodPut, "/users/update-authenticated-user", map[string]any{"initialized": true}).Map()["initialized"])
	info := "/users/" + made["id"].(string) + "/account-info"
	require.Equal(v, "tour@example.org", v.get(c, info).Map()["email"])
	person := map[string]any{"lastname": "Leroy", "firstname": "Anne", "structure": "Commune", "address": "1 rue Haute", "city": "Fougères", "postCode": "35300", "language": "nl"}
	v.do(c, http.MethodPut, info, person)
	require.Subset(v, v.get(c, info).Map(), person)
}

// ownAccount is where one is signed in, another address, and the terms that one accepted.
func (v *tour) ownAccount() {
	v.Helper()
	v.do(v.admin, http.MethodPost, "/admin/users", map[string]any{"email": "moving@example.org", "role": "observer", "password": apptest.Password + "-first"})
	c := signUp(v.T, v.server, "moving@example.org")
	for range 2 {
		require.Equal(v, http.StatusOK, v.server.Anonymous().Post("/session/login", map[string]any{"email": "moving@example.org", "password": apptest.Password}).Status)
	}
	open := v.get(c, "/sessions").List()
	require.Len(v, open, 3)
	v.has(open[0], "id", "current", "knownDevice", "createdAt", "lastUsedAt", "expiresAt")
	other := slices.IndexFunc(open, func(s map[string]any) bool { return s["current"] == false })
	v.do(c, http.MethodDelete, "/sessions/"+open[other]["id"].(string), nil)
	v.do(c, http.MethodDelete, "/sessions", nil)
	require.Len(v, v.get(c, "/sessions").List(), 1)
	me := "/users/" + v.get(c, "/session").Map()["id"].(string)
	require.Equal(v, "password.wrong", c.Post(me+"/email-change", map[string]any{"email": "moved@example.org", "password": "faux"}).Keys()[0])
	asked := v.do(c, http.MethodPost, me+"/email-change", map[string]any{"email": "moved@example.org", "password": apptest.Password}).Map()
	require.Equal(v, []any{"moving@example.org", "moved@example.org"}, []any{asked["email"], asked["newEmail"]})
	secret := v.mailedToken("moved@example.org")
	v.do(v.server.Anonymous(), http.MethodPost, "/email-changes/confirm", map[string]any{"token": secret})
	require.Equal(v, "account.linkInvalid", v.server.Anonymous().Post("/email-changes/confirm", map[string]any{"token": secret}).Keys()[0])
	moved := v.get(c, me+"/account-info").Map()
	require.Equal(v, "moved@example.org", moved["email"])
	require.NotContains(v, moved, "newEmail")
	v.do(c, http.MethodDelete, me+"/email-change", nil)
	columns := me + "/participant-columns"
	require.Empty(v, v.get(c, columns).Map()["columns"])
	require.Equal(v, []any{"identifier", "city"}, v.do(c, http.MethodPut, columns, map[string]any{"columns": []string{"city", "identifier"}}).Map()["columns"])
	for key, asked := range map[string][]string{"column.none": {}, "column.unknown": {"iban"}, "column.duplicate": {"city", "city"}} {
		require.Equal(v, key, c.Put(columns, map[string]any{"columns": asked}).Keys()[0])
	}
	require.Equal(v, []any{"identifier", "city"}, v.get(c, columns).Map()["columns"], "what is refused changes nothing")
	require.Equal(v, http.StatusNotFound, v.organizer.Get(columns).Status, "another's")
	v.do(c, http.MethodDelete, columns, nil)
	require.Empty(v, v.get(c, columns).Map()["columns"])
	accepted := v.get(c, me+"/terms-acceptances").List()
	require.Len(v, accepted, 1)
	v.has(accepted[0], "version", "acceptedAt")
	v.refused(v.server.Anonymous(), "/terms", "version", "1999", "terms.notFound")
	require.Equal(v, accepted[0]["version"], v.get(v.server.Anonymous(), "/terms?version="+accepted[0]["version"].(string)).Map()["version"])
}

// mailedToken is what the link holds in the mail to an address, once it is there.
func (v *tour) mailedToken(to string) string {
	v.Helper()
	return tokenIn(v.T, v.admin, to, `#token=([A-Za-z0-9_-]+)`)
}

// billings is how accounts are billed in their operations.
func (v *tour) billings() {
	v.Helper()
	me := v.get(v.participant, "/session").Map()["id"].(string)
	own := v.get(v.participant, "/users/"+me+"/operation-billings").List()
	require.NotEmpty(v, own)
	v.has(own[0], "id", "name", "dso", "parties", "url")
	require.Equal(v, "CLIENT", own[0]["parties"].([]any)[0].(map[string]any)["role"])
	require.Equal(v, http.StatusNotFound, v.organizer.Get("/users/"+me+"/operation-billings").Status, "another's")
	require.Equal(v, own[0]["id"], v.get(v.admin, "/users/"+me+"/operation-billings").List()[0]["id"])
	me = v.get(v.organizer, "/session").Map()["id"].(string)
	run := v.get(v.organizer, "/users/"+me+"/operation-billings").List()
	require.Greater(v, len(run), 2)
	require.Equal(v, "PMO", run[0]["parties"].([]any)[0].(map[string]any)["role"])
}

func (v *tour) tokens() {
	v.Helper()
	token := v.created("/tokens", map[string]any{"name": "tour", "scopes": []string{"operation:read"}})
	require.True(v, strings.HasPrefix(token["secret"].(string), "pmo_"))
	listed := v.get(v.organizer, "/tokens").List()
	require.Len(v, listed, 1)
	require.Equal(v, "tour", listed[0]["name"])
	require.NotContains(v, listed[0], "secret")
	require.Equal(v, http.StatusNoContent, v.do(v.organizer, http.MethodDelete, "/tokens/"+token["id"].(string), nil).Status)
	require.Empty(v, v.get(v.organizer, "/tokens").List())
}

// files is what a signed link leads to: the server's own store answers it.
func (v *tour) files() {
	v.Helper()
	now := func() time.Time { return apptest.Today }
	store, err := fs.New(filepath.Join(v.folder, "files"), []byte(strings.Repeat("k", 32)), now)
	require.NoError(v, err)
	const content = "<svg/>"
	require.NoError(v, store.Put(v.Context(), "tour/logo.svg", strings.NewReader(content), int64(len(content)), "image/svg+xml"))
	link, err := store.SignGet(v.Context(), "tour/logo.svg", "logo.svg", time.Minute)
	require.NoError(v, err)
	reply := v.get(v.server.Anonymous(), strings.TrimPrefix(link, "/api"))
	require.Equal(v, content, string(reply.Body))
	require.Contains(v, reply.Header.Get("Content-Disposition"), "logo.svg")
}

// backOffice is what react-admin asks (specification 7, last paragraph).
func (v *tour) backOffice() {
	v.Helper()
	v.letters()
	for _, list := range []struct{ path, sort, field, value string }{
		{"/admin/operations", `["name","DESC"]`, "dso", "ENEDIS"},
		{"/admin/users", `["email","DESC"]`, "role", "admin"},
		{"/admin/participants", `["dsoId","DESC"]`, "energyType", "producer"},
		{"/admin/jobs", `["id","ASC"]`, "kind", "curve_import_v1"},
		{"/admin/cgu/approvals", `["email","DESC"]`, "userId", v.get(v.admin, "/session").Map()["id"].(string)},
		{"/admin/outbox", `["subject","ASC"]`, "to", "second@example.org"},
		{"/admin/seller-claims", `["legalNumber","DESC"]`, "status", "REQUESTED"},
	} {
		v.adminList(list.path, list.sort, list.field, list.value)
	}
	claim := v.get(v.admin, query("/admin/seller-claims", "filter", `{"status":"REQUESTED"}`)).List()[0]
	decided := v.do(v.admin, http.MethodPut, "/admin/seller-claims/"+claim["id"].(string), map[string]any{"status": "DENIED", "remark": "no mandate"}).Map()
	require.Equal(v, []any{"DENIED", "no mandate"}, []any{decided["status"], decided["remark"]})
	v.has(v.get(v.admin, "/admin/seller-claims/"+claim["id"].(string)).Map(), "legalNumber", "series", "operationName", "issuerName", "decidedAt")
	made := v.do(v.admin, http.MethodPost, "/admin/operations", map[string]any{"name": "Tour", "externalId": "ACC00000077", "dso": "SIBELGA"}).Map()
	v.do(v.admin, http.MethodPut, "/admin/operations/"+made["id"].(string), map[string]any{"name": "Tour 2", "latitude": 50.84, "longitude": 4.34})
	tower := v.get(v.admin, "/admin/operations/"+made["id"].(string)).Map()
	require.Equal(v, []any{"Tour 2", 50.84, 4.34}, []any{tower["name"], tower["latitude"], tower["longitude"]})
	require.Equal(v, "position.incomplete", v.admin.Put("/admin/operations/"+made["id"].(string), map[string]any{"latitude": nil}).Key())
	taken := v.admin.Put("/admin/operations/"+v.enedis, map[string]any{"billingEngine": nil})
	require.Equal(v, "billingEngine.inUse", taken.Key(), "%s", taken.Body)
	user := v.get(v.admin, query("/admin/users", "filter", `{"email":"newcomer@demo.pmo"}`)).List()
	require.NotEmpty(v, user)
	path := "/admin/users/" + user[0]["id"].(string)
	v.do(v.admin, http.MethodPut, path, map[string]any{"lastname": "Grand"})
	require.Equal(v, "Grand", v.get(v.admin, path).Map()["lastname"])
	v.has(v.get(v.admin, "/admin/participants/"+v.consumers[v.enedis][0].id).Map(), "operationName", "dsoId", "status")
	job := v.get(v.admin, "/admin/jobs").List()[0]["id"].(string)
	v.has(v.get(v.admin, "/admin/jobs/"+job).Map(), "kind", "status", "createdAt")
	mail := v.get(v.admin, "/admin/outbox").List()[0]["id"].(string)
	v.has(v.get(v.admin, "/admin/outbox/"+mail).Map(), "to", "subject", "text")
}

func (v *tour) adminList(path, sort, field, value string) {
	v.Helper()
	whole := v.get(v.admin, path).List()
	require.Greater(v, len(whole), 1, path)
	v.differ(v.admin, path, "sort", "", sort)
	_, cut := v.differ(v.admin, path, "range", "", "[0,0]")
	require.Len(v, cut.List(), 1)
	require.Regexp(v, ` 0-0/\d+$`, cut.Header.Get("Content-Range"))
	filter := `{"` + field + `":"` + value + `"}`
	_, some := v.differ(v.admin, path, "filter", "", filter)
	require.NotEmpty(v, some.List(), "%s %s", path, filter)
	for _, row := range some.List() {
		require.Equal(v, value, row[field], path)
	}
}

// letters puts two mails into the outbox, as the server does that has no SMTP.
func (v *tour) letters() {
	v.Helper()
	db, err := postgres.Open(v.Context(), v.server.DatabaseURL, postgres.Options{MaxConns: 1})
	require.NoError(v, err)
	defer db.Close()
	box := outbox.New(kernelstore.NewOutboxMessages(db), func() time.Time { return apptest.Today })
	for _, who := range []string{"first", "second"} {
		require.NoError(v, box.Send(v.Context(), mail.Message{To: who + "@example.org", Subject: "Lettre à " + who, Text: "Bonjour."}))
	}
}
