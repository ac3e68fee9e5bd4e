package apptest_test

import (
	"net/http"
	"strconv"

	"github.com/stretchr/testify/require"
)

// economy tells contracts of supply and keeps the regulated tariff.
func (v *tour) economy() {
	v.Helper()
	sites := v.consumers[v.enedis]
	path := "/participants/" + sites[0].id + "/economy/pmo-price-config"
	v.do(v.organizer, http.MethodPut, path, map[string]any{"consumerType": "individual", "contractType": "DOUBLE_PRICE", "peakMicroEuro": 206500, "offPeakMicroEuro": 157900,
		"peakHourStart": "06:30", "offPeakHourStart": "22:30", "isOnTRV": false})
	told := v.get(v.organizer, path).Map()
	v.has(told, "participantId", "consumerType", "contractType", "peakMicroEuro", "offPeakMicroEuro", "peakHourStart", "offPeakHourStart", "isOnTRV", "version", "updatedAt")
	require.Equal(v, []string{"economy.invalid", "economy.peakPrice"}, v.organizer.Put(path, map[string]any{"peakMicroEuro": nil}).Keys())
	v.billCheck(sites[0].id)
	v.supplierBill(sites[0].id)
	v.localValue(sites[0].id)
	v.differ(v.organizer, "/economy/pmo-price-configs", "participantsIds", sites[0].id, v.producers[v.enedis][0].id)
	grids := v.get(v.participant, "/trv-prices/last").List()
	require.Equal(v, []any{"individual", "2026-02-01"}, []any{grids[0]["consumerType"], grids[0]["startDate"]})
	v.adminList("/admin/trv-prices", `["source","ASC"]`, "contractType", "BASE")
	made := v.do(v.admin, http.MethodPost, "/admin/trv-prices", map[string]any{"consumerType": "individual", "contractType": "BASE", "startDate": "2027-02-01", "baseMicroEuro": 201000, "source": "CRE"}).Map()
	one := "/admin/trv-prices/" + made["id"].(string)
	v.do(v.admin, http.MethodPut, one, map[string]any{"baseMicroEuro": 202000, "fromKVA": 3})
	require.Equal(v, []any{202000.0, 3.0}, []any{v.get(v.admin, one).Map()["baseMicroEuro"], v.get(v.admin, one).Map()["fromKVA"]})
	require.Equal(v, http.StatusForbidden, v.organizer.Get(one).Status)
	v.emissionFactors()
}

// emissionFactors are dated data of the back-office: another factor of a month moves its CO2 figures, and no others.
func (v *tour) emissionFactors() {
	v.Helper()
	metrics := "/measurements/metrics/by-operation?operationId=" + v.enedis + "&nature=Autoconso&dateFrom=2026-09-01&dateTo=2026-09-30"
	co2 := func() any { return v.organizer.Get(metrics).Map()["co2Kg"] }
	before := co2()
	require.NotNil(v, before)
	v.adminList("/admin/emission-factors", `["source","ASC"]`, "country", "FR")
	made := v.do(v.admin, http.MethodPost, "/admin/emission-factors", map[string]any{"country": "FR", "startDate": "2026-10-01", "milligramsPerKilowattHour": 43_400, "source": "essai"}).Map()
	require.Equal(v, before, co2(), "of later months only")
	require.Equal(v, "emission.taken", v.admin.Post("/admin/emission-factors", map[string]any{"country": "FR", "startDate": "2026-10-01", "milligramsPerKilowattHour": 1, "source": "essai"}).Key())
	one := "/admin/emission-factors/" + made["id"].(string)
	v.do(v.admin, http.MethodPut, one, map[string]any{"startDate": "2026-09-01"})
	require.InDelta(v, 2*before.(float64), co2(), 1e-9*before.(float64))
	v.do(v.admin, http.MethodPut, one, map[string]any{"milligramsPerKilowattHour": 21_700})
	require.InDelta(v, before, co2(), 0)
	require.Equal(v, 3.0, v.get(v.admin, one).Map()["version"])
	require.Equal(v, http.StatusForbidden, v.organizer.Get(one).Status)
}

// billCheck compares bills of one site; each parameter matters.
func (v *tour) billCheck(siteID string) {
	v.Helper()
	path := "/participants/" + siteID + "/economy/pmo"
	base := path + "?startDate=2026-09-01&endDate=2026-09-30&consumerType=individual&contractType=BASE&baseMicroEuro=200000"
	e := v.get(v.organizer, base).Map()
	v.has(e, "startDate", "endDate", "consumerType", "contractType", "taxIncluded", "countedDays", "gaps", "provisional", "consumerAutoConsumptionMilliWh", "consumerSupplierConsumptionMilliWh",
		"slots", "trvStartDates", "withoutCents", "withCents", "localCents", "fixedCents", "economyCents", "economyRate")
	require.Equal(v, 30.0, e["countedDays"])
	require.Equal(v, e["economyCents"], e["withoutCents"].(float64)-e["withCents"].(float64))
	metrics := v.get(v.organizer, "/measurements/metrics/by-participant?participantId="+siteID+"&nature=Autoconso&dateFrom=2026-09-01&dateTo=2026-09-30")
	require.Contains(v, string(metrics.Body), strconv.FormatInt(int64(e["consumerAutoConsumptionMilliWh"].(float64)), 10), "local energy is what the dashboard says")
	short := path + "?consumerType=individual&contractType=BASE&baseMicroEuro=200000"
	v.differ(v.organizer, short+"&endDate=2026-09-30", "startDate", "2026-09-01", "2026-09-02")
	v.differ(v.organizer, short+"&startDate=2026-09-01", "endDate", "2026-09-29", "2026-09-30")
	v.differ(v.organizer, base, "TRV", "true", "false")
	days := path + "?startDate=2026-09-01&endDate=2026-09-30"
	v.differ(v.organizer, days+"&contractType=BASE&baseMicroEuro=200000", "consumerType", "individual", "professional")
	v.differ(v.organizer, days+"&consumerType=individual&contractType=BASE", "baseMicroEuro", "200000", "300000")
	two := days + "&consumerType=individual&contractType=DOUBLE_PRICE"
	hours := "&peakStart=06:30&offPeakStart=22:30"
	v.differ(v.organizer, two+hours+"&offPeakMicroEuro=1", "peakMicroEuro", "200000", "300000")
	v.differ(v.organizer, two+hours+"&peakMicroEuro=1", "offPeakMicroEuro", "200000", "300000")
	v.differ(v.organizer, two+"&peakMicroEuro=9&offPeakMicroEuro=100000&offPeakStart=22:30", "peakStart", "06:30", "12:00")
	v.differ(v.organizer, two+"&peakMicroEuro=9&offPeakMicroEuro=100000&peakStart=06:30", "offPeakStart", "22:30", "12:00")
	v.differ(v.organizer, days+"&consumerType=individual&baseMicroEuro=200000&peakMicroEuro=9&offPeakMicroEuro=100000"+hours, "contractType", "BASE", "DOUBLE_PRICE")
	four := path + "?startDate=2026-10-20&endDate=2026-11-05&consumerType=individual&contractType=QUADRUPLE_PRICE" + hours
	names := []string{"summerPeakMicroEuro", "summerOffPeakMicroEuro", "winterPeakMicroEuro", "winterOffPeakMicroEuro"}
	for _, name := range names {
		rest := four
		for _, other := range names {
			if other != name {
				rest += "&" + other + "=100000"
			}
		}
		v.differ(v.organizer, rest, name, "200000", "300000")
	}
	tariff := v.get(v.organizer, days+"&consumerType=individual&contractType=DOUBLE_PRICE&TRV=true"+hours).Map()
	require.Equal(v, []any{"2026-02-01"}, tariff["trvStartDates"])
	require.Equal(v, []string{"economy.invalid", "economy.peakPrice", "economy.offPeakPrice", "economy.peakHour", "economy.offPeakHour"}, v.organizer.Get(two).Keys())
	require.Contains(v, v.organizer.Get(path+"?startDate=2026-09-02&endDate=2026-09-01&consumerType=individual&contractType=BASE&TRV=true").Keys(), "range.reversed")
	require.Equal(v, http.StatusForbidden, v.observer.Get(base).Status)
}

// supplierBill compares the supplier's bill with what was measured; each parameter matters.
func (v *tour) supplierBill(siteID string) {
	v.Helper()
	path := "/participants/" + siteID + "/economy/supplier-bill"
	days := path + "?startDate=2026-09-01&endDate=2026-09-30"
	b := v.get(v.organizer, days).Map()
	v.has(b, "startDate", "endDate", "gaps", "provisional", "registers", "usedMilliWh", "sharedMilliWh", "expectedMilliWh", "toleranceMilliWh")
	require.Equal(v, 2.0, b["registers"], "of the contract that was told")
	used, expected := strconv.FormatInt(int64(b["usedMilliWh"].(float64)), 10), strconv.FormatInt(int64(b["expectedMilliWh"].(float64)), 10)
	metrics := v.get(v.organizer, "/measurements/metrics/by-participant?participantId="+siteID+"&nature=Conso&dateFrom=2026-09-01&dateTo=2026-09-30")
	require.Contains(v, string(metrics.Body), used, "what the dashboard says")
	v.differ(v.organizer, days, "billedMilliWh", used, expected)
	require.Equal(v, "DEDUCTED", v.get(v.organizer, days+"&billedMilliWh="+expected).Map()["verdict"])
	require.Equal(v, "NOT_DEDUCTED", v.get(v.organizer, days+"&billedMilliWh="+used).Map()["verdict"])
	v.differ(v.organizer, path+"?endDate=2026-09-30", "startDate", "2026-09-01", "2026-09-02")
	v.differ(v.organizer, path+"?startDate=2026-09-01", "endDate", "2026-09-29", "2026-09-30")
	require.Contains(v, v.organizer.Get(days+"&billedMilliWh=-1").Keys(), "economy.billed")
	require.Contains(v, v.organizer.Get(path+"?startDate=2026-09-02&endDate=2026-09-01").Keys(), "range.reversed")
	require.Equal(v, http.StatusForbidden, v.observer.Get(days).Status)
}

// localValue is what local energy comes to; of one site what its bill check says, on days that all count.
func (v *tour) localValue(siteID string) {
	v.Helper()
	one, all := "/participants/"+siteID+"/economy/local-value", "/operations/"+v.enedis+"/economy/local-value"
	days := "?dateFrom=2026-09-01&dateTo=2026-09-30"
	value := v.get(v.organizer, one+days).Map()
	v.has(value, "dateFrom", "dateTo", "taxIncluded", "pricedMilliWh", "localCents", "fixedCents", "lacks")
	check := v.get(v.organizer, "/participants/"+siteID+"/economy/pmo?startDate=2026-09-01&endDate=2026-09-30&consumerType=individual&contractType=BASE&baseMicroEuro=200000").Map()
	if value["taxIncluded"] == true {
		require.Equal(v, []any{check["localCents"], check["fixedCents"], check["consumerAutoConsumptionMilliWh"]}, []any{value["localCents"], value["fixedCents"], value["pricedMilliWh"]})
	}
	whole := v.get(v.organizer, all+days).Map()
	require.Equal(v, false, whole["taxIncluded"])
	require.Greater(v, whole["pricedMilliWh"], value["pricedMilliWh"])
	for _, path := range []string{one, all} {
		v.differ(v.organizer, path+"?dateTo=2026-09-30", "dateFrom", "2026-09-01", "2026-09-02")
		v.differ(v.organizer, path+"?dateFrom=2026-09-01", "dateTo", "2026-09-29", "2026-09-30")
		require.Contains(v, v.organizer.Get(path+"?dateFrom=2026-09-02&dateTo=2026-09-01").Keys(), "range.reversed")
		require.Contains(v, v.organizer.Get(path+"?dateFrom=2025-01-01&dateTo=2026-09-01").Keys(), "range.tooLong")
		require.Equal(v, http.StatusForbidden, v.observer.Get(path+days).Status)
	}
	require.Equal(v, http.StatusForbidden, v.participant.Get(all+days).Status)
}
