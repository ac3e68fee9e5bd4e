package paymentstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/core/policy"
)

// Handovers stores where files of collections stand on their way to the bank, and what came back.
type Handovers struct{ db *postgres.DB }

var _ handover.Handovers = (*Handovers)(nil)

// NewHandovers is the store over db.
func NewHandovers(db *postgres.DB) *Handovers { return &Handovers{db} }

func handoverFromDB(r sqlcgen.CollectionHandover, name string) handover.Handover {
	h := handover.Handover{CollectionID: r.CollectionID, OperationID: r.OperationID, Place: r.Place, FileName: r.FileName, SHA256: r.Sha256, Size: r.Size, State: handover.State(r.State),
		Attempts: int(r.Attempts), AskedByName: name, AskedAt: r.AskedAt, NextAt: r.NextAt, DoneAt: r.DoneAt}
	if r.Temporary != nil {
		h.Temporary = *r.Temporary
	}
	if r.AskedBy != nil {
		h.AskedBy = *r.AskedBy
	}
	if r.Trouble != nil {
		h.Trouble = handover.Trouble(*r.Trouble)
	}
	return h
}

// Ask stores one that waits; cancelling the collection waits for it, or has come first.
func (s *Handovers) Ask(ctx context.Context, h handover.Handover) (handover.Handover, error) {
	q := queries(ctx, s.db)
	status, err := q.LockCollectionToHandOver(ctx, h.CollectionID)
	if err != nil {
		return h, postgres.OrMissing(err, policy.ErrNotFound)
	}
	if collection.Status(status) != collection.Exported {
		return h, handover.ErrCancelled
	}
	row := sqlcgen.UpsertHandoverParams{OperationID: h.OperationID, CollectionID: h.CollectionID, Place: h.Place, FileName: h.FileName, Sha256: h.SHA256, Size: h.Size, AskedAt: h.AskedAt}
	if !h.AskedBy.IsZero() {
		row.AskedBy = &h.AskedBy
	}
	if err := q.UpsertHandover(ctx, row); err != nil {
		return h, err
	}
	kept, err := q.GetHandover(ctx, h.CollectionID)
	return handoverFromDB(kept.CollectionHandover, kept.AskedByName), err
}

// OfOperation are those of the collections with invoices of an operation.
func (s *Handovers) OfOperation(ctx context.Context, operationID id.ID) ([]handover.Handover, error) {
	rows, err := queries(ctx, s.db).ListHandovers(ctx, operationID)
	out := make([]handover.Handover, len(rows))
	for n, r := range rows {
		out[n] = handoverFromDB(r.CollectionHandover, r.AskedByName)
	}
	return out, err
}

// Claim takes what is due.
func (s *Handovers) Claim(ctx context.Context, now, leased time.Time) (handover.Handover, bool, error) {
	r, err := queries(ctx, s.db).ClaimHandover(ctx, leased, now)
	if errors.Is(err, pgx.ErrNoRows) {
		return handover.Handover{}, false, nil
	}
	return handoverFromDB(r, ""), err == nil, err
}

// Name notes the temporary name of a file that lies there whole.
func (s *Handovers) Name(ctx context.Context, h handover.Handover) (bool, error) {
	n, err := queries(ctx, s.db).NameHandover(ctx, sqlcgen.NameHandoverParams{Temporary: &h.Temporary, CollectionID: h.CollectionID, Attempts: int32(h.Attempts)})
	return n > 0, err
}

// Finish notes that a file was laid down.
func (s *Handovers) Finish(ctx context.Context, h handover.Handover, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).FinishHandover(ctx, &at, h.CollectionID)
	return n > 0, err
}

// Postpone notes what went wrong.
func (s *Handovers) Postpone(ctx context.Context, h handover.Handover, trouble handover.Trouble, next time.Time, failed bool) error {
	text := string(trouble)
	return queries(ctx, s.db).PostponeHandover(ctx, sqlcgen.PostponeHandoverParams{Trouble: &text, NextAt: next, Failed: failed, CollectionID: h.CollectionID, Attempts: int32(h.Attempts)})
}

// AddReturned keeps what became of a file.
func (s *Handovers) AddReturned(ctx context.Context, r handover.Returned) error {
	row := sqlcgen.InsertReturnedFileParams{OperationID: r.OperationID, ID: r.ID, Name: r.Name, Sha256: r.SHA256, TakenAt: r.TakenAt}
	if r.Refused != nil {
		var err error
		if row.Problem, err = json.Marshal(postgres.ToStoredFaults([]*fault.Error{r.Refused})); err != nil {
			return err
		}
	}
	return queries(ctx, s.db).InsertReturnedFile(ctx, row)
}

// Returned are the files that came back to an operation, last first.
func (s *Handovers) Returned(ctx context.Context, operationID id.ID, limit int) ([]handover.Returned, error) {
	rows, err := queries(ctx, s.db).ListReturnedFiles(ctx, operationID, int32(limit))
	out := make([]handover.Returned, len(rows))
	for n, r := range rows {
		out[n] = handover.Returned{OperationID: r.OperationID, ID: r.ID, Name: r.Name, SHA256: r.Sha256, TakenAt: r.TakenAt}
		if r.Problem == nil {
			continue
		}
		var stored []postgres.StoredFault
		if err := json.Unmarshal(r.Problem, &stored); err != nil {
			return nil, fmt.Errorf("problem of a returned file: %w", err)
		}
		if problems := postgres.FromStoredFaults(stored); len(problems) > 0 {
			out[n].Refused = problems[0]
		}
	}
	return out, err
}
