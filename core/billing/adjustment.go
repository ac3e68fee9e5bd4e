package billing

import (
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// LineDiscount is what is taken off a line (BG-27 of EN 16931): a part of its quantity times its price.
type LineDiscount struct {
	Percent      money.Percent
	Reason       string
	Base, Amount money.Cents
}

// AdjustmentKind is whether an amount is taken off an invoice or comes on top.
type AdjustmentKind string

// The kinds (BG-20 and BG-21 of EN 16931).
const (
	Allowance AdjustmentKind = "ALLOWANCE"
	Surcharge AdjustmentKind = "CHARGE"
)

// Adjustment is an amount of an invoice as a whole, that stands once on one invoice (ADR 121).
type Adjustment struct {
	ID     id.ID `json:"-"`
	Kind   AdjustmentKind
	Amount money.Cents // more than nothing, without VAT
	Rate   money.VATRate
	Reason string
}

// Signed is what it adds to the invoice.
func (a Adjustment) Signed() money.Cents {
	if a.Kind == Allowance {
		return -a.Amount
	}
	return a.Amount
}
