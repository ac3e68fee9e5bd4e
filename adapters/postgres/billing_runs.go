package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// BillRuns stores bill runs and their items.
type BillRuns struct{ db *DB }

// NewBillRuns is the store over db.
func NewBillRuns(db *DB) *BillRuns { return &BillRuns{db} }

var _ billing.Runs = (*BillRuns)(nil)

// Add stores a run unless one is live. Error: run.inProgress with its id.
func (s *BillRuns) Add(ctx context.Context, r billing.Run) error {
	n, err := s.db.queries(ctx).InsertBillRun(ctx, sqlcgen.InsertBillRunParams{
		OperationID: r.OperationID, ID: r.ID, ParticipantID: optionalID(r.ParticipantID), BillUpTo: pgDate(r.BillUpTo), Mode: string(r.Mode),
		Status: string(r.Status), StartedBy: r.StartedBy, Batches: int32(r.Batches), CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		live, err := s.db.queries(ctx).LiveBillRun(ctx, r.OperationID)
		if err != nil {
			return err
		}
		return billing.ErrRunInProgress.With("id", live.String())
	}
	return s.copyItems(ctx, r.OperationID, r.ID, r.Items)
}

func (s *BillRuns) copyItems(ctx context.Context, operationID, runID id.ID, items []billing.RunItem) error {
	columns := []string{"operation_id", "run_id", "position", "batch", "billing_entity_id", "billable_entity_id", "period_from", "period_to", "days_from", "days_to",
		"payment_method", "statement", "status", "invoice_id", "amount_cents", "not_charged", "error", "error_key", "error_params"}
	_, err := s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"bill_run_items"}, columns, pgx.CopyFromSlice(len(items), func(n int) ([]any, error) {
		i, key := items[n], ""
		if i.Failure != nil {
			key = i.Failure.Key
		}
		return []any{operationID, runID, int32(i.Position), int32(i.Batch), i.IssuerID, i.ClientID, pgDate(i.Period.From), pgDate(i.Period.To),
			pgDate(i.Days.From), pgDate(i.Days.To), string(i.Method), i.Statement, string(i.Status), optionalID(i.InvoiceID), int64(i.Amount),
			i.NotCharged, i.Error, key, toDBParams(i.Failure)}, nil
	}))
	return err
}

// Get reads a run with its items, without internal statements.
func (s *BillRuns) Get(ctx context.Context, operationID, runID id.ID) (billing.Run, error) {
	row, err := s.db.queries(ctx).GetBillRun(ctx, operationID, runID)
	if err != nil {
		return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
	}
	return s.withItems(ctx, row)
}

// Head reads a run without its items.
func (s *BillRuns) Head(ctx context.Context, operationID, runID id.ID) (billing.Run, error) {
	row, err := s.db.queries(ctx).GetBillRun(ctx, operationID, runID)
	if err != nil {
		return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
	}
	return fromDBRun(row), nil
}

// Last reads the latest run.
func (s *BillRuns) Last(ctx context.Context, operationID id.ID) (billing.Run, error) {
	row, err := s.db.queries(ctx).LastBillRun(ctx, operationID)
	if err != nil {
		return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
	}
	return s.withItems(ctx, row)
}

func (s *BillRuns) withItems(ctx context.Context, row sqlcgen.BillRun) (billing.Run, error) {
	run := fromDBRun(row)
	rows, err := s.db.queries(ctx).ListBillRunItems(ctx, run.OperationID, run.ID)
	for _, r := range rows {
		i := fromDBRunItem(sqlcgen.BillRunItem{OperationID: r.OperationID, RunID: r.RunID, Position: r.Position, Batch: r.Batch,
			BillingEntityID: r.BillingEntityID, BillableEntityID: r.BillableEntityID, PeriodFrom: r.PeriodFrom, PeriodTo: r.PeriodTo,
			DaysFrom: r.DaysFrom, DaysTo: r.DaysTo, PaymentMethod: r.PaymentMethod, Statement: r.Statement, Status: r.Status,
			InvoiceID: r.InvoiceID, AmountCents: r.AmountCents, NotCharged: r.NotCharged, Error: r.Error, ErrorKey: r.ErrorKey, ErrorParams: r.ErrorParams})
		i.IssuerName, i.ClientName = r.BillingEntityName, r.BillableEntityName
		run.Items = append(run.Items, i)
	}
	return run, err
}

// Pending reads and locks the items of a batch that are not done.
func (s *BillRuns) Pending(ctx context.Context, operationID, runID id.ID, batch int) ([]billing.RunItem, error) {
	rows, err := s.db.queries(ctx).ListPendingBillRunItems(ctx, sqlcgen.ListPendingBillRunItemsParams{OperationID: operationID, RunID: runID, Batch: int32(batch)})
	items := make([]billing.RunItem, len(rows))
	for i, r := range rows {
		items[i] = fromDBRunItem(r)
	}
	return items, err
}

// Finish records what became of the pending items of a batch: they are written anew,
// which is cheaper than changing them one by one.
func (s *BillRuns) Finish(ctx context.Context, operationID, runID id.ID, batch int, items []billing.RunItem) error {
	err := s.db.queries(ctx).DeletePendingBillRunItems(ctx, sqlcgen.DeletePendingBillRunItemsParams{OperationID: operationID, RunID: runID, Batch: int32(batch)})
	if err != nil {
		return err
	}
	return s.copyItems(ctx, operationID, runID, items)
}

// Close ends a run when nothing is pending. Two last batches take turns on the row, so
// that the later one sees what the earlier one did.
func (s *BillRuns) Close(ctx context.Context, operationID, runID id.ID, now time.Time) (bool, error) {
	q := s.db.queries(ctx)
	if err := q.LockBillRun(ctx, operationID, runID); err != nil {
		return false, err
	}
	if err := q.TouchBillRun(ctx, sqlcgen.TouchBillRunParams{SeenAt: now, OperationID: operationID, ID: runID}); err != nil {
		return false, err
	}
	n, err := q.CloseBillRun(ctx, sqlcgen.CloseBillRunParams{FinishedAt: &now, OperationID: operationID, ID: runID})
	return n > 0, err
}

// Abandon fails what is pending of a batch, of all with -1.
func (s *BillRuns) Abandon(ctx context.Context, operationID, runID id.ID, batch int, why billing.RunItem) error {
	return s.db.queries(ctx).AbandonBillRunItems(ctx, sqlcgen.AbandonBillRunItemsParams{Error: why.Error, ErrorKey: why.Failure.Key,
		ErrorParams: toDBParams(why.Failure), OperationID: operationID, RunID: runID, Batch: int32(batch)})
}

// Stale lists live runs without a sign of life since the instant, without items.
func (s *BillRuns) Stale(ctx context.Context, since time.Time) ([]billing.Run, error) {
	rows, err := s.db.queries(ctx).ListStaleBillRuns(ctx, since)
	runs := make([]billing.Run, len(rows))
	for i, r := range rows {
		runs[i] = fromDBRun(r)
	}
	return runs, err
}
