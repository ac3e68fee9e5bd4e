package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

const october = "dateFrom=2026-10-01&dateTo=2026-10-31"

// curves is what is read of measurements (specification 7, measurements).
func (v *tour) curves() {
	v.Helper()
	consumer, producer := v.consumers[v.enedis][0].id, v.producers[v.enedis][0].id
	for _, path := range []string{"/operations/" + v.enedis, "/participants/" + consumer} {
		ranges := v.get(v.organizer, path+"/measurements/date-ranges").Map()
		require.Equal(v, []any{map[string]any{"from": "2026-07-01", "to": "2026-11-19"}}, ranges["uploadedData"])
		require.Equal(v, []any{map[string]any{"from": "2026-11-10", "to": "2026-11-19"}}, ranges["nonDefinitiveDataRange"])
	}
	v.loadCurves("/measurements/load-curve/by-operation/"+v.enedis, "Global")
	path := "/measurements/load-curve/by-participant/" + consumer
	v.loadCurves(path, "Consommateur")
	v.sides(path+"?"+october, producer)
	received := v.get(v.organizer, path+"?nature=Autoconso&"+october).Map()["series"].([]any)[0].(map[string]any)["values"]
	seen := v.get(v.organizer, path+"?nature=Autoconso&producerId="+producer+"&"+october).Map()
	require.Equal(v, received, seen["received"].(map[string]any)["values"], "from all producers, beside what came from one")

	v.totals("/measurements/metrics/by-operation?operationId="+v.enedis, "operationId", v.lices, true)
	v.totals("/measurements/metrics/by-participant?participantId="+consumer, "participantId", v.consumers[v.enedis][1].id, true)
	v.oneProducer("/measurements/metrics/by-participant?participantId="+consumer+"&"+october, producer)
	v.differ(v.organizer, "/measurements/metrics/by-participant?participantId="+consumer+"&"+october, "scope", "Global", "Producteur")
	v.prosumer()
	v.totals("/operations/"+v.enedis+"/measurements/metrics?scope=Global", "", "", false)
	v.differ(v.organizer, "/operations/"+v.enedis+"/measurements/metrics?"+october, "scope", "Consommateur", "Producteur")
	v.totals("/participants/"+consumer+"/measurements/metrics", "", "", false)
	v.sides("/participants/"+consumer+"/measurements/metrics?"+october, producer)
	v.oneProducer("/participants/"+consumer+"/measurements/metrics?"+october, producer)
	v.groups()
	v.distribution()
	v.unchanged("/measurements/load-curve/by-operation/" + v.enedis + "?" + october)
}

// loadCurves reads one day of curves, which has 96 quarters, and 100 in autumn.
func (v *tour) loadCurves(path, scope string) {
	v.Helper()
	day := path + "?nature=Conso,Autoconso&dateFrom=2026-10-25&dateTo=2026-10-25&resolution=raw"
	curve := v.get(v.organizer, day).Map()
	require.Equal(v, []any{"mWh", "Europe/Paris", "2026-10-25T00:00:00+02:00"}, []any{curve["unit"], curve["timezone"], curve["start"]})
	series := curve["series"].([]any)
	require.Len(v, series, 2)
	steps := map[string]int{"PT15M": 100, "PT30M": 50, "PT1H": 25}[curve["step"].(string)]
	for i, nature := range []string{"Conso", "Autoconso"} {
		one := series[i].(map[string]any)
		require.Equal(v, nature, one["nature"])
		require.Equal(v, scope, one["scope"])
		require.Len(v, one["values"], steps, "%s steps of %v", curve["step"], curve["start"])
	}
	v.differ(v.organizer, day, "nature", "Conso", "Autoconso")
	v.differ(v.organizer, query(day, "dateTo", "2026-10-26"), "dateFrom", "2026-10-25", "2026-10-26")
	v.differ(v.organizer, day, "dateTo", "2026-10-25", "2026-10-26")
	_, daily := v.differ(v.organizer, day, "resolution", "hour", "day")
	require.Equal(v, "P1D", daily.Map()["step"])
	_, beside := v.differ(v.organizer, day, "compare", "", "previous")
	v.sameDays(beside.Map(), "consumption")
	v.differ(v.organizer, day, "compare", "previous", "yearBefore")
}

// sameDays: what stands beside an earlier period does so on as many days of both.
func (v *tour) sameDays(of map[string]any, names ...string) {
	v.Helper()
	beside := of["compared"].(map[string]any)
	for _, name := range names {
		one := beside[name].(map[string]any)
		require.Equal(v, beside["periodDays"], one["days"], name)
		v.has(one, "energyMilliWh", "beforeMilliWh")
	}
}

// sides asks for the other side of a site, and for one of its producers.
func (v *tour) sides(path, producer string) {
	v.Helper()
	v.differ(v.organizer, path, "scope", "Consommateur", "Producteur")
	v.differ(v.organizer, path, "producerId", "", producer)
}

// prosumer reads both sides of a site that consumes and produces, one by one and together.
func (v *tour) prosumer() {
	v.Helper()
	c := v.server.As("organizer-be@demo.pmo")
	brussels := c.Operation("BE00000001")
	o := v.get(c, "/operations/"+brussels).Map()
	sites := v.get(c, "/operations/"+brussels+"/participants").List()
	sides := map[string]map[string]bool{}
	for _, side := range []string{"consumers", "producers"} {
		sides[side] = map[string]bool{}
		for _, one := range o[side].([]any) {
			sides[side][one.(map[string]any)["id"].(string)] = true
		}
		require.Len(v, sides[side], int(o[side+"Number"].(float64)), "no site twice in a list")
		require.Len(v, v.get(c, "/operations/"+brussels+"/participants?group="+side).List(), len(sides[side]))
	}
	require.EqualValues(v, len(sites), o["sitesNumber"])
	require.Greater(v, len(sides["consumers"])+len(sides["producers"]), len(sites))
	both := ""
	for _, site := range sites {
		at := site["id"].(string)
		require.Equal(v, site["isProsumer"], sides["consumers"][at] && sides["producers"][at], site["name"])
		if site["isProsumer"] == true {
			both = at
		}
	}
	require.NotEqual(v, both, o["activeProducerId"], "a consumer first")

	curve := "/measurements/load-curve/by-participant/" + both + "?resolution=month&" + october
	natures := func(scope string) (out []any) {
		for _, one := range v.get(c, query(curve, "scope", scope)).Map()["series"].([]any) {
			out = append(out, one.(map[string]any)["nature"])
		}
		return out
	}
	require.Equal(v, []any{"Conso", "Autoconso"}, natures(""))
	require.Equal(v, []any{"Prod", "Autoconso", "Surplus"}, natures("Producteur"))
	require.Equal(v, []any{"Conso", "Prod", "Autoconso", "Surplus"}, natures("Global"))
	for _, call := range []string{"heat-map", "hour-profile", "load-curve/download"} {
		path := "/operations/" + brussels + "/measurements/" + call + "?nature=Autoconso&participantId=" + both + "&" + october
		v.differ(c, path, "scope", "Consommateur", "Producteur")
		require.Contains(v, c.Get(query(path, "scope", "Toit")).Keys(), "request.invalid")
	}
	require.Contains(v, c.Get(query(curve, "scope", "Toit")).Keys(), "request.invalid")
	made := v.get(c, "/operations/"+brussels+"/measurements/load-curve/download?nature=Prod,Surplus&resolution=day&participantId="+both+"&"+october)
	require.NotContains(v, string(made.Body), "Manquant", "each nature on the side that has it")
}

// totals reads the metrics of October; they add up.
func (v *tour) totals(path, of, other string, natures bool) {
	v.Helper()
	join := map[bool]string{true: "&", false: "?"}[of != "" || path == "/operations/"+v.enedis+"/measurements/metrics?scope=Global"]
	path += join + october
	m := v.get(v.organizer, path).Map()
	energy := func(name string) float64 {
		v.has(m[name].(map[string]any), "energyMilliWh", "power", "time")
		return m[name].(map[string]any)["energyMilliWh"].(float64)
	}
	require.Equal(v, []any{"2026-10-01", "2026-10-31"}, []any{m["dateFrom"], m["dateTo"]})
	require.Greater(v, energy("consumption"), energy("autoConsumption"))
	require.Equal(v, energy("consumption")-energy("autoConsumption"), m["complementMilliWh"])
	require.InDelta(v, energy("autoConsumption")/energy("consumption"), m["selfProductionRate"], 1e-9)
	require.Contains(v, m, "co2Kg", "the operation has GES_KPI")
	if m["production"] != nil {
		require.Equal(v, energy("production"), energy("autoConsumption")+energy("surplus"))
	}
	v.sameDays(m["previous"].(map[string]any), "consumption", "autoConsumption")
	beside := m["previous"].(map[string]any)["compared"].(map[string]any)["consumption"].(map[string]any)
	require.Equal(v, []any{31.0, energy("consumption")}, []any{beside["days"], beside["energyMilliWh"]}, "nothing is missing")
	v.differ(v.organizer, path, "dateFrom", "2026-10-01", "2026-10-02")
	v.differ(v.organizer, path, "dateTo", "2026-10-31", "2026-10-30")
	if natures {
		one, _ := v.differ(v.organizer, path, "nature", "Conso", "Autoconso")
		require.NotContains(v, one.Map(), "autoConsumption")
	}
	if of != "" {
		v.differ(v.organizer, path, of, query0(path, of), other)
	}
}

// oneProducer splits what a consumer received by who gave it.
func (v *tour) oneProducer(path, producer string) {
	v.Helper()
	all, part := v.differ(v.organizer, path, "producerId", "", producer)
	of := func(r apptest.Reply) float64 {
		return r.Map()["autoConsumption"].(map[string]any)["energyMilliWh"].(float64)
	}
	require.Less(v, of(part), of(all))
	require.Positive(v, of(part))
	require.Equal(v, of(all), part.Map()["receivedMilliWh"], "from all of them")
	for _, name := range []string{"complementMilliWh", "selfProductionRate", "missingDays"} {
		require.Equal(v, all.Map()[name], part.Map()[name], "%s is the site's own", name)
	}
}

func (v *tour) groups() {
	v.Helper()
	path := "/measurements/metrics/by-operation/group?group=consumers&operationId=" + v.enedis + "&" + october
	rows := v.get(v.organizer, path).List()
	require.Len(v, rows, len(v.consumers[v.enedis]))
	for _, row := range rows {
		v.has(row, "name", "participantId", "metrics")
	}
	v.differ(v.organizer, path, "operationId", v.enedis, v.lices)
	_, producers := v.differ(v.organizer, path, "group", "consumers", "producers")
	require.Len(v, producers.List(), len(v.producers[v.enedis]))
	require.Empty(v, v.get(v.organizer, query(path, "group", "observers")).List(), "observers have no site")
	v.differ(v.organizer, path, "nature", "Conso", "Autoconso")
	v.differ(v.organizer, path, "dateFrom", "2026-10-01", "2026-10-02")
	v.differ(v.organizer, path, "dateTo", "2026-10-31", "2026-10-30")
	own := v.get(v.participant, path).List()
	require.Len(v, own, 2, "a participant sees itself and the others as one")
}

func (v *tour) distribution() {
	v.Helper()
	path := "/operations/" + v.enedis + "/distribution?" + october
	whole := v.get(v.organizer, path).Map()
	var shared, given, flows, percentage float64
	for _, c := range whole["consumers"].([]any) {
		shared += c.(map[string]any)["sharedMilliWh"].(float64)
		percentage += c.(map[string]any)["percentage"].(float64)
	}
	for _, p := range whole["producers"].([]any) {
		given += p.(map[string]any)["sharedMilliWh"].(float64)
	}
	require.Empty(v, whole["flows"], "flows come with top")
	for _, f := range v.get(v.organizer, path+"&top=1000").Map()["flows"].([]any) {
		flows += f.(map[string]any)["sharedMilliWh"].(float64)
	}
	require.Equal(v, []float64{shared, shared}, []float64{given, flows}, "received, given and flowed")
	require.InDelta(v, 100, percentage, 1e-9)
	require.Zero(v, whole["missingDays"])
	v.differ(v.organizer, path, "dateFrom", "2026-10-01", "2026-10-02")
	v.differ(v.organizer, path, "dateTo", "2026-10-31", "2026-10-30")
	_, two := v.differ(v.organizer, path, "top", "", "2")
	require.Len(v, two.Map()["consumers"], 3, "two and the rest as one")
	for _, c := range two.Map()["consumers"].([]any) {
		line, sum := c.(map[string]any), 0.0
		best := line["bestProducers"].([]any)
		require.Len(v, best, len(v.producers[v.enedis]), "of three, as many as there are")
		for _, b := range best {
			v.has(b.(map[string]any), "producerId", "name", "sharedMilliWh")
			sum += b.(map[string]any)["sharedMilliWh"].(float64)
		}
		require.Equal(v, line["sharedMilliWh"], sum)
	}
	require.NotContains(v, string(v.get(v.participant, path+"&top=2").Body), "bestProducers", "a participant sees nobody's name")
}

// unchanged asks again with the ETag.
func (v *tour) unchanged(path string) {
	v.Helper()
	tag := v.get(v.organizer, path).Header.Get("ETag")
	require.NotEmpty(v, tag)
	v.organizer.Header.Set("If-None-Match", tag)
	defer v.organizer.Header.Del("If-None-Match")
	require.Equal(v, http.StatusNotModified, v.organizer.Get(path).Status)
}
