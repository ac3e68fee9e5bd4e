package invoicestore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
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

// billsOf is whether an invoice or a billed day is about a site.
const billsOf = `select exists (select from invoice_lines l where l.operation_id = $1 and l.consumer_id = $2)
	or exists (select from invoices i where i.operation_id = $1 and i.producer_id = $2)
	or exists (select from subscriptions s join billed_spans b on b.subscription_id = s.id
		where s.operation_id = $1 and (s.consumer_id = $2 or s.producer_id = $2))`

// Bills reports whether an invoice, drafts among them, bills a site or is issued for it, or days
// of its subscriptions are billed.
func (b BilledDays) Bills(ctx context.Context, operationID, participantID id.ID) (is bool, err error) {
	err = b.db.Conn(ctx).QueryRow(ctx, billsOf, operationID, participantID).Scan(&is)
	return is, err
}

const firstOf = `select i.id, i.number, i.issue_date from invoices i
	where i.operation_id = $1 and i.type = 'INVOICE' and i.number is not null and (i.producer_id = $2
		or exists (select from invoice_lines l where l.invoice_id = i.id and l.consumer_id = $2))
	order by i.period_from, i.year, i.sequence limit 1`

// FirstOf is the published invoice with the earliest period that bills a site or is issued for it;
// nil = none is.
func (b BilledDays) FirstOf(ctx context.Context, operationID, participantID id.ID) (*participant.FirstInvoice, error) {
	var f participant.FirstInvoice
	var issued pgtype.Date
	err := b.db.Conn(ctx).QueryRow(ctx, firstOf, operationID, participantID).Scan(&f.ID, &f.Number, &issued)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	f.Day = postgres.FromDate(issued)
	return &f, err
}
