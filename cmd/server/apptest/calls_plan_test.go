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

	// The same in the calls of the producer, of what it sells; it goes back too.
	changes = "/participants/" + one["producerId"].(string) + "/billing/plans/" + plan["id"].(string) + "/price-changes"
	asked["newPlan"] = map[string]any{"name": "Plan 2028", "charges": []any{charge}}
	require.Len(v, v.do(v.organizer, http.MethodPost, changes+"/check", asked).Map()["subscriptions"], 1)
	began = v.do(v.organizer, http.MethodPost, changes, asked).Map()["subscriptions"].([]any)[0].(map[string]any)
	require.Equal(v, "Plan 2028", began["plan"].(map[string]any)["name"])
	v.organizer.Delete(base + "/subscriptions/" + began["id"].(string))

	methods := v.get(v.organizer, base+"/payment-methods").List()
	require.Len(v, methods, 5)
	require.Equal(v, map[string]any{"method": "transfer", "missing": []any{}}, methods[0])
}

// usualPrices are set by the back-office from a day on, and told to those who make plans.
func (v *tour) usualPrices() {
	v.Helper()
	base := "/operations/" + v.enedis + "/billing"
	usual := v.get(v.organizer, base+"/usual-prices").Map()
	require.Equal(v, []any{50000.0, 200000.0}, []any{usual["lowMicroEuro"], usual["highMicroEuro"]})
	v.adminList("/admin/price-ranges", `["startDate","ASC"]`, "country", "BE")
	made := v.do(v.admin, http.MethodPost, "/admin/price-ranges", map[string]any{"country": "FR", "startDate": "2026-11-01", "lowMicroEuro": 60000, "highMicroEuro": 220000}).Map()
	require.Contains(v, v.admin.Post("/admin/price-ranges", map[string]any{"country": "FR", "startDate": "2026-11-01", "lowMicroEuro": 60000, "highMicroEuro": 220000}).Keys(), "priceRange.taken")
	one := "/admin/price-ranges/" + made["id"].(string)
	require.Equal(v, made, v.get(v.admin, one).Map())
	require.Equal(v, 230000.0, v.do(v.admin, http.MethodPut, one, map[string]any{"highMicroEuro": 230000}).Map()["highMicroEuro"])
	require.Equal(v, 230000.0, v.get(v.organizer, base+"/usual-prices").Map()["highMicroEuro"])
	v.do(v.admin, http.MethodPut, one, map[string]any{"lowMicroEuro": 50000, "highMicroEuro": 200000})
}

// review looks at the last run, exceptions first.
func (v *tour) review() {
	v.Helper()
	base := "/operations/" + v.enedis + "/billing/run/"
	run := v.get(v.organizer, base+"last").Map()
	path := base + run["id"].(string) + "/review"
	all := v.get(v.organizer, path).Map()
	require.NotEmpty(v, all["items"])
	kind := all["items"].([]any)[0].(map[string]any)["kind"].(string)
	other := map[string]string{"USUAL": "ZERO"}[kind]
	if other == "" {
		other = "USUAL"
	}
	v.differ(v.organizer, path, "kind", kind, other)
	require.Equal(v, all["counts"], v.get(v.organizer, query(path, "kind", kind)).Map()["counts"])
	require.Equal(v, "run.notFound", v.organizer.Get(base+nobodysID+"/review").Key())
}
