package allocationstore

import (
	"context"
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Replays keeps replays of keys.
type Replays struct{ db *postgres.DB }

var _ replay.Replays = (*Replays)(nil)

// NewReplays is the store over db.
func NewReplays(db *postgres.DB) *Replays { return &Replays{db} }

// Add stores a pending one.
func (s *Replays) Add(ctx context.Context, r replay.Replay) error {
	return queries(ctx, s.db).InsertAllocationReplay(ctx, sqlcgen.InsertAllocationReplayParams{ID: r.ID, OperationID: r.OperationID,
		DayFrom: postgres.ToDate(r.Days.From), DayTo: postgres.ToDate(r.Days.To), Verify: r.Verify, Status: string(r.Status), AskedBy: postgres.OptionalID(r.CreatedBy), CreatedAt: r.CreatedAt})
}

// ByID reads one. Error: keyReplay.notFound.
func (s *Replays) ByID(ctx context.Context, replayID id.ID) (replay.Replay, error) {
	row, err := queries(ctx, s.db).GetAllocationReplay(ctx, replayID)
	if err != nil {
		return replay.Replay{}, postgres.OrMissing(err, allocation.ErrReplayNotFound)
	}
	return fromDBReplay(row.AllocationReplay, row.AskedBy)
}

// Latest reads those of an operation, newest first.
func (s *Replays) Latest(ctx context.Context, operationID id.ID, limit int) ([]replay.Replay, error) {
	rows, err := queries(ctx, s.db).ListAllocationReplays(ctx, operationID, int32(limit))
	if err != nil {
		return nil, err
	}
	list := make([]replay.Replay, len(rows))
	for i, row := range rows {
		if list[i], err = fromDBReplay(row.AllocationReplay, row.AskedBy); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func fromDBReplay(row sqlcgen.AllocationReplay, askedBy *id.ID) (replay.Replay, error) {
	r := replay.Replay{OperationID: row.OperationID, ID: row.ID, Days: civil.Range{From: postgres.FromDate(row.DayFrom), To: postgres.FromDate(row.DayTo)},
		Verify: row.Verify, Status: replay.ReplayStatus(row.Status), CreatedBy: postgres.IDOf(askedBy), CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt}
	if row.ErrorKey != "" {
		r.Errors = []*fault.Error{fault.Stored(row.ErrorKey)}
	}
	return r, json.Unmarshal(row.Months, &r.Months)
}

// Finish closes a pending one.
func (s *Replays) Finish(ctx context.Context, r replay.Replay) error {
	months, err := json.Marshal(orEmpty(r.Months))
	if err != nil {
		return err
	}
	key := ""
	if len(r.Errors) > 0 {
		key = r.Errors[0].Key
	}
	return queries(ctx, s.db).FinishAllocationReplay(ctx, sqlcgen.FinishAllocationReplayParams{ID: r.ID, Status: string(r.Status),
		FinishedAt: r.FinishedAt, Months: months, ErrorKey: key})
}

// Stale lists pending ones made before an instant.
func (s *Replays) Stale(ctx context.Context, before time.Time) ([]id.ID, error) {
	return queries(ctx, s.db).ListStaleAllocationReplays(ctx, before)
}
