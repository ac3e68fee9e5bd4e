package allocationstore

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/id"
)

// Configs keeps the versions of allocation keys.
type Configs struct{ db *postgres.DB }

var _ timeline.Configs = (*Configs)(nil)

// NewConfigs is the store over db.
func NewConfigs(db *postgres.DB) *Configs { return &Configs{db} }

// Versions reads all versions of an operation, newest first, with parameters and pools.
func (s *Configs) Versions(ctx context.Context, operationID id.ID) ([]allocation.Config, error) {
	q := queries(ctx, s.db)
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
	pools, err := s.pools(ctx, operationID)
	if err != nil {
		return nil, err
	}
	versions := make([]allocation.Config, len(rows))
	for i, row := range rows {
		versions[i] = fromDBAllocationConfig(row, of[row.ID])
		versions[i].Pools = pools[row.ID]
	}
	return versions, nil
}

// pools reads those of all versions, by version, in the order of the cascade.
func (s *Configs) pools(ctx context.Context, operationID id.ID) (map[id.ID][]allocation.Pool, error) {
	q := queries(ctx, s.db)
	rows, err := q.ListAllocationPools(ctx, operationID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	members, err := q.ListAllocationPoolMembers(ctx, operationID)
	if err != nil {
		return nil, err
	}
	in := map[[2]id.ID][]allocation.PoolMember{}
	for _, m := range members {
		at := [2]id.ID{m.ConfigID, m.PoolID}
		in[at] = append(in[at], allocation.PoolMember{ConsumerID: m.ConsumerID, Value: allocation.Value(m.ValueE4)})
	}
	pools := map[id.ID][]allocation.Pool{}
	for _, row := range rows {
		pools[row.ConfigID] = append(pools[row.ConfigID], fromDBAllocationPool(row, in[[2]id.ID{row.ConfigID, row.ID}]))
	}
	return pools, nil
}

// ByID reads one version. Error: key.notFound.
func (s *Configs) ByID(ctx context.Context, configID id.ID) (allocation.Config, error) {
	row, err := queries(ctx, s.db).GetAllocationConfig(ctx, configID)
	if err != nil {
		return allocation.Config{}, postgres.OrMissing(err, allocation.ErrNotFound)
	}
	versions, err := s.Versions(ctx, row.OperationID)
	for _, c := range versions {
		if c.ID == configID {
			return c, err
		}
	}
	return allocation.Config{}, cmp.Or(err, error(allocation.ErrNotFound))
}

// Add stores a version; ok is false when the operation has this version already.
func (s *Configs) Add(ctx context.Context, c allocation.Config) (ok bool, err error) {
	n, err := queries(ctx, s.db).InsertAllocationConfig(ctx, sqlcgen.InsertAllocationConfigParams{
		OperationID: c.OperationID, ID: c.ID, Version: int32(c.Version), Type: string(c.Type), Season: c.Season,
		EffectiveDate: postgres.ToDate(c.EffectiveDate), Reason: c.Reason, AuthorID: postgres.OptionalID(c.AuthorID),
		Hash: c.Hash[:], CreatedAt: c.CreatedAt,
	})
	if err != nil || n == 0 {
		return false, err
	}
	if err := s.addParams(ctx, c); err != nil {
		return true, err
	}
	return true, s.addPools(ctx, c)
}

func (s *Configs) addParams(ctx context.Context, c allocation.Config) error {
	if len(c.Params) == 0 {
		return nil
	}
	_, err := s.db.Conn(ctx).CopyFrom(ctx, pgx.Identifier{"allocation_params"},
		[]string{"operation_id", "config_id", "consumer_id", "producer_id", "value_e4"},
		pgx.CopyFromSlice(len(c.Params), func(i int) ([]any, error) {
			p := c.Params[i]
			return []any{c.OperationID, c.ID, p.ConsumerID, postgres.OptionalID(p.ProducerID), int64(p.Value)}, nil
		}))
	return err
}

func (s *Configs) addPools(ctx context.Context, c allocation.Config) error {
	if len(c.Pools) == 0 {
		return nil
	}
	var members [][]any
	pools := make([][]any, len(c.Pools))
	for i, p := range c.Pools {
		pools[i] = []any{c.OperationID, c.ID, p.ID, int32(i), p.Name, int64(p.Percentage), p.Destination, string(p.Algorithm)}
		for _, m := range p.Members {
			members = append(members, []any{c.OperationID, c.ID, p.ID, m.ConsumerID, int64(m.Value)})
		}
	}
	conn := s.db.Conn(ctx)
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"allocation_pools"},
		[]string{"operation_id", "config_id", "id", "position", "name", "percentage_e4", "destination", "algorithm"}, pgx.CopyFromRows(pools)); err != nil {
		return err
	}
	_, err := conn.CopyFrom(ctx, pgx.Identifier{"allocation_pool_members"},
		[]string{"operation_id", "config_id", "pool_id", "consumer_id", "value_e4"}, pgx.CopyFromRows(members))
	return err
}

func fromDBAllocationConfig(r sqlcgen.AllocationConfig, params []allocation.Param) allocation.Config {
	return allocation.Config{
		OperationID: r.OperationID, ID: r.ID, Version: int(r.Version), Type: allocation.Type(r.Type), Params: params,
		Season: r.Season, EffectiveDate: postgres.FromDate(r.EffectiveDate), Reason: r.Reason, AuthorID: postgres.IDOf(r.AuthorID),
		Hash: allocation.Hash(r.Hash), CreatedAt: r.CreatedAt,
	}
}

func fromDBAllocationParam(r sqlcgen.AllocationParam) allocation.Param {
	return allocation.Param{ConsumerID: r.ConsumerID, ProducerID: postgres.IDOf(r.ProducerID), Value: allocation.Value(r.ValueE4)}
}

func fromDBAllocationPool(r sqlcgen.AllocationPool, members []allocation.PoolMember) allocation.Pool {
	return allocation.Pool{ID: r.ID, Name: r.Name, Percentage: allocation.Value(r.PercentageE4), Destination: r.Destination,
		Algorithm: share.Algorithm(r.Algorithm), Members: members}
}
