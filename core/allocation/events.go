package allocation

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// KeyChanged says that another key holds from a day on, or other coefficients that were imported,
// which hold as soon as they are there. In the transaction, metering shares again what pmo
// shares as the operator itself, and finds again whom the energy of consumers came from
// (rollup.Service.KeyChanged); then the expectations are queued (replay.Service.ExpectAgain).
type KeyChanged struct {
	OperationID id.ID
	From        civil.Date
}

// EventName of event.Event.
func (KeyChanged) EventName() string { return "allocation.keyChanged" }

// CoefficientsMade says that other coefficients of a month are there, which the operator may be
// sent. Their expectations are queued (replay.Service.ExpectAgain), in the transaction.
type CoefficientsMade struct {
	OperationID id.ID
	From        civil.Date
}

// EventName of event.Event.
func (CoefficientsMade) EventName() string { return "allocation.coefficientsMade" }

// CoefficientsApplied says that the operator shares by other coefficients than before from a day
// on, or by none. Metering finds again whom the energy of consumers came from
// (rollup.Service.KeyChanged), in the transaction.
type CoefficientsApplied struct {
	OperationID id.ID
	From        civil.Date
}

// EventName of event.Event.
func (CoefficientsApplied) EventName() string { return "allocation.coefficientsApplied" }
