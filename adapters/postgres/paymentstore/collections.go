package paymentstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/policy"
)

// Collections stores collections, and reads the invoices and mandates that they are made of.
type Collections struct {
	db     *postgres.DB
	cipher Cipher
}

// NewCollections is the store over db.
func NewCollections(db *postgres.DB, c Cipher) *Collections { return &Collections{db, c} }

var _ collection.Collections = (*Collections)(nil)

var collectionConstraints = postgres.Constraints{
	"collected_invoices_held_key": collection.ErrAlreadyCollected,
	"collections_set_key":         collection.ErrAlreadyCollected,
}

func invoiceFromDB(r sqlcgen.ListInvoiceFactsRow) collection.Invoice {
	i := collection.Invoice{ID: r.ID, OperationID: r.OperationID, Number: r.Number, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
		PaymentStatus: billing.PaymentStatus(r.PaymentStatus), Method: billing.PaymentMethod(r.PaymentMethod), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		IssuerName: r.IssuerName, ClientName: r.ClientName, ConsumerIDs: r.Consumers, Amount: money.Cents(r.AmountCents),
		Days: civil.Range{From: postgres.FromDate(r.PeriodFrom), To: postgres.FromDate(r.PeriodTo)}, DueDate: postgres.FromOptionalDate(r.DueDate),
		Reference: r.Reference, Times: int(r.Times)}
	if r.CollectionID != nil {
		i.CollectionID = *r.CollectionID
	}
	return i
}

// Invoices are those of some ids that are there, in no order.
func (s *Collections) Invoices(ctx context.Context, ids []id.ID) ([]collection.Invoice, error) {
	rows, err := queries(ctx, s.db).ListInvoiceFacts(ctx, ids)
	out := make([]collection.Invoice, len(rows))
	for n, r := range rows {
		out[n] = invoiceFromDB(r)
	}
	return out, err
}

// Open are the invoices of an operation that wait for their collection, by number.
func (s *Collections) Open(ctx context.Context, operationID id.ID) ([]collection.Invoice, error) {
	rows, err := queries(ctx, s.db).ListOpenInvoiceFacts(ctx, operationID)
	out := make([]collection.Invoice, len(rows))
	for n, r := range rows {
		out[n] = invoiceFromDB(sqlcgen.ListInvoiceFactsRow(r))
	}
	return out, err
}

// Mandates are those that some clients gave to an ICS.
func (s *Collections) Mandates(ctx context.Context, ics party.ICS, clientIDs []id.ID) ([]collection.Mandate, error) {
	rows, err := queries(ctx, s.db).ListMandatesOfClients(ctx, string(ics), clientIDs)
	if err != nil {
		return nil, err
	}
	read := Mandates{db: s.db, cipher: s.cipher}
	out := make([]collection.Mandate, len(rows))
	for n, r := range rows {
		m, err := read.fromDB(r.Mandate, r.CreditorName)
		if err != nil {
			return nil, err
		}
		out[n] = collection.Mandate{Mandate: m, ClientID: r.BillableEntityID}
		if r.FormerSealed != nil {
			former, err := s.cipher.Open(r.FormerSealed)
			if err != nil {
				return nil, fmt.Errorf("former iban: %w", err)
			}
			if iban := party.IBAN(former); iban != m.IBAN {
				out[n].FormerIBAN = iban
			}
		}
	}
	return out, nil
}

func collectionFromDB(r sqlcgen.GetCollectionRow) collection.Collection {
	c := r.Collection
	return collection.Collection{ID: c.ID, OperationID: c.OperationID, CreditorID: c.CreditorID, CreditorName: r.CreditorName, IssuerName: r.IssuerName, ICS: party.ICS(c.ICS),
		MessageID: c.MessageID, Set: c.SetHash, Status: collection.Status(c.Status), First: postgres.FromDate(c.FirstOn), Last: postgres.FromDate(c.LastOn),
		Month: civil.MonthOf(postgres.FromDate(c.Month)), Amount: money.Cents(c.AmountCents), Invoices: int(c.Invoices), Paid: int(r.Paid), Failed: int(r.Failed),
		DocumentID: c.DocumentID, CreatedBy: c.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: c.CreatedAt, CancelledAt: c.CancelledAt, Version: int(c.Version)}
}

// ByID finds one.
func (s *Collections) ByID(ctx context.Context, collectionID id.ID) (collection.Collection, error) {
	r, err := queries(ctx, s.db).GetCollection(ctx, collectionID)
	if err != nil {
		return collection.Collection{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	return collectionFromDB(r), nil
}

// Holding is the one that holds of an ICS and a set of invoices.
func (s *Collections) Holding(ctx context.Context, ics party.ICS, set []byte) (collection.Collection, bool, error) {
	r, err := queries(ctx, s.db).GetHoldingCollection(ctx, string(ics), set)
	if errors.Is(err, pgx.ErrNoRows) {
		return collection.Collection{}, false, nil
	}
	return collectionFromDB(sqlcgen.GetCollectionRow(r)), err == nil, err
}

// OfOperation are those with invoices of an operation, last first.
func (s *Collections) OfOperation(ctx context.Context, operationID id.ID) ([]collection.Collection, error) {
	rows, err := queries(ctx, s.db).ListCollections(ctx, operationID)
	out := make([]collection.Collection, len(rows))
	for n, r := range rows {
		out[n] = collectionFromDB(sqlcgen.GetCollectionRow(r))
	}
	return out, err
}

// Transactions are those of a collection, by the number of the invoice.
func (s *Collections) Transactions(ctx context.Context, collectionID id.ID) ([]collection.Collected, error) {
	rows, err := queries(ctx, s.db).ListTransactions(ctx, collectionID)
	out := make([]collection.Collected, len(rows))
	for n, r := range rows {
		h := r.CollectedInvoice
		i := collection.Invoice{ID: h.InvoiceID, OperationID: h.OperationID, Number: r.Number, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
			PaymentStatus: billing.PaymentStatus(r.PaymentStatus), Method: billing.PaymentMethod(r.PaymentMethod), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
			IssuerName: r.IssuerName, ClientName: r.ClientName, Amount: money.Cents(h.AmountCents),
			Days: civil.Range{From: postgres.FromDate(r.PeriodFrom), To: postgres.FromDate(r.PeriodTo)}, DueDate: postgres.FromOptionalDate(r.DueDate)}
		out[n] = collection.Collected{Invoice: i, MandateID: h.MandateID, RUM: party.RUM(r.RUM), EndToEndID: h.EndToEndID, On: postgres.FromDate(h.CollectOn),
			Sequence: collection.SequenceType(h.Sequence), Scheme: payment.Scheme(h.Scheme), Held: h.Held}
	}
	return out, err
}

// Add stores one and notes the day on its mandates.
func (s *Collections) Add(ctx context.Context, c collection.Collection, o collection.Order) error {
	q := queries(ctx, s.db)
	var invoices []id.ID
	var rows []sqlcgen.InsertTransactionParams
	used := sqlcgen.NoteCollectionDaysParams{}
	at := map[id.ID]int{} // mandates, once each with its last day
	for _, b := range o.Batches {
		for _, t := range b.Transactions {
			invoices = append(invoices, t.Invoice.ID)
			rows = append(rows, sqlcgen.InsertTransactionParams{OperationID: t.Invoice.OperationID, CollectionID: c.ID, InvoiceID: t.Invoice.ID, MandateID: t.Mandate.ID,
				EndToEndID: t.EndToEndID, CollectOn: postgres.ToDate(b.On), Sequence: string(b.Sequence), Scheme: string(b.Scheme), AmountCents: int64(t.Invoice.Amount)})
			n, there := at[t.Mandate.ID]
			if !there {
				n = len(used.Ids)
				at[t.Mandate.ID] = n
				used.Ids, used.Versions, used.Days = append(used.Ids, t.Mandate.ID), append(used.Versions, int32(t.Mandate.Version)), append(used.Days, pgtype.Date{})
			}
			used.Days[n] = postgres.ToDate(b.On) // batches are by day
		}
	}
	locked, err := q.LockCollectable(ctx, invoices)
	if err != nil {
		return err
	}
	if len(locked) < len(invoices) {
		return collection.ErrChanged
	}
	err = q.InsertCollection(ctx, sqlcgen.InsertCollectionParams{OperationID: c.OperationID, ID: c.ID, CreditorID: c.CreditorID, ICS: string(c.ICS), MessageID: c.MessageID,
		SetHash: c.Set, Status: string(c.Status), FirstOn: postgres.ToDate(c.First), LastOn: postgres.ToDate(c.Last), Month: postgres.ToDate(c.Month.First()),
		AmountCents: int64(c.Amount), Invoices: int32(c.Invoices), DocumentID: c.DocumentID, CreatedBy: c.CreatedBy, CreatedAt: c.CreatedAt, Version: int32(c.Version)})
	if err != nil {
		return collectionConstraints.Translate(err)
	}
	var failed error
	q.InsertTransaction(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	if failed != nil {
		return collectionConstraints.Translate(failed)
	}
	n, err := q.NoteCollectionDays(ctx, used)
	if err == nil && int(n) < len(used.Ids) {
		return collection.ErrChanged
	}
	return err
}

// Cancel lets the invoices of a collection go.
func (s *Collections) Cancel(ctx context.Context, c collection.Collection, at time.Time) error {
	q := queries(ctx, s.db)
	if n, err := q.CancelCollection(ctx, sqlcgen.CancelCollectionParams{At: &at, ID: c.ID, Version: int32(c.Version)}); err != nil || n == 0 {
		return errors.Join(err, missing(n))
	}
	if handed, err := q.CountHandedOver(ctx, c.ID); err != nil || handed > 0 {
		if err == nil {
			err = collection.ErrHandedOver
		}
		return err
	}
	if answered, err := q.CountAnswered(ctx, c.ID); err != nil || answered > 0 {
		if err == nil {
			err = collection.ErrCollected
		}
		return err
	}
	if err := q.ReleaseTransactions(ctx, c.ID); err != nil {
		return err
	}
	return q.ForgetCollectionDays(ctx, c.ID)
}

func missing(n int64) error {
	if n == 0 {
		return fault.ObjectChanged
	}
	return nil
}
