package paymentstore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// Receivables reads what clients owe.
type Receivables struct{ db *postgres.DB }

// NewReceivables is the reader over db.
func NewReceivables(db *postgres.DB) *Receivables { return &Receivables{db} }

var _ receivable.Receivables = (*Receivables)(nil)

// undue are the methods of which nobody knows a due date.
func undue() (methods []string) {
	for _, m := range []billing.PaymentMethod{billing.Transfer, billing.Debit, billing.Cheque, billing.PublicTreasuryPaymentOrder, billing.PublicTreasuryDebit} {
		if m.PublicTreasury() {
			methods = append(methods, string(m))
		}
	}
	return methods
}

func documentFromDB(r sqlcgen.ListDocumentsOfClientRow) receivable.Document {
	return receivable.Document{ID: r.ID, OperationID: r.OperationID, Number: r.Number, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
		Payment: billing.PaymentStatus(r.PaymentStatus), Method: billing.PaymentMethod(r.PaymentMethod), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		IssuerName: r.IssuerName, ClientName: r.ClientName, Credits: postgres.IDOf(r.CreditsID), Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo),
		IssuedOn: postgres.FromDate(r.IssueDate), DueDate: postgres.FromDate(r.DueDate), Amount: money.Cents(r.AmountCents), Paid: money.Cents(r.PaidCents),
		CollectOn: postgres.FromOptionalDate(r.CollectOn)}
}

// Overdue are the invoices of some operations that should have been paid before a day.
func (s *Receivables) Overdue(ctx context.Context, operationIDs []id.ID, today civil.Date, limit int) ([]receivable.Document, error) {
	rows, err := queries(ctx, s.db).ListOverdueDocuments(ctx, sqlcgen.ListOverdueDocumentsParams{OperationIds: operationIDs, Today: postgres.ToDate(today),
		UndueMethods: undue(), Most: int32(limit)})
	out := make([]receivable.Document, len(rows))
	for n, r := range rows {
		out[n] = documentFromDB(sqlcgen.ListDocumentsOfClientRow(r))
	}
	return out, err
}

// Balances are those of the clients of an operation who were ever invoiced, by name.
func (s *Receivables) Balances(ctx context.Context, operationID id.ID, today civil.Date) ([]receivable.Balance, error) {
	rows, err := queries(ctx, s.db).ListBalances(ctx, sqlcgen.ListBalancesParams{Today: postgres.ToDate(today), OperationID: operationID, UndueMethods: undue()})
	out := make([]receivable.Balance, len(rows))
	for n, r := range rows {
		out[n] = receivable.Balance{ClientID: r.ID, ClientName: r.Name, Invoices: int(r.Invoices), Invoiced: money.Cents(r.Invoiced), Credited: money.Cents(r.Credited),
			Settled: money.Cents(r.Settled), Open: money.Cents(r.Open), Overpaid: money.Cents(r.Overpaid), Overdue: money.Cents(r.Overdue),
			OverdueInvoices: int(r.OverdueInvoices), LongestLate: int(r.LongestLate)}
	}
	slices.SortFunc(out, func(a, b receivable.Balance) int {
		return cmp.Or(naming.Compare(a.ClientName, b.ClientName), cmp.Compare(a.ClientID, b.ClientID))
	})
	return out, err
}

// OfClient are the documents of a client, or those with a line of a site, and what was settled of them.
func (s *Receivables) OfClient(ctx context.Context, operationID, clientID, siteID id.ID, limit int) ([]receivable.Document, []receivable.Movement, error) {
	q := queries(ctx, s.db)
	rows, err := q.ListDocumentsOfClient(ctx, sqlcgen.ListDocumentsOfClientParams{OperationID: operationID, ClientID: postgres.OptionalID(clientID),
		SiteID: postgres.OptionalID(siteID), Most: int32(limit)})
	if err != nil {
		return nil, nil, err
	}
	documents, ids := make([]receivable.Document, len(rows)), make([]id.ID, len(rows))
	for n, r := range rows {
		documents[n], ids[n] = documentFromDB(r), r.ID
	}
	settled, err := q.ListMovements(ctx, operationID, ids)
	moved := make([]receivable.Movement, len(settled))
	for n, r := range settled {
		moved[n] = receivable.Movement{DocumentID: r.InvoiceID, Kind: settlement.Kind(r.Kind), Amount: money.Cents(r.AmountCents), BookedOn: postgres.FromDate(r.BookedOn),
			Reference: r.Reference, RecordedAt: r.CreatedAt}
	}
	return documents, moved, err
}

// Client is the name of one.
func (s *Receivables) Client(ctx context.Context, operationID, clientID id.ID) (string, bool, error) {
	name, err := queries(ctx, s.db).GetClientName(ctx, operationID, clientID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return name, err == nil, err
}
