package monthstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/monthstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/month"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Invoices reads sums of invoices by month.
type Invoices struct{ db *postgres.DB }

var _ month.Invoices = (*Invoices)(nil)

// NewInvoices is the store over db.
func NewInvoices(db *postgres.DB) *Invoices { return &Invoices{db} }

// undue are the methods by which a public body pays when it pays.
var undue = []string{string(billing.PublicTreasuryPaymentOrder), string(billing.PublicTreasuryDebit)}

// Pairs sums the invoices of each issuer and client, by month and state.
func (s *Invoices) Pairs(ctx context.Context, operationID id.ID, first, last civil.Month, today civil.Date) ([]month.PairMonth, error) {
	rows, err := queries(ctx, s.db).ListPairMonths(ctx, sqlcgen.ListPairMonthsParams{OperationID: operationID, Today: postgres.ToDate(today), UndueMethods: undue,
		FromDate: postgres.ToDate(first.First()), ToDate: postgres.ToDate(last.Next().First()), Since: postgres.ToDate(first.Add(-13).First())})
	out := make([]month.PairMonth, len(rows))
	for i, r := range rows {
		out[i] = month.PairMonth{PartyPair: billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}, IssuerName: r.IssuerName,
			ClientName: r.ClientName, Month: civil.MonthOf(postgres.FromDate(r.Month)), Status: billing.InvoiceStatus(r.Status), Number: int(r.Number),
			Amount: money.Cents(r.AmountCents), Overdue: int(r.Overdue), Collected: money.Cents(r.CollectedCents), Unpaid: money.Cents(r.UnpaidCents), Late: money.Cents(r.LateCents), InvoiceID: r.InvoiceID}
	}
	return out, err
}

// Ways counts published invoices by month and by where they are on their way.
func (s *Invoices) Ways(ctx context.Context, operationID id.ID, first, last civil.Month) ([]month.WayCount, error) {
	rows, err := queries(ctx, s.db).ListMonthWays(ctx, sqlcgen.ListMonthWaysParams{OperationID: operationID,
		FromDate: postgres.ToDate(first.First()), ToDate: postgres.ToDate(last.Next().First()), Since: postgres.ToDate(first.Add(-13).First())})
	out := make([]month.WayCount, len(rows))
	for i, r := range rows {
		out[i] = month.WayCount{Month: civil.MonthOf(postgres.FromDate(r.Month)), Channel: billing.Channel(r.Channel), State: billing.DeliveryState(r.State), AtPlatform: r.AtPlatform, Number: int(r.Number)}
	}
	return out, err
}

// Overdue sums what should have been paid before today and is not.
func (s *Invoices) Overdue(ctx context.Context, operationIDs []id.ID, today civil.Date) (map[id.ID]month.Overdue, error) {
	rows, err := queries(ctx, s.db).ListOverdue(ctx, sqlcgen.ListOverdueParams{OperationIds: operationIDs, Today: postgres.ToDate(today), UndueMethods: undue})
	out := make(map[id.ID]month.Overdue, len(rows))
	for _, r := range rows {
		out[r.OperationID] = month.Overdue{Number: int(r.Number), Amount: money.Cents(r.AmountCents)}
	}
	return out, err
}

// LiveRun is the bill run that goes on; none when there is none.
func (s *Invoices) LiveRun(ctx context.Context, operationID id.ID) (id.ID, error) {
	runID, err := queries(ctx, s.db).LiveRun(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return runID, err
}
