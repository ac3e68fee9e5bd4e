//go:build soak

package apptest_test

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

const (
	soakFor = 10 * time.Minute
	// soakWarm is how many rounds fill what is remembered on purpose.
	soakWarm = 10
	// soakGrowth is how much more than after these rounds may be in use: a leak of a
	// hundred bytes a request is seen in an hour.
	soakGrowth = 16 << 20
)

// TestSoak works at one server for PMO_SOAK: people look, curves are corrected, drafts are
// made again, keys are tried. No answer may be a failure of the server, and neither memory
// in use nor goroutines may grow.
func TestSoak(t *testing.T) {
	long := soakFor
	if text := os.Getenv("PMO_SOAK"); text != "" {
		var err error
		long, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	s := apptest.Demo(t, apptest.Today)
	organizer, participant := s.As("organizer@demo.pmo"), s.As("participant@demo.pmo")
	w := soak{organizer: organizer, participant: participant, t: t,
		billed: organizer.Operation("ACC00000002"), curves: organizer.Operation("ACC00000003")}
	w.site = organizer.Get("/operations/" + w.curves + "/participants?group=consumers").List()[0]["dsoId"].(string)

	end := time.Now().Add(long)
	var memory uint64
	var goroutines, rounds int
	for ; rounds < 2*soakWarm || time.Now().Before(end); rounds++ {
		w.round(rounds)
		now, running := inUse()
		if rounds == soakWarm {
			memory, goroutines = now, running
		}
		if rounds%soakWarm == 0 {
			t.Logf("round %d: %.1f MB in use, %d goroutines", rounds, float64(now)/(1<<20), running)
		}
		if rounds > soakWarm {
			require.Less(t, now, memory+soakGrowth, "memory grows, round %d", rounds)
			require.Less(t, running, goroutines+50, "goroutines grow, round %d", rounds)
		}
	}
	t.Logf("%d rounds", rounds)
}

func inUse() (bytes uint64, goroutines int) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}

// soak is what people do at a server all day.
type soak struct {
	organizer, participant *apptest.Client
	billed, curves         string // operations
	site                   string // whose curve is corrected
	t                      *testing.T
}

func (w soak) round(n int) {
	w.t.Helper()
	from, to := fmt.Sprintf("2026-%02d-%02d", 1+n%9, 1+n%28), fmt.Sprintf("2026-%02d-%02d", 2+n%9, 1+n%28)
	days := "?dateFrom=" + from + "&dateTo=" + to
	for _, path := range []string{
		"/operations/" + w.billed + "/measurements/metrics" + days,
		"/measurements/load-curve/by-operation/" + w.billed + days + "&nature=Conso,Prod,Autoconso",
		"/operations/" + w.billed + "/distribution" + days,
		"/operations/" + w.billed + "/measurements/health" + days,
		"/operations/" + w.billed + "/participants",
		"/operations/" + w.billed + "/billing/invoices?limit=50",
	} {
		w.fine(w.organizer.Get(path))
	}
	w.fine(w.participant.Get("/participants/by-jwt"))
	w.importDay(n)
	w.fine(w.organizer.Post("/operations/"+w.billed+"/billing/run/check", map[string]any{"billUpTo": "2026-10-31"}))
	run := w.organizer.Post("/operations/"+w.billed+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "ASYNC"})
	w.fine(run)
	require.Equal(w.t, "SUCCESS", w.organizer.WaitJob(run.Map()["id"].(string))["status"])
	w.fine(w.organizer.Post("/operations/"+w.billed+"/energy-allocation/simulations", map[string]any{"type": "by_equality", "dateFrom": "2026-10-01", "dateTo": "2026-10-31"}))
}

// importDay corrects a day of a site.
func (w soak) importDay(n int) {
	at := time.Date(2026, 10, 1+n%28, 0, 0, 0, 0, time.UTC)
	file := "prm;nature;horodate;pas;valeur;unite;statut\n"
	for range 4 {
		file += fmt.Sprintf("%s;CONSO;%s;PT15M;%d;W;D\n", w.site, at.Format(time.RFC3339), 400+n%7)
		at = at.Add(15 * time.Minute)
	}
	reply := w.organizer.Upload("/operations/"+w.curves+"/measurements/imports", "files", []apptest.File{{Name: "day.csv", Content: []byte(file)}}, nil)
	w.fine(reply)
	require.Equal(w.t, "SUCCESS", w.organizer.WaitJob(reply.Map()["id"].(string))["status"])
}

func (w soak) fine(reply apptest.Reply) {
	w.t.Helper()
	require.Less(w.t, reply.Status, http.StatusBadRequest, "%s", reply.Body)
}
