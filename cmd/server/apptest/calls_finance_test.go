package apptest_test

import (
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"
)

// finances reads what was spent and earned, to the cent of the invoices and of the bill check.
func (v *tour) finances() {
	v.Helper()
	base := "/operations/" + v.enedis + "/finance"
	v.spent(base)
	v.earned(base)
	v.assigned(base)
	days := base + "/monitoring?dateFrom=2026-08-01&dateTo=2026-09-30"
	over := v.get(v.organizer, days).Map()
	v.has(over, "dateFrom", "dateTo", "expenses", "incomes", "projection", "referenceFrom", "referenceTo")
	require.Len(v, over["expenses"], 2)
	ahead := over["projection"].([]any)
	require.Len(v, ahead, 36, "three years")
	measured := 0
	for n, row := range ahead {
		month := row.(map[string]any)
		require.Equal(v, month["month"].(string)[5:], month["referenceMonth"].(string)[5:], "the same month of the last year")
		if month["sharedMilliWh"] == nil {
			require.Positive(v, month["subscriptionsWithoutEnergy"], "what lacks is told")
			continue
		}
		measured++
		require.Equal(v, ahead[n%12].(map[string]any)["sharedMilliWh"], month["sharedMilliWh"])
	}
	require.Positive(v, measured)
	v.differ(v.organizer, days, "dateFrom", "2026-08-01", "2026-09-01")
	v.differ(v.organizer, days, "dateTo", "2026-09-30", "2026-08-31")
	for _, one := range []string{"/monitoring", "/income", "/expense"} {
		require.Contains(v, v.organizer.Get(base+one+"?dateFrom=2026-09-02&dateTo=2026-09-01").Keys(), "range.reversed")
		require.Contains(v, v.organizer.Get(base+one+"?dateFrom=2025-08-31&dateTo=2026-09-01").Keys(), "range.tooLong")
		require.Equal(v, http.StatusForbidden, v.observer.Get(base+one+"?dateFrom=2026-09-01&dateTo=2026-09-01").Status)
	}
	file := base + "/download?dateFrom=2026-08-01&dateTo=2026-09-30"
	v.differ(v.organizer, file, "statement", "EXPENSE", "INCOME")
	v.differ(v.organizer, file+"&statement=EXPENSE", "assumeTRV", "true", "false")
	v.differ(v.organizer, file+"&statement=INCOME", "dateFrom", "2026-08-01", "2026-09-01")
	v.differ(v.organizer, file+"&statement=INCOME", "dateTo", "2026-09-30", "2026-08-31")
	list, book := v.differ(v.organizer, file+"&statement=MONITORING", "format", "csv", "xlsx")
	require.Equal(v, 1+2+36, strings.Count(string(list.Body), "\r\n"), "words, months, months to come")
	require.Equal(v, "PK", string(book.Body[:2]))
	require.Contains(v, list.Header.Get("Content-Disposition"), "2026-08-01_2026-09-30.csv")
}

// ending sums issued invoices of the operation that hold, by the last day of their period.
func (v *tour) ending(from, to string) (net, gross float64) {
	v.Helper()
	for _, i := range v.get(v.organizer, "/operations/"+v.enedis+"/billing/invoices?status=FINALIZED&type=INVOICE").List() {
		if end := i["periodEnd"].(string); end >= from && end <= to {
			net, gross = net+i["netCents"].(float64), gross+i["amountCents"].(float64)
		}
	}
	return net, gross
}

func total(rows any, field string) (sum float64) {
	for _, row := range rows.([]any) {
		sum += row.(map[string]any)[field].(float64)
	}
	return sum
}

func (v *tour) spent(base string) {
	v.Helper()
	days := base + "/expense?dateFrom=2026-08-01&dateTo=2026-09-30"
	spent := v.get(v.organizer, days).Map()
	v.has(spent, "lines", "months", "assumedTRV")
	net, gross := v.ending("2026-08-01", "2026-09-30")
	require.Positive(v, gross)
	require.Equal(v, []any{net, gross, gross}, []any{total(spent["lines"], "invoicedNetCents"), total(spent["lines"], "invoicedCents"), total(spent["months"], "invoicedCents")})
	v.differ(v.organizer, days, "dateFrom", "2026-08-01", "2026-09-01")
	v.differ(v.organizer, days, "dateTo", "2026-09-30", "2026-08-31")
	without, with := v.differ(v.organizer, days, "assumeTRV", "false", "true")
	require.Contains(v, string(without.Body), "NO_CONTRACT")
	require.NotContains(v, string(with.Body), "NO_CONTRACT")
	require.Contains(v, string(with.Body), "REGULATED")

	// The supplier's part of a bill check is what the line says, whatever the hours.
	site := v.consumers[v.enedis][0].id
	check := v.get(v.organizer, "/participants/"+site+"/economy/pmo?startDate=2026-09-01&endDate=2026-09-30&consumerType=individual&contractType=DOUBLE_PRICE"+
		"&peakMicroEuro=206500&offPeakMicroEuro=157900&peakStart=06:30&offPeakStart=22:30").Map()
	v.organizer.Put("/participants/"+site+"/economy/pmo-price-config", map[string]any{"consumerType": "individual", "contractType": "DOUBLE_PRICE", "peakMicroEuro": 206500,
		"offPeakMicroEuro": 157900, "peakHourStart": "06:30", "offPeakHourStart": "22:30", "isOnTRV": false})
	found := false
	for _, row := range v.get(v.organizer, base+"/expense?dateFrom=2026-09-01&dateTo=2026-09-30").Map()["lines"].([]any) {
		line := row.(map[string]any)
		if line["participantId"] != site {
			continue
		}
		found = true
		require.Equal(v, []any{check["consumerSupplierConsumptionMilliWh"], "CONTRACT"}, []any{line["restMilliWh"], line["basis"]})
		require.InDelta(v, check["withCents"].(float64)-check["localCents"].(float64)-check["fixedCents"].(float64), line["restCents"], 1, "both round once")
	}
	require.True(v, found)
}

func (v *tour) earned(base string) {
	v.Helper()
	days := base + "/income?dateFrom=2026-08-01&dateTo=2026-09-30"
	producer := v.producers[v.enedis][0]
	prices := base + "/surplus-prices"
	told := v.created(prices, map[string]any{"participantId": producer.id, "startDate": "2026-09-01", "priceMicroEuro": 95000})
	v.has(told, "id", "participantId", "participantName", "startDate", "priceMicroEuro")
	again := v.organizer.Post(prices, map[string]any{"participantId": producer.id, "startDate": "2026-09-01", "priceMicroEuro": 96000})
	require.Equal(v, []any{http.StatusConflict, "finance.priceTaken"}, []any{again.Status, again.Key()})
	require.Equal(v, []string{"finance.invalid", "finance.price", "finance.firstOfMonth"}, v.organizer.Post(prices, map[string]any{"participantId": producer.id, "startDate": "2026-09-02", "priceMicroEuro": 0}).Keys())
	require.Len(v, v.get(v.organizer, prices).List(), 1)
	earned := v.get(v.organizer, days).Map()
	net, gross := v.ending("2026-08-01", "2026-09-30")
	require.Equal(v, []any{net, gross}, []any{total(earned["lines"], "invoicedNetCents"), total(earned["months"], "invoicedCents")})
	for _, row := range earned["lines"].([]any) {
		line := row.(map[string]any)
		if line["participantId"] == producer.id {
			v.has(line, "producedMilliWh", "sharedMilliWh", "restMilliWh", "restCents", "lacks")
			require.InDelta(v, line["pricedMilliWh"].(float64)*95000/1e10, line["restCents"], 0.51, "September only")
		}
	}
	v.differ(v.organizer, days, "dateFrom", "2026-08-01", "2026-09-01")
	v.differ(v.organizer, days, "dateTo", "2026-09-30", "2026-08-31")
	v.do(v.organizer, http.MethodDelete, prices+"/"+told["id"].(string), nil)
	require.Empty(v, v.get(v.organizer, prices).List())
}

func (v *tour) assigned(base string) {
	v.Helper()
	path := base + "/affectations"
	days := path + "?dateFrom=2026-08-01&dateTo=2026-09-30"
	made := v.created(path, map[string]any{"kind": "EXPENSE", "heading": "INSURANCE", "label": "Toiture", "date": "2026-09-15", "amountCents": 12000, "participantId": v.consumers[v.enedis][0].id})
	v.has(made, "id", "kind", "heading", "label", "date", "amountCents", "participantId", "participantName", "version")
	require.Equal(v, []string{"finance.invalid", "finance.amount", "field.required"}, v.organizer.Post(path, map[string]any{"kind": "INCOME", "heading": "OTHER", "date": "2026-09-15", "amountCents": 0}).Keys())
	require.Equal(v, []string{"finance.invalid", "finance.side"}, v.organizer.Post(path, map[string]any{"kind": "INCOME", "heading": "SUBSIDY", "date": "2026-09-15", "amountCents": 1, "participantId": v.consumers[v.enedis][0].id}).Keys())
	v.differ(v.organizer, days, "dateFrom", "2026-09-15", "2026-09-16")
	v.differ(v.organizer, days, "dateTo", "2026-09-15", "2026-09-14")
	one := path + "/" + made["id"].(string)
	require.Equal(v, made, v.get(v.organizer, one).Map())
	changed := v.do(v.organizer, http.MethodPut, one, map[string]any{"amountCents": 13000, "participantId": nil, "kind": "INCOME", "heading": "SUBSIDY", "label": "Région", "date": "2026-09-16"}).Map()
	require.Equal(v, []any{13000.0, nil, "INCOME", "SUBSIDY", "Région", "2026-09-16", 2.0},
		[]any{changed["amountCents"], changed["participantId"], changed["kind"], changed["heading"], changed["label"], changed["date"], changed["version"]})
	earned := v.get(v.organizer, base+"/income?dateFrom=2026-09-01&dateTo=2026-09-30").Map()
	require.Equal(v, []any{map[string]any{"kind": "INCOME", "heading": "SUBSIDY", "amountCents": 13000.0}}, earned["headings"])
	v.do(v.organizer, http.MethodDelete, one, nil)
	require.Empty(v, v.get(v.organizer, days).List())
}
