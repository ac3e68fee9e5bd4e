package apptest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
)

// monitoring is what is drawn and checked beside curves: qualities, heat map, profile,
// files, readings and the health of data.
func (v *tour) monitoring() {
	v.Helper()
	operation, consumer := "/operations/"+v.enedis, v.consumers[v.enedis][0]
	for _, path := range []string{"/measurements/load-curve/by-operation/" + v.enedis, "/measurements/load-curve/by-participant/" + consumer.id} {
		v.qualities(path + "?nature=Conso,Autoconso&dateFrom=2026-11-08&dateTo=2026-11-11&resolution=")
	}
	v.hours(operation)
	v.yearAndACI()
	v.curveFile(operation)
	v.readings(operation, consumer)
	v.health(operation, consumer)
	v.balance(consumer)
}

// balance is the month that comes first on a participant's screen; it adds up as it is printed.
func (v *tour) balance(consumer site) {
	v.Helper()
	path := "/participants/" + consumer.id + "/measurements/balance"
	v.differ(v.organizer, path, "month", "2026-10", "2026-09")
	b := v.get(v.organizer, path+"?month=2026-10").Map()
	require.Len(v, b["year"], 12)
	used := b["used"].(map[string]any)
	unknown, _ := used["unknownMilliWh"].(float64)
	require.Equal(v, used["wholeMilliWh"], used["sharedMilliWh"].(float64)+used["gridMilliWh"].(float64)+unknown)
	metrics := v.get(v.organizer, "/participants/"+consumer.id+"/measurements/metrics?"+october).Map()
	require.Equal(v, metrics["selfProductionRate"], used["rate"])
	require.InDelta(v, metrics["consumption"].(map[string]any)["energyMilliWh"], used["wholeMilliWh"], used["grainMilliWh"].(float64)/2)
	require.Contains(v, v.organizer.Get(path+"?month=1990-01").Keys(), "notFound")
	require.Contains(v, v.participant.Get("/participants/"+v.consumers[v.enedis][1].id+"/measurements/balance").Keys(), "notFound")
	v.unchanged(path + "?month=2026-10")
}

// qualities tells what each value is worth: the demo's last ten days are provisional.
func (v *tour) qualities(path string) {
	v.Helper()
	for resolution, perDay := range map[string]float64{"raw": 96, "hour": 24, "day": 1} {
		_, with := v.differ(v.organizer, path+resolution, "quality", "", "true")
		for _, s := range with.Map()["series"].([]any) {
			require.Equal(v, []any{map[string]any{"from": 0.0, "count": 2 * perDay, "quality": "definitive"},
				map[string]any{"from": 2 * perDay, "count": 2 * perDay, "quality": "provisional"}}, s.(map[string]any)["qualities"], "%s %s %v", resolution, path, s.(map[string]any)["nature"])
		}
	}
	_, ours := v.differ(v.organizer, path+"day", "origin", "dso", "expected")
	for _, s := range ours.Map()["series"].([]any) {
		require.Equal(v, "expected", s.(map[string]any)["origin"])
	}
}

// hours are drawn by hour of the wall clock.
func (v *tour) hours(operation string) {
	v.Helper()
	one := v.consumers[v.enedis][0].id
	autumn := operation + "/measurements/heat-map?nature=Conso&dateFrom=2026-10-24&dateTo=2026-10-26"
	m := v.get(v.organizer, autumn).Map()
	days := m["days"].([]any)
	require.Len(v, days, 3)
	highest := 0.0
	for i, day := range days {
		row := day.(map[string]any)
		require.Equal(v, "2026-10-"+[]string{"24", "25", "26"}[i], row["date"])
		require.Len(v, row["values"], 24)
		for _, value := range row["values"].([]any) {
			highest = max(highest, value.(float64))
		}
	}
	require.Equal(v, highest, m["maxMilliWh"])
	curve := v.get(v.organizer, "/measurements/load-curve/by-operation/"+v.enedis+"?nature=Conso&dateFrom=2026-10-25&dateTo=2026-10-25&resolution=hour").Map()
	hours := curve["series"].([]any)[0].(map[string]any)["values"].([]any)
	require.Len(v, hours, 25)
	sunday := days[1].(map[string]any)["values"].([]any)
	require.InDelta(v, hours[2].(float64)+hours[3].(float64), sunday[2], 0.5, "the doubled hour is the sum of both")
	require.Equal(v, hours[24], sunday[23])

	for _, call := range []string{"heat-map", "hour-profile"} {
		path := operation + "/measurements/" + call + "?nature=Conso&" + october
		v.differ(v.organizer, path, "nature", "Conso", "Prod")
		v.differ(v.organizer, path, "participantId", "", one)
		v.differ(v.organizer, path, "dateFrom", "2026-10-01", "2026-10-02")
		v.differ(v.organizer, path, "dateTo", "2026-10-31", "2026-10-30")
		require.Contains(v, v.organizer.Get(query(path, "nature", "ProdExt")).Keys(), "featureNotAvailable")
		require.Contains(v, v.organizer.Get(query(path, "participantId", v.consumers[v.lices][0].id)).Keys(), "notFound", "a site of another operation")
		require.Contains(v, v.participant.Get(query(path, "participantId", v.consumers[v.enedis][1].id)).Keys(), "notFound")
		v.unchanged(path)
	}
	profile := v.get(v.organizer, operation+"/measurements/hour-profile?nature=Prod&"+october).Map()
	require.Equal(v, []any{60.0, 31.0}, []any{profile["minutes"], profile["days"]})
	sum := 0.0
	for _, total := range profile["totals"].([]any) {
		sum += total.(float64)
	}
	metrics := v.get(v.organizer, operation+"/measurements/metrics?"+october).Map()
	require.Equal(v, metrics["production"].(map[string]any)["energyMilliWh"], sum)
}

// yearAndACI reads the year before and, where the operation has ACI, what was used on the
// spot.
func (v *tour) yearAndACI() {
	v.Helper()
	zone := v.organizer.Operation("ACC00000004")
	m := v.get(v.organizer, "/operations/"+zone+"/measurements/metrics?"+october).Map()
	energy := func(name string) float64 { return m[name].(map[string]any)["energyMilliWh"].(float64) }
	aci := m["aciMilliWh"].(float64)
	require.Positive(v, aci)
	require.Equal(v, energy("extProduction")-energy("production"), aci, "every producer has a meter of its own")
	require.InDelta(v, (energy("autoConsumption")+aci)/energy("extProduction"), m["selfConsumptionRateWithAci"], 1e-9)
	require.InDelta(v, (energy("autoConsumption")+aci)/(energy("consumption")+aci), m["selfProductionRateWithAci"], 1e-9)
	require.Greater(v, m["co2KgWithAci"], m["co2Kg"])
	total := 0.0
	for _, of := range []string{"producers", "consumers"} {
		for _, line := range v.get(v.organizer, "/measurements/metrics/by-operation/group?group="+of+"&operationId="+zone+"&"+october).List() {
			if e, ok := line["metrics"].(map[string]any)["aciMilliWh"]; ok {
				total += e.(float64)
			}
		}
	}
	require.Equal(v, aci, total, "lines add up")
	for _, resolution := range []string{"raw", "hour", "day", "month"} {
		curve := v.get(v.organizer, "/measurements/load-curve/by-operation/"+zone+"?"+october+"&resolution="+resolution).Map()
		sum := 0.0
		for _, e := range curve["aci"].(map[string]any)["values"].([]any) {
			sum += e.(float64)
		}
		require.Equal(v, aci, sum, resolution)
	}
	require.NotContains(v, v.get(v.organizer, "/operations/"+v.enedis+"/measurements/metrics?"+october).Map(), "aciMilliWh")
	before := m["previous"].(map[string]any)
	require.Equal(v, []any{"2026-08-31", "2026-09-30"}, []any{before["dateFrom"], before["dateTo"]})
	require.NotContains(v, m, "yearBefore", "the small demo has no data that old")
}

// curveFile reads files in the language of the caller.
func (v *tour) curveFile(operation string) {
	v.Helper()
	path := operation + "/measurements/load-curve/download?nature=Conso&dateFrom=2026-10-25&dateTo=2026-10-25&resolution=hour"
	file := v.get(v.organizer, path)
	require.Contains(v, file.Header.Get("Content-Disposition"), "courbes_ACC00000001_2026-10-25_2026-10-25.csv")
	lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(string(file.Body), "\ufeff")), "\r\n")
	require.Equal(v, "Début;Fin;Consommation (kWh);Consommation : qualité", lines[0])
	require.Len(v, lines, 26)
	require.Regexp(v, `^2026-10-25T02:00:00\+01:00;2026-10-25T03:00:00\+01:00;\d+,\d{6};Définitif$`, lines[4])
	_, two := v.differ(v.organizer, path, "nature", "Conso", "Conso,Prod")
	require.Contains(v, string(two.Body), "Production (kWh)")
	v.differ(v.organizer, path, "participantId", "", v.consumers[v.enedis][0].id)
	v.differ(v.organizer, path, "dateTo", "2026-10-25", "2026-10-26")
	v.differ(v.organizer, path, "dateFrom", "2026-10-25", "2026-10-24")
	v.differ(v.organizer, path, "resolution", "hour", "day")
	_, book := v.differ(v.organizer, path, "format", "csv", "xlsx")
	sheet, err := excelize.OpenReader(bytes.NewReader(book.Body))
	require.NoError(v, err)
	rows, err := sheet.GetRows("ACC00000001", excelize.Options{RawCellValue: true})
	require.NoError(v, err)
	require.Len(v, rows, 26)
	require.Equal(v, strings.Split(lines[4], ";")[0], rows[4][0])
	require.Contains(v, strings.Replace(lines[4], ",", ".", 1), rows[4][2], "the same number of kWh")
	require.Contains(v, v.participant.Get(query(path, "participantId", v.consumers[v.enedis][1].id)).Keys(), "notFound")
}

// readings are put beside the curves.
func (v *tour) readings(operation string, consumer site) {
	v.Helper()
	september := civil.NewMonth(2026, time.September)
	path := operation + "/measurements/readings?dateFrom=2026-09-01&dateTo=2026-09-30"
	require.Empty(v, v.get(v.organizer, path).List())
	var file bytes.Buffer
	require.NoError(v, fake.WriteR15(&file, civil.Paris, []metering.PeriodReading{{DsoID: consumer.dsoID, Nature: metering.Autoconso, Side: metering.Consumer,
		Days: september.Range(), Energy: 5_000_000_000_000, Source: "R15"}}))
	started := v.organizer.Upload(operation+"/measurements/imports", "files", []apptest.File{{Name: "r15.xml", Content: file.Bytes()}}, nil)
	require.Equal(v, "SUCCESS", v.organizer.WaitJob(started.Map()["id"].(string))["status"])
	one := v.get(v.organizer, path).List()
	require.Len(v, one, 1)
	v.has(one[0], "participantId", "name", "curveMilliWh", "differenceMilliWh", "receivedAt")
	require.Equal(v, []any{consumer.dsoID, "Autoconso", "consumer", "2026-09-01", "2026-09-30", 5e12, 0.0, true, false, "R15"},
		[]any{one[0]["dsoId"], one[0]["nature"], one[0]["side"], one[0]["dateFrom"], one[0]["dateTo"], one[0]["energyMilliWh"],
			one[0]["missingDays"], one[0]["differs"], one[0]["corrective"], one[0]["source"]})
	require.Equal(v, one[0]["curveMilliWh"].(float64)-5e12, one[0]["differenceMilliWh"])
	v.differ(v.organizer, query(path, "dateTo", "2026-10-31"), "dateFrom", "2026-09-01", "2026-10-01")
	v.differ(v.organizer, query(path, "dateFrom", "2026-08-01"), "dateTo", "2026-09-30", "2026-08-31")
	require.Len(v, v.get(v.participant, path).List(), 1, "its own site")
}

// health lists only sites with a problem.
func (v *tour) health(operation string, consumer site) {
	v.Helper()
	path := operation + "/measurements/health?dateFrom=2026-09-01&dateTo=2026-09-30"
	h := v.get(v.organizer, path).Map()
	require.EqualValues(v, len(v.consumers[v.enedis])+len(v.producers[v.enedis])-1, h["healthySites"])
	sites := h["sites"].([]any)
	require.Len(v, sites, 1)
	ill := sites[0].(map[string]any)
	require.Equal(v, []any{consumer.id, consumer.dsoID}, []any{ill["participantId"], ill["dsoId"]})
	problem := ill["problems"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"TOTAL_MISMATCH", "Autoconso", 30.0}, []any{problem["kind"], problem["nature"], problem["days"]})
	v.differ(v.organizer, path, "dateFrom", "2026-09-01", "2026-08-01")
	v.differ(v.organizer, path, "dateTo", "2026-09-30", "2026-10-31")
	text, err := json.Marshal(v.get(v.participant, path).Map())
	require.NoError(v, err)
	require.NotContains(v, string(text), v.consumers[v.enedis][1].name)
	v.unchanged(path)
	require.Contains(v, v.organizer.Get(query(path, "dateTo", "2026-08-01")).Keys(), "range.reversed")
}
