//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/einvoice"
	remembered "github.com/openpmo/pmo/adapters/memory"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/pdf"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/correctionstore"
	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/journalstore"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/seal"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// world holds the contexts that are measured, wired as the server does, without the
// job queue: what a job does is called here.
type world struct {
	dir, url  string
	db        *postgres.DB
	cluster   *cluster
	metering  *meteringassembly.Services
	deps      meteringassembly.Parts // of another one, that remembers nothing yet
	jobs      *job.Service
	billing   billingassembly.Services
	organizer policy.Principal
	program   program
	sites     int  // of large
	large     town // with a year of curves, once imports has run
	small     town // 100 sites
}

// secret seals what the bench stores; nothing of it outlives the run.
var secret = bytes.Repeat([]byte("b"), 32)

// now is where the clock stands: all of 2025 is past.
func now() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }

func newWorld(ctx context.Context, url, dir string) (*world, error) {
	db, err := postgres.Open(ctx, url, postgres.Options{})
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	w := &world{dir: dir, url: url, db: db, organizer: policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}}
	if _, err := db.Pool().Exec(ctx, `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, 'bench@example.org', 'organizer', 'fr', true, true, now())`, w.organizer.UserID); err != nil {
		return nil, err
	}
	if w.cluster, err = newCluster(ctx, db.Pool()); err != nil {
		return nil, err
	}
	decider, err := opa.New(ctx)
	if err != nil {
		return nil, err
	}
	objects, err := fs.New(dir+"/files", secret, now)
	if err != nil {
		return nil, err
	}
	cipher, err := seal.New(secret, "iban")
	if err != nil {
		return nil, err
	}
	guard := policy.Guard{Decider: decider, Locator: participantstore.NewParticipants(db)}
	w.jobs = job.New(job.Deps{Guard: guard, Tx: db, Jobs: kernelstore.NewJobs(db), Queue: idle{}, Now: now})
	stored := document.New(document.Deps{Documents: kernelstore.NewDocuments(db), Objects: objects, Tx: db, Now: now})
	w.deps = meteringassembly.Parts{Guard: guard, Tx: db, Now: now, Documents: stored, Reader: files.New(files.DefaultLimits(), acccsv.Long{}), Jobs: w.jobs,
		Stores: meteringassembly.Stores{Perimeter: meteringstore.NewPerimeters(db), Curves: meteringstore.NewCurves(db), Rollups: meteringstore.NewRollups(db), Imports: importstore.NewImports(db), Declarations: meteringstore.NewDefinitiveMonths(db)}}
	remembering := w.deps
	remembering.Memory = remembered.New[monthly.MemoryKey](32 << 20) // as the server has it
	w.metering = meteringassembly.Assemble(remembering)
	w.billing = billingassembly.Assemble(billingassembly.Parts{Guard: guard, Tx: db, Now: now, Operations: operationstore.NewOperations(db),
		Stores: invoicestore.Stores(db, cipher), Adjustments: billingstore.NewAdjustments(db), Journals: journalstore.Stores(db), Corrections: correctionstore.New(db), Thresholds: correctionstore.NewThresholds(db), Words: catalogues.Text, Measurements: w.metering.Billable, Jobs: w.jobs, Stored: stored, Renderer: pdf.New(), EInvoices: einvoice.Writer{}})
	w.jobs.Handle(w.metering.Ingest.Job(), w.billing.Runs.Job())
	return w, nil
}

// idle is a queue whose jobs the bench does by itself, at the moment it measures.
type idle struct{}

func (idle) Enqueue(context.Context, job.Kind, id.ID, []int) error { return nil }

// site is a participant; one in fifty is a producer.
type site struct {
	id       id.ID
	dsoID    string
	producer bool
}

// town is an operation with its sites.
type town struct {
	id    id.ID
	sites []site
}

// newTown makes an operation of n sites that take part since 2024. kind tells its
// numbers from those of other towns.
func (w *world) newTown(ctx context.Context, kind, n int) (town, error) {
	t := town{id: id.New()}
	_, err := w.db.Pool().Exec(ctx, `insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at, functionalities)
		values ($1, $2, $3, 'OPEN', 'ENEDIS', 'ENGINE_2025', 'Bench', 'FR', now(), '{GES_KPI}')`,
		t.id, fmt.Sprintf("ACC%08d", kind), fmt.Sprintf("Bench %d of %d sites", kind, n))
	if err != nil {
		return t, err
	}
	rows := make([][]any, n)
	for i := range rows {
		s := site{id.New(), fmt.Sprintf("%014d", 30_000_000_000_000+kind*1_000_000+i), i%50 == 0}
		side := "consumer"
		if s.producer {
			side = "producer"
		}
		t.sites = append(t.sites, s)
		rows[i] = []any{t.id, s.id, fmt.Sprintf("Site %04d", i), side, s.dsoID, int16(3), now(), now()}
	}
	_, err = w.db.Pool().CopyFrom(ctx, pgx.Identifier{"participants"},
		[]string{"operation_id", "id", "name", "energy_type", "dso_id", "production_type_id", "created_at", "updated_at"}, pgx.CopyFromRows(rows))
	if err != nil {
		return t, err
	}
	_, err = w.db.Pool().Exec(ctx, "update participants set activation = '[2024-01-01,)' where operation_id = $1", t.id)
	w.organizer.Operations = append(w.organizer.Operations, t.id)
	return t, err
}
