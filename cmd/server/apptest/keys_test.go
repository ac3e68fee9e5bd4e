package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// keyWorld is a FAKE operation of the demo of which nothing is invoiced.
type keyWorld struct {
	*testing.T
	server               *apptest.Server
	c                    *apptest.Client
	operation            string
	consumers, producers []string
	apart                bool // the key in force shares the production of each producer apart
}

func newKeyWorld(t *testing.T) keyWorld {
	t.Helper()
	t.Parallel()
	w := keyWorld{T: t, server: apptest.Demo(t, apptest.Today)}
	w.c = w.server.As("organizer@demo.pmo")
	w.operation = w.c.Operation("ACC00000003")
	for _, p := range w.c.Get("/operations/" + w.operation + "/participants").List() {
		if p["energyType"] == "producer" {
			w.producers = append(w.producers, p["id"].(string))
		} else {
			w.consumers = append(w.consumers, p["id"].(string))
		}
	}
	return w
}

func (w keyWorld) config() string { return "/energy-allocation/config?operationId=" + w.operation }
func (w keyWorld) versions() string {
	return "/operations/" + w.operation + "/energy-allocation/configs"
}
func (w keyWorld) drafts() string { return "/operations/" + w.operation + "/energy-allocation/drafts" }

// set puts a key in force.
func (w keyWorld) set(body map[string]any) map[string]any {
	w.Helper()
	reply := w.c.Post(w.config(), body)
	require.Equal(w, http.StatusCreated, reply.Status, "%s", reply.Body)
	return reply.Map()
}

func (w keyWorld) last() map[string]any {
	w.Helper()
	return w.c.Get("/energy-allocation/config/last?operationId=" + w.operation).Map()
}

// refused posts what changes nothing, and wants a key, its field and its French text.
func (w keyWorld) refused(path string, body any, status int, key, field, text string) {
	w.Helper()
	before := w.c.Get(w.versions()).Body
	reply := w.c.Post(path, body)
	require.Equal(w, status, reply.Status, "%s", reply.Body)
	items, _ := reply.Map()["errors"].([]any)
	require.NotEmpty(w, items, "%s", reply.Body)
	var found map[string]any
	for _, item := range items {
		if m := item.(map[string]any); m["key"] == key {
			found = m
		}
	}
	require.NotNil(w, found, "no %s in %s", key, reply.Body)
	require.Equal(w, []any{field, text}, []any{found["field"], found["detail"]})
	require.Equal(w, string(before), string(w.c.Get(w.versions()).Body), "a refused key changed something")
}

// pool is one of a body, with everybody in it by default.
func (w keyWorld) pool(name string, percentage float64, destination string) map[string]any {
	return map[string]any{"id": nil, "name": name, "percentageProduction": percentage, "surplusDestinationPoolName": destination,
		"algorithm": "by_default", "consumersInPool": w.consumers}
}

func pools(list ...map[string]any) map[string]any {
	return map[string]any{"type": "by_pool", "pools": list}
}

// TestPoolRules: specification section 5, each rule with its key and its text.
func TestPoolRules(t *testing.T) {
	w := newKeyWorld(t)
	numbers := func(algorithm string, value float64) map[string]any {
		params := map[string]any{}
		for _, consumer := range w.consumers {
			params[consumer] = 1
		}
		params[w.consumers[0]] = value
		return with(w.pool("A", 100, "Surplus"), map[string]any{"algorithm": algorithm, "withinPoolProductionParams": params})
	}
	bare, nowhere := w.pool("A", 50, "Surplus"), w.pool("A", 50, "Surplus")
	delete(bare, "algorithm")
	delete(nowhere, "surplusDestinationPoolName")
	alone := with(w.pool("A", 50, "Surplus"), map[string]any{"consumersInPool": w.consumers[1:]})
	producer := with(w.pool("A", 50, "Surplus"), map[string]any{"consumersInPool": append(w.consumers[:len(w.consumers):len(w.consumers)], w.producers[0])})
	list := func(algorithm string, value float64) map[string]any {
		return map[string]any{"algorithm": algorithm, "parameters": []any{map[string]any{"consumerId": w.consumers[0], "value": value}}}
	}
	first, whole := "pools.0.withinPoolProductionParams."+w.consumers[0], "Indiquez un nombre entier d’au moins 1"
	const below = "Le surplus d’un groupe ne peut aller que vers un groupe situé plus bas ou vers Surplus."
	const percentage = "Le pourcentage doit être compris entre 0 et 100, avec 4 décimales au plus."
	for _, c := range []struct {
		body             map[string]any
		key, field, text string
	}{
		{pools(w.pool("A", 50, "Surplus"), w.pool("A", 50, "Surplus")), "pool.nameTwice", "pools.1.name", "Plusieurs groupes ont le même nom"},
		{pools(w.pool("Surplus", 50, "Surplus")), "pool.nameReserved", "pools.0.name", "«\u202fSurplus\u202f» est réservé\u00a0: choisissez un autre nom"},
		{pools(w.pool("  ", 50, "Surplus")), "pool.nameRequired", "pools.0.name", "Donnez un nom au groupe"},
		{pools(w.pool("Écoles", 50, "Surplus"), w.pool(" écoles", 50, "Surplus")), "pool.nameTwice", "pools.1.name", "Plusieurs groupes ont le même nom"},
		{pools(nowhere), "pool.destinationRequired", "pools.0.surplusDestinationPoolName",
			"Indiquez où va le surplus du groupe A\u00a0: un groupe situé plus bas, ou Surplus."},
		{pools(w.pool("A", 50, "")), "pool.destinationRequired", "pools.0.surplusDestinationPoolName",
			"Indiquez où va le surplus du groupe A\u00a0: un groupe situé plus bas, ou Surplus."},
		{pools(bare), "pool.algorithm", "pools.0.algorithm", "Choisissez l’algorithme du groupe A"},
		{pools(w.pool("A", 50, "Surplus"), w.pool("B", 50, "A")), "pool.destination", "pools.1.surplusDestinationPoolName", below},
		{pools(w.pool("A", 50, "A")), "pool.destination", "pools.0.surplusDestinationPoolName", below},
		{pools(w.pool("A", 50, "elsewhere")), "pool.destination", "pools.0.surplusDestinationPoolName", below},
		{pools(w.pool("A", 30, "C"), w.pool("B", 30, "C"), w.pool("C", 40, "Surplus")), "pool.destinationTwice", "pools.1.surplusDestinationPoolName",
			"Plusieurs groupes versent leur surplus au groupe C"},
		{pools(w.pool("A", 60, "Surplus"), w.pool("B", 40.0001, "Surplus")), "key.sumOver100", "pools",
			"La somme des pourcentages ne peut pas être supérieure à 100%"},
		{pools(w.pool("A", 100.0001, "Surplus")), "key.percentage", "pools.0.percentageProduction", percentage},
		{pools(w.pool("A", -1, "Surplus")), "key.percentage", "pools.0.percentageProduction", percentage},
		{pools(alone), "pool.participantMissing", "pools", "Ce participant n’est pas dans un groupe"},
		{pools(producer), "key.consumerUnknown", "pools.0.consumersInPool", "Ce participant n’est pas un consommateur de l’opération."},
		{pools(numbers("by_priority", 1.5)), "key.wholeNumber", first, whole},
		{pools(numbers("by_share_with_minimum", 0.5)), "key.wholeNumber", first, whole},
		{pools(numbers("by_priority", -1)), "key.wholeNumber", first, whole},
		{pools(with(numbers("by_default", 2), map[string]any{"consumersInPool": []string{}})), "pool.noParameters",
			"pools.0.withinPoolProductionParams", "Le groupe A est au prorata\u00a0: il n’a pas de paramètres"},
		{pools(with(w.pool("A", 100, "Surplus"), list("by_default", 2))), "pool.noParameters",
			"pools.0.withinPoolProductionParams", "Le groupe A est au prorata\u00a0: il n’a pas de paramètres"},
		{pools(with(numbers("by_priority", 1), list("by_priority", 2))), "key.consumerTwice", "pools.0.consumersInPool",
			"Ce consommateur figure deux fois dans la clé\u00a0: gardez une seule ligne."},
		{map[string]any{"type": "by_default", "pools": []any{w.pool("A", 50, "Surplus")}}, "key.noPools", "pools", "Cette clé de répartition n’a pas de groupes"},
	} {
		w.refused(w.config(), c.body, http.StatusBadRequest, c.key, c.field, c.text)
	}
	w.set(pools(w.pool("A", 60, "Surplus"), w.pool("B", 30, "Surplus"), w.pool("C", 10, "Surplus"))) // Surplus may repeat, people too
	same := w.set(pools(with(numbers("by_priority", 3), list("by_priority", 3))))["pools"].([]any)[0].(map[string]any)
	require.Len(t, same["parameters"], len(w.consumers), "one number in two forms is one")
	for _, p := range same["parameters"].([]any) {
		one := p.(map[string]any)
		require.Equal(t, same["withinPoolProductionParams"].(map[string]any)[one["consumerId"].(string)], one["value"])
	}
	require.NotContains(t, w.set(pools(w.pool("A", 60, "Surplus")))["pools"].([]any)[0], "parameters", "the default type has none")
}

// TestKeyNumbers: the numbers of the keys without pools (specification section 5).
func TestKeyNumbers(t *testing.T) {
	w := newKeyWorld(t)
	key := func(kind string, params ...any) map[string]any {
		list := []any{}
		for i := 0; i < len(params); i += 2 {
			list = append(list, map[string]any{"consumerId": params[i], "value": params[i+1]})
		}
		return map[string]any{"type": kind, "params": list}
	}
	a, b := w.consumers[0], w.consumers[1]
	couple := func(producer any, value float64) map[string]any {
		return map[string]any{"type": "by_ungrouped_priority", "params": []any{map[string]any{"consumerId": a, "producerId": producer, "value": value}}}
	}
	noProducer := couple(nil, 1)
	delete(noProducer["params"].([]any)[0].(map[string]any), "producerId")
	const whole = "Indiquez un nombre entier d’au moins 1"
	for _, c := range []struct {
		body             map[string]any
		key, field, text string
	}{
		{key("static", a, 60, b, 40.0001), "key.sumOver100", "params", "La somme des pourcentages ne peut pas être supérieure à 100%"},
		{key("static", a, -0.5), "field.range", "params.0.value", "La valeur est hors des limites permises."},
		{key("static", a, 33.33333), "key.percentage", "params.0.value", "Le pourcentage doit être compris entre 0 et 100, avec 4 décimales au plus."},
		{key("static"), "key.parametersRequired", "params", "Complétez la clé\u00a0: il lui faut au moins un paramètre ou un groupe."},
		{key("by_priority", a, 1, b, 0), "key.wholeNumber", "params.1.value", whole},
		{key("by_priority", a, 1.5), "key.wholeNumber", "params.0.value", whole},
		{key("by_weight", a, 1.00001), "key.wholeNumber", "params.0.value", whole},
		{key("by_weight", a, 1, a, 2), "key.consumerTwice", "params.1.consumerId", "Ce consommateur figure deux fois dans la clé\u00a0: gardez une seule ligne."},
		{key("by_weight", w.producers[0], 1), "key.consumerUnknown", "params.0.consumerId", "Ce participant n’est pas un consommateur de l’opération."},
		{key("by_equality", a, 1, b, 2), "key.selection", "params.1.value", "Dans une sélection, indiquez 1 pour un site qui participe et 0 pour un site qui ne participe pas."},
		{key("by_equality", a, 0), "key.selectionEmpty", "params", "Choisissez au moins un site, ou laissez tous les sites participer."},
		{key("by_equality", a, 1, a, 1), "key.consumerTwice", "params.1.consumerId", "Ce consommateur figure deux fois dans la clé\u00a0: gardez une seule ligne."},
		{key("by_equality", w.producers[0], 1), "key.consumerUnknown", "params.0.consumerId", "Ce participant n’est pas un consommateur de l’opération."},
		{key("simple_dynamic", a, 1), "key.noParameters", "params", "Cette clé de répartition n’a pas de paramètres par participant."},
		{noProducer, "key.producerRequired", "params.0.producerId", "Indiquez le producteur de ce paramètre"},
		{couple(b, 1), "key.producerUnknown", "params.0.producerId", "Ce producteur ne fait pas partie de l’opération"},
		{couple(w.producers[0], 0.5), "key.wholeNumber", "params.0.value", whole},
		{with(key("by_equality"), map[string]any{"params": []any{}, "season": "Été"}), "season.unknown", "season", "L’opération n’a pas de saison nommée Été"},
	} {
		w.refused(w.config(), c.body, http.StatusBadRequest, c.key, c.field, c.text)
	}

	w.set(key("by_priority", a, 1))
	param := "/energy-allocation/config-param?consumerId=" + b
	w.refused(param, map[string]any{"value": 0.5}, http.StatusBadRequest, "key.wholeNumber", "value", whole)
	joined := w.c.Post(param, map[string]any{"value": 3})
	require.Len(t, joined.Map()["params"], 2, "%s", joined.Body)
	left := w.c.Post(param, map[string]any{"value": 0})
	require.Len(t, left.Map()["params"], 1, "zero leaves: %s", left.Body)
}

// TestDraftsAreNeverInForce: specification section 7 and domain 2.4.
func TestDraftsAreNeverInForce(t *testing.T) {
	w := newKeyWorld(t)
	first := w.last()
	require.Equal(t, "by_default", first["type"])
	require.NotContains(t, first, "effectiveDate", "it holds from the beginning")
	metrics := "/measurements/metrics/by-operation?operationId=" + w.operation + "&dateFrom=2026-09-01&dateTo=2026-09-30"
	before := string(w.c.Get(metrics).Body)

	// The type alone is a draft; pools with mistakes may be one too.
	waiting := w.set(map[string]any{"type": "by_pool"})
	named := w.set(with(pools(w.pool("A", 70, "Surplus"), w.pool("A", 70, "B")), map[string]any{"draft": true, "name": "Essai"}))
	require.Equal(t, []any{"DRAFT", "DRAFT"}, []any{waiting["status"], named["status"]})
	require.NotContains(t, named, "effectiveDate")
	require.Equal(t, first, w.last())
	require.Len(t, w.c.Get(w.versions()).List(), 1, "no version")
	require.Equal(t, before, string(w.c.Get(metrics).Body), "nothing is shared otherwise")

	path := w.drafts() + "/" + named["id"].(string)
	w.refused(path+"/publish", map[string]any{"reason": "vote"}, http.StatusBadRequest, "pool.nameTwice", "pools.1.name", "Plusieurs groupes ont le même nom")
	stale := w.c.Do(http.MethodPut, path, map[string]any{"pools": []any{w.pool("A", 70, "Surplus")}})
	require.Equal(t, http.StatusOK, stale.Status, "%s", stale.Body)
	w.c.Header.Set("If-Match", `"1"`)
	require.Equal(t, []any{http.StatusPreconditionFailed, "object.changed"}, func() []any {
		reply := w.c.Put(path, map[string]any{"name": "Encore"})
		return []any{reply.Status, reply.Key()}
	}())
	w.c.Header.Del("If-Match")
	set := w.c.Post(path+"/publish", map[string]any{"reason": "vote", "effectiveDate": "2026-09-01"})
	require.Equal(t, http.StatusCreated, set.Status, "%s", set.Body)
	require.Equal(t, []any{"IN_FORCE", "by_pool", 2.0}, []any{set.Map()["status"], set.Map()["type"], set.Map()["version"]})
	require.Equal(t, set.Map()["id"], w.last()["id"])
	require.Equal(t, http.StatusNotFound, w.c.Get(path).Status)
	require.NotEqual(t, before, string(w.c.Get(metrics).Body), "it is shared by the key from its day on")
}

// TestVersionsNeverChange: what was in force stays readable as it was, and a later day
// is scheduled.
func TestVersionsNeverChange(t *testing.T) {
	w := newKeyWorld(t)
	one := w.set(map[string]any{"type": "static", "params": []any{map[string]any{"consumerId": w.consumers[0], "value": 40}}})
	kept := "/energy-allocation/active-config-param?allocationAlgorithmId=" + one["id"].(string)
	asItWas := string(w.c.Get(kept).Body)
	param := w.c.Post("/energy-allocation/config-param?consumerId="+w.consumers[0], map[string]any{"allocationAlgorithmId": one["id"], "value": 41})
	require.Equal(t, http.StatusCreated, param.Status, "%s", param.Body)
	later := w.set(map[string]any{"type": "by_equality", "effectiveDate": "2027-01-01"})
	require.Equal(t, "SCHEDULED", later["status"])
	require.Equal(t, param.Map()["id"], w.last()["id"], "a future version is not in force")
	require.Equal(t, asItWas, string(w.c.Get(kept).Body))
	var states []any
	for _, c := range w.c.Get(w.versions()).List() {
		states = append(states, c["status"])
	}
	require.Equal(t, []any{"SCHEDULED", "IN_FORCE", "SUPERSEDED", "SUPERSEDED"}, states)
	w.refused("/energy-allocation/config-param?consumerId="+w.consumers[0], map[string]any{"allocationAlgorithmId": one["id"], "value": 42},
		http.StatusConflict, "key.notInForce", "allocationAlgorithmId", "La clé a changé entre-temps\u00a0: la version 3 est en vigueur. Rechargez la page.")
}

// TestNoKeyForInvoicedDays: neither a version, nor a draft that is published, nor
// seasons reach into a month of which a day is invoiced.
func TestNoKeyForInvoicedDays(t *testing.T) {
	w := newKeyWorld(t)
	w.operation = w.c.Operation("ACC00000002")
	var last string
	for _, invoice := range w.c.Get("/operations/" + w.operation + "/billing/invoices").List() {
		if end, _ := invoice["periodEnd"].(string); invoice["status"] == "FINALIZED" {
			last = max(last, end)
		}
	}
	require.NotEmpty(t, last, "the demo has issued invoices")
	draft := w.set(map[string]any{"type": "by_equality", "draft": true})
	first := nextMonth(t, last)
	text := "Des jours déjà facturés seraient modifiés\u00a0: choisissez une date à partir du " + first[8:] + "/" + first[5:7] + "/" + first[:4] + "."
	seasons := w.c.Get("/energy-allocation/seasonality?operationId=" + w.operation).Map()["proposed"]
	for path, body := range map[string]map[string]any{
		w.config(): {"type": "by_equality"},
		w.drafts() + "/" + draft["id"].(string) + "/publish":        {"reason": "vote"},
		"/energy-allocation/seasonality?operationId=" + w.operation: {"seasons": seasons},
	} {
		w.refused(path, with(body, map[string]any{"effectiveDate": last}), http.StatusConflict, "key.invoiced", "effectiveDate", text)
		w.refused(path, with(body, map[string]any{"effectiveDate": "0001-01-01"}), http.StatusBadRequest, "key.effectiveDate", "effectiveDate",
			"Choisissez une date entre le 01/07/2016 et le 31/12/2036.")
	}
	w.set(map[string]any{"type": "by_default", "effectiveDate": first})
}
