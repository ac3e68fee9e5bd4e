package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// CurvesChanged says that months have other curves than before, or other sites that take part.
// Allocation queues their expectations (replay.Service.CurvesChanged), in the transaction.
type CurvesChanged struct {
	OperationID id.ID
	Months      []civil.Month // ascending, not empty
}

// EventName of event.Event.
func (CurvesChanged) EventName() string { return "metering.curvesChanged" }
