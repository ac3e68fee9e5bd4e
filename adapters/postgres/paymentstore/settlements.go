package paymentstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
)

// Settlements stores what was paid of invoices.
type Settlements struct{ db *postgres.DB }

// NewSettlements is the store over db.
func NewSettlements(db *postgres.DB) *Settlements { return &Settlements{db} }

var _ settlement.Settlements = (*Settlements)(nil)

// Accounts reads invoices with what was settled of them.
func (s *Settlements) Accounts(ctx context.Context, operationID id.ID, invoiceIDs []id.ID, locked bool) ([]settlement.Account, error) {
	q := queries(ctx, s.db)
	if locked {
		if _, err := q.LockSettledInvoices(ctx, operationID, invoiceIDs); err != nil {
			return nil, err
		}
	}
	rows, err := q.ListSettledInvoices(ctx, operationID, invoiceIDs)
	if err != nil {
		return nil, err
	}
	out, at := make([]settlement.Account, len(rows)), map[id.ID]int{}
	for n, r := range rows {
		at[r.ID] = n
		out[n].Invoice = settlement.Invoice{ID: r.ID, Number: r.Number, ClientName: r.ClientName, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
			Payment: billing.PaymentStatus(r.PaymentStatus), Amount: money.Cents(r.AmountCents), IssuedOn: postgres.FromOptionalDate(r.IssueDate)}
	}
	settled, err := q.ListSettlements(ctx, sqlcgen.ListSettlementsParams{OperationID: operationID, InvoiceIds: invoiceIDs})
	for _, r := range settled {
		if n, ok := at[r.Settlement.InvoiceID]; ok {
			out[n].Settled = append(out[n].Settled, settlementFromDB(r))
		}
	}
	return out, err
}

func settlementFromDB(r sqlcgen.ListSettlementsRow) settlement.Settlement {
	s := r.Settlement
	out := settlement.Settlement{ID: s.ID, OperationID: s.OperationID, InvoiceID: s.InvoiceID, Kind: settlement.Kind(s.Kind), Amount: money.Cents(s.AmountCents),
		BookedOn: postgres.FromDate(s.BookedOn), Reference: s.Reference, CreatedBy: s.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: s.CreatedAt,
		WithdrawnAt: s.WithdrawnAt, WithdrawnByName: r.WithdrawnByName}
	if s.LineID != nil {
		out.LineID = *s.LineID
	}
	return out
}

// ByID finds one.
func (s *Settlements) ByID(ctx context.Context, operationID, settlementID id.ID) (settlement.Settlement, error) {
	rows, err := queries(ctx, s.db).ListSettlements(ctx, sqlcgen.ListSettlementsParams{OperationID: operationID, Ids: []id.ID{settlementID}})
	if err == nil && len(rows) == 0 {
		err = policy.ErrNotFound
	}
	if err != nil {
		return settlement.Settlement{}, err
	}
	return settlementFromDB(rows[0]), nil
}

// settlementConstraints: a line that settles more than it is of was settled by somebody else meanwhile.
var settlementConstraints = postgres.Constraints{"settlements_line_check": fault.ObjectChanged}

// Add stores new ones, of one person at one instant.
func (s *Settlements) Add(ctx context.Context, list []settlement.Settlement) error {
	if len(list) == 0 {
		return nil
	}
	first := list[0]
	p := sqlcgen.InsertSettlementsParams{OperationID: first.OperationID, CreatedBy: first.CreatedBy, CreatedAt: first.CreatedAt}
	for _, one := range list {
		p.Ids, p.InvoiceIds, p.Amounts = append(p.Ids, one.ID), append(p.InvoiceIds, one.InvoiceID), append(p.Amounts, int64(one.Amount))
		p.Kinds, p.Days = append(p.Kinds, string(one.Kind)), append(p.Days, postgres.ToDate(one.BookedOn))
		p.Said, p.Lines = append(p.Said, one.Reference), append(p.Lines, string(one.LineID))
	}
	return settlementConstraints.Translate(queries(ctx, s.db).InsertSettlements(ctx, p))
}

// Withdraw marks one that holds as withdrawn.
func (s *Settlements) Withdraw(ctx context.Context, one settlement.Settlement, by id.ID, at time.Time) error {
	return queries(ctx, s.db).WithdrawSettlement(ctx, sqlcgen.WithdrawSettlementParams{By: by, At: at, OperationID: one.OperationID, ID: one.ID})
}

// SetStatus says whether an invoice was paid.
func (s *Settlements) SetStatus(ctx context.Context, operationID, invoiceID id.ID, status billing.PaymentStatus) error {
	return queries(ctx, s.db).SetPaymentStatus(ctx, sqlcgen.SetPaymentStatusParams{Status: string(status), OperationID: operationID, ID: invoiceID})
}

// Release lets a collection go of an invoice.
func (s *Settlements) Release(ctx context.Context, invoiceID id.ID) error {
	return queries(ctx, s.db).ReleaseInvoice(ctx, invoiceID)
}
