package invoicestore

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// Replace deletes the drafts of the pairs with what was not charged and may be made
// again, and stores the invoices by COPY.
func (s *Invoices) Replace(ctx context.Context, operationID id.ID, pairs []billing.PartyPair, invoices []billing.Invoice) error {
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
	if err := s.copyInvoices(ctx, invoices); err != nil {
		return err
	}
	if err := s.copyLines(ctx, invoices); err != nil {
		return err
	}
	return s.copySpans(ctx, invoices)
}

func (s *Invoices) copyInvoices(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("invoices", `operation_id id type status payment_status billing_entity_id billable_entity_id producer_id run_id period_from period_to
		payment_method term_days energy_milli_wh net_cents vat_cents amount_cents source_hash created_at`, len(invoices))
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
	}
	return rows.Send(ctx)
}

func (s *Invoices) copyLines(ctx context.Context, invoices []billing.Invoice) error {
	rows := postgres.NewBulk("invoice_lines", `operation_id invoice_id position subscription_id consumer_id site_name dso_id producer_name label from_date to_date
		unit quantity_e4 price_micro_euro net_cents vat_rate energy_milli_wh`, 2*len(invoices))
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
		}
	}
	return rows.Send(ctx)
}

func (s *Invoices) copySpans(ctx context.Context, invoices []billing.Invoice) error {
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

// By id alone: drafts, of the operation, is what the caller has just locked. With a
// condition on the state the planner expects few rows of a table that has just been
// filled, and reads what comes in once for each of them.
const publishInvoices = `update invoices i set status = 'FINALIZED', number = w.number, number_owner = w.owner, series = w.series, year = w.year,
    sequence = w.sequence, issue_date = w.issue_date, due_date = w.due_date, snapshot = w.snapshot::jsonb, published_at = $10
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::date[], $8::date[], $9::text[])
    as w (id, number, owner, series, year, sequence, issue_date, due_date, snapshot)
where i.id = w.id`

// Publish gives numbers to drafts, freezes what is printed and makes their days billed
// for good, at an instant. Error: invoice.alreadyBilled.
func (s *Invoices) Publish(ctx context.Context, operationID id.ID, numbers []billing.Numbers, at time.Time) error {
	n := len(numbers)
	ids, texts, owners, series := make([]id.ID, n), make([]string, n), make([]string, n), make([]string, n)
	years, sequences, issues, dues, snapshots := make([]int32, n), make([]int32, n), make([]pgtype.Date, n), make([]pgtype.Date, n), make([]string, n)
	for i, x := range numbers {
		ids[i], texts[i], owners[i], series[i] = x.InvoiceID, x.Number, x.Owner, x.Series
		years[i], sequences[i], issues[i], dues[i] = int32(x.Year), int32(x.Sequence), postgres.ToDate(x.IssueDate), postgres.ToDate(x.DueDate)
		doc := x.Snapshot
		if doc.Payment.IBAN != "" {
			doc.Payment.IBAN = base64.StdEncoding.EncodeToString(s.cipher.Seal([]byte(doc.Payment.IBAN)))
		}
		frozen, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		snapshots[i] = string(frozen)
	}
	tag, err := s.db.Conn(ctx).Exec(ctx, publishInvoices, ids, texts, owners, series, years, sequences, issues, dues, snapshots, at)
	if err != nil {
		return invoiceConstraints.Translate(err)
	}
	if int(tag.RowsAffected()) != n {
		return fmt.Errorf("publishing: %d of %d drafts", tag.RowsAffected(), n)
	}
	return invoiceConstraints.Translate(queries(ctx, s.db).FirmSpans(ctx, operationID, ids))
}

// TakeReferences reserves payment references of a bank account, known by its keyed hash.
func (s *Invoices) TakeReferences(ctx context.Context, account string, ids []id.ID) ([]int64, error) {
	q, hash := queries(ctx, s.db), s.cipher.Hash([]byte(account))
	next, err := q.TakePaymentReferences(ctx, hash, int64(len(ids)))
	if err != nil {
		return nil, err
	}
	references := make([]int64, len(ids))
	for i := range references {
		references[i] = next - int64(len(ids)-i)
	}
	return references, q.InsertPaymentReferences(ctx, sqlcgen.InsertPaymentReferencesParams{Account: hash, ReferenceNumbers: references, InvoiceIds: ids})
}

// Snapshots reads what was frozen when invoices were published; others are left out.
func (s *Invoices) Snapshots(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]billing.Document, error) {
	rows, err := queries(ctx, s.db).ListInvoiceSnapshots(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID]billing.Document, len(rows))
	for _, row := range rows {
		if out[row.ID], err = s.thawed(row.Snapshot); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Invoices) thawed(frozen []byte) (billing.Document, error) {
	var doc billing.Document
	if err := json.Unmarshal(frozen, &doc); err != nil || doc.Payment.IBAN == "" {
		return doc, err
	}
	sealed, err := base64.StdEncoding.DecodeString(doc.Payment.IBAN)
	if err != nil {
		return doc, err
	}
	iban, err := s.cipher.Open(sealed)
	doc.Payment.IBAN = string(iban)
	return doc, err
}
