package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// A kind that nothing else knows of: a name, a permission and what does it are all that it needs.
const lampCheck job.Kind = "lampCheck"

type lamps struct{ Room string }

type lit struct{ Lamps int }

// AuditDetails says how many burn.
func (l lit) AuditDetails() map[string]any { return map[string]any{"lamps": l.Lamps} }

// withLamps is a world that checks lamps; do is what becomes of a check.
func withLamps(t *testing.T, do func(room string) (lit, error)) *coretest.World {
	t.Helper()
	w := coretest.New(t)
	w.Site("Mairie", "consumer", "")
	w.Jobs.Handle(job.Handle(lampCheck, "key:replay", func(_ context.Context, _ job.Job, asked lamps) (lit, error) { return do(asked.Room) }))
	return w
}

func start(w *coretest.World, a job.Asked) (job.Job, error) {
	a.OperationID, a.Kind = w.Operation, lampCheck
	return w.Jobs.Start(w.T.Context(), w.Organizer, a, map[string]any{"why": "dark"})
}

// TestANewKindNeedsANameAPermissionAndAHandler: it is asked for with a right, done, followed,
// audited, and closed whatever happens to it.
func TestANewKindNeedsANameAPermissionAndAHandler(t *testing.T) {
	t.Parallel()
	w := withLamps(t, func(room string) (lit, error) {
		switch room {
		case "cellar":
			return lit{}, job.ErrAbandoned.With("room", room)
		case "attic":
			return lit{}, errors.New("no ladder")
		}
		return lit{len(room)}, nil
	})
	ctx := t.Context()
	hall, err := start(w, job.Asked{Input: lamps{"hall"}})
	require.NoError(t, err)
	require.Equal(t, []coretest.QueuedPart{{Kind: lampCheck, JobID: hall.ID}}, w.Queued)
	require.NoError(t, w.Jobs.Work(ctx, hall.ID, 0))
	require.NoError(t, w.Jobs.Work(ctx, hall.ID, 0), "one that is over is left alone")
	hall, err = w.Jobs.Find(ctx, w.Organizer, hall.ID)
	require.NoError(t, err)
	require.Equal(t, []any{job.Success, 1, w.Organizer.UserID}, []any{hall.Status, hall.Attempts, hall.AskedBy})
	require.JSONEq(t, `{"Lamps":4}`, string(hall.Result))
	require.NotNil(t, hall.FinishedAt)
	audited := 0
	require.NoError(t, w.DB.Pool().QueryRow(ctx, `select count(*) from audit_entries where action = 'key:replay' and object_id = $1
		and (details->>'why' = 'dark' or details->>'lamps' = '4' and details->>'status' = 'SUCCESS')`, hall.ID).Scan(&audited))
	require.Equal(t, 2, audited)

	attic, err := start(w, job.Asked{Input: lamps{"attic"}})
	require.NoError(t, err)
	cause := w.Jobs.Work(ctx, attic.ID, 0)
	require.ErrorContains(t, cause, "no ladder")
	require.Error(t, w.Jobs.Work(ctx, attic.ID, 0), "it is tried again")
	require.NoError(t, w.Jobs.Fail(ctx, attic.ID, 0, cause))
	require.NoError(t, w.Jobs.Fail(ctx, attic.ID, 0, job.ErrInProgress), "the first word stays")
	attic, err = w.Jobs.Find(ctx, w.Organizer, attic.ID)
	require.NoError(t, err)
	require.Equal(t, []any{job.Failure, 2, "internal"}, []any{attic.Status, attic.Attempts, attic.Errors[0].Key})

	cellar, err := start(w, job.Asked{Input: lamps{"cellar"}})
	require.NoError(t, err)
	require.NoError(t, w.Jobs.Fail(ctx, cellar.ID, 0, w.Jobs.Work(ctx, cellar.ID, 0)))
	cellar, err = w.Jobs.Find(ctx, w.Organizer, cellar.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"room": "cellar"}, cellar.Errors[0].Params)

	list, err := w.Jobs.Latest(ctx, w.Operation, lampCheck, 2)
	require.NoError(t, err)
	require.Equal(t, []id.ID{cellar.ID, attic.ID}, []id.ID{list[0].ID, list[1].ID})
	_, err = w.Jobs.Start(ctx, w.Observer(), job.Asked{OperationID: w.Operation, Kind: lampCheck}, nil)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = w.Jobs.Start(ctx, w.Organizer, job.Asked{OperationID: w.Operation, Kind: "unknown"}, nil)
	require.ErrorContains(t, err, "nobody does")
	require.Panics(t, func() { w.Jobs.Handle(job.Handler{Kind: lampCheck}) })
}

// TestWhoMayFollowAJob: one rule for all kinds. Others learn not even that it is there.
func TestWhoMayFollowAJob(t *testing.T) {
	t.Parallel()
	w := withLamps(t, nil)
	j, err := start(w, job.Asked{})
	require.NoError(t, err)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for _, who := range []policy.Principal{stranger, w.Observer(), w.Account("Mairie")} {
		_, err = w.Jobs.Find(t.Context(), who, j.ID)
		require.Equal(t, "notFound", fault.KeyOf(err), who.Role)
	}
	_, err = w.Jobs.Find(t.Context(), w.Organizer, id.New())
	require.Equal(t, "notFound", fault.KeyOf(err))
	own := open(w, job.Asked{}) // one that the server began by itself has nobody who asked
	found, err := w.Jobs.Find(t.Context(), w.Organizer, own.ID)
	require.NoError(t, err)
	require.Empty(t, found.AskedBy)
}

// TestOwnJobsAreListed to who asked for them, while they go on and for a day after.
func TestOwnJobsAreListed(t *testing.T) {
	t.Parallel()
	w := withLamps(t, nil)
	other := policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: w.Organizer.Operations}
	first, err := start(w, job.Asked{})
	require.NoError(t, err)
	w.Clock = w.Clock.Add(time.Minute)
	second := open(w, job.Asked{AskedBy: w.Organizer.UserID})
	open(w, job.Asked{AskedBy: other.UserID})
	open(w, job.Asked{})
	own := func(p policy.Principal) (ids []id.ID) {
		jobs, err := w.Jobs.Own(t.Context(), p)
		require.NoError(t, err)
		for _, j := range jobs {
			ids = append(ids, j.ID)
		}
		return ids
	}
	require.Equal(t, []id.ID{second.ID, first.ID}, own(w.Organizer))
	moved := w.Organizer
	moved.Operations = []id.ID{id.New()}
	require.Empty(t, own(moved), "who left the operation follows nothing of it")
	_, err = w.Jobs.Finish(t.Context(), first.ID, job.Outcome{Status: job.Success})
	require.NoError(t, err)
	w.Clock = w.Clock.Add(24*time.Hour - time.Second)
	require.Len(t, own(w.Organizer), 2)
	w.Clock = w.Clock.Add(time.Minute)
	require.Equal(t, []id.ID{second.ID}, own(w.Organizer), "a day after its end")
	require.Empty(t, own(w.Observer()))
}

// open stores a job without queueing it.
func open(w *coretest.World, a job.Asked) (j job.Job) {
	w.T.Helper()
	a.OperationID, a.Kind = w.Operation, lampCheck
	require.NoError(w.T, w.DB.InTx(w.T.Context(), tx.Change{Action: "lamp:check"}, func(ctx context.Context) (err error) {
		j, err = w.Jobs.Open(ctx, a)
		return err
	}))
	return j
}

// TestOneIsLiveOnTheSame: of two at once one is told which is live; on other things, and for those
// that are not alone, there is no limit. One that is over can come back, unless another is there.
func TestOneIsLiveOnTheSame(t *testing.T) {
	t.Parallel()
	w := withLamps(t, nil)
	ctx, room := t.Context(), id.New()
	type answer struct {
		j   job.Job
		err error
	}
	answers := make(chan answer)
	for range 2 {
		go func() {
			j, err := start(w, job.Asked{AloneOn: room})
			answers <- answer{j, err}
		}()
	}
	first, second := <-answers, <-answers
	if first.err != nil {
		first, second = second, first
	}
	require.NoError(t, first.err)
	require.Equal(t, []any{"job.inProgress", string(first.j.ID)}, []any{fault.KeyOf(second.err), fault.From(second.err).Params["id"]})
	live, ok, err := w.Jobs.Live(ctx, lampCheck, room)
	require.NoError(t, err)
	require.Equal(t, []any{true, first.j.ID}, []any{ok, live})
	for _, other := range []id.ID{id.New(), "", ""} {
		_, err := start(w, job.Asked{AloneOn: other})
		require.NoError(t, err)
	}
	require.NoError(t, w.Jobs.Fail(ctx, first.j.ID, 0, job.ErrAbandoned))
	next, err := start(w, job.Asked{AloneOn: room})
	require.NoError(t, err)
	reopen := func() error {
		return w.DB.InTx(ctx, tx.Change{Action: "lamp:check"}, func(ctx context.Context) error { return w.Jobs.Reopen(ctx, lampCheck, first.j.ID) })
	}
	err = reopen()
	require.Equal(t, []any{"job.inProgress", string(next.ID)}, []any{fault.KeyOf(err), fault.From(err).Params["id"]})
	require.NoError(t, w.Jobs.Fail(ctx, next.ID, 0, job.ErrAbandoned))
	require.NoError(t, reopen())
	again, err := w.Jobs.Find(ctx, w.Organizer, first.j.ID)
	require.NoError(t, err)
	require.Equal(t, []any{job.Pending, 0, (*time.Time)(nil)}, []any{again.Status, len(again.Errors), again.FinishedAt})
	_, err = w.DB.Pool().Exec(ctx, `insert into jobs (id, operation_id, kind, alone_on, agent, parts, status, created_at, alive_at)
		values ($1, $2, 'lampCheck', $3, '', 1, 'PENDING', now(), now())`, id.New(), w.Operation, room)
	require.ErrorContains(t, err, "jobs_live_key", "whoever does not ask is refused by the database")
}

// TestWhoseProcessDiedIsClosed when it was silent for long; every attempt and progress is a sign
// of life. A kind that can be resumed is queued again for a while.
func TestWhoseProcessDiedIsClosed(t *testing.T) {
	t.Parallel()
	w := withLamps(t, func(string) (lit, error) { return lit{}, errors.New("again") })
	ctx := t.Context()
	resumed := job.Handle("lampRepair", "key:replay", func(context.Context, job.Job, any) (any, error) { return nil, nil })
	resumed.Patience, resumed.Resumed = time.Minute, time.Hour
	w.Jobs.Handle(resumed)
	lost, alive, busy := open(w, job.Asked{}), open(w, job.Asked{}), open(w, job.Asked{})
	repair, err := w.Jobs.Start(ctx, w.Organizer, job.Asked{OperationID: w.Operation, Kind: "lampRepair", Parts: 2}, nil)
	require.NoError(t, err)
	status := func(jobID id.ID) job.Status {
		j, err := w.Jobs.Find(ctx, w.Organizer, jobID)
		require.NoError(t, err)
		return j.Status
	}
	w.Clock = w.Clock.Add(10 * time.Minute)
	require.Error(t, w.Jobs.Work(ctx, alive.ID, 0))
	w.Jobs.Advance(ctx, busy.ID, 1, 3)
	w.Queued = nil
	for range 2 {
		require.NoError(t, w.Jobs.Sweep(ctx))
	}
	require.Equal(t, []coretest.QueuedPart{{Kind: "lampRepair", JobID: repair.ID}, {Kind: "lampRepair", JobID: repair.ID, Part: 1}}, w.Queued, "once a minute at most")
	w.Clock = w.Clock.Add(6 * time.Minute)
	require.NoError(t, w.Jobs.Sweep(ctx))
	require.Equal(t, []job.Status{job.Failure, job.Pending, job.Pending}, []job.Status{status(lost.ID), status(alive.ID), status(busy.ID)})
	w.Clock = w.Clock.Add(time.Hour)
	w.Exec("update jobs set kind = 'goneKind' where id = $1", busy.ID)
	require.NoError(t, w.Jobs.Sweep(ctx))
	require.Equal(t, []job.Status{job.Failure, job.Failure, job.Failure}, []job.Status{status(alive.ID), status(busy.ID), status(repair.ID)})
	closed, err := w.Jobs.Find(ctx, w.Organizer, busy.ID)
	require.NoError(t, err)
	require.Equal(t, []any{"job.abandoned", job.Progress{Done: 3, Total: 3}}, []any{closed.Errors[0].Key, closed.Progress})
}

// TestWhatGoesOnIsAJob: nothing is followed that no job stands for, and no table says beside it
// whether it goes on.
func TestWhatGoesOnIsAJob(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	for _, table := range []string{"curve_imports", "bill_runs"} {
		var refers, twice bool
		require.NoError(t, w.DB.Pool().QueryRow(t.Context(), `select exists (select from pg_constraint
			where contype = 'f' and conrelid = $1::regclass and confrelid = 'jobs'::regclass),
			exists (select from information_schema.columns where table_name = $1::text and column_name in ('status', 'alive_at', 'seen_at', 'created_at', 'finished_at', 'errors'))`,
			table).Scan(&refers, &twice))
		require.True(t, refers, table)
		require.False(t, twice, table)
	}
}
