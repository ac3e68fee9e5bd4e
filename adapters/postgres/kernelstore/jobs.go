package kernelstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// Jobs keeps what goes on after an answer.
type Jobs struct{ db *postgres.DB }

// NewJobs makes it.
func NewJobs(db *postgres.DB) Jobs { return Jobs{db} }

var _ job.Jobs = Jobs{}

const jobColumns = `id, operation_id, kind, alone_on, asked_by, agent, parts, input, status, attempts, done, total, errors, result,
	created_at, alive_at, finished_at`

func scanJob(row pgx.CollectableRow) (j job.Job, err error) {
	var aloneOn, askedBy *id.ID
	var faults []byte
	err = row.Scan(&j.ID, &j.OperationID, (*string)(&j.Kind), &aloneOn, &askedBy, &j.Agent, &j.Parts, &j.Input, (*string)(&j.Status), &j.Attempts,
		&j.Progress.Done, &j.Progress.Total, &faults, &j.Result, &j.CreatedAt, &j.AliveAt, &j.FinishedAt)
	if err != nil {
		return j, err
	}
	j.AloneOn, j.AskedBy = postgres.IDOf(aloneOn), postgres.IDOf(askedBy)
	var stored []postgres.StoredFault
	err = json.Unmarshal(faults, &stored)
	j.Errors = postgres.FromStoredFaults(stored)
	return j, err
}

func (s Jobs) list(ctx context.Context, sql string, args ...any) ([]job.Job, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanJob)
}

func (s Jobs) one(ctx context.Context, sql string, args ...any) (job.Job, bool, error) {
	found, err := s.list(ctx, sql, args...)
	if err != nil || len(found) == 0 {
		return job.Job{}, false, err
	}
	return found[0], true, nil
}

// Add stores a pending one; live is the one in its way.
func (s Jobs) Add(ctx context.Context, j job.Job) (live id.ID, err error) {
	if live, err = s.wayFree(ctx, j); err != nil || !live.IsZero() {
		return live, err
	}
	_, err = s.db.Conn(ctx).Exec(ctx, `insert into jobs (id, operation_id, kind, alone_on, asked_by, agent, parts, input, status, created_at, alive_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $9)`,
		j.ID, j.OperationID, string(j.Kind), postgres.OptionalID(j.AloneOn), postgres.OptionalID(j.AskedBy), j.Agent, j.Parts, orNull(j.Input), j.CreatedAt)
	return "", err
}

// wayFree lets those that are alone on the same come one after the other, so that the second can
// say which one is live.
func (s Jobs) wayFree(ctx context.Context, j job.Job) (live id.ID, err error) {
	if j.AloneOn.IsZero() {
		return "", nil
	}
	if err := s.db.Hold(ctx, "job "+string(j.Kind)+" "+string(j.AloneOn)); err != nil {
		return "", err
	}
	live, _, err = s.Live(ctx, j.Kind, j.AloneOn)
	return live, err
}

func orNull(text json.RawMessage) any {
	if len(text) == 0 {
		return nil
	}
	return []byte(text)
}

// ByID finds one; ok is false where there is none.
func (s Jobs) ByID(ctx context.Context, jobID id.ID) (job.Job, bool, error) {
	return s.one(ctx, "select "+jobColumns+" from jobs where id = $1", jobID)
}

// Live is the pending one of a kind that is alone on something.
func (s Jobs) Live(ctx context.Context, kind job.Kind, aloneOn id.ID) (jobID id.ID, ok bool, err error) {
	err = s.db.Conn(ctx).QueryRow(ctx, "select id from jobs where kind = $1 and alone_on = $2 and status = 'PENDING'", string(kind), aloneOn).Scan(&jobID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return jobID, err == nil, err
}

// Latest lists those of a kind, newest first.
func (s Jobs) Latest(ctx context.Context, operationID id.ID, kind job.Kind, limit int) ([]job.Job, error) {
	return s.list(ctx, "select "+jobColumns+" from jobs where operation_id = $1 and kind = $2 order by created_at desc, id desc limit $3",
		operationID, string(kind), limit)
}

// Own lists somebody's, newest first.
func (s Jobs) Own(ctx context.Context, askedBy id.ID, endedAfter time.Time, limit int) ([]job.Job, error) {
	return s.list(ctx, "select "+jobColumns+` from jobs where asked_by = $1 and (status = 'PENDING' or finished_at > $2)
		order by created_at desc, id desc limit $3`, askedBy, endedAfter, limit)
}

// Begin counts an attempt; ok is false when it is over.
func (s Jobs) Begin(ctx context.Context, jobID id.ID, at time.Time) (job.Job, bool, error) {
	return s.one(ctx, "update jobs set attempts = attempts + 1, alive_at = greatest(alive_at, $2) where id = $1 and status = 'PENDING' returning "+jobColumns, jobID, at)
}

// Advance notes how far one is, on a connection of its own.
func (s Jobs) Advance(ctx context.Context, jobID id.ID, p job.Progress, at time.Time) error {
	_, err := s.db.Pool().Exec(ctx, "update jobs set done = $2, total = $3, alive_at = greatest(alive_at, $4) where id = $1 and status = 'PENDING'",
		jobID, p.Done, p.Total, at)
	return err
}

// Touch notes a sign of life and locks the row.
func (s Jobs) Touch(ctx context.Context, jobID id.ID, at time.Time) error {
	_, err := s.db.Conn(ctx).Exec(ctx, "update jobs set alive_at = greatest(alive_at, $2) where id = $1", jobID, at)
	return err
}

// Finish ends a pending one.
func (s Jobs) Finish(ctx context.Context, jobID id.ID, o job.Outcome, at time.Time) (bool, error) {
	faults, err := json.Marshal(postgres.ToStoredFaults(o.Errors))
	if err != nil {
		return false, err
	}
	var result []byte
	if o.Result != nil {
		if result, err = json.Marshal(o.Result); err != nil {
			return false, err
		}
	}
	ended, err := s.db.Conn(ctx).Exec(ctx, `update jobs set status = $2, errors = $3, result = $4, done = total, alive_at = greatest(alive_at, $5), finished_at = $5
		where id = $1 and status = 'PENDING'`, jobID, string(o.Status), faults, orNull(result), at)
	return ended.RowsAffected() > 0, err
}

// Reopen makes one pending again; live is the one in its way.
func (s Jobs) Reopen(ctx context.Context, jobID id.ID, at time.Time) (live id.ID, err error) {
	j, ok, err := s.one(ctx, "select "+jobColumns+" from jobs where id = $1", jobID)
	if err != nil || !ok || j.Status == job.Pending {
		return "", err
	}
	if live, err = s.wayFree(ctx, j); err != nil || !live.IsZero() {
		return live, err
	}
	_, err = s.db.Conn(ctx).Exec(ctx, `update jobs set status = 'PENDING', errors = '[]', result = null, done = 0, finished_at = null, alive_at = $2
		where id = $1 and status <> 'PENDING'`, jobID, at)
	return "", err
}

// Silent lists pending ones without a sign of life, the longest first.
func (s Jobs) Silent(ctx context.Context, since time.Time, limit int) ([]job.Job, error) {
	return s.list(ctx, "select "+jobColumns+" from jobs where status = 'PENDING' and alive_at < $1 order by alive_at, id limit $2", since, limit)
}
