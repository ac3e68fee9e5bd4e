package apptest_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// killedPublishers is how many publishers die in TestPublishersKilled; make chaos kills more.
var killedPublishers = 5

const publisherURL, publisherData, publisherOf = "PMO_APPTEST_PUBLISHER_URL", "PMO_APPTEST_PUBLISHER_DATA", "PMO_APPTEST_PUBLISHER_OF"

// publishSome gives numbers to a few drafts that happen to be there; fewer than were asked for are
// published where somebody else was first.
func publishSome(ctx context.Context, a *app.App, user, operation id.ID) (published int, refused error, err error) {
	p := policy.Principal{UserID: user, Role: policy.RoleOrganizer, Operations: []id.ID{operation}}
	scope := billing.Scope{OperationID: operation}
	drafts, _, err := a.Services.Billing.Invoices.ListInvoices(ctx, p, scope, billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}, Limit: 60})
	if err != nil || len(drafts) == 0 {
		return 0, nil, err
	}
	var ids []id.ID
	for _, n := range rand.Perm(len(drafts))[:min(3, len(drafts))] {
		ids = append(ids, drafts[n].ID)
	}
	results, err := a.Services.Billing.Publication.PublishInvoices(ctx, p, scope, billing.Selection{IDs: ids, ConfirmUnpriced: true})
	for _, r := range results {
		if r.Refused == nil {
			published++
		} else {
			refused = r.Refused
		}
	}
	return published, refused, err
}

// enterprises makes every client whose name ends with a 3 or a 7 one, and connects the seller with a platform that is never called.
func (c crowd) enterprises() {
	c.t.Helper()
	c.exec("update billable_entities set consumer_type = 'professional', legal_number = '35600000000048' where operation_id = $1 and name ~ '[37]$'", c.operation)
	var issuer string
	require.NoError(c.t, c.db.QueryRow(c.t.Context(), "select id::text from billing_entities where operation_id = $1", c.operation).Scan(&issuer))
	made := c.Post("/operations/"+c.operation+"/einvoicing/connections", with(platform(issuer), map[string]any{"flowUrl": "https://127.0.0.1:9", "directoryUrl": "https://127.0.0.1:9", "tokenUrl": "https://127.0.0.1:9"}))
	require.Equal(c.t, http.StatusCreated, made.Status, "%s", made.Body)
}

// TestPublisherProcess is a publisher of the test below: it publishes until it is killed.
func TestPublisherProcess(t *testing.T) {
	url := os.Getenv(publisherURL)
	if url == "" {
		return
	}
	user, operation, _ := strings.Cut(os.Getenv(publisherOf), " ")
	a, err := app.Start(t.Context(), workerConfig(url, os.Getenv(publisherData)), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer a.Close()
	if killedPublishers > 50 { // so that they die while they draw, too
		require.NoError(t, a.StartJobs(t.Context()))
	}
	fmt.Println("publishing")
	for {
		if _, _, err := publishSome(t.Context(), a, id.ID(user), id.ID(operation)); err != nil {
			fmt.Println(err)
		}
	}
}

// TestPublishersKilled: while others publish the drafts of one seller, publishers die by SIGKILL at moments
// that nobody chose. No number lacks, none is given twice, and nothing is published by half.
func TestPublishersKilled(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := newCrowd(t, s)
	c.enterprises()
	if killedPublishers > 50 {
		c.exec("update subscriptions set start_date = '2026-01-01' where operation_id = $1", c.operation)
	}
	started := c.Post(c.path("/run"), map[string]any{"billUpTo": "2026-10-31", "mode": "ASYNC"})
	require.Equal(t, http.StatusAccepted, started.Status, "%s", started.Body)
	c.WaitJob(started.Map()["id"].(string))
	s.App.Close()
	data := filepath.Join(t.TempDir(), "publisher") // all see the same files, as on one disk
	own, err := app.Start(t.Context(), workerConfig(c.url, data), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer own.Close()

	ctx, stop := context.WithCancel(t.Context())
	var others sync.WaitGroup
	var survivors atomic.Int64
	var lastRefusal error
	var took atomic.Int64 // how long a publication takes on this machine now
	others.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			n, refused, err := publishSome(ctx, own, id.ID(c.user), id.ID(c.operation))
			if ctx.Err() == nil && err != nil {
				t.Error(err)
				return
			}
			took.Store(int64(time.Since(began)))
			survivors.Add(int64(n))
			if refused != nil {
				lastRefusal = refused
			}
			pause(ctx)
		}
	})
	// On a busy machine the first publication takes longer than five publishers live.
	require.Eventually(t, func() bool { return survivors.Load() > 0 }, apptest.Patience, 5*time.Millisecond)
	for range killedPublishers {
		victim := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPublisherProcess$")
		victim.Env = append(os.Environ(), publisherURL+"="+c.url, publisherData+"="+data, publisherOf+"="+c.user+" "+c.operation)
		out, err := victim.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, victim.Start())
		said, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "publishing\n", said)
		// Before its first publication, within it or behind it, on a busy machine too.
		time.Sleep(rand.N(max(120*time.Millisecond, 4*time.Duration(took.Load()))))
		require.NoError(t, victim.Process.Kill())
		_ = victim.Wait()
	}
	stop()
	others.Wait()

	const issued = "from invoices where operation_id = $1 and number is not null"
	n := c.count("select count(*) "+issued, c.operation)
	t.Logf("%d publishers killed, %d invoices published, %d by who survived, %d drafts left, refused last: %v", killedPublishers, n, survivors.Load(),
		c.count("select count(*) from invoices where operation_id = $1 and number is null", c.operation), lastRefusal)
	if killedPublishers > 50 {
		require.Greater(t, n, int(survivors.Load()), "some died after they had published")
	}
	require.Equal(t, n, c.count("select coalesce(max(sequence), 0) "+issued, c.operation), "no number lacks")
	require.Equal(t, n, c.count("select count(distinct number) "+issued, c.operation), "none is there twice")
	require.Equal(t, n, c.count("select count(*) "+issued+" and status = 'FINALIZED' and snapshot is not null and issue_date is not null", c.operation), "whole")
	require.Zero(t, c.count(`select count(*) `+issued+` and not exists (select from billed_spans s where s.invoice_id = invoices.id and s.firm)`, c.operation), "its days are billed for good")
	require.Zero(t, c.count(`select count(*) from billed_spans a join billed_spans b on b.subscription_id = a.subscription_id and b.invoice_id > a.invoice_id
		and daterange(a.from_date, a.to_date) && daterange(b.from_date, b.to_date) where a.operation_id = $1`, c.operation), "no day twice")
	sent := c.count("select count(*) from transmissions t join invoices i on i.id = t.invoice_id where i.operation_id = $1", c.operation)
	require.Positive(t, sent)
	require.Equal(t, sent, c.count(`select count(*) `+issued+` and billable_entity_id in (select id from billable_entities where consumer_type = 'professional')
		and exists (select from transmissions t where t.invoice_id = invoices.id)`, c.operation), "none is sent twice, and none of a person")
	require.Zero(t, c.count(`select count(*) `+issued+` and billable_entity_id in (select id from billable_entities where consumer_type = 'professional')
		and not exists (select from transmissions t where t.invoice_id = invoices.id)`, c.operation), "each e-invoice waits to be sent")
	if killedPublishers > 50 { // jobs of the dead are given to others after minutes
		c.t.Logf("%d of their documents are to be drawn yet", c.count("select count(*) "+issued+" and document_id is null", c.operation))
		require.NoError(t, own.StartJobs(t.Context()))
		c.documentsStoredOnce(data, n)
	}
}

// documentsStoredOnce: whoever died while documents were drawn, each of so many issued invoices gets one, with
// the hash of what is stored, and no other lies about.
func (c crowd) documentsStoredOnce(data string, issued int) {
	c.t.Helper()
	const lacking = "select count(*) from invoices where operation_id = $1 and number is not null and document_id is null"
	require.Eventually(c.t, func() bool { return c.count(lacking, c.operation) == 0 }, apptest.Patience, time.Second, "none is lost")
	const kept, whole = "select count(*) from documents d where operation_id = $1 and kind = 'invoices'", " and state = 'STORED' and d.id in (select document_id from invoices)"
	require.Equal(c.t, issued, c.count(kept+whole, c.operation), "each has its own")
	require.Equal(c.t, issued, c.count(kept, c.operation), "none is there twice")
	files, err := os.ReadDir(filepath.Join(data, "files", "invoices", c.operation))
	require.NoError(c.t, err)
	require.Len(c.t, files, issued)
	objects, err := fs.New(filepath.Join(data, "files"), []byte(strings.Repeat("k", 32)), time.Now)
	require.NoError(c.t, err)
	rows, err := c.db.Query(c.t.Context(), "select kind || '/' || operation_id || '/' || id, sha256, size from documents where operation_id = $1 and kind = 'invoices'", c.operation)
	require.NoError(c.t, err)
	var key string
	var sum []byte
	var size int64
	_, err = pgx.ForEachRow(rows, []any{&key, &sum, &size}, func() error {
		file, info, err := objects.Get(c.t.Context(), key)
		if err != nil {
			return err
		}
		content, err := io.ReadAll(file)
		if found := sha256.Sum256(content); !bytes.Equal(sum, found[:]) || info.Size != size {
			c.t.Errorf("%s is not what was stored", key)
		}
		return errors.Join(err, file.Close())
	})
	require.NoError(c.t, err)
}

// pause waits a moment, or until the work is over.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(rand.N(200 * time.Millisecond)):
	}
}
