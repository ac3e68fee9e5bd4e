//go:build hops

package apptest_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/core/civil"
)

// way is which functions of ours stand between a request and the database: those that are under way at
// the moment when a statement goes out, whichever. The one that sends it is the end of the way; the
// others carry the request on. A function counts once; a function within one counts as the one that it
// is written in; generated code does not count. What every request shares is counted apart: whoever
// follows one knows it from the first.
type way struct {
	mu    sync.Mutex
	on    bool
	roots []string        // what the request and its jobs begin with; what others do meanwhile does not count
	carry map[string]bool // who passes it on
	ends  map[string]bool // who sends statements
	chain []string        // the longest from handler or job down to a statement
}

// shared is what every request goes through, by how the names of its packages begin: transport, session,
// permissions, transactions, audit, events, stored documents, jobs with their lists of who does them, and the packages of the kernel.
var shared = []string{"adapters/httpapi.", "adapters/httpapi/account.accountAuthenticator", "adapters/httpapi/transport", "adapters/jobs", "adapters/opa", "adapters/postgres.", "adapters/postgres/kernelstore", "adapters/postgres/accountstore",
	"adapters/blob", "core/account", "core/policy", "core/tx", "core/event", "core/document", "core/job", "core/object", "core/civil", "core/id", "core/fault", "cmd/server/app.(*App).handlers", "cmd/server/app.(*App).jobHandlers"}

const ours = "github.com/openpmo/pmo/"

func (w *way) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.on {
		return
	}
	at := make([]uintptr, 256)
	frames := runtime.CallersFrames(at[:runtime.Callers(3, at)])
	var chain []string
	aside := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		name, own := strings.CutPrefix(f.Function, ours)
		if !own || strings.Contains(name, "/sqlcgen") || strings.Contains(name, "/gen/") || strings.HasPrefix(name, "cmd/server/apptest") {
			continue
		}
		aside = strings.Contains(name, ".func") // a goroutine of one that was seen begins with a function within it
		name = enclosing(name)
		if len(chain) == 0 || chain[len(chain)-1] != name {
			chain = append(chain, name)
		}
	}
	if !slices.ContainsFunc(chain, func(name string) bool { return slices.Contains(w.roots, name) }) && !(aside && len(chain) > 0 && !isShared(chain[len(chain)-1]) && w.carry[chain[len(chain)-1]]) {
		return
	}
	for n, name := range chain {
		if n == 0 {
			w.ends[name] = true
		} else {
			w.carry[name] = true
		}
	}
	slices.Reverse(chain)
	if chain = slices.DeleteFunc(chain, isShared); len(chain) > len(w.chain) {
		w.chain = chain
	}
}

// enclosing is the function that a function within it is written in, whatever its type parameters.
func enclosing(name string) string {
	if before, _, ok := strings.Cut(name, ".func"); ok {
		name = before
	}
	name, _, _ = strings.Cut(strings.ReplaceAll(name, "[...]", ""), "-")
	if _, method, pointer := strings.Cut(name, ")."); pointer {
		if _, within, more := strings.Cut(method, "."); more {
			name = strings.TrimSuffix(name, "."+within)
		}
	}
	return strings.TrimSuffix(name, ".gowrap1")
}

func isShared(name string) bool {
	return slices.ContainsFunc(shared, func(s string) bool { return strings.HasPrefix(name, s) })
}

func (w *way) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	w.look()
	return ctx
}
func (w *way) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (w *way) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	w.look()
	return ctx
}
func (w *way) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (w *way) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}
func (w *way) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	w.look()
	return ctx
}
func (w *way) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}

// of runs a request and says what stood on its way.
func (w *way) of(t *testing.T, request string, most int, roots []string, do func()) string {
	t.Helper()
	w.mu.Lock()
	w.on, w.roots, w.carry, w.ends, w.chain = true, roots, map[string]bool{}, map[string]bool{}, nil
	w.mu.Unlock()
	do()
	w.mu.Lock()
	w.on = false
	w.mu.Unlock()
	carry, common := apartFrom(w.carry, nil)
	ends, more := apartFrom(w.ends, w.carry)
	t.Logf("%s: %d functions carry it on, %d send statements, every request shares %d more; the longest chain is %d\ncarry:\n  %s\nends:\n  %s\nlongest: %s", request,
		len(carry), len(ends), len(common)+len(more), len(w.chain), strings.Join(carry, "\n  "), strings.Join(ends, "\n  "), strings.Join(w.chain, " > "))
	if len(carry) > most {
		t.Errorf("%s: %d functions carry it on, at most %d are wanted", request, len(carry), most)
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d |\n", request, len(w.chain), len(carry), len(ends), len(common)+len(more))
}

// apartFrom sorts names into those of a request and those that every request shares, without the known.
func apartFrom(names, known map[string]bool) (own, common []string) {
	for _, name := range slices.Sorted(maps.Keys(names)) {
		switch {
		case known[name]:
		case isShared(name):
			common = append(common, name)
		default:
			own = append(own, name)
		}
	}
	return own, common
}

// TestHops counts the functions on the way of three requests, on the demo (`make hops`).
func TestHops(t *testing.T) {
	w := &way{}
	b := newBrussels(t, func(_ *app.Config, o *app.Options) { o.Queries = w })
	organizer := b.server.As("organizer@demo.pmo")
	metrics, billed := organizer.Operation("ACC00000001"), organizer.Operation("ACC00000002")
	table := w.of(t, "dashboard metrics", 25, []string{"adapters/httpapi/metering.API.GetOperationMetrics"}, func() {
		reply := organizer.Get("/operations/" + metrics + "/measurements/metrics?dateFrom=2026-10-01&dateTo=2026-10-31")
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	})
	table += w.of(t, "bill run", 45, []string{"adapters/httpapi/billing.API.StartOperationBillRun", "core/billing/billrun.(*Service).BillBatch", "core/billing/billrun.(*Service).Finish"}, func() {
		run := organizer.Post("/operations/"+billed+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "ASYNC"})
		require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
		require.Equal(t, "SUCCESS", organizer.WaitJob(run.Map()["id"].(string))["status"])
	})
	b.month.Month = civil.NewMonth(2026, 10)
	table += w.of(t, "Sibelga upload", 55, []string{"adapters/httpapi/metering.API.UploadPermanentDataset", "core/metering/ingest.(*Service).RunImport"}, func() {
		// It replaces the demo's definitive month, so that it waits for a yes and goes on to the end.
		require.NotEqual(t, "failed", b.agreed(b.upload(b.files()...))["status"])
	})
	if file := os.Getenv("PMO_HOPS"); file != "" {
		require.NoError(t, os.WriteFile(file, []byte(table), 0o600))
	}
}
