package operationstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// Jobs knows what goes on after an answer. Rows are added by the stores of what jobs work on, in
// one statement with it.
type Jobs struct{ db *postgres.DB }

// NewJobs makes it.
func NewJobs(db *postgres.DB) Jobs { return Jobs{db} }

var _ job.Jobs = Jobs{}

// ByID finds one; ok is false where there is none.
func (s Jobs) ByID(ctx context.Context, jobID id.ID) (job.Job, bool, error) {
	row, err := queries(ctx, s.db).GetJob(ctx, jobID)
	if errors.Is(err, pgx.ErrNoRows) {
		return job.Job{}, false, nil
	}
	return job.Job{ID: row.ID, OperationID: row.OperationID, Kind: job.Kind(row.Kind), AskedBy: postgres.IDOf(row.AskedBy)}, err == nil, err
}
