package billingstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Adjustments keeps discounts and one-off amounts.
type Adjustments struct{ db *postgres.DB }

// NewAdjustments is the store over db.
func NewAdjustments(db *postgres.DB) *Adjustments { return &Adjustments{db} }

var _ adjustment.Store = (*Adjustments)(nil)

var discountConstraints = postgres.Constraints{"discounts_pair_excl": adjustment.ErrOverlap}

// Discounts reads those of an operation.
func (s *Adjustments) Discounts(ctx context.Context, operationID id.ID) ([]agreement.Discount, error) {
	rows, err := queries(ctx, s.db).ListDiscounts(ctx, operationID)
	out := make([]agreement.Discount, len(rows))
	for n, r := range rows {
		out[n] = agreement.Discount{ID: r.ID, OperationID: r.OperationID, Pair: billing.Pair{ConsumerID: r.ConsumerID, ProducerID: postgres.IDOf(r.ProducerID)},
			Days: postgres.FromRange(r.StartDate, r.EndDate), Percent: money.Percent(r.Percentage), Reason: r.Reason, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt}
	}
	return out, err
}

// AddDiscount stores a new one. Error: discount.overlap.
func (s *Adjustments) AddDiscount(ctx context.Context, d agreement.Discount) error {
	return discountConstraints.Translate(queries(ctx, s.db).InsertDiscount(ctx, sqlcgen.InsertDiscountParams{OperationID: d.OperationID, ID: d.ID, ConsumerID: d.ConsumerID,
		ProducerID: postgres.OptionalID(d.ProducerID), StartDate: postgres.ToDate(d.Days.From), EndDate: postgres.ToDate(d.Days.To), Percentage: int32(d.Percent),
		Reason: d.Reason, CreatedBy: d.CreatedBy, CreatedAt: d.CreatedAt}))
}

// EndDiscount sets the day after the last of one.
func (s *Adjustments) EndDiscount(ctx context.Context, operationID, discountID id.ID, after civil.Date) error {
	n, err := queries(ctx, s.db).EndDiscount(ctx, sqlcgen.EndDiscountParams{EndDate: postgres.ToDate(after), OperationID: operationID, ID: discountID})
	if err == nil && n == 0 {
		err = adjustment.ErrDiscountNotFound
	}
	return discountConstraints.Translate(err)
}

// RemoveDiscount deletes one.
func (s *Adjustments) RemoveDiscount(ctx context.Context, operationID, discountID id.ID) error {
	n, err := queries(ctx, s.db).DeleteDiscount(ctx, operationID, discountID)
	if err == nil && n == 0 {
		err = adjustment.ErrDiscountNotFound
	}
	return err
}

// InvoicedDays are the days of a pair on invoices that stand.
func (s *Adjustments) InvoicedDays(ctx context.Context, operationID id.ID, pair billing.Pair) ([]civil.Range, error) {
	rows, err := queries(ctx, s.db).ListInvoicedDays(ctx, sqlcgen.ListInvoicedDaysParams{OperationID: operationID, ConsumerID: &pair.ConsumerID, ProducerID: postgres.OptionalID(pair.ProducerID)})
	out := make([]civil.Range, len(rows))
	for n, r := range rows {
		out[n] = postgres.FromRange(r.FromDate, r.ToDate)
	}
	return out, err
}

func fromDBAdjustment(r sqlcgen.Adjustment) agreement.Adjustment {
	a := agreement.Adjustment{ID: r.ID, OperationID: r.OperationID, PartyPair: billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID},
		Kind: billing.AdjustmentKind(r.Kind), Amount: money.Cents(r.AmountCents), Reason: r.Reason, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt}
	if r.VATRate != nil {
		rate := money.VATRate(*r.VATRate)
		a.Rate = &rate
	}
	return a
}

// Waiting are the amounts that are on no issued invoice, the oldest first.
func (s *Adjustments) Waiting(ctx context.Context, operationID id.ID) ([]agreement.Adjustment, error) {
	rows, err := queries(ctx, s.db).ListWaitingAdjustments(ctx, operationID)
	out := make([]agreement.Adjustment, len(rows))
	for n, r := range rows {
		out[n] = fromDBAdjustment(r.Adjustment)
		out[n].Draft, out[n].Settled = postgres.IDOf(r.InvoiceID), r.Settled
	}
	return out, err
}

// WaitingOn are the amounts made before an instant that are on no invoice issued by a day, the oldest first.
func (s *Adjustments) WaitingOn(ctx context.Context, operationID id.ID, day civil.Date, before time.Time) ([]agreement.Adjustment, error) {
	rows, err := queries(ctx, s.db).ListAdjustmentsWaitingOn(ctx, sqlcgen.ListAdjustmentsWaitingOnParams{OperationID: operationID, Before: before, Day: postgres.ToDate(day)})
	out := make([]agreement.Adjustment, len(rows))
	for n, r := range rows {
		out[n] = fromDBAdjustment(r)
	}
	return out, err
}

// List reads the amounts of an operation.
func (s *Adjustments) List(ctx context.Context, operationID id.ID) ([]adjustment.View, error) {
	return s.views(ctx, operationID, "")
}

// Get reads one. Error: adjustment.notFound.
func (s *Adjustments) Get(ctx context.Context, operationID, adjustmentID id.ID) (adjustment.View, error) {
	found, err := s.views(ctx, operationID, adjustmentID)
	if err != nil {
		return adjustment.View{}, err
	}
	if len(found) == 0 {
		return adjustment.View{}, adjustment.ErrNotFound
	}
	return found[0], nil
}

func (s *Adjustments) views(ctx context.Context, operationID, only id.ID) ([]adjustment.View, error) {
	rows, err := queries(ctx, s.db).ListAdjustments(ctx, operationID, postgres.OptionalID(only))
	out := make([]adjustment.View, len(rows))
	for n, r := range rows {
		out[n] = adjustment.View{Adjustment: fromDBAdjustment(r.Adjustment), IssuerName: r.IssuerName, ClientName: r.ClientName, AuthorName: r.Author,
			Invoice: billing.InvoiceReference{ID: postgres.IDOf(r.InvoiceID)}, NotCharged: r.NotCharged}
		if r.Number != nil {
			out[n].Invoice.Number = *r.Number
		}
	}
	return out, err
}

// Add stores a new one.
func (s *Adjustments) Add(ctx context.Context, a agreement.Adjustment) error {
	var rate *int32
	if a.Rate != nil {
		r := int32(*a.Rate)
		rate = &r
	}
	return queries(ctx, s.db).InsertAdjustment(ctx, sqlcgen.InsertAdjustmentParams{OperationID: a.OperationID, ID: a.ID, BillingEntityID: a.IssuerID, BillableEntityID: a.ClientID,
		Kind: string(a.Kind), AmountCents: int64(a.Amount), VATRate: rate, Reason: a.Reason, CreatedBy: a.CreatedBy, CreatedAt: a.CreatedAt})
}

// Withdraw takes one back. Error: adjustment.notFound.
func (s *Adjustments) Withdraw(ctx context.Context, operationID, adjustmentID, by id.ID, at time.Time) error {
	n, err := queries(ctx, s.db).WithdrawAdjustment(ctx, sqlcgen.WithdrawAdjustmentParams{WithdrawnBy: &by, WithdrawnAt: &at, OperationID: operationID, ID: adjustmentID})
	if err == nil && n == 0 {
		err = adjustment.ErrNotFound
	}
	return err
}

// Names are those of accounts.
func (s *Adjustments) Names(ctx context.Context, users []id.ID) (map[id.ID]string, error) {
	out := map[id.ID]string{}
	if len(users) == 0 {
		return out, nil
	}
	rows, err := queries(ctx, s.db).ListAuthors(ctx, users)
	for _, r := range rows {
		out[r.ID] = r.Name
	}
	return out, err
}
