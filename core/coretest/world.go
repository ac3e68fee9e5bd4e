package coretest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/picture"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
)

// World is an operation of ENEDIS, billed by ENGINE_2025, on a database of its own.
type World struct {
	T         testing.TB
	DB        *postgres.DB
	Guard     policy.Guard // the policy of the product
	Operation id.ID
	Organizer policy.Principal
	Clock     time.Time        // what Now answers; 6 November 2026, eight in the morning in Paris, unless set
	Sites     map[string]id.ID // by name
	Jobs      *job.Service     // without handlers
	Queued    []QueuedPart     // what its queue was given; nothing is started
}

// QueuedPart is a part of a job that waits.
type QueuedPart struct {
	Kind  job.Kind
	JobID id.ID
	Part  int
}

// jobQueue keeps what was queued.
type jobQueue struct {
	of *World
	mu sync.Mutex
}

// Enqueue of job.Queue.
func (q *jobQueue) Enqueue(_ context.Context, kind job.Kind, jobID id.ID, parts []int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, part := range parts {
		q.of.Queued = append(q.of.Queued, QueuedPart{kind, jobID, part})
	}
	return nil
}

// NewJobs makes the jobs of the world anew, without handlers.
func (w *World) NewJobs() *job.Service {
	w.Jobs = job.New(job.Deps{Guard: w.Guard, Tx: w.DB, Jobs: kernelstore.NewJobs(w.DB), Queue: &jobQueue{of: w}, Now: w.Now})
	return w.Jobs
}

// Keeping are the documents of the world, in an object store.
func (w *World) Keeping(objects object.Store) *document.Service {
	return document.New(document.Deps{Documents: kernelstore.NewDocuments(w.DB), Objects: objects, Tx: w.DB, Now: w.Now})
}

// Logos are the logos of the world, in an object store.
func (w *World) Logos(objects object.Store) *logo.Service {
	return logo.New(logo.Deps{Documents: w.Keeping(objects), Pictures: picture.Drawer{}, Now: w.Now})
}

// Parts are the parts of a kind that wait.
func (w *World) Parts(kind job.Kind) (parts []int) {
	for _, q := range w.Queued {
		if q.Kind == kind {
			parts = append(parts, q.Part)
		}
	}
	return parts
}

// policyOf is compiled once: it is the same for all tests.
var policyOf = sync.OnceValues(func() (policy.Decider, error) { return opa.New(context.Background()) })

// New makes the operation, without sites.
func New(t testing.TB) *World {
	t.Helper()
	db := pgtest.New(t)
	decider, err := policyOf()
	require.NoError(t, err)
	w := &World{T: t, DB: db, Guard: policy.Guard{Decider: decider, Locator: participantstore.NewParticipants(db)},
		Operation: id.New(), Clock: time.Date(2026, 11, 6, 7, 0, 0, 0, time.UTC), Sites: map[string]id.ID{}}
	w.NewJobs()
	w.Organizer = policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{w.Operation}}
	w.Exec(`insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
		values ($1, 'ACC00000001', 'VAL', 'OPEN', 'ENEDIS', 'ENGINE_2025', 'PMO VAL', 'FR', now())`, w.Operation)
	return w
}

// Now is the clock of all services.
func (w *World) Now() time.Time { return w.Clock }

// Exec changes the database where no use case does.
func (w *World) Exec(sql string, args ...any) {
	w.T.Helper()
	_, err := w.DB.Pool().Exec(w.T.Context(), sql, args...)
	require.NoError(w.T, err)
}

// Site adds a consumer or a producer, as side says, that is there from 2026 on, or for the
// days given as PostgreSQL writes them: [2026-10-11,).
func (w *World) Site(name, side, activation string) id.ID {
	w.T.Helper()
	i := id.New()
	if activation == "" {
		activation = "[2026-01-01,)"
	}
	w.Exec(`insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6::text::daterange, now(), now())`, w.Operation, i, name, side, fmt.Sprintf("%014d", len(w.Sites)+1), activation)
	w.Sites[name] = i
	return i
}

// User adds an account of a role, without a password.
func (w *World) User(role policy.Role) id.ID {
	w.T.Helper()
	return AddUser(w.T, w.DB, role)
}

// AddUser adds an account of a role to a database, without a password, for what names who did it.
func AddUser(t testing.TB, db *postgres.DB, role policy.Role) id.ID {
	t.Helper()
	userID := id.New()
	_, err := db.Pool().Exec(t.Context(), `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, $1::uuid::text || '@example.org', $2, 'fr', true, true, now())`, userID, string(role))
	require.NoError(t, err)
	return userID
}

// Account is a participant's account that sees one site from 2026 on.
func (w *World) Account(site string) policy.Principal {
	return policy.Principal{UserID: w.User(policy.RoleParticipant), Role: policy.RoleParticipant, Operations: []id.ID{w.Operation},
		Sites: []policy.Site{{ParticipantID: w.Sites[site], OperationID: w.Operation, Period: civil.Range{From: Date("2026-01-01"), To: civil.Forever}}}}
}

// Observer reads the operation and changes nothing.
func (w *World) Observer() policy.Principal {
	return policy.Principal{UserID: w.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: []id.ID{w.Operation}}
}

// Admin is of the back-office.
func (w *World) Admin() policy.Principal {
	return policy.Principal{UserID: w.User(policy.RoleAdmin), Role: policy.RoleAdmin}
}

// Date reads YYYY-MM-DD.
func Date(s string) civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Other is a text with another letter at one place, whatever stands there: what is made at random may have any.
func Other(text string, at int) string {
	letter := "a"
	if text[at] == 'a' {
		letter = "b"
	}
	return text[:at] + letter + text[at+1:]
}

// Ptr is a pointer to a value, for fields that may be left out.
func Ptr[T any](v T) *T { return &v }

// Count is the number of rows of a table.
func (w *World) Count(table string) (n int) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Pool().QueryRow(w.T.Context(), "select count(*) from "+table).Scan(&n))
	return n
}
