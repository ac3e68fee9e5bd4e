package drafting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

// Volume is energy of a usage.
type Volume struct {
	Usage  billing.Usage
	Energy energy.MilliWh
}

// Tried is what some days would be billed by prices that nobody need have agreed on.
type Tried struct {
	agreement.Due
	Lines       []billing.Line
	Energy      energy.MilliWh // each kWh once
	Totals      money.Totals
	VATUnknown  bool         // nobody issues or receives yet: Totals are without VAT
	Unpriced    []Volume     // volumes that no charge prices: the days would not be billed
	LackingDays int          // days of sites of which not all is known for good
	Refused     *fault.Error // why it has no price
}
