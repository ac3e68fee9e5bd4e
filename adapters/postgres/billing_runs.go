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
	columns := []string{"operation_id", "run_id", "position", "batch", "billing_entity_id", "billable_entity_id", "period_from", "period_to",
		"days_from", "days_to", "payment_method", "statement", "status"}
	_, err = s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"bill_run_items"}, columns, pgx.CopyFromSlice(len(r.Items), func(n int) ([]any, error) {
		i := r.Items[n]
		return []any{r.OperationID, r.ID, int32(i.Position), int32(i.Batch), i.IssuerID, i.ClientID, pgDate(i.Period.From), pgDate(i.Period.To),
			pgDate(i.Days.From), pgDate(i.Days.To), string(i.Method), i.Statement, string(i.Status)}, nil
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

const finishItems = `update bill_run_items i
set status = w.status, invoice_id = w.invoice_id, amount_cents = w.amount, not_charged = w.not_charged, error = w.error, error_key = w.error_key, error_params = w.error_params
from (select unnest($3::int[]) as position, unnest($4::text[]) as status, unnest($5::uuid[]) as invoice_id, unnest($6::bigint[]) as amount,
    unnest($7::bool[]) as not_charged, unnest($8::text[]) as error, unnest($9::text[]) as error_key, unnest($10::text[])::jsonb as error_params) w
where i.operation_id = $1 and i.run_id = $2 and i.position = w.position`

// Finish records what became of items, in bulk.
func (s *BillRuns) Finish(ctx context.Context, operationID, runID id.ID, items []billing.RunItem) error {
	n := len(items)
	positions, statuses, invoices := make([]int32, n), make([]string, n), make([]*id.ID, n)
	amounts, free, texts, keys, params := make([]int64, n), make([]bool, n), make([]string, n), make([]string, n), make([]string, n)
	for k, i := range items {
		positions[k], statuses[k], invoices[k] = int32(i.Position), string(i.Status), optionalID(i.InvoiceID)
		amounts[k], free[k], texts[k], params[k] = int64(i.Amount), i.NotCharged, i.Error, string(toDBParams(i.Failure))
		if i.Failure != nil {
			keys[k] = i.Failure.Key
		}
	}
	_, err := s.db.conn(ctx).Exec(ctx, finishItems, operationID, runID, positions, statuses, invoices, amounts, free, texts, keys, params)
	return err
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
