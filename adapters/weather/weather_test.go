package weather_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/weather"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pull"
)

var now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// stub answers whole days of UTC, both ends included, with the number of the hour of
// the day as light; the label is the end of the hour.
func stub(t *testing.T, asked *[]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		*asked = append(*asked, r.URL.Path+" "+q.Get("latitude")+"/"+q.Get("longitude")+" "+q.Get("start_date")+" "+q.Get("end_date")+" "+q.Get("hourly"))
		from, err1 := time.Parse(time.DateOnly, q.Get("start_date"))
		to, err2 := time.Parse(time.DateOnly, q.Get("end_date"))
		if err1 != nil || err2 != nil || q.Get("timezone") != "UTC" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var times []string
		var light, degrees []any
		for at := from; at.Before(to.AddDate(0, 0, 1)); at = at.Add(time.Hour) {
			times = append(times, at.Format("2006-01-02T15:04"))
			light = append(light, float64((at.Hour()+23)%24))
			degrees = append(degrees, 12.5)
		}
		light[3] = nil
		_ = json.NewEncoder(w).Encode(map[string]any{"hourly": map[string]any{"time": times, "shortwave_radiation": light, "temperature_2m": degrees}})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func service(t *testing.T, url string, change func(*weather.Settings)) *weather.Service {
	t.Helper()
	s := weather.Default()
	s.URL = url + "/forecast"
	var err error
	s.Places, err = weather.ParsePlaces("ACC00000001=48.35/-1.2")
	require.NoError(t, err)
	if change != nil {
		change(&s)
	}
	w, err := weather.New(s, nil, func() time.Time { return now })
	require.NoError(t, err)
	return w
}

var place = metering.Place{Operation: "ACC00000001"}

func TestHoursBeginWhereTheyBegin(t *testing.T) {
	t.Parallel()
	var asked []string
	w := service(t, stub(t, &asked), nil)
	from, to := time.Date(2026, 11, 17, 23, 0, 0, 0, time.UTC), time.Date(2026, 11, 18, 23, 0, 0, 0, time.UTC)
	hours, err := w.Hours(t.Context(), place, from, to)
	require.NoError(t, err)
	require.Equal(t, []string{"/forecast 48.35/-1.2 2026-11-17 2026-11-18 shortwave_radiation,temperature_2m"}, asked)
	require.Len(t, hours, 24)
	for i, h := range hours {
		require.Equal(t, from.Add(time.Duration(i)*time.Hour), h.Start)
		require.InDelta(t, h.Start.Hour(), h.Irradiance, 0, "the light of the hour that ends at the label")
		require.InDelta(t, 12.5, *h.Temperature, 0)
	}
	_, err = w.Hours(t.Context(), place, from, to)
	require.NoError(t, err)
	require.Len(t, asked, 1, "the answer is used again")
	gap, err := w.Hours(t.Context(), place, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 16, 6, 0, 0, 0, time.UTC))
	require.NoError(t, err)
	require.Len(t, gap, 5, "an hour without light is a gap")
}

func TestTheOperationSaysWhereItIs(t *testing.T) {
	t.Parallel()
	var asked []string
	w := service(t, stub(t, &asked), func(s *weather.Settings) { s.Places["*"] = weather.Position{Latitude: 46.5, Longitude: 2.5} })
	from, to := time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	for _, p := range []metering.Place{
		{Operation: "ACC00000001", At: &weather.Position{Latitude: 50.8381, Longitude: 4.3436}}, {Operation: "ACC00000001"}, {Operation: "ACC00000009"},
	} {
		require.True(t, w.Serves(p))
		_, err := w.Hours(t.Context(), p, from, to)
		require.NoError(t, err)
	}
	const rest = " 2026-11-18 2026-11-18 shortwave_radiation,temperature_2m"
	require.Equal(t, []string{"/forecast 50.8381/4.3436" + rest, "/forecast 48.35/-1.2" + rest, "/forecast 46.5/2.5" + rest}, asked,
		"its own place, else the one that is set for it, else the one for all others")
}

func TestTheArchiveHasWhatIsOld(t *testing.T) {
	t.Parallel()
	var asked []string
	url := stub(t, &asked)
	w := service(t, url, func(s *weather.Settings) { s.ArchiveURL = url + "/archive" })
	from, to := time.Date(2026, 8, 30, 0, 0, 0, 0, time.UTC), time.Date(2026, 9, 4, 0, 0, 0, 0, time.UTC)
	hours, err := w.Hours(t.Context(), place, from, to)
	require.NoError(t, err)
	require.Equal(t, []string{"/archive 48.35/-1.2 2026-08-30 2026-09-01 shortwave_radiation,temperature_2m",
		"/forecast 48.35/-1.2 2026-09-01 2026-09-04 shortwave_radiation,temperature_2m"}, asked)
	require.Len(t, hours, 5*24-2, "without a seam, but for the gap of each answer")
}

func TestTroubleIsTold(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"no JSON": "<html>", "no columns": `{"hourly":{}}`, "lengths": `{"hourly":{"time":["2026-11-17T00:00"],"shortwave_radiation":[]}}`,
		"time": `{"hourly":{"time":["yesterday"],"shortwave_radiation":[1]}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		t.Cleanup(server.Close)
		_, err := service(t, server.URL, nil).Hours(t.Context(), place, now.AddDate(0, 0, -1), now)
		require.ErrorIs(t, err, pull.ErrWeather, name)
	}
	gone := service(t, "http://127.0.0.1:1", nil)
	_, err := gone.Hours(t.Context(), place, now.AddDate(0, 0, -1), now)
	require.ErrorIs(t, err, pull.ErrWeather)
	require.False(t, gone.Serves(metering.Place{Operation: "ACC00000009"}))
	require.True(t, gone.Serves(place))
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	places, err := weather.ParsePlaces(" ACC00000001=48.35/-1.2 , *=46.5/2.5")
	require.NoError(t, err)
	require.Len(t, places, 2)
	for _, bad := range []string{"ACC=48", "ACC=91/0", "48/2", "ACC=x/y"} {
		_, err := weather.ParsePlaces(bad)
		require.Error(t, err, bad)
	}
	s := weather.Default()
	require.Len(t, s.Names.ByName(), 10)
	*s.Names.ByName()["irradiance"] = "ghi"
	require.Equal(t, "ghi", s.Names.Irradiance)
	require.Error(t, s.Check())
	s.URL, s.Places = "https://weather.example/v1", places
	require.NoError(t, s.Check())
	s.Places = nil
	require.NoError(t, s.Check(), "operations may say where they are")
	s.Labels = "MID"
	require.Error(t, s.Check())
}
