package apptest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestTheTenantLeaves: the change of an occupant in one form, the bill of both, and what each of
// them sees from the mail on. The figures were computed by hand.
func TestTheTenantLeaves(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, time.Date(2026, 11, 6, 7, 0, 0, 0, time.UTC))
	o, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	created := func(path string, body map[string]any) map[string]any {
		t.Helper()
		reply := o.Post(path, body)
		require.Equal(t, http.StatusCreated, reply.Status, "%s: %s", path, reply.Body)
		return reply.Map()
	}
	me := o.Get("/session").Map()["id"]
	made := admin.Post("/admin/operations", map[string]any{"name": "Soleil du Val", "externalId": "ACC00000130", "dso": "ENEDIS", "billingEngine": "ENGINE_2025", "organizerIds": []any{me}})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	at := "/operations/" + made.Map()["id"].(string)
	dir := t.TempDir()
	require.NoError(t, writeTown(dir))
	file := func(name string) []apptest.File {
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return []apptest.File{{Name: strings.Replace(filepath.Base(name), "_VAL_", "_ACC00000130_", 1), Content: content}}
	}
	perimeter := o.Upload(at+"/participants/import", "file", file("PERIM_VAL_20261101.csv"), nil)
	require.Equal(t, http.StatusOK, perimeter.Status, "%s", perimeter.Body)
	sites := map[string]string{}
	for _, one := range o.Get(at + "/participants").List() {
		sites[one["name"].(string)] = one["id"].(string)
	}
	named := o.Put("/participants/"+sites["Martin"], map[string]any{"name": "Mme A", "userEmail": "a@exemple.org"})
	require.Equal(t, http.StatusOK, named.Status, "%s", named.Body)
	a := sites["Martin"]

	address := map[string]any{"address": "1 rue du Val", "postCode": "35300", "city": "Fougères", "country": "FR"}
	created(at+"/billing/billing-entities", with(address, map[string]any{"name": "Commune du Val", "legalNumber": "444608442", "vatRegime": "normal", "seriesCode": "VAL", "producerIds": []string{sites["Commune"]}}))
	confirmIssuers(t, admin)
	plan := created(at+"/billing/plans", map[string]any{"name": "Plan du Val", "period": "MONTHLY", "paymentMethod": "publicTreasuryPaymentOrder", "paymentTerm": 30, "charges": []any{
		map[string]any{"code": "ENERGIE", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100_000, "vatPercentage": 20},
		map[string]any{"code": "ABONNEMENT", "type": "FIXED", "priceMicroEuro": 2_000_000, "vatPercentage": 20}}})["id"]
	for name, site := range map[string]string{"Mme A": a, "Boulangerie": sites["Boulangerie"]} {
		created(at+"/billing/billable-entities", with(address, map[string]any{"name": name, "consumerType": "individual", "consumerIds": []string{site}}))
		created(at+"/billing/subscriptions", map[string]any{"planId": plan, "startDate": "2026-10-01", "consumerId": site, "producerId": sites["Commune"]})
	}

	// One form: the predecessor ends, the successor has the meter, the plan and a proposal by mail.
	next := map[string]any{"date": "2026-10-15", "name": "M. B", "entityType": "partIndiv", "email": "b@exemple.org", "userEmail": "b@exemple.org"}
	changed := created("/participants/"+a+"/succession", next)
	b := changed["participant"].(map[string]any)["id"].(string)
	require.Equal(t, "2026-10-14", changed["predecessor"].(map[string]any)["activationRange"].(map[string]any)["exit"])
	require.Equal(t, changed["predecessor"].(map[string]any)["dsoId"], changed["participant"].(map[string]any)["dsoId"])
	require.Len(t, changed["subscriptions"], 1)
	require.Equal(t, "prm.alreadyUsed", o.Post("/participants/"+a+"/succession", map[string]any{"date": "2026-10-15", "name": "Mme C", "entityType": "partIndiv"}).Key())
	third := map[string]any{"name": "Mme C", "entityType": "partIndiv", "energyType": "consumer", "segment": "C5", "dsoId": changed["participant"].(map[string]any)["dsoId"],
		"address": "1 rue du Val", "postCode": "35300", "city": "Fougères", "activationRange": map[string]any{"entry": "2026-10-20"}}
	require.Contains(t, o.Post(at+"/participants", third).Keys(), "prm.alreadyUsed")

	upload := o.Upload(at+"/measurements/imports", "files", file("corrige/CDC_VAL_202610_2.csv"), nil)
	require.Equal(t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	require.Equal(t, "SUCCESS", o.WaitJob(upload.Map()["id"].(string))["status"])
	run := o.Post(at+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	invoices := map[string]map[string]any{}
	for _, one := range o.Get(at + "/billing/invoices").List() {
		invoices[one["billableEntity"].(map[string]any)["name"].(string)] = one
	}
	require.Len(t, invoices, 3)
	lines := func(name string) (all []any) {
		for _, line := range o.Get(at + "/billing/invoices/" + invoices[name]["id"].(string)).Map()["lines"].([]any) {
			of := line.(map[string]any)
			all = append(all, of["netCents"])
		}
		return all
	}
	require.ElementsMatch(t, []any{2100.0, 90.0}, lines("Mme A"))
	require.ElementsMatch(t, []any{2556.0, 110.0}, lines("M. B"))
	energy := func(name string) float64 { return invoices[name]["energyMilliWh"].(float64) }
	require.Equal(t, []float64{210_000_000, 255_625_000, 465_625_000}, []float64{energy("Mme A"), energy("M. B"), energy("Mme A") + energy("M. B")}, "the meter's")
	published := o.Post(at+"/billing/invoices/publish", map[string]any{"runId": run.Map()["id"], "confirmUnpriced": true})
	require.Equal(t, http.StatusOK, published.Status, "%s", published.Body)
	require.NotContains(t, string(published.Body), "FAILURE")

	people := map[string]*apptest.Client{}
	for who, email := range map[string]string{"A": "a@exemple.org", "B": "b@exemple.org"} {
		c := s.Anonymous()
		link := map[string]any{"token": tokenIn(t, admin, email, `#token=([A-Za-z0-9_-]+)`), "newPassword": apptest.Password}
		require.Equal(t, http.StatusOK, c.Post("/account-links/accept", link).Status)
		id := c.Get("/session").Map()["id"].(string)
		require.Equal(t, "terms.notAccepted", c.Get("/participants/by-jwt").Key())
		require.Equal(t, http.StatusOK, c.Post("/cgu/accept-cgu/"+id, nil).Status)
		proposed := c.Get("/users/" + id + "/site-invitations").List()
		require.Len(t, proposed, 1)
		require.Equal(t, http.StatusNoContent, c.Post("/users/"+id+"/site-invitations/"+proposed[0]["id"].(string)+"/accept", nil).Status)
		require.Equal(t, "account.linkInvalid", s.Anonymous().Post("/account-links/accept", link).Keys()[0], "once")
		people[who] = c
	}

	// The first screen: the share, kWh, the euros, the next payment.
	balance := people["B"].Get("/participants/" + b + "/measurements/balance?month=2026-10").Map()
	used := balance["used"].(map[string]any)
	require.Equal(t, []any{"2026-10-15", "2026-10-31", 0.625}, []any{balance["dateFrom"], balance["dateTo"], used["rate"]})
	require.InDelta(t, 255_625_000, used["sharedMilliWh"], 500_000, "as it is printed")
	mine := people["B"].Get("/participants/" + b + "/billing/invoices").List()
	require.Len(t, mine, 1)
	require.Equal(t, 3199.0, mine[0]["amountCents"])
	require.NotContains(t, mine[0], "dueDate", "the notice of the public accountant says until when")
	value := people["B"].Get("/participants/" + b + "/economy/local-value?dateFrom=2026-10-15&dateTo=2026-10-31")
	require.Equal(t, http.StatusOK, value.Status, "%s", value.Body)

	token := people["B"].Post("/tokens", map[string]any{"name": "b"})
	require.Equal(t, http.StatusCreated, token.Status)
	program := s.Anonymous()
	program.Header.Set("Authorization", "Bearer "+token.Map()["secret"].(string))
	tried := 0
	for _, as := range []*apptest.Client{people["B"], program} {
		for _, other := range []string{a, sites["Boulangerie"]} {
			of, days := "/participants/"+other, "?dateFrom=2026-10-01&dateTo=2026-10-14"
			for _, path := range []string{of, "/measurements/load-curve/by-participant/" + other + days + "&nature=Conso", of + "/measurements/metrics" + days, of + "/measurements/balance?month=2026-10",
				of + "/billing/invoices", of + "/billing/invoices/" + invoices["Mme A"]["id"].(string) + "/download", of + "/billing/invoices/" + invoices["Boulangerie"]["id"].(string),
				"/participants/" + b + "/billing/invoices/" + invoices["Mme A"]["id"].(string), of + "/report?period=2026-10"} {
				require.Contains(t, []int{http.StatusForbidden, http.StatusNotFound}, as.Get(path).Status, path)
				tried++
			}
		}
	}
	t.Logf("%d questions about others refused, by session and by token", tried)
	for _, path := range []string{"/participants/by-jwt", "/participants/" + b + "/measurements/balance?month=2026-10", "/participants/" + b + "/billing/invoices", at + "/distribution?dateFrom=2026-10-01&dateTo=2026-10-31", "/search?q=a"} {
		reply := string(people["B"].Get(path).Body)
		for _, neighbour := range []string{"Mme A", "Boulangerie", "CCAS", "Mairie", "École", "a@exemple.org"} {
			require.False(t, strings.Contains(reply, neighbour), "%s names %s", path, neighbour)
		}
	}

	// A keeps her invoice, and sees no day after her last.
	download := people["A"].Get("/participants/" + a + "/billing/invoices/" + invoices["Mme A"]["id"].(string) + "/download")
	require.Equal(t, http.StatusOK, download.Status)
	require.True(t, strings.HasPrefix(string(download.Body), "%PDF-"))
	hers := people["A"].Get("/participants/" + a + "/measurements/balance?month=2026-10").Map()
	require.Equal(t, []any{"2026-10-01", "2026-10-14"}, []any{hers["dateFrom"], hers["dateTo"]})
}
