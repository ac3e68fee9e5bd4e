package participant

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// PerimeterChanged says that other sites take part in an operation on some days than before.
// The days may have no end. Metering sums their months again (rollup.Service.Rebuild), in the
// transaction.
type PerimeterChanged struct {
	OperationID id.ID
	Days        civil.Range
}

// EventName of event.Event.
func (PerimeterChanged) EventName() string { return "participant.perimeterChanged" }

// Left says that a site has a last day, or an earlier one than before. Billing deletes the drafts
// of later days (invoicing.Service.ParticipantLeaves), in the transaction.
type Left struct {
	OperationID, ParticipantID id.ID
	LastDay                    civil.Date
}

// EventName of event.Event.
func (Left) EventName() string { return "participant.left" }

// Deleted says that a site is removed for good, before it is: what ends with it is ended in the
// transaction. Billing deletes its subscriptions (contract.Service.ParticipantDeleted).
type Deleted struct{ OperationID, ParticipantID id.ID }

// EventName of event.Event.
func (Deleted) EventName() string { return "participant.deleted" }
