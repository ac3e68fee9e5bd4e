package invoicestore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Drafts stores what has no number: drafts, and what was not charged.
type Drafts struct{ db *postgres.DB }

// NewDrafts is the store over db.
func NewDrafts(db *postgres.DB) *Drafts { return &Drafts{db} }

var _ billing.Drafts = (*Drafts)(nil)

// Drafts reads and locks drafts, in the order of their ids.
func (s *Drafts) Drafts(ctx context.Context, operationID id.ID, ids []id.ID) ([]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).LockDrafts(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	list := make([]billing.Invoice, len(rows))
	for i, r := range rows {
		list[i] = fromDBInvoice(r)
	}
	return complete(ctx, s.db, operationID, list)
}

// DraftIDs lists the drafts of a run.
func (s *Drafts) DraftIDs(ctx context.Context, operationID, runID id.ID) ([]id.ID, error) {
	return queries(ctx, s.db).ListDraftIDs(ctx, operationID, runID)
}

// DraftPairs counts the drafts of each issuer and client.
func (s *Drafts) DraftPairs(ctx context.Context, operationID id.ID) (map[billing.PartyPair]int, error) {
	rows, err := queries(ctx, s.db).CountDraftPairs(ctx, operationID)
	pairs := make(map[billing.PartyPair]int, len(rows))
	for _, r := range rows {
		pairs[billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}] = int(r.Drafts)
	}
	return pairs, err
}

// Replace deletes the drafts of the pairs with what was not charged and may be made
// again, and stores the invoices by COPY.
func (s *Drafts) Replace(ctx context.Context, operationID id.ID, pairs []billing.PartyPair, invoices []billing.Invoice) error {
	issuers, clients := make([]id.ID, len(pairs)), make([]id.ID, len(pairs))
	for i, p := range pairs {
		issuers[i], clients[i] = p.IssuerID, p.ClientID
	}
	q := queries(ctx, s.db)
	old, err := q.ListReplacedInvoices(ctx, sqlcgen.ListReplacedInvoicesParams{OperationID: operationID, BillingEntityIds: issuers, BillableEntityIds: clients})
	if err != nil {
		return err
	}
	if len(old) > 0 {
		if err := q.DeleteUnnumbered(ctx, operationID, old); err != nil {
			return err
		}
	}
	if len(invoices) == 0 {
		return nil
	}
	if err := copyInvoices(ctx, invoices); err != nil {
		return err
	}
	if err := copyLines(ctx, invoices); err != nil {
		return err
	}
	if err := copyAdjustments(ctx, invoices); err != nil {
		return err
	}
	return copySpans(ctx, invoices)
}

func copyInvoices(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("invoices", `operation_id id type status payment_status billing_entity_id billable_entity_id producer_id run_id period_from period_to
		payment_method term_days energy_milli_wh net_cents vat_cents amount_cents source_hash created_at credits_id`, len(invoices))
	for _, i := range invoices {
		rows.Row()
		rows.ID(i.OperationID)
		rows.ID(i.ID)
		rows.Text(string(i.Type))
		rows.Text(string(i.Status))
		rows.Text(string(i.PaymentStatus))
		rows.ID(i.IssuerID)
		rows.ID(i.ClientID)
		rows.OptionalID(i.ProducerID)
		rows.OptionalID(i.RunID)
		rows.Date(i.Days.From)
		rows.Date(i.Days.To)
		rows.Text(string(i.Method))
		rows.Int4(int32(i.TermDays))
		rows.Int8(int64(i.Energy))
		rows.Int8(int64(i.Net))
		rows.Int8(int64(i.VAT))
		rows.Int8(int64(i.Amount))
		rows.Bytes(i.SourceHash)
		rows.Instant(i.CreatedAt)
		rows.OptionalID(i.Credits.ID)
	}
	return rows.Send(ctx)
}

func copyLines(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("invoice_lines", `operation_id invoice_id position subscription_id consumer_id site_name dso_id producer_name label from_date to_date
		unit quantity_e4 price_micro_euro net_cents vat_rate energy_milli_wh pricing_option hours_from hours_to discount_percentage discount_reason discount_cents within_cost_micro_euro within_vat_rate`, 2*len(invoices))
	for _, i := range invoices {
		for n, l := range i.Lines {
			rows.Row()
			rows.ID(i.OperationID)
			rows.ID(i.ID)
			rows.Int4(int32(n))
			rows.ID(l.SubscriptionID)
			rows.ID(l.ConsumerID)
			rows.Text(l.SiteName)
			rows.Text(l.DsoID)
			rows.Text(l.ProducerName)
			rows.Text(l.Label)
			rows.Date(l.Days.From)
			rows.Date(l.Days.To)
			rows.Text(string(l.Unit))
			rows.Int8(int64(l.Quantity))
			rows.Int8(int64(l.Price))
			rows.Int8(int64(l.Net))
			rows.Int4(int32(l.Rate))
			rows.Int8(int64(l.Energy))
			rows.Text(string(l.Option))
			if l.Hours == nil {
				rows.Null()
				rows.Null()
			} else {
				rows.Int4(int32(l.Hours.From))
				rows.Int4(int32(l.Hours.To))
			}
			if d := l.Discount; d == nil {
				rows.Null()
				rows.Null()
				rows.Null()
			} else {
				rows.Int4(int32(d.Percent))
				rows.Text(d.Reason)
				rows.Int8(int64(d.Amount))
			}
			if l.Within == nil {
				rows.Null()
				rows.Null()
				continue
			}
			rows.Int8(int64(l.Within.Cost))
			rows.Int4(int32(l.Within.Rate))
		}
	}
	return rows.Send(ctx)
}

// copyAdjustments stores amounts of whole invoices: those of a credit note are repeated, and it holds none.
func copyAdjustments(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("invoice_adjustments", "invoice_id position adjustment_id kind amount_cents vat_rate reason holds", 1)
	some := false
	for _, i := range invoices {
		for n, a := range i.Adjustments {
			some = true
			rows.Row()
			rows.ID(i.ID)
			rows.Int4(int32(n))
			rows.ID(a.ID)
			rows.Text(string(a.Kind))
			rows.Int8(int64(a.Amount))
			rows.Int4(int32(a.Rate))
			rows.Text(a.Reason)
			rows.Flag(i.Type == billing.TypeInvoice)
		}
	}
	if !some {
		return nil
	}
	return invoiceConstraints.Translate(rows.Send(ctx))
}

func copySpans(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("billed_spans", "operation_id invoice_id subscription_id from_date to_date firm", len(invoices))
	for _, i := range invoices {
		for _, p := range i.Spans {
			rows.Row()
			rows.ID(i.OperationID)
			rows.ID(i.ID)
			rows.ID(p.SubscriptionID)
			rows.Date(p.Days.From)
			rows.Date(p.Days.To)
			rows.Flag(i.Status != billing.Draft)
		}
	}
	return invoiceConstraints.Translate(rows.Send(ctx))
}

// Delete removes drafts; what is none stays.
func (s *Drafts) Delete(ctx context.Context, operationID id.ID, ids []id.ID) error {
	return queries(ctx, s.db).DeleteDrafts(ctx, operationID, ids)
}

// DropDraftsAfter removes the drafts that bill a site, or what it sells, after its last day.
func (s *Drafts) DropDraftsAfter(ctx context.Context, operationID, participantID id.ID, last civil.Date) error {
	return queries(ctx, s.db).DeleteDraftsAfter(ctx, sqlcgen.DeleteDraftsAfterParams{OperationID: operationID, Site: &participantID, DayAfter: postgres.ToDate(last + 1)})
}

// NotCharged reads what was not charged, with spans.
func (s *Drafts) NotCharged(ctx context.Context, operationID id.ID) ([]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).ListNotCharged(ctx, operationID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list, at, ids := make([]billing.Invoice, len(rows)), make(map[id.ID]int, len(rows)), make([]id.ID, len(rows))
	for i, r := range rows {
		list[i], at[r.ID], ids[i] = fromDBInvoice(r), i, r.ID
	}
	return list, addSpans(ctx, s.db, operationID, list, at, ids)
}

// TakeBack makes the days of what was not charged due again.
func (s *Drafts) TakeBack(ctx context.Context, operationID id.ID, ids []id.ID) error {
	if len(ids) == 0 {
		return nil
	}
	return queries(ctx, s.db).TakeBackSpans(ctx, ids, operationID)
}
