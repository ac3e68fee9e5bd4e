package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// enrolments is somebody taken in with all that belongs to it, the draft before, and the change of
// occupant after, on an operation that bills by plans.
func (v *tour) enrolments() {
	v.Helper()
	path, draft := "/operations/"+v.enedis+"/enrolments", "/operations/"+v.enedis+"/enrolment-draft"
	require.Empty(v, v.get(v.organizer, draft).Map()["fields"])
	saved := v.do(v.organizer, http.MethodPut, draft, map[string]any{"step": "billing", "fields": map[string]any{"site.name": "Gare"}}).Map()
	v.has(saved, "step", "fields", "savedAt")
	require.Equal(v, map[string]any{"site.name": "Gare"}, v.get(v.organizer, draft).Map()["fields"])

	plans := v.organizer.Get("/operations/" + v.enedis + "/billing/plans").List()
	body := map[string]any{
		"site": map[string]any{"name": "Gare", "energyType": "consumer", "dsoId": "99700000000014", "entityType": "proOther", "address": "1 rue",
			"departmentCode": "35", "inseeCode": "35115", "treasury": "Trésorerie", "tags": []string{"gare"}, "billedUntil": "2026-09-30", "activationRange": map[string]any{"entry": "2026-10-01"}},
		"client": map[string]any{"action": "CREATE", "creation": map[string]any{"name": "Gare", "iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "reference": "C-7", "tags": []string{"gare"}}},
	}
	without := v.organizer.Do(http.MethodPost, path+"/check", body)
	require.Equal(v, []any{http.StatusBadRequest, "plan.required"}, []any{without.Status, without.Key()}, "%s", without.Body)
	body["plan"] = map[string]any{"planId": plans[0]["id"], "startDate": "2026-10-01", "withIds": []string{v.producers[v.enedis][0].id}}
	body["endsDraft"] = true
	checked := v.do(v.organizer, http.MethodPost, path+"/check", body).Map()
	require.Len(v, checked["subscriptions"], 1)
	made := v.do(v.organizer, http.MethodPost, path, body).Map()
	v.has(made, "participant", "client", "subscriptions")
	require.Empty(v, v.organizer.Get(draft).Map()["fields"])
	v.do(v.organizer, http.MethodDelete, draft, nil)
	site := made["participant"].(map[string]any)
	v.has(site, "departmentCode", "inseeCode", "tags", "billableEntity")
	require.Equal(v, "Trésorerie", site["billingDetail"].(map[string]any)["treasury"])
	require.Equal(v, "2026-09-30", site["billedUntil"])
	v.has(made["client"].(map[string]any), "iban", "bic", "reference", "tags")

	at := "/participants/" + site["id"].(string)
	wrong := v.organizer.Do(http.MethodPut, at+"/enrolment", map[string]any{"issuer": map[string]any{"action": "CREATE", "creation": map[string]any{"name": "Gare"}}})
	require.Equal(v, "enrolment.issuerOfConsumer", wrong.Key(), "%s", wrong.Body)
	looked := v.do(v.organizer, http.MethodPost, at+"/enrolment/check", map[string]any{"site": map[string]any{"inseeCode": "35238"}}).Map()
	require.Equal(v, "35238", looked["participant"].(map[string]any)["inseeCode"])
	require.Equal(v, "35115", v.get(v.organizer, at).Map()["inseeCode"], "a check stores nothing")
	changed := v.do(v.organizer, http.MethodPut, at+"/enrolment", map[string]any{"site": map[string]any{"inseeCode": "35238"}}).Map()
	require.Equal(v, "35238", changed["participant"].(map[string]any)["inseeCode"])

	next := map[string]any{"date": "2026-11-15", "name": "Gare (reprise)", "entityType": "proOther"}
	would := v.do(v.organizer, http.MethodPost, at+"/succession/check", next).Map()
	require.Equal(v, "2026-11-14", would["predecessor"].(map[string]any)["activationRange"].(map[string]any)["exit"])
	done := v.do(v.organizer, http.MethodPost, at+"/succession", next).Map()
	require.Len(v, done["subscriptions"], 1)
	require.Equal(v, site["dsoId"], done["participant"].(map[string]any)["dsoId"])
	again := v.organizer.Do(http.MethodPost, at+"/succession", next)
	require.Equal(v, []any{http.StatusConflict, "prm.alreadyUsed"}, []any{again.Status, again.Key()}, "%s", again.Body)
	v.moves(site["dsoId"].(string))
}

// moves is changes of occupant by a file: looked at, refused by line and column, made, and made again.
func (v *tour) moves(meter string) {
	v.Helper()
	path := "/operations/" + v.enedis + "/successions/import"
	file := func(lines string) []apptest.File {
		return []apptest.File{{Name: "mouvements.csv", Content: []byte("prm;date_entree;nom;type_entite;email\n" + lines)}}
	}
	good := file(meter + ";2026-12-01;Gare (troisième);proOther;troisieme@example.org\n")
	look := v.organizer.Upload(path+"?dryRun=true", "file", good, nil)
	v.seen(http.MethodPost, path+"?dryRun=true", look)
	v.mark(http.MethodPost, path, "dryRun")
	require.Equal(v, []any{1.0, true}, []any{look.Map()["created"], look.Map()["dryRun"]}, "%s", look.Body)
	bad := v.organizer.Upload(path, "file", file("99100000000999;2026-12-01;Personne;proOther;\n"+meter+";2026-12-01;Gare;proOther;gare@\n"), nil)
	require.Equal(v, []any{http.StatusBadRequest, "import.rejected"}, []any{bad.Status, bad.Key()}, "%s", bad.Body)
	for _, part := range []string{`"field":"prm","key":"import.noPredecessor"`, `"row":2}`, `"field":"email","key":"email.invalid","row":3}`} {
		require.Contains(v, string(bad.Body), part)
	}
	cut := v.organizer.Upload(path+"?dryRun=true&addZeros=true", "file", file(meter[1:]+";2026-12-01;Gare;proOther;\n"), nil)
	require.NotContains(v, string(cut.Body), "import.zeroMissing")
	v.mark(http.MethodPost, path, "addZeros")
	wrong := file("99100000000999;2026-12-01;Personne;proOther;\n")
	annotated := v.organizer.Upload(path+"/annotate", "file", wrong, nil)
	v.seen(http.MethodPost, path+"/annotate", annotated)
	require.Contains(v, annotated.Header.Get("Content-Disposition"), "a_corriger_mouvements.xlsx")
	require.Contains(v, textOf(v.T, annotated.Body), "prm : Personne n’est au point 99100000000999 la veille")
	back := v.organizer.Upload(path+"/annotate?addZeros=true", "file", []apptest.File{{Name: "a_corriger_mouvements.xlsx", Content: annotated.Body}}, nil)
	v.seen(http.MethodPost, path+"/annotate?addZeros=true", back)
	v.mark(http.MethodPost, path+"/annotate", "addZeros")
	require.Equal(v, "forbidden", v.observer.Upload(path+"/annotate", "file", wrong, nil).Key())
	made := v.organizer.Upload(path, "file", good, nil)
	v.seen(http.MethodPost, path, made)
	row := made.Map()["rows"].([]any)[0].(map[string]any)
	v.has(row, "row", "outcome", "dsoId", "predecessor", "participantId", "name", "startDate", "plans")
	require.Equal(v, []any{"CREATED", "Gare (reprise)", "2026-12-01"}, []any{row["outcome"], row["predecessor"], row["startDate"]})
	require.Len(v, row["plans"], 1)
	require.Equal(v, 1.0, v.organizer.Upload(path, "file", good, nil).Map()["unchanged"], "the same file again")
	require.Equal(v, "forbidden", v.observer.Upload(path, "file", good, nil).Key())
	v.clientsByFile()
}

// clientsByFile is clients of invoices by a file: looked at, refused by line and column, made, and made again.
func (v *tour) clientsByFile() {
	v.Helper()
	path := "/operations/" + v.enedis + "/clients/import"
	file := func(lines string) []apptest.File {
		return []apptest.File{{Name: "clients.csv", Content: []byte("nom;adresse;code_postal;ville;email;reference\n" + lines)}}
	}
	good := file("Cinéma du Parc;3 rue du Parc;35300;Fougères;cinema@example.org;CIN-270\n")
	look := v.organizer.Upload(path+"?dryRun=true", "file", good, nil)
	v.seen(http.MethodPost, path+"?dryRun=true", look)
	v.mark(http.MethodPost, path, "dryRun")
	require.Equal(v, []any{1.0, true}, []any{look.Map()["created"], look.Map()["dryRun"]}, "%s", look.Body)
	bad := v.organizer.Upload(path, "file", file("Cinéma;3 rue du Parc;35300;Fougères;cinema@;\n"), nil)
	require.Equal(v, []any{http.StatusBadRequest, "import.rejected"}, []any{bad.Status, bad.Key()}, "%s", bad.Body)
	require.Contains(v, string(bad.Body), `"field":"email","key":"email.invalid","row":2}`)
	cut := file("Cinéma;3 rue du Parc;1000;Bourg;;\n")
	require.Contains(v, string(v.organizer.Upload(path+"?dryRun=true", "file", cut, nil).Body), "import.zeroMissing")
	require.NotContains(v, string(v.organizer.Upload(path+"?dryRun=true&addZeros=true", "file", cut, nil).Body), "import.zeroMissing")
	v.mark(http.MethodPost, path, "addZeros")
	made := v.organizer.Upload(path, "file", good, nil)
	v.seen(http.MethodPost, path, made)
	require.Equal(v, []any{1.0, 0.0}, []any{made.Map()["created"], made.Map()["unchanged"]}, "%s", made.Body)
	require.Equal(v, 1.0, v.organizer.Upload(path, "file", good, nil).Map()["unchanged"], "the same file again")
	require.Equal(v, "forbidden", v.observer.Upload(path, "file", good, nil).Key())
}

// TestRefusalsOfEnrolments: each at the field of its part, with its exact key; nothing is stored.
func TestRefusalsOfEnrolments(t *testing.T) {
	t.Parallel()
	x := newStranger(t, apptest.Demo(t, apptest.Today))
	path := "/operations/" + x.params["operationId"] + "/enrolments"
	site := func(name string, value any) map[string]any {
		one := map[string]any{"name": "Gare", "energyType": "consumer", "dsoId": "99700000000014", "entityType": "proOther", "address": "1 rue", "activationRange": map[string]any{"entry": "2026-10-01"}}
		one[name] = value
		return map[string]any{"site": one}
	}
	before := len(x.organizer.Get("/operations/" + x.params["operationId"] + "/participants").List())
	for _, c := range []struct {
		body  map[string]any
		field string
		key   string
	}{
		{site("departmentCode", "0035"), "site.departmentCode", "departmentCode.invalid"},
		{site("inseeCode", "3511"), "site.inseeCode", "inseeCode.invalid"},
		{site("dsoId", "123"), "site.dsoId", "prm.length"},
		{site("padt", "12"), "site.padt", "padt.length"},
		{site("email", "nobody"), "site.email", "email.invalid"},
		{site("city", "Fougères"), "plan.planId", "plan.required"},
	} {
		for _, at := range []string{path, path + "/check"} {
			got := x.organizer.Do(http.MethodPost, at, c.body)
			require.Equal(t, []any{http.StatusBadRequest, c.key}, []any{got.Status, got.Key()}, "%s", got.Body)
			require.Contains(t, string(got.Body), `"field":"`+c.field+`"`)
		}
	}
	require.Len(t, x.organizer.Get("/operations/"+x.params["operationId"]+"/participants").List(), before)
}
