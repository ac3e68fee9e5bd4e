package drafting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

// DeliveredLine is a line with what of it rests on days whose data may still change.
type DeliveredLine struct {
	billing.Line
	Provisional money.Cents
}

// Delivered is what some days would be billed by the data that there are, whether these are for good or not.
type Delivered struct {
	agreement.Due
	Lines             []DeliveredLine
	Energy            energy.MilliWh // each kWh once
	ProvisionalEnergy energy.MilliWh // of days whose data may still change
	LackingDays       int            // days of sites of which not all is known for good
	Refused           *fault.Error   // why it has no price
	CostsRefused      *fault.Error   // why network costs of it cannot be passed on: the lines are those of the other charges
}
