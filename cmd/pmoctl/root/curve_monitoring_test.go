package root

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

var octoberFlags = []string{"--operation", "ACC00000001", "--from", "2026-10-01", "--to", "2026-10-02", "-o", "csv"}

func TestCurveShowTellsQualityAndOrigin(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"getOperationLoadCurve": pmotest.JSON(200, `{"unit":"mWh","timezone":"Europe/Paris","start":"2026-10-01T00:00:00+02:00",
		"step":"P1D","sourceStep":"PT15M","series":[{"nature":"Autoconso","scope":"Global","origin":"expected","values":[1000000,null],
		"qualities":[{"from":0,"count":1,"quality":"provisional"},{"from":1,"count":1,"quality":"missing"}]}]}`)})
	r := pmoctl(append([]string{"curve", "show", "--origin", "expected", "--quality"}, octoberFlags...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "time,autoconso_kwh,autoconso_quality\n2026-10-01,1.000,provisional\n2026-10-02,,missing\n", r.out)
	require.Contains(t, s.Requests("getOperationLoadCurve")[0].URL, "origin=expected&quality=true")
	require.Equal(t, 2, pmoctl(append([]string{"curve", "show", "--origin", "ours"}, octoberFlags...)...).code)
}

func TestCurveExportSavesTheFileOfTheServer(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"downloadCurves": {{Status: 200, Body: "Début;Fin\n", Header: map[string]string{"Content-Type": "text/csv",
		"Content-Disposition": `attachment; filename="../courbes.csv"`}}}})
	t.Chdir(t.TempDir())
	flags := octoberFlags[:6]
	r := pmoctl(append([]string{"curve", "export", "--participant", consumerPRM}, flags...)...)
	require.Equal(t, 0, r.code, r.err)
	saved, err := os.ReadFile("courbes.csv") // within the folder, whatever the server says
	require.NoError(t, err)
	require.Equal(t, "Début;Fin\n", string(saved))
	require.Contains(t, s.Requests("downloadCurves")[0].URL, "participantId="+consumerID)
	made := []string{"curve", "export", "--participant", consumerPRM, "--scope", "Producteur"}
	require.Equal(t, 0, pmoctl(append(made, flags...)...).code)
	require.Contains(t, s.Requests("downloadCurves")[1].URL, "scope=Producteur")
	require.Equal(t, 2, pmoctl(append([]string{"curve", "export", "--scope", "Producteur"}, flags...)...).code, "of which site")
	require.Equal(t, 2, pmoctl(append([]string{"curve", "heat-map", "--participant", consumerPRM, "--scope", "Toit"}, flags...)...).code)
	require.Equal(t, "Début;Fin\n", pmoctl(append([]string{"curve", "export", "--out", "-"}, flags...)...).out)
	other := filepath.Join(t.TempDir(), "x.csv")
	require.Equal(t, 0, pmoctl(append([]string{"curve", "export", "--out", other}, flags...)...).code)
	require.FileExists(t, other)
	require.Equal(t, 2, pmoctl(append([]string{"curve", "export", "--format", "ods"}, flags...)...).code)
}

func TestCurveBalance(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"getSiteBalance": pmotest.JSON(200, `{"month":"2026-10","missingDays":0,"used":{"wholeMilliWh":667000000,"sharedMilliWh":165000000,"gridMilliWh":502000000,"grainMilliWh":1000000,"rate":0.2474},
		"year":[{"month":"2026-09"},{"month":"2026-10","used":{"wholeMilliWh":667000000,"sharedMilliWh":165000000,"gridMilliWh":502000000,"grainMilliWh":1000000,"rate":0.2474}}],
		"advice":{"kind":"MOVE_AT_HOME","fromHour":12,"toHour":14,"energyMilliWh":1500000}}`)})
	r := pmoctl("curve", "balance", consumerPRM, "--operation", "ACC00000001", "--month", "2026-10", "-o", "csv")
	require.Equal(t, result{0, "month,side,whole_kwh,local_kwh,grid_kwh,rate\n2026-10,used,667.000,165.000,502.000,0.247\n",
		"2026-10: 25 % of what was used is local\nadvice MOVE_AT_HOME: 12:00 to 14:00, up to 1.500 kWh a day\n"}, r)
	require.Contains(t, s.Requests("getSiteBalance")[0].URL, "month=2026-10")
}

func TestCurveHoursAndHealth(t *testing.T) {
	nulls := strings.Repeat(",null", 22)
	signedIn(t, pmotest.Replies{
		"getHeatMap": pmotest.JSON(200, `{"dateFrom":"2026-10-01","dateTo":"2026-10-01","timezone":"Europe/Paris","nature":"Prod","maxMilliWh":2000000,
			"days":[{"date":"2026-10-01","values":[0,2000000`+nulls+`]}]}`),
		"getHourProfile": pmotest.JSON(200, `{"dateFrom":"2026-10-01","dateTo":"2026-10-01","timezone":"Europe/Paris","nature":"Prod","minutes":60,"days":2,
			"values":[0,1000000`+nulls+`],"totals":[0,2000000`+nulls+`]}`),
		"getDataHealth": pmotest.JSON(200, `{"dateFrom":"2026-10-01","dateTo":"2026-10-31","healthySites":24,"sites":[{"participantId":"`+consumerID+`","name":"École",
			"dsoId":"`+consumerPRM+`","problems":[{"kind":"IMBALANCE","nature":"Autoconso","rule":"RECEIVED_ABOVE_CONSUMED","days":2,"steps":3,"energyMilliWh":1500000,
			"ranges":[{"from":"2026-10-03","to":"2026-10-04"}]}]}]}`),
		"listReadings": pmotest.JSON(200, `[{"dsoId":"`+consumerPRM+`","nature":"Complement","side":"consumer","dateFrom":"2026-10-01","dateTo":"2026-10-31","energyMilliWh":5000000,
			"curveMilliWh":4000000,"differenceMilliWh":-1000000,"missingDays":0,"differs":true,"corrective":false,"source":"R15","receivedAt":"2026-11-05T08:00:00+01:00"}]`),
	})
	r := pmoctl(append([]string{"curve", "heat-map", "--nature", "Prod"}, octoberFlags...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "\n2026-10-01,0.000,2.000,,,")
	r = pmoctl(append([]string{"curve", "profile", "--nature", "Prod"}, octoberFlags...)...)
	require.Contains(t, r.out, "00:00,0.000,0.000\n01:00,1.000,2.000\n02:00,,\n")
	require.Equal(t, "2 days count\n", r.err)
	r = pmoctl(append([]string{"curve", "health"}, octoberFlags...)...)
	require.Equal(t, "dso_id,name,problem,nature,rule,days,steps,energy_kwh,ranges\n"+consumerPRM+",École,IMBALANCE,Autoconso,RECEIVED_ABOVE_CONSUMED,2,3,1.500,2026-10-03..2026-10-04\n", r.out)
	require.Equal(t, "sites without a problem: 24\n", r.err)
	r = pmoctl(append([]string{"curve", "readings"}, octoberFlags...)...)
	require.Contains(t, r.out, consumerPRM+",,Complement,consumer,2026-10-01,2026-10-31,5.000,4.000,-1.000,true,0,false,R15,2026-11-05T08:00:00+01:00\n")
	require.Equal(t, 2, pmoctl(append([]string{"curve", "profile", "--nature", "Vent"}, octoberFlags...)...).code)
}
