//go:build chaos

package apptest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

const (
	victimURL, victimData, victimAddr = "PMO_APPTEST_VICTIM_URL", "PMO_APPTEST_VICTIM_DATA", "PMO_APPTEST_VICTIM_ADDR"
	chaosFor                          = time.Minute
)

// As many publishers die as a season of months has; PMO_CHAOS_PUBLISHERS says another number, more than 50.
func init() {
	killedPublishers = 200
	if n, err := strconv.Atoi(os.Getenv("PMO_CHAOS_PUBLISHERS")); err == nil && n > 50 {
		killedPublishers = n
	}
}

// TestVictimProcess is the server of the test below: it serves until it is killed.
func TestVictimProcess(t *testing.T) {
	url := os.Getenv(victimURL)
	if url == "" {
		return
	}
	config := workerConfig(url, os.Getenv(victimData))
	config.Addr, config.LogoutURL = os.Getenv(victimAddr), "/logout"
	a, err := app.Start(t.Context(), config, app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer a.Close()
	require.NoError(t, a.Serve(t.Context()))
}

// storm is somebody who imports, bills and publishes without end at a server that dies.
type storm struct {
	crowd
	token, addr, data                       string
	imports, runs, publishes, killed, asked atomic.Int64
}

// TestChaos kills the whole server with SIGKILL at random moments for a minute, while
// curves are imported, drafts made and invoices published. Then numbers have no gap, no
// day is billed twice, every point is there once and nothing waits for ever.
func TestChaos(t *testing.T) {
	s := apptest.Demo(t, apptest.Today)
	w := &storm{crowd: newCrowd(t, s), addr: freeAddr(t), data: t.TempDir()}
	made := w.Post("/tokens", map[string]any{"name": "storm"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	w.token = made.Map()["secret"].(string)
	s.App.Close()

	ctx, cancel := context.WithTimeout(t.Context(), chaosFor)
	defer cancel()
	for ctx.Err() == nil {
		w.oneLife(ctx)
	}
	t.Logf("%d kills; answered: %d imports, %d runs, %d publications of %d requests",
		w.killed.Load(), w.imports.Load(), w.runs.Load(), w.publishes.Load(), w.asked.Load())
	for what, n := range map[string]int64{"kills": w.killed.Load(), "imports": w.imports.Load(), "runs": w.runs.Load(), "publications": w.publishes.Load()} {
		require.Positive(t, n, what)
	}
	w.calm()
}

// oneLife starts the server, works at it, and kills it at a moment that nobody chose.
func (w *storm) oneLife(ctx context.Context) {
	victim := exec.CommandContext(w.t.Context(), os.Args[0], "-test.run=^TestVictimProcess$")
	victim.Env = append(os.Environ(), victimURL+"="+w.url, victimData+"="+w.data, victimAddr+"="+w.addr)
	require.NoError(w.t, victim.Start())
	defer func() { _ = victim.Wait() }()
	defer func() { _ = victim.Process.Kill() }()
	require.Eventually(w.t, func() bool {
		reply, err := http.Get("http://" + w.addr + "/readyz")
		if err != nil {
			return false
		}
		_ = reply.Body.Close()
		return reply.StatusCode == http.StatusOK
	}, apptest.Patience, 50*time.Millisecond)
	life, end := context.WithTimeout(ctx, 500*time.Millisecond+rand.N(4*time.Second))
	defer end()
	for _, work := range []func(context.Context){w.importCurves, w.bill, w.publish} {
		go func() {
			for life.Err() == nil {
				work(life)
			}
		}()
	}
	<-life.Done()
	w.killed.Add(1)
}

func (w *storm) importCurves(ctx context.Context) {
	body, contentType := curveForm(1 + rand.N(2))
	if w.ask(ctx, http.MethodPost, "/operations/"+w.operation+"/measurements/imports", contentType, body, nil) == http.StatusAccepted {
		w.imports.Add(1)
	}
	pause(ctx)
}

func (w *storm) bill(ctx context.Context) {
	body, _ := json.Marshal(map[string]any{"billUpTo": "2026-10-31", "mode": "ASYNC"})
	if w.ask(ctx, http.MethodPost, w.path("/run"), "application/json", body, nil) == http.StatusAccepted {
		w.runs.Add(1)
	}
	pause(ctx)
}

func (w *storm) publish(ctx context.Context) {
	var drafts []struct{ ID string }
	w.ask(ctx, http.MethodGet, w.path("/invoices?status=DRAFT&limit=7"), "", nil, &drafts)
	ids := make([]string, len(drafts))
	for i, d := range drafts {
		ids[i] = d.ID
	}
	body, _ := json.Marshal(map[string]any{"ids": ids})
	var reply struct{ Results []struct{ Status string } }
	if len(ids) > 0 && w.ask(ctx, http.MethodPost, w.path("/invoices/publish"), "application/json", body, &reply) == http.StatusOK {
		w.publishes.Add(1)
	}
	pause(ctx)
}

// ask sends one request; 0 when the server died of it. What it answers is never its fault.
func (w *storm) ask(ctx context.Context, method, path, contentType string, body []byte, into any) int {
	w.asked.Add(1)
	r, err := http.NewRequestWithContext(ctx, method, "http://"+w.addr+"/api"+path, bytes.NewReader(body))
	if err != nil {
		return 0
	}
	r.Header.Set("Authorization", "Bearer "+w.token)
	r.Header.Set("Content-Type", contentType)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer func() { _ = reply.Body.Close() }()
	if reply.StatusCode == http.StatusInternalServerError {
		w.t.Errorf("%s %s: %s", method, path, reply.Status)
	}
	if into != nil && json.NewDecoder(reply.Body).Decode(into) != nil {
		return 0
	}
	return reply.StatusCode
}

// calm starts a last server and looks at what is left.
func (w *storm) calm() {
	t := w.t
	// Two minutes pass: who was killed leads no longer, and its jobs are given to others.
	w.exec("delete from river_leader")
	w.exec("update river_job set attempted_at = attempted_at - interval '1 hour' where state = 'running'")
	last := apptest.New(t, apptest.Today.Add(2*time.Hour), func(config *app.Config, _ *app.Options) { config.DatabaseURL, config.DataDir = w.url, w.data })
	require.Eventually(t, func() bool {
		require.NoError(t, last.App.Services.Jobs.Sweep(t.Context()))
		return w.count("select count(*) from jobs where status = 'PENDING'") == 0
	}, 3*time.Minute, time.Second, "a run or an import waits for ever")

	w.Client = last.As("crowd@elsewhere.example")
	imported := func() map[string]any {
		body, contentType := curveForm(1)
		reply := w.DoAs(http.MethodPost, "/operations/"+w.operation+"/measurements/imports", bytes.NewReader(body), contentType)
		require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
		return w.WaitJob(reply.Map()["id"].(string))
	}
	require.Equal(t, "SUCCESS", imported()["status"])
	require.Equal(t, 0.0, imported()["result"].(map[string]any)["changedDays"], "every point is there, once")

	started := w.Post(w.path("/run"), map[string]any{"billUpTo": "2026-10-31", "mode": "ASYNC"})
	require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
	w.WaitJob(started.Map()["id"].(string))
	published := w.Post(w.path("/invoices/publish"), map[string]any{"runId": started.Map()["id"]})
	require.Equal(t, http.StatusOK, published.Status, "%s", published.Body)
	const issued = "from invoices where operation_id = $1 and number is not null"
	require.Equal(t, 2*crowdSize, w.count("select count(*) "+issued, w.operation), "each client and month has its invoice")
	require.Equal(t, 2*crowdSize, w.count("select max(sequence) "+issued, w.operation), "no number is missing")
	require.Equal(t, 2*crowdSize, w.count("select count(distinct number) "+issued, w.operation), "none is there twice")
	require.Zero(t, w.count(`select count(*) from billed_spans a join billed_spans b on b.subscription_id = a.subscription_id and b.invoice_id > a.invoice_id
		and daterange(a.from_date, a.to_date) && daterange(b.from_date, b.to_date) where a.operation_id = $1`, w.operation), "a day is billed twice")
}

// curveForm is an import of October: a roof and a neighbour of a kilowatt each, and a little
// more the second time.
func curveForm(nth int) (body []byte, contentType string) {
	var file, form bytes.Buffer
	file.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	for _, curve := range []string{"99500000000000;PROD", "99500000000001;CONSO"} {
		for at := time.Date(2026, 9, 30, 22, 0, 0, 0, time.UTC); at.Before(time.Date(2026, 10, 31, 23, 0, 0, 0, time.UTC)); at = at.Add(15 * time.Minute) {
			fmt.Fprintf(&file, "%s;%s;PT15M;%d;W;D\n", curve, at.Format(time.RFC3339), 990+10*nth)
		}
	}
	parts := multipart.NewWriter(&form)
	part, _ := parts.CreateFormFile("files", fmt.Sprintf("CDC_ACC00000088_202610_%d.csv", nth))
	_, _ = part.Write(file.Bytes())
	_ = parts.Close()
	return form.Bytes(), parts.FormDataContentType()
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
