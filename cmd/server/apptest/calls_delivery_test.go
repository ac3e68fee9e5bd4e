package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"
)

// delivered sends issued invoices: on paper, as nobody of the demo's clients has an address, again by the
// portal of public bodies, which is marked by hand; a sample goes to oneself.
func (v *tour) delivered() {
	v.Helper()
	base := v.families()[0]
	list, ways := base+"/invoices", base+"/deliveries"
	for _, family := range v.families() {
		v.differ(v.organizer, family+"/invoices", "delivery", "NONE", "SENT")
	}
	open := v.get(v.organizer, query(list, "delivery", "NONE", "type", "INVOICE")).List()
	require.NotEmpty(v, open)
	one := open[0]["id"].(string)
	draft := v.get(v.organizer, query(list, "status", "DRAFT")).List()[0]["id"].(string)
	before := v.get(v.organizer, list+"/totals").Map()["toDeliver"].(map[string]any)["number"].(float64)

	results := v.do(v.organizer, http.MethodPost, ways, map[string]any{"ids": []any{one, draft}, "channel": "PRINT"}).Map()["results"].([]any)
	require.Equal(v, map[string]any{"id": one, "status": "SUCCESS"}, results[0])
	require.Equal(v, "invoice.noDocument", results[1].(map[string]any)["problem"].(map[string]any)["key"])
	again := v.organizer.Post(ways, map[string]any{"ids": []any{one}}).Map()["results"].([]any)[0].(map[string]any)
	require.Equal(v, "delivery.alreadyDelivered", again["problem"].(map[string]any)["key"])
	way := v.get(v.organizer, ways+"?invoiceId="+one).List()[0]
	v.has(way, "id", "invoiceId", "channel", "state", "current", "startedAt", "startedByName", "at", "attempts")
	require.Equal(v, []any{"PRINT", "WAITING", true}, []any{way["channel"], way["state"], way["current"]})
	require.Equal(v, "invoice.notFound", v.organizer.Get(ways+"?invoiceId="+nobodysID).Key())
	v.mark(http.MethodGet, ways, "invoiceId")
	require.Equal(v, before, v.get(v.organizer, list+"/totals").Map()["toDeliver"].(map[string]any)["number"], "paper waits for hands")

	paper := v.do(v.organizer, http.MethodPost, ways+"/print", map[string]any{"ids": []any{one}})
	require.Equal(v, "%PDF-", string(paper.Body[:5]))
	shown := v.get(v.organizer, list+"/"+one).Map()["delivery"].(map[string]any)
	require.Equal(v, []any{"PRINTED", "PRINT"}, []any{shown["state"], shown["channel"]})
	require.Equal(v, before-1, v.get(v.organizer, list+"/totals").Map()["toDeliver"].(map[string]any)["number"])

	portal := v.do(v.organizer, http.MethodPost, ways+"/repeat", map[string]any{"invoiceId": one, "channel": "PUBLIC_PORTAL"}).Map()
	require.Equal(v, []any{"PUBLIC_PORTAL", "WAITING"}, []any{portal["channel"], portal["state"]})
	require.Equal(v, "delivery.invalid", v.organizer.Post(ways+"/print", map[string]any{"ids": []any{one}}).Key())
	marked := v.do(v.organizer, http.MethodPost, ways+"/mark", map[string]any{"ids": []any{one}, "reference": "CPP-1"}).Map()["results"].([]any)
	require.Equal(v, []any{map[string]any{"id": one, "status": "SUCCESS"}}, marked)
	way = v.get(v.organizer, ways+"?invoiceId="+one).List()[0]
	require.Equal(v, []any{"TRANSMITTED", "CPP-1", "2026-11-20"}, []any{way["state"], way["reference"], way["day"]})

	require.Equal(v, "organizer@demo.pmo", v.do(v.organizer, http.MethodPost, ways+"/send-sample", map[string]any{"invoiceId": one}).Map()["address"])
	settings := base + "/delivery-settings"
	require.Equal(v, map[string]any{"automatic": false}, v.get(v.organizer, settings).Map())
	for _, automatic := range []bool{true, false} {
		require.Equal(v, map[string]any{"automatic": automatic}, v.do(v.organizer, http.MethodPut, settings, map[string]any{"automatic": automatic}).Map())
	}
}
