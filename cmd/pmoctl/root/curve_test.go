package root

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func importResult(dryRun, unchanged bool) string {
	return fmt.Sprintf(`,"finishedAt":"%s","result":{"dryRun":%t,"points":2976,"changedSites":1,"changedDays":1,"unchanged":%t,"sites":[
		{"dsoId":"%s","name":"École","nature":"Conso","month":"2026-10","step":"PT15M","labels":"START","unit":"W","points":2980,"missing":0,"doubtful":2,
		"totalMilliWh":1490000000,"previousMonthMilliWh":1440000000,"ratio":1.0013,"changedDays":1,"definitive":true}],
		"warnings":[{"key":"value.high","row":7,"detail":"Puissance élevée","params":{"fileName":"a.csv"}}]}`, instant, dryRun, unchanged, consumerPRM)
}

func curveFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"b.csv", "a.csv", ".hidden.csv", "sub/c.zip", ".git/d.csv"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("prm;nature\n"), 0o600))
	}
	return folder
}

func TestCurveImportWaitsAndTellsWhatChanged(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":       append(pmotest.JSON(200, jobJSON("PENDING", "")), pmotest.JSON(200, jobJSON("SUCCESS", importResult(false, false)))...),
	})
	r := pmoctl("curve", "import", curveFolder(t), "--operation", "ACC00000001", "--status", "definitive", "--wait")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "3 files sent, job "+jobID+"\n  a.csv, row 7: Puissance élevée\n2976 points read; changed: 1 site, 1 day\n", r.err)
	require.Contains(t, r.out, "1490.000            1440.000  1.001")
	body := s.Requests("importCurves")[0].Body
	require.Contains(t, body, "definitive")
	for _, name := range []string{`"a.csv"`, `"b.csv"`, `"c.zip"`} {
		require.Contains(t, body, "filename="+name)
	}
	require.NotContains(t, body, "hidden")
	require.NotContains(t, body, "dryRun")
}

func TestCurveUploadNamesWhoStandsInTheWay(t *testing.T) {
	event := `{"status":"failed","startedAt":"` + instant + `","errors":[{"key":"IncompleteData","detail":"Données incomplètes"}],"error":{"name":"IncompleteData","fields":{
		"consumers":[{"ean":"541448920000000010","name":"École","days":["2026-10-01","2026-10-02","2026-10-03","2026-10-04","2026-10-05"]}],"dates":["2026-10-01"]}}}`
	s := signedIn(t, pmotest.Replies{
		"uploadPermanentDataset": pmotest.JSON(202, `{"status":"started","jobId":"`+jobID+`"}`),
		"getJob":                 pmotest.JSON(200, jobJSON("FAILURE", "")),
		"getUploadEvent":         append(pmotest.JSON(200, event), pmotest.JSON(200, `{"status":"succeeded","months":["2026-10"],"points":5952,"registers":3,"warnings":[]}`)...),
	})
	folder := curveFolder(t)
	files := []string{filepath.Join(folder, "a.csv"), filepath.Join(folder, "b.csv")}
	args := append([]string{"curve", "upload"}, append(files, "--operation", "ACC00000001", "--wait")...)
	r := pmoctl(args...)
	require.Equal(t, 1, r.code)
	require.Equal(t, "  Données incomplètes\n  incomplete, consumer: 541448920000000010 École (2026-10-01, 2026-10-02, 2026-10-03, 2026-10-04…)\nerror: the upload failed: IncompleteData\n", r.err)
	require.Contains(t, s.Requests("uploadPermanentDataset")[0].Body, `filename="b.csv"`)
	r = pmoctl(args...)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "2026-10")
	require.Equal(t, 2, pmoctl("curve", "upload", files[0], "--operation", "ACC00000001").code)
}

func TestCurveImportDryRunAlwaysWaits(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":       pmotest.JSON(200, jobJSON("SUCCESS", importResult(true, true))),
	})
	r := pmoctl("curve", "import", curveFolder(t), "--operation", "ACC00000001", "--dry-run")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.err, "unchanged: nothing differs from what is stored (checked only, nothing was stored)")
	require.Contains(t, s.Requests("importCurves")[0].Body, `name="dryRun"`)
}

func TestCurveImportWithoutWaitTellsTheJob(t *testing.T) {
	signedIn(t, pmotest.Replies{"importCurves": pmotest.JSON(202, jobJSON("PENDING", ""))})
	r := pmoctl("curve", "import", curveFolder(t), "--operation", "ACC00000001", "-o", "json")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, jobJSON("PENDING", ""), r.out)
}

func TestCurveImportTellsErrorsByLine(t *testing.T) {
	signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob": pmotest.JSON(200, jobJSON("FAILURE", `,"errors":[{"key":"prm.unknown","field":"prm","row":2,"params":{"fileName":"a.csv"},
			"detail":"PRM inconnu"},{"key":"value.negative","row":9,"field":"valeur"}]`)),
	})
	r := pmoctl("curve", "import", curveFolder(t), "--operation", "ACC00000001", "--wait")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "  a.csv, row 2, prm: PRM inconnu\n  row 9, valeur: value.negative\nerror: the job failed\n")
	require.Contains(t, r.out, "FAILURE")
}

func TestCurveImportStopsWaitingWithEight(t *testing.T) {
	signedIn(t, pmotest.Replies{"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")), "getJob": pmotest.JSON(200, jobJSON("PENDING", ""))})
	r := pmoctl("curve", "import", curveFolder(t), "--operation", "ACC00000001", "--wait", "--timeout", "20ms")
	require.Equal(t, 8, r.code)
	require.Contains(t, r.err, "still goes on after 20ms")
}

func TestJobShow(t *testing.T) {
	signedIn(t, pmotest.Replies{"getJob": append(pmotest.JSON(200, jobJSON("PENDING", "")), pmotest.JSON(200, jobJSON("SUCCESS", importResult(false, false)))...)})
	require.Equal(t, 8, pmoctl("job", "show", jobID).code)
	r := pmoctl("job", "show", jobID, "--wait")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.err, "changed: 1 site, 1 day")
}

func loadCurve(start, step string, values ...string) []pmotest.Reply {
	return pmotest.JSON(200, fmt.Sprintf(`{"unit":"mWh","timezone":"Europe/Paris","start":"%s","step":"%s","sourceStep":"PT15M","provisionalFrom":"2026-10-25T12:00:00+01:00",
		"series":[{"nature":"Conso","scope":"Global","values":[%s]},{"nature":"Prod","scope":"Global","values":[%s]}]}`,
		start, step, strings.Join(values, ","), strings.Join(values, ",")))
}

func TestCurveShowKeepsGapsAndTheAutumnHour(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"getOperationLoadCurve": loadCurve("2026-10-25T01:00:00+02:00", "PT1H", "412250250", "null", "398000000", "0")})
	r := pmoctl("curve", "show", "--operation", "ACC00000001", "--from", "2026-10-25", "--to", "2026-10-25", "--nature", "Conso,Prod", "--resolution", "hour", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, `time,conso_kwh,prod_kwh
2026-10-25T01:00:00+02:00,412.25025,412.25025
2026-10-25T02:00:00+02:00,,
2026-10-25T02:00:00+01:00,398.000,398.000
2026-10-25T03:00:00+01:00,0.000,0.000
`, r.out)
	require.Equal(t, "not definitive from 2026-10-25T12:00:00+01:00 on\n", r.err)
	require.Contains(t, s.Requests("getOperationLoadCurve")[0].URL, "nature=Conso,Prod")
}

func TestCurveShowLabelsDaysAndMonths(t *testing.T) {
	for step, want := range map[string]string{"P1D": "2026-03-28,1.000,1.000\n2026-03-29,2.000,2.000\n2026-03-30,3.000,3.000\n", "P1M": "2026-03,1.000,1.000\n2026-04,2.000,2.000\n2026-05,3.000,3.000\n"} {
		signedIn(t, pmotest.Replies{"getParticipantLoadCurve": loadCurve("2026-03-28T00:00:00+01:00", step, "1000000", "2000000", "3000000")})
		r := pmoctl("curve", "show", "--operation", "ACC00000001", "--participant", consumerPRM, "--from", "2026-03-28", "--to", "2026-03-30", "-o", "csv")
		require.Equal(t, 0, r.code, r.err)
		require.Equal(t, "time,conso_kwh,prod_kwh\n"+want, r.out)
	}
}

func TestDeclareAMonthAndTakeItBack(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"createDefinitiveMonth": pmotest.JSON(201, `{"month":"2026-10","reason":"Relues","declaredAt":"`+instant+`","declaredBy":"organizer@demo.pmo"}`),
		"deleteDefinitiveMonth": {{Status: 204}},
		"listCurveImports":      pmotest.JSON(200, `[{"id":"`+jobID+`","status":"SUCCEEDED","dryRun":false,"createdAt":"`+instant+`","files":[{"name":"a.csv","size":12}]}]`),
	})
	require.Equal(t, 2, pmoctl("curve", "declare", "2026-10", "--operation", "ACC00000001").code)
	r := pmoctl("curve", "declare", "2026-10", "--operation", "ACC00000001", "--reason", "Relues")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"month":"2026-10","reason":"Relues"}`, s.Requests("createDefinitiveMonth")[0].Body)
	require.Equal(t, 0, pmoctl("curve", "undeclare", "2026-10", "--operation", "ACC00000001").code)
	require.Contains(t, pmoctl("curve", "imports", "--operation", "ACC00000001").out, "a.csv")
}

func TestMetricsShow(t *testing.T) {
	metrics := `{"dateFrom":"2026-10-01","dateTo":"2026-10-31","consumption":{"energyMilliWh":7450000000,"power":12000,"time":"2026-10-05T19:00:00+02:00"},
		"selfConsumptionRate":0.5,"coverageRate":1.25,"receivedMilliWh":3000000,"complementMilliWh":1000000,"missingDays":1,"previous":{"dateFrom":"2026-08-31","dateTo":"2026-09-30","missingDays":2,"consumption":{"energyMilliWh":7000000000},
		"compared":{"periodDays":31,"consumption":{"days":28,"energyMilliWh":6600000000,"beforeMilliWh":6000000000},"coverageRate":{"days":27,"rate":1.2,"beforeRate":1}}},
		"yearBefore":{"dateFrom":"2025-10-01","dateTo":"2025-10-31","missingDays":0,"consumption":{"energyMilliWh":6500000000}}}`
	s := signedIn(t, pmotest.Replies{
		"getMetricsByOperation":   pmotest.JSON(200, metrics),
		"getMetricsByParticipant": pmotest.JSON(200, metrics),
		"listMetricsByGroup":      pmotest.JSON(200, `[{"participantId":"`+consumerID+`","name":"École","metrics":`+metrics+`},{"name":"autres","metrics":{"dateFrom":"2026-10-01","dateTo":"2026-10-31"}}]`),
	})
	days := []string{"--operation", "ACC00000001", "--from", "2026-10-01", "--to", "2026-10-31", "-o", "csv"}
	want := "metric,value,unit,peak_w,peak_time,previous,year_before,previous_change,previous_days,year_before_change,year_before_days\n" +
		"consumption,7450.000,kWh,12000,2026-10-05T19:00:00+02:00,7000.000,6500.000,10,28,,\n" +
		"received_from_all,3.000,kWh,,,,,,,,\ncomplement,1.000,kWh,,,,,,,,\nself_consumption_rate,50.0,%,,,,,,,,\ncoverage_rate,125.0,%,,,,,20,27,,\nmissing_days,1,days,,,2,0,,,,\n"
	require.Equal(t, want, pmoctl(append([]string{"metrics", "show"}, days...)...).out)
	require.Equal(t, want, pmoctl(append([]string{"metrics", "show", "--participant", consumerPRM}, days...)...).out)
	require.Equal(t, want, pmoctl(append([]string{"metrics", "show", "--participant", consumerPRM, "--producer", producerID}, days...)...).out)
	require.Contains(t, s.Requests("getMetricsByParticipant")[1].URL, "producerId="+producerID)
	require.Equal(t, 2, pmoctl(append([]string{"metrics", "show", "--producer", producerID}, days...)...).code)
	r := pmoctl(append([]string{"metrics", "show", "--group", "consumers"}, days...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, consumerID+",École,7450.000,,,,1.000,,50.0,1\n,autres,,,,,,,,\n")
}

func TestDistributionShow(t *testing.T) {
	signedIn(t, pmotest.Replies{"getDistribution": pmotest.JSON(200, `{"dateFrom":"2026-10-01","dateTo":"2026-10-31","surplusMilliWh":500000,"missingDays":3,
		"consumers":[{"participantId":"`+consumerID+`","name":"École","consumptionMilliWh":3000000,"sharedMilliWh":1500000,"complementMilliWh":1500000,"percentage":60,"selfProductionRate":0.5},
			{"name":"autres","others":4,"sharedMilliWh":1000000}],
		"producers":[{"participantId":"`+producerID+`","name":"Commune","productionMilliWh":3000000,"sharedMilliWh":2500000,"surplusMilliWh":500000}],
		"flows":[{"producerId":"`+producerID+`","consumerId":"`+consumerID+`","sharedMilliWh":1500000},{"producerId":"`+producerID+`","sharedMilliWh":1000000}]}`)})
	days := []string{"distribution", "show", "--operation", "ACC00000001", "--from", "2026-10-01", "--to", "2026-10-31", "-o", "csv"}
	require.Equal(t, "side,participant_id,name,energy_kwh,shared_kwh,rest_kwh,share_pct,rate_pct\n"+
		"consumer,"+consumerID+",École,3.000,1.500,1.500,60,50.0\nconsumer,,autres (4),,1.000,,,\n"+
		"producer,"+producerID+",Commune,3.000,2.500,0.500,,\n", pmoctl(days...).out)
	require.Equal(t, "producer_id,producer,consumer_id,consumer,shared_kwh\n"+producerID+",Commune,"+consumerID+",École,1.500\n"+
		producerID+",Commune,,others,1.000\n", pmoctl(append(days, "--flows")...).out)
}

func TestCurveImportCountsTheWarningsThatAreNotListed(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":       pmotest.JSON(200, jobJSON("SUCCESS", strings.Replace(importResult(true, true), `"warnings"`, `"warningCount":312,"warnings"`, 1))),
	})
	for _, verb := range []string{"import", "preview"} {
		args := []string{"curve", verb, curveFolder(t), "--operation", "ACC00000001"}
		if verb == "import" {
			args = append(args, "--dry-run")
		}
		r := pmoctl(args...)
		require.Equal(t, 0, r.code, r.err)
		require.Contains(t, r.err, "  a.csv, row 7: Puissance élevée\n  1 of 312 warnings shown\n", verb)
	}
	require.Len(t, s.Requests("importCurves"), 2)
}

func TestCurveLookTellsWhatIsNotTaken(t *testing.T) {
	const state = `{"service":false,"folder":true,"looking":%t,"looked":"` + instant + `","waitingCount":203,"waiting":[{"place":"SFTP","name":"a.csv","size":3,"modifiedAt":"` +
		instant + `","since":"` + instant + `","problem":{"key":"drop.unreadable","detail":"illisible","params":{"fileName":"a.csv"}}}]}`
	s := signedIn(t, pmotest.Replies{
		"startCurveDropLook": pmotest.JSON(202, fmt.Sprintf(state, true)),
		"getCurvePulls":      append(pmotest.JSON(200, fmt.Sprintf(state, true)), pmotest.JSON(200, fmt.Sprintf(state, false))...),
	})
	r := pmoctl("curve", "look", "--operation", "ACC00000001", "--wait")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "  sftp: a.csv: illisible (since "+instant+")\n  1 of 203 files shown\n", r.err)
	require.Contains(t, r.out, "203")
	require.Len(t, s.Requests("getCurvePulls"), 2)
	r = pmoctl("curve", "look", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
}
