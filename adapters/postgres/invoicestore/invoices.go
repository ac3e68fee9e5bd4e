package invoicestore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Invoices reads invoices with their lines and the days they bill.
type Invoices struct{ db *postgres.DB }

// NewInvoices is the store over db.
func NewInvoices(db *postgres.DB) *Invoices { return &Invoices{db} }

var _ billing.InvoiceQueries = (*Invoices)(nil)

// List reads invoices, newest period first, and counts all that the filter holds for.
func (s *Invoices) List(ctx context.Context, operationID id.ID, f billing.InvoiceFilter) ([]billing.Invoice, int, error) {
	c := invoiceConditions(operationID, f)
	order, err := invoiceOrder(f.Sort, f.Side)
	if err != nil {
		return nil, 0, err
	}
	from := invoiceTables + " where " + strings.Join(c.texts, " and ")
	query := "select " + invoiceColumns + from + order
	offset, err := s.offset(ctx, c, from, order, f)
	if err != nil {
		return nil, 0, err
	}
	if f.Limit > 0 {
		query += fmt.Sprintf(" limit %d", f.Limit)
	}
	if offset > 0 {
		query += fmt.Sprintf(" offset %d", offset)
	}
	rows, err := s.db.Conn(ctx).Query(ctx, query, c.args...)
	if err != nil {
		return nil, 0, err
	}
	list, total, err := listed(rows)
	if err == nil {
		if err = addPaid(ctx, s.db, operationID, list); err == nil {
			err = s.addCredits(ctx, operationID, list)
		}
	}
	if err != nil || len(list) > 0 || offset == 0 {
		return list, total, err
	}
	// Beyond the last row nothing counted itself.
	return list, total, s.db.Conn(ctx).QueryRow(ctx, "select count(*)"+from, c.args...).Scan(&total)
}

// listed reads rows of invoiceColumns, with the number of all that there are.
func listed(rows pgx.Rows) ([]billing.Invoice, int, error) {
	defer rows.Close()
	list, total := []billing.Invoice{}, 0
	for rows.Next() {
		var r sqlcgen.Invoice
		var issuer, client string
		var way struct {
			state, channel, problem *string
			at                      *time.Time
			atPlatform              bool
		}
		err := rows.Scan(&r.OperationID, &r.ID, &r.Type, &r.Status, &r.PaymentStatus, &r.BillingEntityID, &r.BillableEntityID, &r.ProducerID, &r.RunID,
			&r.PeriodFrom, &r.PeriodTo, &r.PaymentMethod, &r.TermDays, &r.EnergyMilliWh, &r.NetCents, &r.VATCents, &r.AmountCents, &r.SourceHash,
			&r.Number, &r.IssueDate, &r.DueDate, &r.DocumentID, &r.CreatedAt, &issuer, &client, &way.state, &way.channel, &way.at, &way.problem, &way.atPlatform, &total)
		if err != nil {
			return nil, 0, err
		}
		inv := fromDBInvoice(r)
		inv.IssuerName, inv.ClientName = issuer, client
		if way.state != nil {
			inv.Delivery = &billing.InvoiceDelivery{State: billing.DeliveryState(*way.state), At: way.at.UTC(), Problem: *way.problem, AtPlatform: way.atPlatform}
			if way.channel != nil {
				inv.Delivery.Channel = billing.Channel(*way.channel)
			}
		}
		list = append(list, inv)
	}
	return list, total, rows.Err()
}

// addCredits names the credit notes of cancelled invoices, and the invoices that notes take back.
func (s *Invoices) addCredits(ctx context.Context, operationID id.ID, list []billing.Invoice) error {
	at := map[id.ID]int{}
	for i, inv := range list {
		if inv.Number != "" && (inv.Status == billing.Cancelled || inv.Type == billing.TypeCreditNote) {
			at[inv.ID] = i
		}
	}
	if len(at) == 0 {
		return nil
	}
	rows, err := queries(ctx, s.db).ListCredits(ctx, operationID, slices.Collect(maps.Keys(at)))
	for _, r := range rows {
		inv, other := &list[at[r.ID]], billing.InvoiceReference{ID: r.OtherID}
		if r.OtherNumber != nil {
			other.Number = *r.OtherNumber
		}
		if inv.Type == billing.TypeCreditNote {
			inv.Credits = other
		} else {
			inv.CreditedBy = other
		}
	}
	return err
}

// LastIssued reads of each operation the issued invoice of the newest period, by the index that
// lists are read by.
func (s *Invoices) LastIssued(ctx context.Context, operationIDs []id.ID) (map[id.ID]billing.Invoice, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, "select "+invoiceColumns+invoiceTables+`
		join unnest($1::uuid[]) asked on asked = i.operation_id
		where i.id = (select l.id from invoices l where l.operation_id = asked and l.type = 'INVOICE' and l.number is not null
			order by l.period_from desc, l.id desc limit 1)`, operationIDs)
	if err != nil {
		return nil, err
	}
	list, _, err := listed(rows)
	out := make(map[id.ID]billing.Invoice, len(list))
	for _, inv := range list {
		out[inv.OperationID] = inv
	}
	return out, err
}

// offset is the place behind an invoice in a list as it is now.
func (s *Invoices) offset(ctx context.Context, c *conditions, from, order string, f billing.InvoiceFilter) (offset int, err error) {
	if f.Behind.IsZero() {
		return f.Offset, nil
	}
	err = s.db.Conn(ctx).QueryRow(ctx, fmt.Sprintf("select n from (select i.id, row_number() over (%s) n%s) t where id = $%d", order, from, len(c.args)+1),
		append(slices.Clone(c.args), f.Behind)...).Scan(&offset)
	if errors.Is(err, pgx.ErrNoRows) {
		return f.Offset, nil
	}
	return offset, err
}

// Totals adds up what the filter leaves.
func (s *Invoices) Totals(ctx context.Context, operationID id.ID, f billing.InvoiceFilter) ([]billing.StateTotal, error) {
	c := invoiceConditions(operationID, f)
	late := overdue(c, f.Today)
	rows, err := s.db.Conn(ctx).Query(ctx, "select i.type, i.status, "+late+` as overdue, `+paid+` as paid, count(*)::int, coalesce(sum(i.energy_milli_wh), 0)::bigint,
		coalesce(sum(i.net_cents), 0)::bigint, coalesce(sum(i.vat_cents), 0)::bigint, coalesce(sum(i.amount_cents), 0)::bigint`+
		invoiceTables+" where "+strings.Join(c.texts, " and ")+" group by 1, 2, 3, 4 order by 1, 2, 3, 4", c.args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t billing.StateTotal, err error) {
		err = row.Scan(&t.Type, &t.Status, &t.Overdue, &t.Paid, &t.Number, &t.Energy, &t.Net, &t.VAT, &t.Amount)
		return t, err
	})
}

// MonthAmounts reads what the pairs of drafts are billed for their month and the one before.
func (s *Invoices) MonthAmounts(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]billing.MonthAmounts, error) {
	rows, err := queries(ctx, s.db).ListMonthAmounts(ctx, operationID, ids)
	amounts := make(map[id.ID]billing.MonthAmounts, len(rows))
	for _, r := range rows {
		amounts[r.ID] = billing.MonthAmounts{Now: money.Cents(r.NowCents), Before: money.Cents(r.BeforeCents)}
	}
	return amounts, err
}

// LastBefore reads the last invoice of each pair before a run.
func (s *Invoices) LastBefore(ctx context.Context, operationID, runID id.ID) (map[billing.PartyPair]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).ListLastBefore(ctx, operationID, runID)
	out := make(map[billing.PartyPair]billing.Invoice, len(rows))
	for _, r := range rows {
		pair := billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}
		inv := billing.Invoice{ID: r.ID, OperationID: operationID, Type: billing.TypeInvoice, Status: billing.Finalized, IssuerID: pair.IssuerID, ClientID: pair.ClientID,
			IssuerName: r.IssuerName, ClientName: r.ClientName, Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo), Amount: money.Cents(r.AmountCents), Energy: energy.MilliWh(r.EnergyMilliWh)}
		if r.Number != nil {
			inv.Number = *r.Number
		}
		out[pair] = inv
	}
	return out, err
}

// Get reads one with its lines and spans.
func (s *Invoices) Get(ctx context.Context, operationID, invoiceID id.ID) (billing.Invoice, error) {
	row, err := queries(ctx, s.db).GetInvoice(ctx, operationID, invoiceID)
	if err != nil {
		return billing.Invoice{}, postgres.OrMissing(err, billing.ErrInvoiceNotFound)
	}
	list, err := complete(ctx, s.db, operationID, []billing.Invoice{fromDBInvoice(row)})
	if err != nil {
		return billing.Invoice{}, err
	}
	if err := addPaid(ctx, s.db, operationID, list); err != nil {
		return list[0], err
	}
	return list[0], s.addCredits(ctx, operationID, list)
}

// Heads reads invoices without lines.
func (s *Invoices) Heads(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).ListInvoiceHeads(ctx, operationID, ids)
	heads := make(map[id.ID]billing.Invoice, len(rows))
	for _, r := range rows {
		heads[r.ID] = fromDBInvoice(sqlcgen.Invoice(r))
	}
	return heads, err
}

// BilledOn are the days of subscriptions that stand on invoices issued by a day, or were not charged.
func (s *Invoices) BilledOn(ctx context.Context, operationID id.ID, day civil.Date) (map[id.ID][]civil.Range, error) {
	rows, err := queries(ctx, s.db).ListBilledOn(ctx, operationID, postgres.ToDate(day))
	out := map[id.ID][]civil.Range{}
	for _, r := range rows {
		out[r.SubscriptionID] = append(out[r.SubscriptionID], postgres.FromRange(r.FromDate, r.ToDate))
	}
	for subscription, days := range out {
		out[subscription] = civil.Merge(days)
	}
	return out, err
}

// LastDate is the last day invoiced between issuer and client.
func (s *Invoices) LastDate(ctx context.Context, operationID, issuerID, clientID id.ID) (*civil.Date, error) {
	all, err := s.LastDates(ctx, operationID)
	if d, ok := all[billing.PartyPair{IssuerID: issuerID, ClientID: clientID}]; ok {
		return &d, err
	}
	return nil, err
}

// LastDates is LastDate for all pairs that have one.
func (s *Invoices) LastDates(ctx context.Context, operationID id.ID) (map[billing.PartyPair]civil.Date, error) {
	rows, err := queries(ctx, s.db).LastInvoiceDates(ctx, operationID)
	last := make(map[billing.PartyPair]civil.Date, len(rows))
	for _, r := range rows {
		last[billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}] = postgres.FromDate(r.LastTo) - 1
	}
	return last, err
}

// addPaid says of issued invoices what was paid.
func addPaid(ctx context.Context, db *postgres.DB, operationID id.ID, list []billing.Invoice) error {
	at := map[id.ID]int{}
	for i, inv := range list {
		if inv.Number != "" {
			at[inv.ID] = i
		}
	}
	if len(at) == 0 {
		return nil
	}
	rows, err := queries(ctx, db).ListPaid(ctx, operationID, slices.Collect(maps.Keys(at)))
	for _, r := range rows {
		list[at[r.ID]].Paid = money.Cents(r.PaidCents)
	}
	return err
}
