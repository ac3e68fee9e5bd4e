package invoicestore

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Runs stores bill runs and their items.
type Runs struct{ db *postgres.DB }

// NewRuns is the store over db.
func NewRuns(db *postgres.DB) *Runs { return &Runs{db} }

var _ billing.Runs = (*Runs)(nil)

// Add stores a run whose job is stored, with its items.
func (s *Runs) Add(ctx context.Context, r billing.Run) error {
	unpriced, err := toDBUnpriced(r.Unpriced)
	if err != nil {
		return err
	}
	err = queries(ctx, s.db).InsertBillRun(ctx, sqlcgen.InsertBillRunParams{OperationID: r.OperationID, ID: r.ID,
		ParticipantID: postgres.OptionalID(r.ParticipantID), BillUpTo: postgres.ToDate(r.BillUpTo), Mode: string(r.Mode), Unpriced: unpriced})
	if err != nil {
		return err
	}
	return s.copyBatches(ctx, r.OperationID, r.ID, r.Items)
}

func (s *Runs) copyItems(ctx context.Context, operationID, runID id.ID, items []billing.RunItem) error {
	rows := postgres.NewBulk("bill_run_items", `operation_id run_id position batch billing_entity_id billable_entity_id period_from period_to days_from days_to
		payment_method statement status invoice_id amount_cents not_charged error error_key error_params`, len(items))
	for _, i := range items {
		key := ""
		if i.Failure != nil {
			key = i.Failure.Key
		}
		rows.Row()
		rows.ID(operationID)
		rows.ID(runID)
		rows.Int4(int32(i.Position))
		rows.Int4(int32(i.Batch))
		rows.ID(i.IssuerID)
		rows.ID(i.ClientID)
		rows.Date(i.Period.From)
		rows.Date(i.Period.To)
		rows.Date(i.Days.From)
		rows.Date(i.Days.To)
		rows.Text(string(i.Method))
		rows.Flag(i.Statement)
		rows.Text(string(i.Status))
		rows.OptionalID(i.InvoiceID)
		rows.Int8(int64(i.Amount))
		rows.Flag(i.NotCharged)
		rows.Text(i.Error)
		rows.Text(key)
		rows.JSON(toDBParams(i.Failure))
	}
	return rows.Send(ctx)
}

// Get reads a run with its items, without internal statements.
func (s *Runs) Get(ctx context.Context, operationID, runID id.ID) (billing.Run, error) {
	row, err := queries(ctx, s.db).GetBillRun(ctx, operationID, runID)
	if err != nil {
		return billing.Run{}, postgres.OrMissing(err, billing.ErrRunNotFound)
	}
	return s.withItems(ctx, row)
}

// Head reads a run without its items.
func (s *Runs) Head(ctx context.Context, operationID, runID id.ID) (billing.Run, error) {
	row, err := queries(ctx, s.db).GetBillRun(ctx, operationID, runID)
	if err != nil {
		return billing.Run{}, postgres.OrMissing(err, billing.ErrRunNotFound)
	}
	return fromDBRun(row), nil
}

// List reads the runs of an operation, newest first, with what each made.
func (s *Runs) List(ctx context.Context, operationID id.ID) ([]billing.RunSummary, error) {
	rows, err := queries(ctx, s.db).ListBillRuns(ctx, operationID, string(billing.RunJob))
	out := make([]billing.RunSummary, len(rows))
	for i, r := range rows {
		run := fromDBRun(sqlcgen.GetBillRunRow{BillRun: r.BillRun, AskedBy: r.AskedBy, Parts: r.Parts, Status: r.Status, CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt})
		out[i] = billing.RunSummary{Run: run, Invoices: int(r.Invoices), Failures: int(r.Failures), Amount: money.Cents(r.AmountCents)}
	}
	return out, err
}

// Last reads the latest run, of a seller the latest that bills for it.
func (s *Runs) Last(ctx context.Context, operationID id.ID, of *billing.Seller) (billing.Run, error) {
	if of != nil {
		row, err := queries(ctx, s.db).LastBillRunOf(ctx, sqlcgen.LastBillRunOfParams{OperationID: operationID, Kind: string(billing.RunJob),
			Producers: of.Producers, Issuers: of.Issuers})
		if err != nil {
			return billing.Run{}, postgres.OrMissing(err, billing.ErrRunNotFound)
		}
		return s.withItems(ctx, sqlcgen.GetBillRunRow(row))
	}
	row, err := queries(ctx, s.db).LastBillRun(ctx, operationID, string(billing.RunJob))
	if err != nil {
		return billing.Run{}, postgres.OrMissing(err, billing.ErrRunNotFound)
	}
	return s.withItems(ctx, sqlcgen.GetBillRunRow(row))
}

// withItems adds the items, in their order. What is pending is read first: a batch that
// ends meanwhile is found twice rather than not at all.
func (s *Runs) withItems(ctx context.Context, row sqlcgen.GetBillRunRow) (billing.Run, error) {
	run := fromDBRun(row)
	var err error
	if run.Unpriced, err = fromDBUnpriced(row.BillRun.Unpriced); err != nil {
		return run, err
	}
	pending, err := s.named(ctx, run.OperationID, run.ID)
	if err != nil {
		return run, err
	}
	rows, err := queries(ctx, s.db).ListBillRunItems(ctx, run.OperationID, run.ID)
	done := make(map[int]bool, len(rows))
	for _, r := range rows {
		i := fromDBRunItem(r)
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

// IsPending reports whether a batch is not done.
func (s *Runs) IsPending(ctx context.Context, operationID, runID id.ID) (bool, error) {
	return queries(ctx, s.db).BillRunIsPending(ctx, operationID, runID)
}

func fromDBRun(row sqlcgen.GetBillRunRow) billing.Run {
	r := row.BillRun
	return billing.Run{ID: r.ID, OperationID: r.OperationID, ParticipantID: postgres.IDOf(r.ParticipantID), BillUpTo: postgres.FromDate(r.BillUpTo),
		Mode: billing.RunMode(r.Mode), Status: billing.RunStatus(row.Status), StartedBy: postgres.IDOf(row.AskedBy), Batches: int(row.Parts),
		CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt}
}

func fromDBRunItem(r sqlcgen.ListBillRunItemsRow) billing.RunItem {
	i := billing.RunItem{Position: int(r.Position), Batch: int(r.Batch), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		Period: postgres.FromRange(r.PeriodFrom, r.PeriodTo), Days: postgres.FromRange(r.DaysFrom, r.DaysTo), Method: billing.PaymentMethod(r.PaymentMethod),
		Statement: r.Statement, Status: billing.RunStatus(r.Status), InvoiceID: postgres.IDOf(r.InvoiceID), Amount: money.Cents(r.AmountCents),
		NotCharged: r.NotCharged, Error: r.Error}
	if r.ErrorKey != "" {
		i.Failure = fault.Stored(r.ErrorKey)
		_ = json.Unmarshal(r.ErrorParams, &i.Failure.Params) // written by toDBParams
	}
	return i
}

func toDBParams(f *fault.Error) []byte {
	if f == nil || len(f.Params) == 0 {
		return []byte("{}")
	}
	b, err := json.Marshal(f.Params)
	if err != nil {
		return []byte("{}")
	}
	return b
}
