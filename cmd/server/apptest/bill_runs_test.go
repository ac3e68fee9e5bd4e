package apptest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// crowd is an operation with more clients than one job bills, all on a plan without
// energy, so that nothing but the run is needed.
type crowd struct {
	*apptest.Client
	t         *testing.T
	db        *pgx.Conn
	operation string
	user      string // its organizer
	url       string
}

const crowdSize = 230

func newCrowd(t *testing.T, s *apptest.Server) crowd {
	t.Helper()
	admin := s.As("admin@demo.pmo")
	user := admin.Post("/admin/users", map[string]any{"email": "crowd@elsewhere.example", "role": "organizer", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, user.Status, "%s", user.Body)
	op := admin.Post("/admin/operations", map[string]any{"name": "Foule", "externalId": "ACC00000088", "dso": "FAKE",
		"billingEngine": "ENGINE_2025", "organizerIds": []any{user.Map()["id"]}})
	require.Equal(t, http.StatusCreated, op.Status, "%s", op.Body)
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	c := crowd{signUp(t, s, "crowd@elsewhere.example"), t, db, op.Map()["id"].(string), user.Map()["id"].(string), s.DatabaseURL}
	c.people()
	c.subscribe()
	confirmIssuers(t, admin)
	return c
}

func (c crowd) path(rest string) string { return "/operations/" + c.operation + "/billing" + rest }

func (c crowd) exec(sql string, args ...any) {
	c.t.Helper()
	_, err := c.db.Exec(c.t.Context(), sql, args...)
	require.NoError(c.t, err)
}

func (c crowd) count(sql string, args ...any) (n int) {
	c.t.Helper()
	require.NoError(c.t, c.db.QueryRow(c.t.Context(), sql, args...).Scan(&n))
	return n
}

// people adds a producer and the consumers, each a client of its own.
func (c crowd) people() {
	c.exec(`insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
		select $1, gen_random_uuid(), case when n = 0 then 'Toit' else 'Voisin ' || n end, case when n = 0 then 'producer' else 'consumer' end,
			to_char(99500000000000 + n, 'FM00000000000000'), '[2026-01-01,)', now(), now() from generate_series(0, $2::int) n`, c.operation, crowdSize)
	c.exec(`insert into billable_entities (operation_id, id, name, street, post_code, city, country, vat_regime, consumer_type, language, created_at)
		select operation_id, gen_random_uuid(), name, '1 rue', '67000', 'Strasbourg', 'FR', 'none', 'individual', 'fr', now()
		from participants where operation_id = $1 and energy_type = 'consumer'`, c.operation)
	c.exec(`insert into billable_entity_consumers (operation_id, consumer_id, billable_entity_id)
		select p.operation_id, p.id, e.id from participants p join billable_entities e on e.operation_id = p.operation_id and e.name = p.name where p.operation_id = $1`, c.operation)
}

// confirmIssuers is the back-office's yes to everybody who waits for one.
func confirmIssuers(t *testing.T, admin *apptest.Client) {
	t.Helper()
	for _, claim := range admin.Get(query("/admin/seller-claims", "filter", `{"status":"REQUESTED"}`)).List() {
		reply := admin.Put("/admin/seller-claims/"+claim["id"].(string), map[string]any{"status": "CONFIRMED", "remark": "test"})
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	}
}

func (c crowd) subscribe() {
	var producer string
	require.NoError(c.t, c.db.QueryRow(c.t.Context(), "select id::text from participants where operation_id = $1 and energy_type = 'producer'", c.operation).Scan(&producer))
	issuer := c.Post(c.path("/billing-entities"), map[string]any{"name": "Toit", "address": "2 rue", "postCode": "67000", "city": "Strasbourg", "country": "FR",
		"vatRegime": "franchise", "legalNumber": "732829320", "seriesCode": "TOIT", "iban": "FR1420041010050500013M02606", "producerIds": []string{producer}})
	require.Equal(c.t, http.StatusCreated, issuer.Status, "%s", issuer.Body)
	plan := c.Post(c.path("/plans"), map[string]any{"name": "Forfait", "period": "MONTHLY", "paymentMethod": "transfer", "paymentTerm": 30,
		"charges": []any{map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 5_000_000}}})
	require.Equal(c.t, http.StatusCreated, plan.Status, "%s", plan.Body)
	rows, err := c.db.Query(c.t.Context(), "select id::text from participants where operation_id = $1 and energy_type = 'consumer'", c.operation)
	require.NoError(c.t, err)
	consumers, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(c.t, err)
	var pairs []any
	for _, consumer := range consumers {
		pairs = append(pairs, map[string]any{"consumerId": consumer, "producerId": producer})
	}
	made := c.Post(c.path("/subscriptions/multiple"), map[string]any{"planId": plan.Map()["id"], "startDate": "2026-09-01", "pairs": pairs})
	require.Equal(c.t, http.StatusCreated, made.Status, "%s", made.Body)
}

func TestABillRunByJobs(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := newCrowd(t, s)
	// The last pair is kept by somebody, so that the run lives until it is let go.
	c.exec("select pg_advisory_lock($1)", c.lastPair())
	started := c.Post(c.path("/run"), map[string]any{"billUpTo": "2026-09-30", "mode": "ASYNC"})
	require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
	runID := started.Map()["id"].(string)
	require.Len(t, started.Map()["invoices"], crowdSize)
	var producer string
	require.NoError(t, c.db.QueryRow(t.Context(), "select id::text from participants where operation_id = $1 and energy_type = 'producer'", c.operation).Scan(&producer))
	for _, family := range []string{c.path("/run"), "/participants/" + producer + "/billing/run"} {
		second := c.Post(family, map[string]any{"billUpTo": "2026-09-30", "mode": "ASYNC"})
		require.Equal(t, []any{http.StatusConflict, "run.inProgress", map[string]any{"id": runID}}, []any{second.Status, second.Key(), second.Map()["params"]}, family)
	}
	c.exec("select pg_advisory_unlock_all()")
	job := c.WaitJob(runID)
	require.Equal(t, "billRun", job["kind"])
	require.Equal(t, "SUCCESS", job["status"])
	require.Equal(t, map[string]any{"pending": 0.0, "success": float64(crowdSize), "failure": 0.0, "total": float64(crowdSize)}, job["progress"])
	require.Equal(t, c.operation, job["result"].(map[string]any)["operationId"])
	require.NotContains(t, job, "errors")
	require.Equal(t, http.StatusNotFound, s.As("participant@demo.pmo").Get("/jobs/"+runID).Status, "not one it started")
	require.Equal(t, http.StatusNotFound, s.As("organizer@demo.pmo").Get("/jobs/"+runID).Status, "another operation's")

	c.requireDocuments(runID)
	c.requireBilledAs()
}

// requireDocuments publishes some drafts and waits for their documents: each is stored
// once, under the hash of its content, and is what a download gives.
func (c crowd) requireDocuments(runID string) {
	t := c.t
	t.Helper()
	var ids []any
	for _, one := range c.Get(c.path("/run/" + runID)).Map()["invoices"].([]any)[:5] {
		ids = append(ids, one.(map[string]any)["invoiceId"])
	}
	published := c.Post(c.path("/invoices/publish"), map[string]any{"ids": ids})
	require.Equal(t, http.StatusOK, published.Status, "%s", published.Body)
	require.Eventually(t, func() bool {
		return c.count("select count(*) from invoices where operation_id = $1 and document_id is not null", c.operation) == len(ids)
	}, apptest.Patience, 20*time.Millisecond)
	for _, invoiceID := range ids {
		var stored []byte
		require.NoError(t, c.db.QueryRow(t.Context(), "select d.sha256 from invoices i join documents d on d.id = i.document_id where i.id = $1", invoiceID).Scan(&stored))
		got := c.Get(c.path(fmt.Sprintf("/invoices/%s/download", invoiceID)))
		require.Equal(t, http.StatusOK, got.Status, "%s", got.Body)
		sum := sha256.Sum256(got.Body)
		require.Equal(t, hex.EncodeToString(stored), hex.EncodeToString(sum[:]))
	}
}

// requireBilledAs reads a site as people do: who stands on its invoices.
func (c crowd) requireBilledAs() {
	t := c.t
	t.Helper()
	for _, site := range c.Get("/operations/" + c.operation + "/participants").List() {
		if site["energyType"] == "producer" {
			require.Contains(t, site, "billingEntity")
			continue
		}
		require.Contains(t, site, "billableEntity")
		require.Equal(t, "1 rue", site["billingDetail"].(map[string]any)["address"])
	}
}

const workerURL, workerData = "PMO_APPTEST_WORKER_URL", "PMO_APPTEST_WORKER_DATA"

// TestWorkerProcess is the other process of the test below: it works until it is killed.
func TestWorkerProcess(t *testing.T) {
	url := os.Getenv(workerURL)
	if url == "" {
		return
	}
	a, err := app.Start(t.Context(), workerConfig(url, os.Getenv(workerData)), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer a.Close()
	require.NoError(t, a.Work(t.Context()))
}

func workerConfig(url, data string) app.Config {
	return app.Config{Addr: "127.0.0.1:0", PublicURL: "http://127.0.0.1", DataDir: data, DatabaseURL: url, SecretKey: strings.Repeat("k", 32)}
}

// lastPair is the number under which billing locks the issuer and the last client.
func (c crowd) lastPair() int64 {
	var issuer, client string
	require.NoError(c.t, c.db.QueryRow(c.t.Context(), `select (select id::text from billing_entities where operation_id = $1),
		(select id::text from billable_entities where operation_id = $1 order by id desc limit 1)`, c.operation).Scan(&issuer, &client))
	h := fnv.New64a()
	_, _ = h.Write([]byte("billing:" + c.operation + ":" + issuer + ":" + client))
	return int64(h.Sum64()) //nolint:gosec // as the locks of billing
}

// A run whose process is killed in the middle is ended by another one: what was billed
// stays, what was not is billed once.
func TestABillRunOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := newCrowd(t, s)
	s.App.Close()
	data := t.TempDir()
	first, err := app.Start(t.Context(), workerConfig(c.url, data), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer first.Close()

	// The last pair is kept by somebody, so that the second of two batches cannot end.
	c.exec("select pg_advisory_lock($1)", c.lastPair())
	worker := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWorkerProcess$")
	worker.Env = append(os.Environ(), workerURL+"="+c.url, workerData+"="+filepath.Join(data, "worker"))
	require.NoError(t, worker.Start())
	upTo, operationID := civil.NewDate(2026, 10, 31), id.ID(c.operation)
	principal := policy.Principal{UserID: id.ID(c.user), Role: policy.RoleOrganizer, Operations: []id.ID{operationID}}
	run, err := first.Services.Billing.Runs.StartRun(t.Context(), principal, billing.Scope{OperationID: operationID}, billrun.RunInput{BillUpTo: &upTo})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		return c.count("select count(*) from bill_run_batches where run_id = $1", run.ID) == 1 &&
			c.count("select count(*) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())") > 0
	}, apptest.Patience, 20*time.Millisecond, "the first batch is done, the second one waits")
	require.NoError(t, worker.Process.Kill())
	_ = worker.Wait()
	c.exec("select pg_advisory_unlock_all()")
	before := c.count("select count(*) from invoices where run_id = $1", run.ID)
	require.Positive(t, before)

	second := apptest.New(t, apptest.Today.Add(10*time.Minute), func(config *app.Config, _ *app.Options) { config.DatabaseURL = c.url })
	// The sweep comes once a minute for all processes; here it comes at once.
	require.NoError(t, second.App.Services.Jobs.Sweep(t.Context()))
	job := second.As("crowd@elsewhere.example").WaitJob(string(run.ID))
	require.Equal(t, "SUCCESS", job["status"], "%v", job)
	require.Equal(t, map[string]any{"pending": 0.0, "success": 2.0 * crowdSize, "failure": 0.0, "total": 2.0 * crowdSize}, job["progress"], "September and October")
	require.Equal(t, 2*crowdSize, c.count("select count(*) from invoices where run_id = $1", run.ID))
	require.Zero(t, c.count(`select count(*) from (select subscription_id from billed_spans where operation_id = $1 group by subscription_id, from_date having count(*) > 1) d`, c.operation))
	require.Equal(t, before, c.count("select count(*) from invoices where run_id = $1 and created_at = $2", run.ID, apptest.Today), "the first process's stay")
}
