package allocationstore

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Drafts keeps keys that are in work.
type Drafts struct{ db *postgres.DB }

var _ key.Drafts = (*Drafts)(nil)

// NewDrafts is the store over db.
func NewDrafts(db *postgres.DB) *Drafts { return &Drafts{db} }

// List reads those of an operation, newest first.
func (s *Drafts) List(ctx context.Context, operationID id.ID) ([]allocation.Config, error) {
	rows, err := queries(ctx, s.db).ListAllocationDrafts(ctx, operationID)
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
func (s *Drafts) ByID(ctx context.Context, draftID id.ID) (allocation.Config, error) {
	row, err := queries(ctx, s.db).GetAllocationDraft(ctx, draftID)
	if err != nil {
		return allocation.Config{}, postgres.OrMissing(err, allocation.ErrNotFound)
	}
	return fromDBAllocationDraft(row)
}

// Add stores one with revision 1.
func (s *Drafts) Add(ctx context.Context, c allocation.Config) error {
	params, pools, err := draftContent(c)
	if err != nil {
		return err
	}
	return queries(ctx, s.db).InsertAllocationDraft(ctx, sqlcgen.InsertAllocationDraftParams{OperationID: c.OperationID, ID: c.ID,
		Name: c.Name, Type: string(c.Type), Season: c.Season, Reason: c.Reason, Params: params, Pools: pools,
		AuthorID: c.AuthorID, CreatedAt: c.CreatedAt, EffectiveDate: orNullDay(c.Planned)})
}

// Update stores a draft's content over the revision it was read with, which rises.
// ok is false when somebody else changed it.
func (s *Drafts) Update(ctx context.Context, c allocation.Config) (ok bool, err error) {
	params, pools, err := draftContent(c)
	if err != nil {
		return false, err
	}
	n, err := queries(ctx, s.db).UpdateAllocationDraft(ctx, sqlcgen.UpdateAllocationDraftParams{OperationID: c.OperationID, ID: c.ID,
		Name: c.Name, Type: string(c.Type), Season: c.Season, Reason: c.Reason, Params: params, Pools: pools, Revision: int32(c.Revision)})
	return n > 0, err
}

// Remove forgets a draft of this revision; ok is false when somebody else changed it.
func (s *Drafts) Remove(ctx context.Context, c allocation.Config) (ok bool, err error) {
	n, err := queries(ctx, s.db).DeleteAllocationDraft(ctx, sqlcgen.DeleteAllocationDraftParams{OperationID: c.OperationID, ID: c.ID, Revision: int32(c.Revision)})
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
	return postgres.ToDate(*d)
}

func fromDBAllocationDraft(r sqlcgen.AllocationDraft) (allocation.Config, error) {
	c := allocation.Config{OperationID: r.OperationID, ID: r.ID, Name: r.Name, Type: allocation.Type(r.Type), Season: r.Season,
		Reason: r.Reason, AuthorID: r.AuthorID, Revision: int(r.Revision), CreatedAt: r.CreatedAt, Planned: postgres.FromOptionalDate(r.EffectiveDate)}
	if err := json.Unmarshal(r.Params, &c.Params); err != nil {
		return c, err
	}
	return c, json.Unmarshal(r.Pools, &c.Pools)
}
