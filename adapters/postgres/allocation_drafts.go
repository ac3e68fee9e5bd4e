package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// AllocationDrafts keeps keys that are in work.
type AllocationDrafts struct{ db *DB }

var _ key.Drafts = (*AllocationDrafts)(nil)

// NewAllocationDrafts is the store over db.
func NewAllocationDrafts(db *DB) *AllocationDrafts { return &AllocationDrafts{db} }

// List reads those of an operation, newest first.
func (s *AllocationDrafts) List(ctx context.Context, operationID id.ID) ([]allocation.Config, error) {
	rows, err := s.db.queries(ctx).ListAllocationDrafts(ctx, operationID)
	if err != nil {
		return nil, err
	}
	drafts := make([]allocation.Config, len(rows))
	for i, row := range rows {
		if drafts[i], err = fromDBAllocationDraft(row); err != nil {
			return nil, err
		}
	}
	return drafts, nil
}

// ByID reads one. Error: key.notFound.
func (s *AllocationDrafts) ByID(ctx context.Context, draftID id.ID) (allocation.Config, error) {
	row, err := s.db.queries(ctx).GetAllocationDraft(ctx, draftID)
	if err != nil {
		return allocation.Config{}, orMissing(err, allocation.ErrNotFound)
	}
	return fromDBAllocationDraft(row)
}

// Add stores one with revision 1.
func (s *AllocationDrafts) Add(ctx context.Context, c allocation.Config) error {
	params, pools, err := draftContent(c)
	if err != nil {
		return err
	}
	return s.db.queries(ctx).InsertAllocationDraft(ctx, sqlcgen.InsertAllocationDraftParams{OperationID: c.OperationID, ID: c.ID,
		Name: c.Name, Type: string(c.Type), Season: c.Season, Reason: c.Reason, Params: params, Pools: pools,
		AuthorID: c.AuthorID, CreatedAt: c.CreatedAt, EffectiveDate: orNullDay(c.Planned)})
}

// Update stores a draft's content over the revision it was read with, which rises.
// ok is false when somebody else changed it.
func (s *AllocationDrafts) Update(ctx context.Context, c allocation.Config) (ok bool, err error) {
	params, pools, err := draftContent(c)
	if err != nil {
		return false, err
	}
	n, err := s.db.queries(ctx).UpdateAllocationDraft(ctx, sqlcgen.UpdateAllocationDraftParams{OperationID: c.OperationID, ID: c.ID,
		Name: c.Name, Type: string(c.Type), Season: c.Season, Reason: c.Reason, Params: params, Pools: pools, Revision: int32(c.Revision)})
	return n > 0, err
}

// Remove forgets a draft of this revision; ok is false when somebody else changed it.
func (s *AllocationDrafts) Remove(ctx context.Context, c allocation.Config) (ok bool, err error) {
	n, err := s.db.queries(ctx).DeleteAllocationDraft(ctx, sqlcgen.DeleteAllocationDraftParams{OperationID: c.OperationID, ID: c.ID, Revision: int32(c.Revision)})
	return n > 0, err
}

func draftContent(c allocation.Config) (params, pools []byte, err error) {
	if params, err = json.Marshal(orEmpty(c.Params)); err != nil {
		return nil, nil, err
	}
	pools, err = json.Marshal(orEmpty(c.Pools))
	return params, pools, err
}

// orEmpty makes JSON write [] for none.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// orNullDay is a day that may be none.
func orNullDay(d *civil.Date) pgtype.Date {
	if d == nil {
		return pgtype.Date{}
	}
	return pgDate(*d)
}
