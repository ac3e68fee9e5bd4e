package apptest_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"
)

// poolKeys is pools the way of specification section 7: the type first, then its
// pools, then one number of a pool.
func (v *tour) poolKeys() {
	v.Helper()
	asked := map[string]any{"type": "by_pool", "effectiveDate": "2026-11-20", "reason": "assemblée"}
	draft := v.created("/energy-allocation/config?operationId="+v.val, asked)
	require.Equal(v, []any{"DRAFT", "2026-11-20", "assemblée"}, []any{draft["status"], draft["effectiveDate"], draft["reason"]})
	last := v.get(v.organizer, "/energy-allocation/config/last?operationId="+v.val).Map()
	require.Equal(v, "IN_FORCE", last["status"])
	require.NotEqual(v, "by_pool", last["type"], "the former key stays in force until the pools are there")
	var everyone []any
	for _, p := range v.organizer.Get("/operations/" + v.val + "/participants").List() {
		if p["energyType"] == "consumer" || p["isProsumer"] == true {
			everyone = append(everyone, p["id"])
		}
	}
	pools := []any{
		map[string]any{"id": nil, "name": "Groupe 1", "percentageProduction": 60, "surplusDestinationPoolName": "Groupe 2", "algorithm": "by_priority",
			"withinPoolProductionParams": map[string]any{v.consumers[v.val][0].id: 1}},
		map[string]any{"id": nil, "name": "Groupe 2", "percentageProduction": 40, "surplusDestinationPoolName": "Surplus", "algorithm": "by_default", "consumersInPool": everyone},
	}
	base := "/energy-allocation/config-pools?allocationAlgorithmId="
	refused := v.organizer.Post(base+draft["id"].(string), map[string]any{"pools": pools[:1]})
	require.Contains(v, refused.Keys(), "pool.participantMissing")
	check := "/operations/" + v.val + "/energy-allocation/config/check"
	incomplete := v.organizer.Post(check, map[string]any{"type": "by_pool", "pools": pools[:1]})
	v.looked(http.MethodPost, check, incomplete)
	blocker := incomplete.Map()["blockers"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"pool.destination", 1.0, true}, []any{blocker["key"], blocker["pool"], blocker["ofDraft"]})
	whole := v.organizer.Post(check, map[string]any{"type": "by_pool", "pools": pools}).Map()
	require.Empty(v, whole["blockers"])
	require.Greater(v, len(whole["sites"].([]any)), len(everyone)/2, "those that take part, not those that have left")
	require.Equal(v, []any{"static", "by_default"}, whole["computedByOperator"])
	set := v.do(v.organizer, http.MethodPost, base+draft["id"].(string), map[string]any{"pools": pools}).Map()
	require.Equal(v, false, set["computedByOperator"])
	require.Equal(v, []any{"IN_FORCE", "2026-11-20", "assemblée"}, []any{set["status"], set["effectiveDate"], set["reason"]})
	require.Contains(v, v.organizer.Post(base+draft["id"].(string), map[string]any{"pools": pools}).Keys(), "key.notFound", "the draft became the version")
	v.mark(http.MethodPost, base, "allocationAlgorithmId")

	before := v.get(v.organizer, "/operations/"+v.val+"/energy-allocation/configs").List()[1]["id"].(string)
	_, active := v.differ(v.organizer, "/energy-allocation/active-config-pools", "allocationAlgorithmId", before, set["id"].(string))
	first := active.List()[0]
	require.Equal(v, []any{"Groupe 1", 60.0, 1.0, "Groupe 2", "by_priority"},
		[]any{first["name"], first["percentageProduction"], first["priority"], first["surplusDestinationPoolName"], first["algorithm"]})
	require.Equal(v, "Surplus", active.List()[1]["surplusDestinationPoolName"])

	joined := v.do(v.organizer, http.MethodPost, "/energy-allocation/config-param?consumerId="+v.consumers[v.val][1].id,
		map[string]any{"allocationPoolParametersId": first["id"], "value": 2}).Map()
	require.Len(v, joined["pools"].([]any)[0].(map[string]any)["consumersInPool"], 2)
}

// sharing is what a participant reads of the key: its own part in words, not the key.
func (v *tour) sharing() {
	v.Helper()
	site := v.consumers[v.enedis][0]
	mine := v.get(v.participant, "/participants/"+site.id+"/sharing").Map()
	v.has(mine, "participantId", "date", "type", "described", "effectiveDate", "receives", "sites", "parts", "sentences")
	require.Equal(v, []any{site.id, "2026-11-20", "by_weight", true}, []any{mine["participantId"], mine["date"], mine["type"], mine["receives"]})
	text := strings.Join(words(mine["sentences"]), "\n")
	require.Contains(v, text, "selon le nombre de parts de chaque site")
	require.Contains(v, text, fmt.Sprint("Parts de votre site\u00a0: ", mine["parts"]))
	for _, other := range v.consumers[v.enedis][1:] {
		require.NotContains(v, text, other.name)
		require.Equal(v, http.StatusNotFound, v.participant.Get("/participants/"+other.id+"/sharing").Status)
	}
	for _, path := range []string{"/energy-allocation/config/last?operationId=" + v.enedis, "/operations/" + v.enedis + "/energy-allocation/configs"} {
		require.Equal(v, http.StatusForbidden, v.participant.Get(path).Status, "the key with everybody's numbers")
	}
	v.participant.Header.Set("Accept-Language", "nl")
	dutch := v.get(v.participant, "/participants/"+site.id+"/sharing").Map()
	v.participant.Header.Del("Accept-Language")
	require.Contains(v, strings.Join(words(dutch["sentences"]), "\n"), "Aandelen van uw site: ")
	producer := v.get(v.organizer, "/participants/"+v.producers[v.enedis][0].id+"/sharing").Map()
	require.Equal(v, true, producer["gives"])
	require.NotContains(v, producer, "receives")
}

// keyDrafts is a key that is worked on and then put in force.
func (v *tour) keyDrafts() {
	v.Helper()
	base := "/operations/" + v.val + "/energy-allocation/drafts"
	body := map[string]any{"type": "by_weight", "draft": true, "name": "Essai", "params": []any{map[string]any{"consumerId": v.consumers[v.val][0].id, "value": 2}}}
	draft := v.created("/energy-allocation/config?operationId="+v.val, body)
	require.Equal(v, draft["id"], v.get(v.organizer, base).List()[0]["id"])
	path := base + "/" + draft["id"].(string)
	one := v.get(v.organizer, path)
	require.Equal(v, `"1"`, one.Header.Get("ETag"))
	changed := v.do(v.organizer, http.MethodPut, path, map[string]any{"name": "Deux parts"})
	require.Equal(v, []any{"Deux parts", `"2"`}, []any{changed.Map()["name"], changed.Header.Get("ETag")})
	set := v.do(v.organizer, http.MethodPost, path+"/publish", map[string]any{"reason": "vote"}).Map()
	require.Equal(v, []any{"IN_FORCE", "by_weight", "vote"}, []any{set["status"], set["type"], set["reason"]})

	second := v.created("/energy-allocation/config?operationId="+v.val, body)
	v.do(v.organizer, http.MethodDelete, base+"/"+second["id"].(string), nil)
	require.Empty(v, v.get(v.organizer, base).List())
}

// seasons is the year cut in two, each with a key.
func (v *tour) seasons() {
	v.Helper()
	base := "/energy-allocation/seasonality?operationId="
	proposed := v.get(v.organizer, base+v.val).Map()
	require.Empty(v, proposed["seasons"])
	require.Len(v, proposed["proposed"], 2)
	set := v.do(v.organizer, http.MethodPost, base+v.val, map[string]any{"seasons": proposed["proposed"], "reason": "hiver"}).Map()
	require.Len(v, set["seasons"], 2)
	v.differ(v.organizer, "/energy-allocation/seasonality", "operationId", v.val, v.lices)
	v.mark(http.MethodPost, base, "operationId")
	high := v.created("/energy-allocation/config?operationId="+v.val, map[string]any{"type": "by_equality", "season": "Saison haute"})
	after := v.get(v.organizer, base+v.val).Map()
	require.Equal(v, high["id"], after["seasons"].([]any)[0].(map[string]any)["configId"])
	refused := v.organizer.Post(base+v.val, map[string]any{"seasons": proposed["proposed"].([]any)[:1]})
	require.Contains(v, refused.Keys(), "season.wholeYear")
}
