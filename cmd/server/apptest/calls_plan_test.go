package apptest_test

import (
	"net/http"
	"slices"

	"github.com/stretchr/testify/require"
)

// prices are tried over a month that is over, and changed from a day on, for one pair, which then
// goes back.
func (v *tour) prices() {
	v.Helper()
	base := "/operations/" + v.enedis + "/billing"
	charge := map[string]any{"code": "E", "name": "Énergie", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 150000}
	var plan map[string]any
	for _, p := range v.get(v.organizer, base+"/plans").List() {
		if p["name"] == "Plan solaire" {
			plan = p
		}
	}
	require.NotNil(v, plan)

	was := v.do(v.organizer, http.MethodPost, base+"/plans/preview", map[string]any{"planId": plan["id"], "monthFrom": "2026-10", "monthTo": "2026-10"}).Map()
	require.Equal(v, "SUBSCRIBERS", was["whose"])
	require.NotEmpty(v, was["clients"])
	dearer := v.do(v.organizer, http.MethodPost, base+"/plans/preview", map[string]any{"planId": plan["id"], "charges": []any{charge}, "monthFrom": "2026-09", "monthTo": "2026-10"}).Map()
	require.Greater(v, dearer["total"].(map[string]any)["energyMilliWh"], was["total"].(map[string]any)["energyMilliWh"])
	require.Equal(v, "plan.previewMonthAhead", v.organizer.Post(base+"/plans/preview", map[string]any{"planId": plan["id"], "monthFrom": "2026-10", "monthTo": "2026-12"}).Key())

	subscriptions := v.get(v.organizer, base+"/subscriptions").List()
	one := subscriptions[slices.IndexFunc(subscriptions, func(s map[string]any) bool {
		return s["plan"].(map[string]any)["id"] == plan["id"] && s["status"] == "ACTIVE" && s["endDate"] == nil && s["laterIds"] == nil
	})]
	asked := map[string]any{"startDate": "2027-01-01", "subscriptionIds": []any{one["id"]}, "newPlan": map[string]any{"name": "Plan 2027", "charges": []any{charge}}}
	changes := base + "/plans/" + plan["id"].(string) + "/price-changes"
	check := v.do(v.organizer, http.MethodPost, changes+"/check", asked).Map()
	require.Equal(v, 0.0, check["refusedNumber"])
	require.Len(v, check["subscriptions"], 1)
	require.NotEqual(v, check["before"], check["after"])
	made := v.do(v.organizer, http.MethodPost, changes, asked)
	require.Equal(v, http.StatusCreated, made.Status)
	began := made.Map()["subscriptions"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"2027-01-01", "Plan 2027"}, []any{began["startDate"], began["plan"].(map[string]any)["name"]})
	again := v.organizer.Post(changes, asked)
	require.Equal(v, "plan.nameTaken", again.Key())
	v.organizer.Delete(base + "/subscriptions/" + began["id"].(string))
	after := v.get(v.organizer, base+"/subscriptions").List()
	require.Contains(v, ids(after), one["id"])
	require.NotContains(v, ids(after), began["id"])
}
