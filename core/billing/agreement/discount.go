package agreement

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Discount is the part of its prices that a pair does not pay for some days. It stands at the pair, so that
// a price change keeps it (ADR 120).
type Discount struct {
	ID, OperationID id.ID
	billing.Pair
	Days      civil.Range // an open end is civil.Forever
	Percent   money.Percent
	Reason    string
	CreatedBy id.ID
	CreatedAt time.Time
}

// Off is what the discount takes off an amount. Error: money.overflow.
func (d Discount) Off(base money.Cents) (*billing.LineDiscount, error) {
	amount, err := d.Percent.Of(base)
	return &billing.LineDiscount{Percent: d.Percent, Reason: d.Reason, Base: base, Amount: amount}, err
}

// Adjustment is an amount that is to stand once on an invoice of an issuer to a client.
type Adjustment struct {
	ID, OperationID id.ID
	billing.PartyPair
	Kind   billing.AdjustmentKind
	Amount money.Cents // without VAT
	// Rate is nil where that of the issuer's regime holds. An issuer that charges no VAT charges none on it.
	Rate      *money.VATRate
	Reason    string
	Draft     id.ID // the draft, or what is not charged, that it is on; none = on none
	Settled   bool  // that is not charged, and stays
	CreatedBy id.ID
	CreatedAt time.Time
}

// Adjustments reads what changes amounts beside prices.
type Adjustments interface {
	// Discounts of an operation, by pair and first day.
	Discounts(ctx context.Context, operationID id.ID) ([]Discount, error)
	// Waiting are the adjustments that are on no issued invoice, the oldest first.
	Waiting(ctx context.Context, operationID id.ID) ([]Adjustment, error)
	// WaitingOn are those made before an instant that are on no invoice issued by a day and not taken back by
	// then, nor on what is not charged, the oldest first. What was withdrawn since waits for nothing.
	WaitingOn(ctx context.Context, operationID id.ID, day civil.Date, before time.Time) ([]Adjustment, error)
}

// asIssued are the adjustments of an issued invoice, at the rates that it has.
func asIssued(inv billing.Invoice) (out []Adjustment) {
	for _, a := range inv.Adjustments {
		out = append(out, Adjustment{ID: a.ID, Kind: a.Kind, Amount: a.Amount, Rate: &a.Rate, Reason: a.Reason})
	}
	return out
}
