package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// AllocationReplays keeps replays of keys.
type AllocationReplays struct{ db *DB }

var _ replay.Replays = (*AllocationReplays)(nil)

// NewAllocationReplays is the store over db.
func NewAllocationReplays(db *DB) *AllocationReplays { return &AllocationReplays{db} }

// Add stores a pending one.
func (s *AllocationReplays) Add(ctx context.Context, r replay.Replay) error {
	return s.db.queries(ctx).InsertAllocationReplay(ctx, sqlcgen.InsertAllocationReplayParams{ID: r.ID, OperationID: r.OperationID,
		DayFrom: pgDate(r.Days.From), DayTo: pgDate(r.Days.To), Verify: r.Verify, Status: string(r.Status), CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt})
}

// ByID reads one. Error: keyReplay.notFound.
func (s *AllocationReplays) ByID(ctx context.Context, replayID id.ID) (replay.Replay, error) {
	row, err := s.db.queries(ctx).GetAllocationReplay(ctx, replayID)
	if err != nil {
		return replay.Replay{}, orMissing(err, allocation.ErrReplayNotFound)
	}
	return fromDBReplay(row)
}

// Latest reads those of an operation, newest first.
func (s *AllocationReplays) Latest(ctx context.Context, operationID id.ID, limit int) ([]replay.Replay, error) {
	rows, err := s.db.queries(ctx).ListAllocationReplays(ctx, operationID, int32(limit))
	if err != nil {
		return nil, err
	}
	list := make([]replay.Replay, len(rows))
	for i, row := range rows {
		if list[i], err = fromDBReplay(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func fromDBReplay(row sqlcgen.AllocationReplay) (replay.Replay, error) {
	r := replay.Replay{OperationID: row.OperationID, ID: row.ID, Days: civil.Range{From: civilDate(row.DayFrom), To: civilDate(row.DayTo)},
		Verify: row.Verify, Status: replay.ReplayStatus(row.Status), CreatedBy: row.CreatedBy, CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt}
	if row.ErrorKey != "" {
		r.Errors = []*fault.Error{fault.Stored(row.ErrorKey)}
	}
	return r, json.Unmarshal(row.Months, &r.Months)
}

// Finish closes a pending one.
func (s *AllocationReplays) Finish(ctx context.Context, r replay.Replay) error {
	months, err := json.Marshal(orEmpty(r.Months))
	if err != nil {
		return err
	}
	key := ""
	if len(r.Errors) > 0 {
		key = r.Errors[0].Key
	}
	return s.db.queries(ctx).FinishAllocationReplay(ctx, sqlcgen.FinishAllocationReplayParams{ID: r.ID, Status: string(r.Status),
		FinishedAt: r.FinishedAt, Months: months, ErrorKey: key})
}

// Stale lists pending ones made before an instant.
func (s *AllocationReplays) Stale(ctx context.Context, before time.Time) ([]id.ID, error) {
	return s.db.queries(ctx).ListStaleAllocationReplays(ctx, before)
}
