package invoicestore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// BilledDays answers what lower contexts ask of billing: which days are billed
// (participant.Invoices, key.Invoices, rollup.Invoices).
type BilledDays struct{ db *postgres.DB }

// NewBilledDays makes it.
func NewBilledDays(db *postgres.DB) BilledDays { return BilledDays{db} }

// Invoiced reports whether a published invoice bills a day of the month, which then cannot be
// declared or measured anew without a word.
func (b BilledDays) Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	days := month.Range()
	return queries(ctx, b.db).InvoicedOn(ctx, sqlcgen.InvoicedOnParams{OperationID: operationID, ToDate: postgres.ToDate(days.To), FromDate: postgres.ToDate(days.From)})
}

// NotCharged reports whether a day of the month was billed without anything to pay: the next
// run bills it again when it comes out otherwise.
func (b BilledDays) NotCharged(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	days := month.Range()
	return queries(ctx, b.db).NotChargedOn(ctx, sqlcgen.NotChargedOnParams{OperationID: operationID, ToDate: postgres.ToDate(days.To), FromDate: postgres.ToDate(days.From)})
}

// LastInvoiced is the last day of the published invoices that bill a day of the range;
// nil = none does.
func (b BilledDays) LastInvoiced(ctx context.Context, operationID id.ID, days civil.Range) (*civil.Date, error) {
	after, err := queries(ctx, b.db).LastInvoicedDay(ctx, sqlcgen.LastInvoicedDayParams{OperationID: operationID, ToDate: postgres.ToDate(days.To), FromDate: postgres.ToDate(days.From)})
	if err != nil || !after.Valid {
		return nil, err
	}
	last := postgres.FromDate(after) - 1
	return &last, nil
}
