package invoicestore

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// Publication makes invoices of drafts. The account numbers on one are encrypted in its snapshot.
type Publication struct {
	db     *postgres.DB
	cipher billingstore.Cipher
}

// NewPublication is the store over db.
func NewPublication(db *postgres.DB, c billingstore.Cipher) *Publication { return &Publication{db, c} }

var _ billing.Publication = (*Publication)(nil)

// By id alone: drafts, of the operation, is what the caller has just locked. With a
// condition on the state the planner expects few rows of a table that has just been
// filled, and reads what comes in once for each of them.
const publishInvoices = `update invoices i set status = 'FINALIZED', number = w.number, number_owner = w.owner, series = w.series, year = w.year,
    sequence = w.sequence, issue_date = w.issue_date, due_date = w.due_date, snapshot = w.snapshot::jsonb, logo_id = w.logo_id, published_at = $10
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::date[], $8::date[], $9::text[], $11::uuid[])
    as w (id, number, owner, series, year, sequence, issue_date, due_date, snapshot, logo_id)
where i.id = w.id`

// publishedAtOnce is how many drafts a statement makes invoices of: what is frozen of one is some 3 kB, and a
// statement is put together in a buffer that is copied each time it grows.
const publishedAtOnce = 100

// Publish gives numbers to drafts, freezes what is printed and makes their days billed
// for good, at an instant. Error: invoice.alreadyBilled.
func (s *Publication) Publish(ctx context.Context, operationID id.ID, numbers []billing.Numbers, at time.Time) error {
	ids := make([]id.ID, len(numbers))
	for i, x := range numbers {
		ids[i] = x.InvoiceID
	}
	for part := range slices.Chunk(numbers, publishedAtOnce) {
		if err := s.publish(ctx, part, at); err != nil {
			return err
		}
	}
	return invoiceConstraints.Translate(queries(ctx, s.db).FirmSpans(ctx, operationID, ids))
}

// publish makes invoices of some drafts, in one statement.
func (s *Publication) publish(ctx context.Context, numbers []billing.Numbers, at time.Time) error {
	n := len(numbers)
	ids, texts, owners, series := make([]id.ID, n), make([]string, n), make([]string, n), make([]string, n)
	years, sequences, issues, dues, snapshots := make([]int32, n), make([]int32, n), make([]pgtype.Date, n), make([]pgtype.Date, n), make([]string, n)
	logos := make([]*id.ID, n)
	for i, x := range numbers {
		logos[i] = postgres.OptionalID(x.Snapshot.LogoID)
		ids[i], texts[i], owners[i], series[i] = x.InvoiceID, x.Number, x.Owner, x.Series
		years[i], sequences[i], issues[i], dues[i] = int32(x.Year), int32(x.Sequence), postgres.ToDate(x.IssueDate), postgres.ToDate(x.DueDate)
		doc := x.Snapshot
		sealed := func(iban string) string { return base64.StdEncoding.EncodeToString(s.cipher.Seal([]byte(iban))) }
		if doc.Payment.IBAN != "" {
			doc.Payment.IBAN = sealed(doc.Payment.IBAN)
		}
		if m := doc.Payment.Mandate; m != nil {
			doc.Payment.Mandate = &billing.DocumentMandate{RUM: m.RUM, ICS: m.ICS, IBAN: sealed(m.IBAN)}
		}
		frozen, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		snapshots[i] = string(frozen)
	}
	tag, err := s.db.Conn(ctx).Exec(ctx, publishInvoices, ids, texts, owners, series, years, sequences, issues, dues, snapshots, at, logos)
	if err != nil {
		return invoiceConstraints.Translate(err)
	}
	if int(tag.RowsAffected()) != n {
		return fmt.Errorf("publishing: %d of %d drafts", tag.RowsAffected(), n)
	}
	return nil
}

// Published reads and locks invoices that hold.
func (s *Publication) Published(ctx context.Context, operationID id.ID, ids []id.ID) ([]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).LockHeldInvoices(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	list := make([]billing.Invoice, len(rows))
	for i, r := range rows {
		list[i] = fromDBInvoice(r)
	}
	if err := addPaid(ctx, s.db, operationID, list); err != nil {
		return nil, err
	}
	return complete(ctx, s.db, operationID, list)
}

// Collected reads the orders that hold unpaid invoices.
func (s *Publication) Collected(ctx context.Context, ids []id.ID) (map[id.ID]billing.DirectDebit, error) {
	rows, err := queries(ctx, s.db).ListHoldingOrders(ctx, ids)
	orders := make(map[id.ID]billing.DirectDebit, len(rows))
	for _, r := range rows {
		orders[r.InvoiceID] = billing.DirectDebit{Message: r.MessageID, On: postgres.FromDate(r.CollectOn)}
	}
	return orders, err
}

// Held reads which drafts wait for a decision about an invoice of another seller.
func (s *Publication) Held(ctx context.Context, operationID id.ID, draftIDs []id.ID) (map[id.ID]billing.InvoiceReference, error) {
	rows, err := queries(ctx, s.db).ListHeldDrafts(ctx, operationID, draftIDs)
	held := make(map[id.ID]billing.InvoiceReference, len(rows))
	for _, r := range rows {
		held[r.ID] = billing.InvoiceReference{ID: r.InvoiceID, Number: r.Number}
	}
	return held, err
}

// Credit stores credit notes with their lines, by COPY.
func (s *Publication) Credit(ctx context.Context, notes []billing.Invoice) error {
	if err := copyInvoices(ctx, notes); err != nil {
		return invoiceConstraints.Translate(err)
	}
	if err := copyLines(ctx, notes); err != nil {
		return err
	}
	return copyAdjustments(ctx, notes)
}

// Cancel marks drafts and published invoices as cancelled, and makes their days due again.
func (s *Publication) Cancel(ctx context.Context, operationID id.ID, ids []id.ID) error {
	q := queries(ctx, s.db)
	if err := q.CancelInvoices(ctx, operationID, ids); err != nil {
		return err
	}
	if err := q.FreeAdjustments(ctx, ids); err != nil {
		return err
	}
	return q.FreeSpans(ctx, operationID, ids)
}

// TakeReferences reserves payment references of a bank account, known by its keyed hash.
func (s *Publication) TakeReferences(ctx context.Context, account string, ids []id.ID) ([]int64, error) {
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
