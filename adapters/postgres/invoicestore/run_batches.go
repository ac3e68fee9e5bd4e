package invoicestore

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// pendingBatch is a row of bill_run_batches: what is pending of a batch, its items side
// by side.
type pendingBatch struct {
	batch                                int32
	positions                            []int32
	issuers, clients                     []id.ID
	periodFrom, periodTo, dayFrom, dayTo []pgtype.Date
	methods                              []string
	statements, excess                   []bool
	spanItems                            []int32 // which of them, from 0, each span is of
	spanSubscriptions                    []id.ID
	spanFrom, spanTo                     []pgtype.Date
}

func (b *pendingBatch) add(i billing.RunItem) {
	for _, span := range i.Spans {
		b.spanItems, b.spanSubscriptions = append(b.spanItems, int32(len(b.positions))), append(b.spanSubscriptions, span.SubscriptionID)
		b.spanFrom, b.spanTo = append(b.spanFrom, postgres.ToDate(span.Days.From)), append(b.spanTo, postgres.ToDate(span.Days.To))
	}
	b.excess = append(b.excess, i.Excess)
	b.positions = append(b.positions, int32(i.Position))
	b.issuers, b.clients = append(b.issuers, i.IssuerID), append(b.clients, i.ClientID)
	b.periodFrom, b.periodTo = append(b.periodFrom, postgres.ToDate(i.Period.From)), append(b.periodTo, postgres.ToDate(i.Period.To))
	b.dayFrom, b.dayTo = append(b.dayFrom, postgres.ToDate(i.Days.From)), append(b.dayTo, postgres.ToDate(i.Days.To))
	b.methods, b.statements = append(b.methods, string(i.Method)), append(b.statements, i.Statement)
}

func (b *pendingBatch) items() []billing.RunItem {
	items := make([]billing.RunItem, len(b.positions))
	for n := range items {
		items[n] = billing.RunItem{Position: int(b.positions[n]), Batch: int(b.batch), IssuerID: b.issuers[n], ClientID: b.clients[n],
			Period: postgres.FromRange(b.periodFrom[n], b.periodTo[n]), Days: postgres.FromRange(b.dayFrom[n], b.dayTo[n]),
			Method: billing.PaymentMethod(b.methods[n]), Statement: b.statements[n], Excess: b.excess[n], Status: billing.RunPending}
	}
	for n, item := range b.spanItems {
		items[item].Spans = append(items[item].Spans, billing.Span{SubscriptionID: b.spanSubscriptions[n], Days: postgres.FromRange(b.spanFrom[n], b.spanTo[n])})
	}
	return items
}

func (s *Runs) copyBatches(ctx context.Context, operationID, runID id.ID, items []billing.RunItem) error {
	var batches []*pendingBatch
	for _, i := range items {
		if n := len(batches); n == 0 || batches[n-1].batch != int32(i.Batch) {
			batches = append(batches, &pendingBatch{batch: int32(i.Batch)})
		}
		batches[len(batches)-1].add(i)
	}
	columns := []string{"operation_id", "run_id", "batch", "positions", "issuers", "clients", "period_from", "period_to", "days_from", "days_to", "methods", "statements", "excess",
		"span_items", "span_subscriptions", "span_from", "span_to"}
	_, err := s.db.Conn(ctx).CopyFrom(ctx, pgx.Identifier{"bill_run_batches"}, columns, pgx.CopyFromSlice(len(batches), func(n int) ([]any, error) {
		b := batches[n]
		return []any{operationID, runID, b.batch, b.positions, b.issuers, b.clients, b.periodFrom, b.periodTo, b.dayFrom, b.dayTo, b.methods, b.statements, b.excess,
			b.spanItems, b.spanSubscriptions, b.spanFrom, b.spanTo}, nil
	}))
	return err
}

const allBatches = -1

const pendingBatches = `select batch, positions, issuers, clients, period_from, period_to, days_from, days_to, methods, statements, excess,
    span_items, span_subscriptions, span_from, span_to
from bill_run_batches where operation_id = $1 and run_id = $2 and ($3::int < 0 or batch = $3::int) order by batch`

// pending reads what is pending of a batch, of all with -1.
func (s *Runs) pending(ctx context.Context, query string, operationID, runID id.ID, batch int) ([]billing.RunItem, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, query, operationID, runID, int32(batch))
	if err != nil {
		return nil, err
	}
	var items []billing.RunItem
	var b pendingBatch
	_, err = pgx.ForEachRow(rows, []any{&b.batch, &b.positions, &b.issuers, &b.clients, &b.periodFrom, &b.periodTo, &b.dayFrom, &b.dayTo,
		&b.methods, &b.statements, &b.excess, &b.spanItems, &b.spanSubscriptions, &b.spanFrom, &b.spanTo}, func() error {
		items = append(items, b.items()...)
		return nil
	})
	return items, err
}

// named is what is pending of a run as people read it: with names, without internal
// statements.
func (s *Runs) named(ctx context.Context, operationID, runID id.ID) ([]billing.RunItem, error) {
	items, err := s.pending(ctx, pendingBatches, operationID, runID, allBatches)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	entities, err := queries(ctx, s.db).ListPartyNames(ctx, operationID)
	names := make(map[id.ID]string, len(entities))
	for _, e := range entities {
		names[e.ID] = e.Name
	}
	for n := range items {
		items[n].IssuerName, items[n].ClientName = names[items[n].IssuerID], names[items[n].ClientID]
	}
	return slices.DeleteFunc(items, func(i billing.RunItem) bool { return i.Statement }), err
}

// Pending reads and locks the items of a batch that are not done, of all with -1.
func (s *Runs) Pending(ctx context.Context, operationID, runID id.ID, batch int) ([]billing.RunItem, error) {
	return s.pending(ctx, pendingBatches+" for update", operationID, runID, batch)
}

// Finish records what became of all pending items of a batch, of all with -1.
func (s *Runs) Finish(ctx context.Context, operationID, runID id.ID, batch int, items []billing.RunItem) error {
	if err := queries(ctx, s.db).DeleteBillRunBatches(ctx, sqlcgen.DeleteBillRunBatchesParams{OperationID: operationID, RunID: runID, Batch: int32(batch)}); err != nil {
		return err
	}
	return s.copyItems(ctx, operationID, runID, items)
}

// Abandon fails what is pending of a batch, of all with -1.
func (s *Runs) Abandon(ctx context.Context, operationID, runID id.ID, batch int, why billing.RunItem) error {
	items, err := s.Pending(ctx, operationID, runID, batch)
	if err != nil {
		return err
	}
	for n := range items {
		items[n].Status, items[n].Failure, items[n].Error = billing.RunFailure, why.Failure, why.Error
	}
	return s.Finish(ctx, operationID, runID, batch, items)
}
