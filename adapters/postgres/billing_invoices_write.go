package postgres

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
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
	q := s.db.queries(ctx)
	old, err := q.ListReplacedInvoices(ctx, sqlcgen.ListReplacedInvoicesParams{OperationID: operationID, BillingEntityIds: issuers, BillableEntityIds: clients})
	if err != nil {
		return err
	}
	if err := s.remove(ctx, q, operationID, old); err != nil || len(invoices) == 0 {
		return err
	}
	if err := s.copyInvoices(ctx, invoices); err != nil {
		return err
	}
	if err := s.copyLines(ctx, invoices); err != nil {
		return err
	}
	return s.copySpans(ctx, invoices)
}

// remove deletes invoices without number, their parts first and in bulk: a cascade
// would run one statement for each.
func (s *Invoices) remove(ctx context.Context, q *sqlcgen.Queries, operationID id.ID, ids []id.ID) error {
	if len(ids) == 0 {
		return nil
	}
	if err := q.DeleteLinesOf(ctx, operationID, ids); err != nil {
		return err
	}
	if err := q.DeleteSpansOf(ctx, operationID, ids); err != nil {
		return err
	}
	return q.DeleteUnnumbered(ctx, operationID, ids)
}

func (s *Invoices) copyInvoices(ctx context.Context, invoices []billing.Invoice) error {
	columns := []string{"operation_id", "id", "type", "status", "payment_status", "billing_entity_id", "billable_entity_id", "producer_id", "run_id",
		"period_from", "period_to", "payment_method", "term_days", "energy_milli_wh", "net_cents", "vat_cents", "amount_cents", "source_hash", "created_at"}
	_, err := s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"invoices"}, columns, pgx.CopyFromSlice(len(invoices), func(n int) ([]any, error) {
		i := invoices[n]
		return []any{i.OperationID, i.ID, string(i.Type), string(i.Status), string(i.PaymentStatus), i.IssuerID, i.ClientID, optionalID(i.ProducerID),
			optionalID(i.RunID), pgDate(i.Days.From), pgDate(i.Days.To), string(i.Method), int32(i.TermDays), int64(i.Energy),
			int64(i.Net), int64(i.VAT), int64(i.Amount), i.SourceHash, i.CreatedAt}, nil
	}))
	return err
}

func (s *Invoices) copyLines(ctx context.Context, invoices []billing.Invoice) error {
	columns := []string{"operation_id", "invoice_id", "position", "subscription_id", "consumer_id", "site_name", "dso_id", "label",
		"from_date", "to_date", "unit", "quantity_e4", "price_micro_euro", "net_cents", "vat_rate", "energy_milli_wh"}
	var rows [][]any
	for _, i := range invoices {
		for n, l := range i.Lines {
			rows = append(rows, []any{i.OperationID, i.ID, int32(n), l.SubscriptionID, l.ConsumerID, l.SiteName, l.DsoID, l.Label,
				pgDate(l.Days.From), pgDate(l.Days.To), string(l.Unit), int64(l.Quantity), int64(l.Price), int64(l.Net), int32(l.Rate), int64(l.Energy)})
		}
	}
	_, err := s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"invoice_lines"}, columns, pgx.CopyFromRows(rows))
	return err
}

func (s *Invoices) copySpans(ctx context.Context, invoices []billing.Invoice) error {
	columns := []string{"operation_id", "invoice_id", "subscription_id", "from_date", "to_date", "firm"}
	var rows [][]any
	for _, i := range invoices {
		for _, p := range i.Spans {
			rows = append(rows, []any{i.OperationID, i.ID, p.SubscriptionID, pgDate(p.Days.From), pgDate(p.Days.To), i.Status != billing.Draft})
		}
	}
	_, err := s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"billed_spans"}, columns, pgx.CopyFromRows(rows))
	return invoiceConstraints.translate(err)
}

const publishInvoices = `update invoices i set status = 'FINALIZED', number = w.number, number_owner = w.owner, series = w.series, year = w.year,
    sequence = w.sequence, issue_date = w.issue_date, due_date = w.due_date, snapshot = w.snapshot, published_at = $12
from (select unnest($2::uuid[]) as id, unnest($3::text[]) as number, unnest($4::text[]) as owner, unnest($5::text[]) as series, unnest($6::int[]) as year,
    unnest($7::int[]) as sequence, unnest($8::date[]) as issue_date, unnest($9::date[]) as due_date, unnest($10::text[])::jsonb as snapshot) w
where i.operation_id = $1 and i.id = w.id and i.status = $11`

// Publish gives numbers to drafts, freezes what is printed and makes their days billed
// for good. Error: invoice.alreadyBilled.
func (s *Invoices) Publish(ctx context.Context, operationID id.ID, numbers []billing.Numbers) error {
	n := len(numbers)
	ids, texts, owners, series := make([]id.ID, n), make([]string, n), make([]string, n), make([]string, n)
	years, sequences, issues, dues, snapshots := make([]int32, n), make([]int32, n), make([]pgtype.Date, n), make([]pgtype.Date, n), make([]string, n)
	for i, x := range numbers {
		ids[i], texts[i], owners[i], series[i] = x.InvoiceID, x.Number, x.Owner, x.Series
		years[i], sequences[i], issues[i], dues[i] = int32(x.Year), int32(x.Sequence), pgDate(x.IssueDate), pgDate(x.DueDate)
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
	tag, err := s.db.conn(ctx).Exec(ctx, publishInvoices, operationID, ids, texts, owners, series, years, sequences, issues, dues, snapshots,
		string(billing.Draft), time.Now())
	if err != nil {
		return invoiceConstraints.translate(err)
	}
	if int(tag.RowsAffected()) != n {
		return fmt.Errorf("publishing: %d of %d drafts", tag.RowsAffected(), n)
	}
	return invoiceConstraints.translate(s.db.queries(ctx).FirmSpans(ctx, operationID, ids))
}

// Snapshot reads what was frozen when the invoice was published.
func (s *Invoices) Snapshot(ctx context.Context, operationID, invoiceID id.ID) (billing.Document, error) {
	frozen, err := s.db.queries(ctx).GetInvoiceSnapshot(ctx, operationID, invoiceID)
	if err != nil {
		return billing.Document{}, orMissing(err, billing.ErrInvoiceNotFound)
	}
	var doc billing.Document
	if err := json.Unmarshal(frozen, &doc); err != nil {
		return doc, err
	}
	if doc.Payment.IBAN != "" {
		sealed, err := base64.StdEncoding.DecodeString(doc.Payment.IBAN)
		if err != nil {
			return doc, err
		}
		iban, err := s.cipher.Open(sealed)
		if err != nil {
			return doc, err
		}
		doc.Payment.IBAN = string(iban)
	}
	return doc, nil
}
