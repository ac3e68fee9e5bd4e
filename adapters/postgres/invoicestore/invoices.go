package invoicestore

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Invoices stores invoices with their lines and the days they bill. The account number
// printed on a published one is encrypted in its snapshot.
type Invoices struct {
	db     *postgres.DB
	cipher billingstore.Cipher
}

// NewInvoices is the store over db.
func NewInvoices(db *postgres.DB, c billingstore.Cipher) *Invoices { return &Invoices{db, c} }

var _ assembly.InvoiceStore = (*Invoices)(nil)

var invoiceConstraints = postgres.Constraints{
	"billed_spans_once_excl": billing.ErrAlreadyBilled,
	"invoices_sequence_key":  billing.ErrAlreadyBilled,
}

// Get reads one with its lines and spans.
func (s *Invoices) Get(ctx context.Context, operationID, invoiceID id.ID) (billing.Invoice, error) {
	row, err := queries(ctx, s.db).GetInvoice(ctx, operationID, invoiceID)
	if err != nil {
		return billing.Invoice{}, postgres.OrMissing(err, billing.ErrInvoiceNotFound)
	}
	list, err := s.complete(ctx, operationID, []billing.Invoice{fromDBInvoice(row)})
	if err != nil {
		return billing.Invoice{}, err
	}
	return list[0], nil
}

// complete adds lines and spans.
func (s *Invoices) complete(ctx context.Context, operationID id.ID, list []billing.Invoice) ([]billing.Invoice, error) {
	at, ids := make(map[id.ID]int, len(list)), make([]id.ID, len(list))
	for i, inv := range list {
		at[inv.ID], ids[i] = i, inv.ID
	}
	lines, err := queries(ctx, s.db).ListInvoiceLines(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		inv := &list[at[l.InvoiceID]]
		inv.Lines = append(inv.Lines, fromDBInvoiceLine(l))
	}
	return list, s.addSpans(ctx, operationID, list, at, ids)
}

// addSpans adds the billed days; at is the place of each id in the list.
func (s *Invoices) addSpans(ctx context.Context, operationID id.ID, list []billing.Invoice, at map[id.ID]int, ids []id.ID) error {
	spans, err := queries(ctx, s.db).ListInvoiceSpans(ctx, operationID, ids)
	for _, r := range spans {
		inv := &list[at[r.InvoiceID]]
		inv.Spans = append(inv.Spans, billing.Span{SubscriptionID: r.SubscriptionID, Days: postgres.FromRange(r.FromDate, r.ToDate)})
	}
	return err
}

// Drafts reads and locks drafts, in the order of their ids.
func (s *Invoices) Drafts(ctx context.Context, operationID id.ID, ids []id.ID) ([]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).LockDrafts(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	list := make([]billing.Invoice, len(rows))
	for i, r := range rows {
		list[i] = fromDBInvoice(r)
	}
	return s.complete(ctx, operationID, list)
}

// Heads reads invoices without lines.
func (s *Invoices) Heads(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).ListInvoiceHeads(ctx, operationID, ids)
	heads := make(map[id.ID]billing.Invoice, len(rows))
	for _, r := range rows {
		heads[r.ID] = fromDBInvoice(r)
	}
	return heads, err
}

// DraftIDs lists the drafts of a run.
func (s *Invoices) DraftIDs(ctx context.Context, operationID, runID id.ID) ([]id.ID, error) {
	return queries(ctx, s.db).ListDraftIDs(ctx, operationID, runID)
}

// DraftPairs counts the drafts of each issuer and client.
func (s *Invoices) DraftPairs(ctx context.Context, operationID id.ID) (map[billing.PartyPair]int, error) {
	rows, err := queries(ctx, s.db).CountDraftPairs(ctx, operationID)
	pairs := make(map[billing.PartyPair]int, len(rows))
	for _, r := range rows {
		pairs[billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}] = int(r.Drafts)
	}
	return pairs, err
}

// Delete removes drafts; what is none stays.
func (s *Invoices) Delete(ctx context.Context, operationID id.ID, ids []id.ID) error {
	return queries(ctx, s.db).DeleteDrafts(ctx, operationID, ids)
}

// DropDraftsAfter removes the drafts that bill a site, or what it sells, after its last day.
func (s *Invoices) DropDraftsAfter(ctx context.Context, operationID, participantID id.ID, last civil.Date) error {
	return queries(ctx, s.db).DeleteDraftsAfter(ctx, sqlcgen.DeleteDraftsAfterParams{OperationID: operationID, Site: &participantID, DayAfter: postgres.ToDate(last + 1)})
}

// SetDocuments records the contents of stored documents by invoice, each once.
func (s *Invoices) SetDocuments(ctx context.Context, operationID id.ID, sha256 map[id.ID][]byte) error {
	in := sqlcgen.SetInvoiceDocumentsParams{OperationID: operationID}
	for _, i := range slices.Sorted(maps.Keys(sha256)) { // the order in which invoices are locked
		in.Ids, in.Sums = append(in.Ids, i), append(in.Sums, sha256[i])
	}
	return queries(ctx, s.db).SetInvoiceDocuments(ctx, in)
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

// NotCharged reads what was not charged, with spans.
func (s *Invoices) NotCharged(ctx context.Context, operationID id.ID) ([]billing.Invoice, error) {
	rows, err := queries(ctx, s.db).ListNotCharged(ctx, operationID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list, at, ids := make([]billing.Invoice, len(rows)), make(map[id.ID]int, len(rows)), make([]id.ID, len(rows))
	for i, r := range rows {
		list[i], at[r.ID], ids[i] = fromDBInvoice(r), i, r.ID
	}
	return list, s.addSpans(ctx, operationID, list, at, ids)
}

// TakeBack makes the days of what was not charged due again.
func (s *Invoices) TakeBack(ctx context.Context, operationID id.ID, ids []id.ID) error {
	if len(ids) == 0 {
		return nil
	}
	return queries(ctx, s.db).TakeBackSpans(ctx, ids, operationID)
}

func fromDBInvoice(r sqlcgen.Invoice) billing.Invoice {
	inv := billing.Invoice{OperationID: r.OperationID, ID: r.ID, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
		PaymentStatus: billing.PaymentStatus(r.PaymentStatus), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		ProducerID: postgres.IDOf(r.ProducerID), RunID: postgres.IDOf(r.RunID), Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo),
		Method: billing.PaymentMethod(r.PaymentMethod), TermDays: int(r.TermDays), Energy: energy.MilliWh(r.EnergyMilliWh),
		Net: money.Cents(r.NetCents), VAT: money.Cents(r.VATCents), Amount: money.Cents(r.AmountCents), SourceHash: r.SourceHash,
		IssueDate: postgres.FromOptionalDate(r.IssueDate), DueDate: postgres.FromOptionalDate(r.DueDate), DocumentSHA256: r.DocumentSha256, CreatedAt: r.CreatedAt}
	if r.Number != nil {
		inv.Number = *r.Number
	}
	return inv
}

func fromDBInvoiceLine(r sqlcgen.InvoiceLine) billing.Line {
	return billing.Line{SubscriptionID: r.SubscriptionID, ConsumerID: r.ConsumerID, SiteName: r.SiteName, DsoID: r.DsoID, ProducerName: r.ProducerName, Label: r.Label,
		Days: postgres.FromRange(r.FromDate, r.ToDate), Unit: billing.Unit(r.Unit), Quantity: money.QuantityE4(r.QuantityE4),
		Price: money.MicroEuro(r.PriceMicroEuro), Net: money.Cents(r.NetCents), Rate: money.VATRate(r.VATRate), Energy: energy.MilliWh(r.EnergyMilliWh)}
}
