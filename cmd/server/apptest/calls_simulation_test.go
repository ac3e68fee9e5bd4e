package apptest_test

import (
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"
)

// whatIf tries another key over a stored month, and asks how one step was shared.
func (v *tour) whatIf() {
	v.Helper()
	base := "/operations/" + v.lices + "/energy-allocation"
	days := map[string]any{"dateFrom": "2026-10-01", "dateTo": "2026-10-31"}
	reply := v.organizer.Post(base+"/simulations", with(days, map[string]any{"type": "by_equality"}))
	v.looked(http.MethodPost, base+"/simulations", reply)
	result := reply.Map()
	require.Equal(v, []any{2980.0, 0.0}, []any{result["steps"], result["missingDays"]})
	sum := func(field string) (total float64) {
		for _, p := range result["participants"].([]any) {
			total += p.(map[string]any)[field].(float64)
		}
		return total
	}
	for _, side := range []string{"inForce", "simulated"} {
		require.InDelta(v, result[side].(map[string]any)["sharedMilliWh"], sum(side+"MilliWh"), 0, side)
	}
	require.NotZero(v, result["participants"].([]any)[0].(map[string]any)["differenceMilliWh"])
	// In money: of each consumer its gain or why it is not known, and their sum.
	v.has(result, "gainCents", "pricedParticipants")
	known, priced := 0.0, 0.0
	for _, one := range result["participants"].([]any) {
		p := one.(map[string]any)
		gain, is := p["gainCents"].(float64)
		require.NotEqual(v, is, p["gainLack"] != nil, "either the gain or why not")
		if is {
			known, priced = known+gain, priced+1
		}
	}
	require.Equal(v, []any{known, priced}, []any{result["gainCents"], result["pricedParticipants"]})
	require.NotContains(v, v.observer.Post("/operations/"+v.enedis+"/energy-allocation/simulations", with(days, map[string]any{"type": "by_equality"})).Map(), "gainCents", "who learns of no money")
	// What is in force is what the operator published, for FAKE shares by this very key.
	metrics := v.get(v.organizer, "/measurements/metrics/by-operation?operationId="+v.lices+"&dateFrom=2026-10-01&dateTo=2026-10-31").Map()
	require.InDelta(v, metrics["autoConsumption"].(map[string]any)["energyMilliWh"], result["inForce"].(map[string]any)["sharedMilliWh"], 0)
	refused := v.organizer.Post(base+"/simulations", with(days, map[string]any{"type": "by_weight"}))
	require.Contains(v, refused.Keys(), "key.parametersRequired")

	at := base + "/explanation?at=2026-10-15T13:00:00%2B02:00"
	all, _ := v.differ(v.organizer, at, "at", "2026-10-15T13:00:00+02:00", "2026-10-15T13:15:00+02:00")
	require.Equal(v, "by_default", all.Map()["type"])
	one, _ := v.differ(v.organizer, at, "participantId", v.consumers[v.lices][0].id, "")
	text := strings.Join(words(one.Map()["sentences"]), "\n")
	require.Contains(v, text, "De 13:00 à 13:15, les producteurs ont injecté")
	require.Contains(v, text, v.consumers[v.lices][0].name)
	draft := v.created("/energy-allocation/config?operationId="+v.lices, map[string]any{"type": "by_equality", "draft": true, "name": "égalité"})
	other, _ := v.differ(v.organizer, at, "configId", draft["id"].(string), "")
	require.Equal(v, "by_equality", other.Map()["type"])
}

func words(list any) (out []string) {
	for _, each := range list.([]any) {
		out = append(out, each.(string))
	}
	return out
}
