package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/pull"
)

const (
	siteA = "99000000000011"
	siteB = "99000000000012"
)

func day(t testing.TB, s string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(s)
	require.NoError(t, err)
	return d
}

func span(t testing.TB, from, to string) civil.Range {
	return civil.Range{From: day(t, from), To: day(t, to)}
}

// stub is the service as its OpenAPI document describes it: tokens by client
// credentials, half hours with labels at their end on the clock of the wall.
type stub struct {
	t  testing.TB
	mu sync.Mutex
	// what it was asked
	tokens  int
	asked   []string
	windows []civil.Range
	// what it does instead of an answer, by number of the question from 1
	trouble map[int]func(w http.ResponseWriter)
	// readings of a site and window, nil = the usual ones
	readings func(site string, days civil.Range) []map[string]any
}

func serve(t testing.TB, s *stub) (*Source, *[]time.Duration) {
	t.Helper()
	s.t = t
	mux := http.NewServeMux()
	mux.HandleFunc("POST /oauth2/v3/token", s.token)
	mux.HandleFunc("GET /metering_data_clc/v5/consumption_load_curve", s.curve)
	mux.HandleFunc("GET /metering_data_plc/v5/production_load_curve", s.curve)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	settings := Default()
	settings.BaseURL, settings.TokenURL = server.URL+"/", server.URL+"/oauth2/v3/token"
	settings.ClientID, settings.ClientSecret, settings.PerSecond = "pmo", "not a secret", 10_000
	source, err := New(settings, nil)
	require.NoError(t, err)
	waits := &[]time.Duration{}
	source.client.sleep = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	return source, waits
}

func (s *stub) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, secret, _ := r.BasicAuth()
	if id == "" {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	if r.FormValue("grant_type") != "client_credentials" || id != "pmo" || (secret != "not a secret" && secret != "not+a+secret") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":"invalid_client","error_description":"Client authentication failed"}`))
		return
	}
	s.tokens++
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"access_token":"token-%d","token_type":"Bearer","expires_in":12600}`, s.tokens)
}

func (s *stub) curve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	s.asked = append(s.asked, r.URL.Path)
	if do := s.trouble[len(s.asked)]; do != nil {
		do(w)
		return
	}
	if r.Header.Get("Authorization") != "Bearer token-"+strconv.Itoa(s.tokens) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	days := span(s.t, q.Get("start"), q.Get("end"))
	if days.Days() > 7 || days.IsEmpty() {
		refuse(http.StatusBadRequest, "ADAM-ERR0123", "The requested period must be less than 7 days for an access to the load curve")(w)
		return
	}
	s.windows = append(s.windows, days)
	readings := halfHours(q.Get("usage_point_id"), days)
	if s.readings != nil {
		readings = s.readings(q.Get("usage_point_id"), days)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"meter_reading": map[string]any{
		"usage_point_id": q.Get("usage_point_id"), "start": q.Get("start"), "end": q.Get("end"), "quality": "BRUT",
		"reading_type":     map[string]any{"measurement_kind": "power", "unit": "W", "aggregate": "average"},
		"interval_reading": readings,
	}})
}

// halfHours of a window: the power is the number of the half hour of its day.
func halfHours(_ string, days civil.Range) (out []map[string]any) {
	from, to := civil.Paris.Span(days)
	for at := from; at.Before(to); at = at.Add(30 * time.Minute) {
		n := int(at.Sub(civil.Paris.Start(civil.Paris.DateOf(at))) / (30 * time.Minute))
		out = append(out, map[string]any{"value": strconv.Itoa(n), "interval_length": "PT30M", "measure_type": "B",
			"date": at.Add(30 * time.Minute).In(civil.Paris.Location()).Format(time.DateTime)})
	}
	return out
}

func refuse(status int, code, description string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"error":%q,"error_description":%q}`, code, description)
	}
}

func consumption(site string, days civil.Range) pull.CurveRequest {
	return pull.CurveRequest{DsoID: site, Nature: metering.Conso, Days: days}
}

func (s *Source) fetch(t testing.TB, requests ...pull.CurveRequest) pull.FetchedFile {
	t.Helper()
	file, err := s.Fetch(t.Context(), metering.Operation{Operator: dso.Enedis}, requests)
	require.NoError(t, err)
	return file
}

// read reads a document the way an import does.
func read(t testing.TB, f pull.FetchedFile) (curvefile.Dataset, error) {
	t.Helper()
	found, missing := Readings{}.Recognise(f.Content[:min(len(f.Content), 8192)])
	require.Equal(t, 1, found)
	require.Empty(t, missing)
	return Readings{}.Read(t.Context(), files.Input{Name: f.Name, Reader: bytes.NewReader(f.Content), Zone: civil.Paris})
}

func total(r curvefile.Readings) (sum energy.MilliWh, count int) {
	for _, run := range r.Runs {
		for _, v := range run.Values {
			sum += v
		}
		count += len(run.Values)
	}
	return sum, count
}
