package postgres

import (
	"context"
	"slices"
	"time"

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
	unpriced, err := toDBUnpriced(r.Unpriced)
	if err != nil {
		return err
	}
	n, err := s.db.queries(ctx).InsertBillRun(ctx, sqlcgen.InsertBillRunParams{
		OperationID: r.OperationID, ID: r.ID, ParticipantID: optionalID(r.ParticipantID), BillUpTo: pgDate(r.BillUpTo), Mode: string(r.Mode),
		Status: string(r.Status), StartedBy: r.StartedBy, Batches: int32(r.Batches), CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt, Unpriced: unpriced,
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
	return s.copyBatches(ctx, r.OperationID, r.ID, r.Items)
}

func (s *BillRuns) copyItems(ctx context.Context, operationID, runID id.ID, items []billing.RunItem) error {
	rows := newBulk("bill_run_items", `operation_id run_id position batch billing_entity_id billable_entity_id period_from period_to days_from days_to
		payment_method statement status invoice_id amount_cents not_charged error error_key error_params`, len(items))
	for _, i := range items {
		key := ""
		if i.Failure != nil {
			key = i.Failure.Key
		}
		rows.row()
		rows.id(operationID)
		rows.id(runID)
		rows.int4(int32(i.Position))
		rows.int4(int32(i.Batch))
		rows.id(i.IssuerID)
		rows.id(i.ClientID)
		rows.date(i.Period.From)
		rows.date(i.Period.To)
		rows.date(i.Days.From)
		rows.date(i.Days.To)
		rows.text(string(i.Method))
		rows.flag(i.Statement)
		rows.text(string(i.Status))
		rows.optionalID(i.InvoiceID)
		rows.int8(int64(i.Amount))
		rows.flag(i.NotCharged)
		rows.text(i.Error)
		rows.text(key)
		rows.json(toDBParams(i.Failure))
	}
	return rows.send(ctx)
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

// Find reads a run without its items, by its id alone.
func (s *BillRuns) Find(ctx context.Context, runID id.ID) (billing.Run, error) {
	row, err := s.db.queries(ctx).FindBillRun(ctx, runID)
	if err != nil {
		return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
	}
	return fromDBRun(row), nil
}

// Last reads the latest run, of a seller the latest that bills for it.
func (s *BillRuns) Last(ctx context.Context, operationID id.ID, of *billing.Seller) (billing.Run, error) {
	if of != nil {
		row, err := s.db.queries(ctx).LastBillRunOf(ctx, sqlcgen.LastBillRunOfParams{OperationID: operationID, Producers: of.Producers, Issuers: of.Issuers})
		if err != nil {
			return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
		}
		return s.withItems(ctx, row)
	}
	row, err := s.db.queries(ctx).LastBillRun(ctx, operationID)
	if err != nil {
		return billing.Run{}, orMissing(err, billing.ErrRunNotFound)
	}
	return s.withItems(ctx, row)
}

// withItems adds the items, in their order. What is pending is read first: a batch that
// ends meanwhile is found twice rather than not at all.
func (s *BillRuns) withItems(ctx context.Context, row sqlcgen.BillRun) (billing.Run, error) {
	run := fromDBRun(row)
	var err error
	if run.Unpriced, err = fromDBUnpriced(row.Unpriced); err != nil {
		return run, err
	}
	pending, err := s.named(ctx, run.OperationID, run.ID)
	if err != nil {
		return run, err
	}
	rows, err := s.db.queries(ctx).ListBillRunItems(ctx, run.OperationID, run.ID)
	done := make(map[int]bool, len(rows))
	for _, r := range rows {
		i := fromDBRunItem(sqlcgen.BillRunItem{OperationID: r.OperationID, RunID: r.RunID, Position: r.Position, Batch: r.Batch,
			BillingEntityID: r.BillingEntityID, BillableEntityID: r.BillableEntityID, PeriodFrom: r.PeriodFrom, PeriodTo: r.PeriodTo,
			DaysFrom: r.DaysFrom, DaysTo: r.DaysTo, PaymentMethod: r.PaymentMethod, Statement: r.Statement, Status: r.Status,
			InvoiceID: r.InvoiceID, AmountCents: r.AmountCents, NotCharged: r.NotCharged, Error: r.Error, ErrorKey: r.ErrorKey, ErrorParams: r.ErrorParams})
		i.IssuerName, i.ClientName = r.BillingEntityName, r.BillableEntityName
		run.Items = append(run.Items, i)
		done[i.Position] = true
	}
	for _, i := range pending {
		if !done[i.Position] {
			run.Items = append(run.Items, i)
		}
	}
	slices.SortFunc(run.Items, func(a, b billing.RunItem) int { return a.Position - b.Position })
	return run, err
}

// Close ends a run when nothing is pending. Two last batches take turns on the row, which
// the sign of life locks, so that the later one sees what the earlier one did.
func (s *BillRuns) Close(ctx context.Context, operationID, runID id.ID, now time.Time) (bool, error) {
	q := s.db.queries(ctx)
	if err := q.TouchBillRun(ctx, sqlcgen.TouchBillRunParams{SeenAt: now, OperationID: operationID, ID: runID}); err != nil {
		return false, err
	}
	n, err := q.CloseBillRun(ctx, sqlcgen.CloseBillRunParams{FinishedAt: &now, OperationID: operationID, ID: runID})
	return n > 0, err
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
