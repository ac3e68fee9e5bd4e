package apptest_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// newCoefficientWorld is the demo's operation of ENEDIS, which shares by weights.
func newCoefficientWorld(t *testing.T) keyWorld {
	t.Helper()
	t.Parallel()
	w := keyWorld{T: t, server: apptest.Demo(t, apptest.Today)}
	w.c = w.server.As("organizer@demo.pmo")
	w.operation = w.c.Operation("ACC00000001")
	return w
}

func (w keyWorld) coefficients() string {
	return "/operations/" + w.operation + "/energy-allocation/coefficients"
}

// months are those of a period, by month.
func (w keyWorld) months(from, to string) map[string]map[string]any {
	w.Helper()
	out := map[string]map[string]any{}
	for _, m := range w.c.Get(w.coefficients() + "?dateFrom=" + from + "&dateTo=" + to).List() {
		out[m["month"].(string)] = m
	}
	return out
}

// setOf is the set of a month, with the text of its file.
func (w keyWorld) setOf(month string) (set map[string]any, path, name, text string) {
	w.Helper()
	set = w.months(month+"-01", month+"-28")[month]["current"].(map[string]any)
	path = w.coefficients() + "/" + set["id"].(string)
	name = set["files"].([]any)[0].(map[string]any)["name"].(string)
	reply := w.c.Get(path + "/files/" + name)
	require.Equal(w, http.StatusOK, reply.Status, "%s", reply.Body)
	require.Contains(w, reply.Header.Get("Content-Disposition"), name)
	return set, path, name, string(reply.Body)
}

// TestWhatCannotBeMadeOrRecorded: the exact key, field and words of each refusal.
func TestWhatCannotBeMadeOrRecorded(t *testing.T) {
	w := newCoefficientWorld(t)
	_, path, _, _ := w.setOf("2026-10")
	for _, c := range []struct {
		path             string
		body             map[string]any
		status           int
		key, field, text string
	}{
		{w.coefficients(), map[string]any{"month": "2026-07"}, http.StatusConflict, "coefficients.notNeeded", "month",
			"Il n’y a rien à envoyer\u00a0: le gestionnaire de réseau calcule lui-même cette clé de répartition"},
		{w.coefficients(), map[string]any{"month": "2026-10", "mode": "FULL"}, http.StatusBadRequest, "coefficients.mode", "mode",
			"Ce mode d’envoi ne convient pas à la clé de répartition du mois"},
		{path + "/steps", map[string]any{"status": "APPLIED"}, http.StatusConflict, "coefficients.state", "status",
			"Cette étape ne peut pas suivre l’état actuel de l’envoi"},
		{path + "/steps", map[string]any{"status": "SENT", "date": "2026-11-21"}, http.StatusBadRequest, "date.future", "date",
			"La date ne peut pas être dans le futur"},
	} {
		reply := w.c.Post(c.path, c.body)
		require.Equal(t, c.status, reply.Status, "%s", reply.Body)
		item := reply.Map()["errors"].([]any)[0].(map[string]any)
		require.Equal(t, []any{c.key, c.field, c.text}, []any{item["key"], item["field"], item["detail"]})
	}
	running := w.c.Post(w.coefficients(), map[string]any{"month": "2026-11"})
	require.Equal(t, []any{http.StatusBadRequest, "coefficients.invalid", "Les coefficients contiennent des erreurs à corriger avant l’envoi."},
		[]any{running.Status, running.Key(), running.Map()["detail"]})
	item := running.Map()["errors"].([]any)[0].(map[string]any)
	require.Equal(t, "coefficients.incomplete", item["key"])
	require.Contains(t, item["detail"], " (sites\u00a0: ", "whose they are")
	require.True(t, strings.HasPrefix(item["detail"].(string), "Des données manquent les jours suivants\u00a0: 12/11/2026, 13/11/2026, "), item["detail"])

	fake := w.c.Operation("ACC00000002")
	for _, reply := range []apptest.Reply{w.c.Post("/operations/"+fake+"/energy-allocation/coefficients", map[string]any{"month": "2026-10"}),
		w.c.Get("/operations/" + fake + "/energy-allocation/coefficients?dateFrom=2026-10-01&dateTo=2026-10-31")} {
		require.Equal(t, []any{http.StatusConflict, "featureNotAvailable"}, []any{reply.Status, reply.Key()})
	}
	require.Equal(t, "PREPARED", w.c.Get(path).Map()["status"])
}

// TestCoefficientFilesThatAreWrong are refused whole, with the words and the line.
func TestCoefficientFilesThatAreWrong(t *testing.T) {
	w := newCoefficientWorld(t)
	set, _, name, text := w.setOf("2026-10")
	head, _, _ := strings.Cut(text, "\n")
	prm := strings.Split(head, ";")[1]
	at := func(start string) string { // the line of a step
		i := strings.Index(text, start)
		line, _, _ := strings.Cut(text[i:], "\n")
		return line + "\n"
	}
	noon := at("10/10/2026 12:00")
	for what, c := range map[string]struct {
		name, text, key, detail string
	}{
		"another operation": {strings.Replace(name, "ACC00000001", "ACC00000009", 1), text, "coefficients.otherOperation",
			"Le fichier ACC00000009_15_01102026_31102026.csv porte le nom d’une autre opération\u00a0: ACC00000009"},
		"half a month": {"octobre.csv", text[:strings.Index(text, "15/10/2026")], "coefficients.wholeMonth", "Le fichier octobre.csv doit couvrir un mois entier"},
		"an unknown site": {name, strings.Replace(text, prm, "99100000000077", 1), "coefficients.siteUnknown",
			"Le site 99100000000077 ne participe pas à l’opération ce mois-là."},
		"a site too few": {name, strings.Replace(text, prm, "99100000000077", 1), "coefficients.siteMissing",
			"Le site " + prm + " participe ce mois-là et n’a pas de colonne."},
		"above a hundred": {name, strings.Replace(text, noon, "10/10/2026 12:00;60,00;60,00"+strings.Repeat(";0,00", strings.Count(head, ";")-2)+"\n", 1),
			"coefficients.sumOver100", "La somme des coefficients dépasse 100\u202f%\u00a0: jusqu’à 120\u202f% (premier pas\u00a0: 10/10/2026 12:00, nombre de pas\u00a0: 1)."},
		"a step too few": {name, strings.Replace(text, noon, "", 1), "coefficients.stepMissing",
			"Il manque des coefficients du site " + prm + " (premier pas\u00a0: 10/10/2026 12:00, nombre de pas\u00a0: 1)."},
		"no number": {name, strings.Replace(text, noon, "10/10/2026 12:00;beaucoup"+strings.Repeat(";0,00", strings.Count(head, ";")-1)+"\n", 1),
			"coefficients.value", "«\u202fbeaucoup\u202f» n’est pas un pourcentage de 0 à 100 avec quatre décimales au plus."},
		"no columns": {name, "a;b\n", "MissingColumns", ""},
	} {
		reply := w.c.Upload(w.coefficients()+"/import", "files", []apptest.File{{Name: c.name, Content: []byte(c.text)}}, nil)
		require.Equal(t, http.StatusBadRequest, reply.Status, "%s: %s", what, reply.Body)
		require.Contains(t, reply.Keys(), c.key, "%s: %s", what, reply.Body)
		require.Contains(t, string(reply.Body), c.detail, what)
	}
	require.Equal(t, set["id"], w.months("2026-10-01", "2026-10-31")["2026-10"]["current"].(map[string]any)["id"], "nothing was taken in")
}

// TestFilesOfEachProducer: full dynamique, for a key that shares production apart.
func TestFilesOfEachProducer(t *testing.T) {
	w := newCoefficientWorld(t)
	params := []any{}
	producers := map[string]string{} // id by number
	for _, p := range w.c.Get("/operations/" + w.operation + "/participants").List() {
		if p["energyType"] == "producer" {
			producers[p["dsoId"].(string)] = p["id"].(string)
		} else {
			w.consumers = append(w.consumers, p["id"].(string))
		}
	}
	for _, number := range slices.Sorted(maps.Keys(producers)) {
		id := producers[number]
		for i, consumer := range w.consumers {
			params = append(params, map[string]any{"consumerId": consumer, "producerId": id, "value": 1 + i%3})
		}
	}
	w.set(map[string]any{"type": "by_ungrouped_priority", "params": params, "effectiveDate": "2026-10-01", "reason": "essai"})
	simple := w.c.Post(w.coefficients(), map[string]any{"month": "2026-10", "mode": "SIMPLE"})
	require.Equal(t, []any{http.StatusBadRequest, "coefficients.mode"}, []any{simple.Status, simple.Key()})
	made := w.c.Post(w.coefficients(), map[string]any{"month": "2026-10"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	require.Equal(t, "FULL", made.Map()["mode"])
	require.NotContains(t, made.Map(), "difference", "September was one file for all production")
	path := w.coefficients() + "/" + made.Map()["id"].(string)
	var files []apptest.File
	for _, f := range made.Map()["files"].([]any) {
		name := f.(map[string]any)["name"].(string)
		prm := strings.Split(name, "_")[1]
		require.Equal(t, []any{"ACC00000001_" + prm + "_15_01102026_31102026.csv", producers[prm]}, []any{name, f.(map[string]any)["producerId"]})
		files = append(files, apptest.File{Name: name, Content: w.c.Get(path + "/files/" + name).Body})
	}
	require.Len(t, files, len(producers))
	check := w.c.Upload(path+"/check", "files", files, nil).Map()
	require.Equal(t, []any{true, 0.0, float64(2980 * len(files))}, []any{check["equal"], check["energyDifferenceMilliWh"], check["rows"]})
	one := w.c.Upload(path+"/check", "files", files[:1], nil).Map()
	require.Equal(t, false, one["equal"])
	require.Len(t, one["errors"], len(files)-1)
	require.Equal(t, "coefficients.producerMissing", one["errors"].([]any)[0].(map[string]any)["key"])
	require.NotContains(t, one, "energyDifferenceMilliWh", "a file alone says nothing of the whole")
	few := w.c.Upload(w.coefficients()+"/import", "files", files[1:], nil)
	require.Equal(t, http.StatusBadRequest, few.Status)
	require.Contains(t, few.Keys(), "coefficients.producerMissing")
	taken := w.c.Upload(w.coefficients()+"/import", "files", files, nil)
	require.Equal(t, http.StatusCreated, taken.Status, "%s", taken.Body)
	require.Equal(t, "FULL", taken.List()[0]["mode"])
}

// TestTheDemoHasCoefficients: applied ones, those that wait, and the operator shares by
// the key, so that nothing drifts but what the demo has it do wrong.
func TestTheDemoHasCoefficients(t *testing.T) {
	w := newCoefficientWorld(t)
	months := w.months("2026-07-01", "2026-11-30")
	require.Len(t, months, 5)
	for month, want := range map[string][]any{"2026-07": {false, false, nil}, "2026-08": {true, false, "APPLIED"}, "2026-09": {true, false, "APPLIED"},
		"2026-10": {true, true, "PREPARED"}, "2026-11": {true, false, nil}} {
		var status any
		if set, ok := months[month]["current"].(map[string]any); ok {
			status = set["status"]
		}
		require.Equal(t, want, []any{months[month]["needed"], months[month]["late"], status}, month)
	}
	october := months["2026-10"]["current"].(map[string]any)
	require.Equal(t, []any{"2026-11-05", -15.0}, []any{months["2026-10"]["deadline"], months["2026-10"]["daysLeft"]})
	require.Equal(t, "2026-09", october["difference"].(map[string]any)["month"])
	require.Len(t, october["difference"].(map[string]any)["sites"], 6)
	days := map[string]any{"dateFrom": "2026-08-01", "dateTo": "2026-10-31"}
	started := w.c.Post("/operations/"+w.operation+"/energy-allocation/replays", days)
	require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
	require.Equal(t, "SUCCESS", w.c.WaitJob(started.Map()["id"].(string))["status"])
	drift := w.c.Get("/operations/" + w.operation + "/energy-allocation/drift?dateFrom=2026-08-01&dateTo=2026-10-31&threshold=0").Map()
	require.Equal(t, 92.0, drift["comparedDays"])
	wrong := map[string][]any{} // by site, the days that differ
	for _, site := range drift["sites"].([]any) {
		for _, day := range site.(map[string]any)["days"].([]any) {
			name := site.(map[string]any)["name"].(string)
			wrong[name] = append(wrong[name], day.(map[string]any)["date"])
		}
	}
	slipped := []any{"2026-10-07", "2026-10-08", "2026-10-09", "2026-10-21", "2026-10-22", "2026-10-23"}
	require.Equal(t, map[string][]any{"École Jules-Ferry": slipped, "Gymnase des Cotterêts": slipped}, wrong)
	key := w.c.Get("/energy-allocation/config/last?operationId=" + w.operation).Map()
	require.Equal(t, []any{"by_weight", "2026-08-01", "Camille Leroy"}, []any{key["type"], key["effectiveDate"], key["createdBy"]})
}

// TestCoefficientRemindersArrive: a mail to the organizer in its language, once.
func TestCoefficientRemindersArrive(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 4, 8, 0, 0, 0, time.UTC)
	s := apptest.Demo(t, now)
	admin := s.As("admin@demo.pmo")
	letters := func() (found []map[string]any) {
		for _, m := range admin.Get(query("/admin/outbox", "filter", `{"to":"organizer@demo.pmo"}`)).List() {
			found = append(found, admin.Get("/admin/outbox/"+m["id"].(string)).Map())
		}
		return found
	}
	require.Eventually(t, func() bool { return len(letters()) > 0 }, apptest.Patience, 50*time.Millisecond)
	require.NoError(t, s.App.Services.Allocation.Reminder.RemindAll(t.Context()))
	require.Len(t, letters(), 1)
	letter := letters()[0]
	require.Equal(t, "Fougères Solaire\u00a0: dernier rappel, coefficients d’octobre 2026 à envoyer avant le 5\u00a0novembre 2026", letter["subject"])
	id := s.As("organizer@demo.pmo").Operation("ACC00000001")
	for _, part := range []string{"Bonjour Camille,", "au plus tard le 5\u00a0novembre 2026", "http://127.0.0.1/pmo/operations/" + id + "/month/2026-10", "support@example.org"} {
		require.Contains(t, letter["text"], part)
	}
}
