package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

// AllocationConfigs keeps the versions of allocation keys.
type AllocationConfigs struct{ db *DB }

var _ allocation.Configs = (*AllocationConfigs)(nil)

// NewAllocationConfigs is the store over db.
func NewAllocationConfigs(db *DB) *AllocationConfigs { return &AllocationConfigs{db} }

// Versions reads all versions of an operation, newest first, with parameters.
func (s *AllocationConfigs) Versions(ctx context.Context, operationID id.ID) ([]allocation.Config, error) {
	q := s.db.queries(ctx)
	rows, err := q.ListAllocationConfigs(ctx, operationID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	params, err := q.ListAllocationParams(ctx, operationID)
	if err != nil {
		return nil, err
	}
	of := map[id.ID][]allocation.Param{}
	for _, p := range params {
		of[p.ConfigID] = append(of[p.ConfigID], fromDBAllocationParam(p))
	}
	versions := make([]allocation.Config, len(rows))
	for i, row := range rows {
		versions[i] = fromDBAllocationConfig(row, of[row.ID])
	}
	return versions, nil
}

// ByID reads one version. Error: key.notFound.
func (s *AllocationConfigs) ByID(ctx context.Context, configID id.ID) (allocation.Config, error) {
	q := s.db.queries(ctx)
	row, err := q.GetAllocationConfig(ctx, configID)
	if err != nil {
		return allocation.Config{}, orMissing(err, allocation.ErrNotFound)
	}
	rows, err := q.ListAllocationParamsOfConfig(ctx, row.OperationID, row.ID)
	if err != nil {
		return allocation.Config{}, err
	}
	params := make([]allocation.Param, len(rows))
	for i, p := range rows {
		params[i] = fromDBAllocationParam(p)
	}
	return fromDBAllocationConfig(row, params), nil
}

// Add stores a version; ok is false when the operation has this version already.
func (s *AllocationConfigs) Add(ctx context.Context, c allocation.Config) (ok bool, err error) {
	n, err := s.db.queries(ctx).InsertAllocationConfig(ctx, sqlcgen.InsertAllocationConfigParams{
		OperationID: c.OperationID, ID: c.ID, Version: int32(c.Version), Type: string(c.Type),
		EffectiveDate: pgDate(c.EffectiveDate), Reason: c.Reason, AuthorID: optionalID(c.AuthorID),
		Hash: c.Hash[:], CreatedAt: c.CreatedAt,
	})
	if err != nil || n == 0 || len(c.Params) == 0 {
		return n > 0, err
	}
	_, err = s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"allocation_params"},
		[]string{"operation_id", "config_id", "consumer_id", "producer_id", "value_e4"},
		pgx.CopyFromSlice(len(c.Params), func(i int) ([]any, error) {
			p := c.Params[i]
			return []any{c.OperationID, c.ID, p.ConsumerID, optionalID(p.ProducerID), int64(p.Value)}, nil
		}))
	return true, err
}
