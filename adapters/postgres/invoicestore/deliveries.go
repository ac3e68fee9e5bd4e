package invoicestore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Deliveries stores what became of invoices on their way to clients.
type Deliveries struct{ db *postgres.DB }

// NewDeliveries is the store over db.
func NewDeliveries(db *postgres.DB) *Deliveries { return &Deliveries{db} }

var _ delivery.Deliveries = (*Deliveries)(nil)

// Add stores current deliveries and says which: an invoice that has a current one keeps it.
func (s *Deliveries) Add(ctx context.Context, ds []delivery.Delivery) (map[id.ID]bool, error) {
	if len(ds) == 0 {
		return nil, nil
	}
	in := sqlcgen.AddInvoiceDeliveriesParams{OperationID: ds[0].OperationID, StartedBy: postgres.OptionalID(ds[0].StartedBy), At: ds[0].StartedAt}
	for _, d := range ds {
		in.Ids, in.Invoices = append(in.Ids, d.ID), append(in.Invoices, d.InvoiceID)
		in.Channels, in.States = append(in.Channels, string(d.Channel)), append(in.States, string(d.State))
		in.Addresses, in.ReferencesGiven, in.Problems = append(in.Addresses, d.Address), append(in.ReferencesGiven, d.Reference), append(in.Problems, d.Problem)
	}
	return set(queries(ctx, s.db).AddInvoiceDeliveries(ctx, in))
}

// Retire makes deliveries earlier ones, and says which were current until then.
func (s *Deliveries) Retire(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return set(queries(ctx, s.db).RetireInvoiceDeliveries(ctx, operationID, ids))
}

func set(ids []id.ID, err error) (map[id.ID]bool, error) {
	out := make(map[id.ID]bool, len(ids))
	for _, i := range ids {
		out[i] = true
	}
	return out, err
}

// Current is the current delivery of invoices; those that have none have no entry.
func (s *Deliveries) Current(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]delivery.Delivery, error) {
	rows, err := queries(ctx, s.db).ListCurrentDeliveries(ctx, operationID, invoiceIDs)
	out := make(map[id.ID]delivery.Delivery, len(rows))
	for _, row := range rows {
		d := toDelivery(row.InvoiceDelivery)
		d.AtPlatform = row.AtPlatform
		out[d.InvoiceID] = d
	}
	return out, err
}

// ByID finds one of any operation; ok is false where there is none.
func (s *Deliveries) ByID(ctx context.Context, deliveryID id.ID) (d delivery.Delivery, ok bool, err error) {
	row, err := queries(ctx, s.db).FindInvoiceDelivery(ctx, deliveryID)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	d = toDelivery(row.InvoiceDelivery)
	d.Author = row.Author
	return d, err == nil, err
}

// Of is those of an invoice, the newest first.
func (s *Deliveries) Of(ctx context.Context, operationID, invoiceID id.ID, limit int) ([]delivery.Delivery, error) {
	rows, err := queries(ctx, s.db).ListInvoiceDeliveries(ctx, sqlcgen.ListInvoiceDeliveriesParams{OperationID: operationID, InvoiceID: invoiceID, Most: int32(limit)}) //nolint:gosec // a bound of the caller's
	out := make([]delivery.Delivery, len(rows))
	for n, row := range rows {
		out[n] = toDelivery(row.InvoiceDelivery)
		out[n].Author = row.Author
	}
	return out, err
}

func toDelivery(row sqlcgen.InvoiceDelivery) delivery.Delivery {
	var channel billing.Channel
	if row.Channel != nil {
		channel = billing.Channel(*row.Channel)
	}
	return delivery.Delivery{ID: row.ID, OperationID: row.OperationID, InvoiceID: row.InvoiceID, Channel: channel, State: billing.DeliveryState(row.State),
		Current: row.Current, Address: row.Address, Attempts: int(row.Attempts), StartedBy: postgres.IDOf(row.StartedBy), StartedAt: row.StartedAt.UTC(), At: row.StateAt.UTC(),
		Day: postgres.FromOptionalDate(row.Day), EndedBy: postgres.IDOf(row.EndedBy), Reference: row.Reference, Problem: row.Problem}
}

// Attempt counts an attempt to hand a mail over.
func (s *Deliveries) Attempt(ctx context.Context, deliveryID id.ID) error {
	return queries(ctx, s.db).CountDeliveryAttempt(ctx, deliveryID)
}

// Close says what became of one that waits; ok is false where it does not any more.
func (s *Deliveries) Close(ctx context.Context, deliveryID id.ID, e delivery.End) (ok bool, err error) {
	n, err := queries(ctx, s.db).CloseInvoiceDelivery(ctx, sqlcgen.CloseInvoiceDeliveryParams{ID: deliveryID, State: string(e.State), At: e.At, Day: optionalDay(e.Day),
		EndedBy: postgres.OptionalID(e.By), Reference: e.Reference, Problem: e.Problem})
	return n > 0, err
}

// Settings of an operation.
func (s *Deliveries) Settings(ctx context.Context, operationID id.ID) (delivery.Settings, error) {
	automatic, err := queries(ctx, s.db).DeliverySettings(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return delivery.Settings{}, nil
	}
	return delivery.Settings{Automatic: automatic}, err
}

// SetSettings says how an operation delivers.
func (s *Deliveries) SetSettings(ctx context.Context, operationID id.ID, to delivery.Settings) error {
	return queries(ctx, s.db).SetDeliverySettings(ctx, operationID, to.Automatic)
}

func optionalDay(d *civil.Date) (out pgtype.Date) {
	if d != nil {
		out = postgres.ToDate(*d)
	}
	return out
}
