package gateway

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/pull"
)

func TestWindowsOfSevenDays(t *testing.T) {
	t.Parallel()
	s := &stub{}
	source, _ := serve(t, s)
	days := span(t, "2026-09-01", "2026-09-18")
	both := []pull.CurveRequest{consumption(siteA, days), {DsoID: siteB, Nature: metering.Prod, Days: span(t, "2026-09-10", "2026-09-11")}}
	require.Equal(t, 3, source.Calls(both[0]))
	require.Equal(t, 1, source.Calls(both[1]))
	file := source.fetch(t, both...)
	require.Equal(t, []civil.Range{span(t, "2026-09-01", "2026-09-08"), span(t, "2026-09-08", "2026-09-15"),
		span(t, "2026-09-15", "2026-09-18"), span(t, "2026-09-10", "2026-09-11")}, s.windows)
	require.Equal(t, "/metering_data_plc/v5/production_load_curve", s.asked[3])
	require.Equal(t, 1, s.tokens, "one token for all")

	set, err := read(t, file)
	require.NoError(t, err)
	require.True(t, set.History)
	require.Equal(t, Format, set.Format)
	require.Empty(t, set.Warnings)
	require.Len(t, set.Readings, 2)
	consumed, produced := set.Readings[0], set.Readings[1]
	require.Equal(t, []any{siteA, metering.Conso, "W", curvefile.LabelsEnd, curvefile.StatusNone},
		[]any{consumed.DsoID, consumed.Nature, consumed.Unit, consumed.Labels, consumed.Status})
	require.Len(t, consumed.Runs, 1, "windows join without a seam")
	require.Equal(t, civil.Paris.Start(days.From).Unix(), consumed.Runs[0].Start)
	sum, count := total(consumed)
	require.Equal(t, 17*48, count)
	require.Equal(t, energy.MilliWh(17*(47*48/2)*500), sum, "half an hour of 1 W is 500 mWh")
	require.Equal(t, []any{siteB, metering.Prod}, []any{produced.DsoID, produced.Nature})

	again := source.fetch(t, both...)
	require.Equal(t, file, again, "the same answers are the same file")
}

// TestClockChanges asks for the night in which an hour is there twice, and for the one
// that lacks an hour.
func TestClockChanges(t *testing.T) {
	t.Parallel()
	source, _ := serve(t, &stub{})
	for date, steps := range map[string]int{"2026-10-25": 50, "2026-03-29": 46} {
		d := day(t, date)
		set, err := read(t, source.fetch(t, consumption(siteA, civil.Range{From: d - 1, To: d + 2})))
		require.NoError(t, err)
		require.Len(t, set.Readings[0].Runs, 1)
		run := set.Readings[0].Runs[0]
		require.Equal(t, civil.Paris.Start(d-1).Unix(), run.Start)
		require.Len(t, run.Values, 48+steps+48)
		for i := range steps {
			require.Equal(t, energy.MilliWh(i*500), run.Values[48+i], "%s step %d", date, i)
		}
	}
}

func TestGapsStayGaps(t *testing.T) {
	t.Parallel()
	source, _ := serve(t, &stub{readings: func(site string, days civil.Range) []map[string]any {
		all := halfHours(site, days)
		all[3]["value"] = nil
		return append(all[:10], all[12:]...)
	}})
	set, err := read(t, source.fetch(t, consumption(siteA, span(t, "2026-09-01", "2026-09-02"))))
	require.NoError(t, err)
	runs := set.Readings[0].Runs
	require.Len(t, runs, 3)
	require.Equal(t, []int{3, 6, 36}, []int{len(runs[0].Values), len(runs[1].Values), len(runs[2].Values)})
}

// TestRefusalsOfOneSite: no consent, no data and other refusals leave the others alone.
func TestRefusalsOfOneSite(t *testing.T) {
	t.Parallel()
	s := &stub{trouble: map[int]func(http.ResponseWriter){
		1: refuse(http.StatusForbidden, "ADAM_DC_0008", "No consent can be found for this customer and this usage point."),
		2: refuse(http.StatusNotFound, "no_data_found", "no measure found for this usage point"),
		4: refuse(http.StatusBadRequest, "ADAM-ERR0075", "The customer objected to the load curve recording"),
	}, readings: func(site string, days civil.Range) []map[string]any {
		if days.From.Day() == 29 {
			return nil
		}
		return halfHours(site, days)
	}}
	source, _ := serve(t, s)
	file := source.fetch(t, consumption(siteA, span(t, "2026-09-01", "2026-09-15")),
		consumption(siteB, span(t, "2026-09-01", "2026-10-06")))
	require.Len(t, s.asked, 6, "a site without consent is not asked again")
	set, err := read(t, file)
	require.NoError(t, err)
	require.Len(t, set.Readings, 1)
	_, count := total(set.Readings[0])
	require.Equal(t, 2*7*48, count, "the second and the fourth of five windows")
	var keys []string
	for _, w := range set.Warnings {
		keys = append(keys, fmt.Sprint(w.Key, " ", w.Params["value"], " ", w.Params["from"]))
	}
	require.Equal(t, []string{"curve.noConsent " + siteA + " <nil>", "curve.notGiven " + siteB + " 2026-09-01",
		"curve.siteRefused " + siteB + " 2026-09-15", "curve.notGiven " + siteB + " 2026-09-29"}, keys)
	require.Contains(t, set.Warnings[2].Params["reason"], "objected")
}

func TestTokensAreRenewedOnce(t *testing.T) {
	t.Parallel()
	unauthorized := func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }
	s := &stub{trouble: map[int]func(http.ResponseWriter){2: unauthorized}}
	source, waits := serve(t, s)
	source.fetch(t, consumption(siteA, span(t, "2026-09-01", "2026-09-15")))
	require.Equal(t, 2, s.tokens)
	require.Empty(t, *waits)

	s.trouble = map[int]func(http.ResponseWriter){4: unauthorized, 5: unauthorized}
	_, err := source.Fetch(t.Context(), metering.Operation{}, []pull.CurveRequest{consumption(siteA, span(t, "2026-09-01", "2026-09-02"))})
	require.ErrorIs(t, err, pull.ErrSourceRefused)
	require.Equal(t, 401, fault.From(err).Params["status"])

	wrong, _ := serve(t, &stub{})
	wrong.client.oauth.ClientSecret = "other"
	_, err = wrong.Fetch(t.Context(), metering.Operation{}, []pull.CurveRequest{consumption(siteA, span(t, "2026-09-01", "2026-09-02"))})
	require.ErrorIs(t, err, pull.ErrSourceRefused)
	require.Contains(t, fault.From(err).Params["reason"], "invalid_client")
}

func TestTheServiceIsGivenTime(t *testing.T) {
	t.Parallel()
	busy := func(after string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}
	broken := func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }
	one := consumption(siteA, span(t, "2026-09-01", "2026-09-02"))

	source, waits := serve(t, &stub{trouble: map[int]func(http.ResponseWriter){1: busy("7"), 2: broken}})
	source.fetch(t, one)
	require.Equal(t, []time.Duration{7 * time.Second, 2 * time.Second}, *waits, "what it asks for, then twice the first pause")

	now := time.Date(2026, 9, 20, 8, 0, 0, 0, time.UTC)
	source, waits = serve(t, &stub{trouble: map[int]func(http.ResponseWriter){1: busy(now.Add(9 * time.Second).Format(http.TimeFormat))}})
	source.client.now = func() time.Time { return now }
	source.fetch(t, one)
	require.Equal(t, []time.Duration{9 * time.Second}, *waits)

	for name, trouble := range map[string]map[int]func(http.ResponseWriter){
		"asks for too long": {1: busy("600")},
		"stays broken":      {1: broken, 2: broken, 3: broken, 4: broken},
	} {
		source, _ := serve(t, &stub{trouble: trouble})
		_, err := source.Fetch(t.Context(), metering.Operation{}, []pull.CurveRequest{one})
		require.ErrorIs(t, err, pull.ErrSourceUnavailable, name)
		require.Equal(t, fault.Unavailable, fault.From(err).Kind, "tried again by the job")
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	one := consumption(siteA, span(t, "2026-09-01", "2026-09-02"))
	html := func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>maintenance</html>")) }
	source, _ := serve(t, &stub{trouble: map[int]func(http.ResponseWriter){1: html}})
	_, err := source.Fetch(t.Context(), metering.Operation{}, []pull.CurveRequest{one})
	require.ErrorIs(t, err, pull.ErrSourceUnreadable)

	for name, change := range map[string]func(map[string]any){
		"no date":                  func(m map[string]any) { delete(m, "date") },
		"a field with a separator": func(m map[string]any) { m["measure_type"] = "B;C" },
	} {
		source, _ := serve(t, &stub{readings: func(site string, days civil.Range) []map[string]any {
			all := halfHours(site, days)
			change(all[5])
			return all
		}})
		_, err := read(t, source.fetch(t, one))
		require.ErrorIs(t, err, pull.ErrSourceUnreadable, name)
	}
	for name, c := range map[string]struct {
		key    string
		change func(map[string]any)
	}{
		"negative":  {"curve.negative", func(m map[string]any) { m["value"] = "-3" }},
		"no number": {"number.invalid", func(m map[string]any) { m["value"] = "much" }},
		"step":      {"field.enum", func(m map[string]any) { m["interval_length"] = "PT7M" }},
	} {
		source, _ := serve(t, &stub{readings: func(site string, days civil.Range) []map[string]any {
			all := halfHours(site, days)
			c.change(all[5])
			return all
		}})
		_, err := read(t, source.fetch(t, one))
		require.ErrorIs(t, err, metering.ErrRejected, name)
		require.Equal(t, c.key, fault.From(err).Items[0].Key)
	}
	other := `{"site":"` + siteA + `","nature":"Conso","start":"2026-09-01","end":"2026-09-02","reply":{"meter_reading":{"usage_point_id":"` + siteB + `"}}}`
	_, err = read(t, pull.FetchedFile{Content: []byte(marker + `,"version":1,"labels":"END","clock":"LOCAL","fields":{"site":"meter_reading.usage_point_id"}}` + "\n" + other)})
	require.ErrorIs(t, err, pull.ErrSourceUnreadable, "an answer about another site")
	_, err = read(t, pull.FetchedFile{Content: []byte(marker + `,"version":9}`)})
	require.ErrorIs(t, err, pull.ErrSourceUnreadable, "a later version")
}

// TestNamesAndLabelsAreSettings reads another service by settings only.
func TestNamesAndLabelsAreSettings(t *testing.T) {
	t.Parallel()
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"access_token":"x","token_type":"Bearer"}`))
			return
		}
		got = append(got, r.URL.String())
		_, _ = w.Write([]byte(`{"points":[{"t":"2026-09-01 00:00:00","w":0.4,"d":"PT60M"},{"t":"2026-09-01 01:00:00","w":2,"d":"PT60M"}],"u":"kW"}`))
	}))
	t.Cleanup(server.Close)
	s := Default()
	s.BaseURL, s.TokenURL, s.ClientID, s.ClientSecret, s.Labels, s.Clock = server.URL, server.URL+"/token", "a", "b", "START", "UTC"
	s.ConsumptionPath = "/curves"
	for name, value := range map[string]string{"site": "prm", "readings": "points", "date": "t", "value": "w", "step": "d", "unit": "u"} {
		*s.Fields.ByName()[name] = value
	}
	for name, value := range map[string]string{"site": "prm", "from": "debut", "to": "fin"} {
		*s.Parameters.ByName()[name] = value
	}
	source, err := New(s, nil)
	require.NoError(t, err)
	set, err := read(t, source.fetch(t, consumption(siteA, span(t, "2026-09-01", "2026-09-02"))))
	require.NoError(t, err)
	require.Equal(t, []string{"/curves?debut=2026-09-01&fin=2026-09-02&prm=" + siteA}, got)
	run := set.Readings[0].Runs[0]
	require.Equal(t, day(t, "2026-09-01"), civil.Date(run.Start/86400))
	require.Zero(t, run.Start%86400, "UTC midnight")
	require.Equal(t, []energy.MilliWh{400_000, 2_000_000}, run.Values)
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	good := Default()
	good.ClientID, good.ClientSecret = "a", "b"
	require.NoError(t, good.Check())
	for name, change := range map[string]func(*Settings){
		"address": func(s *Settings) { s.BaseURL = "gw.example" }, "token": func(s *Settings) { s.TokenURL = "" },
		"secret": func(s *Settings) { s.ClientSecret = "" }, "path": func(s *Settings) { s.ProductionPath = "x" },
		"labels": func(s *Settings) { s.Labels = "MIDDLE" }, "clock": func(s *Settings) { s.Clock = "CET" },
		"starts": func(s *Settings) { s.Labels = "START" }, "pace": func(s *Settings) { s.PerSecond = 0 },
	} {
		bad := good
		change(&bad)
		require.Error(t, bad.Check(), name)
		_, err := New(bad, nil)
		require.Error(t, err, name)
	}
}

func TestHistoryAndPace(t *testing.T) {
	t.Parallel()
	source, _ := serve(t, &stub{})
	require.Equal(t, day(t, "2024-11-05"), source.Oldest(day(t, "2026-11-20")))
	require.True(t, source.Serves(metering.Operation{Operator: dso.Enedis}))
	require.False(t, source.Serves(metering.Operation{Operator: dso.Fake}))
	require.InDelta(t, 5, float64(newClient(Default(), nil).pace.Limit()), 0, "five questions a second")
	require.Equal(t, 1, newClient(Default(), nil).pace.Burst())
}
