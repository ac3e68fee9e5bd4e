package billing

import (
	"time"

	"github.com/openpmo/pmo/core/id"
)

// ClaimStatus is where a claim stands.
type ClaimStatus string

// The states of a claim. Only a confirmed one lets an operation number invoices.
const (
	ClaimRequested ClaimStatus = "REQUESTED"
	ClaimConfirmed ClaimStatus = "CONFIRMED"
	ClaimRefused   ClaimStatus = "DENIED"
)

// SellerClaim says that an operation issues for a legal person, in a series of its numbers.
// Numbers belong to the legal person over all operations (domain 8.2), so that nobody
// may take the next one who was not let in: by the back-office, or by having been let in
// already for another operation or series of the same person.
type SellerClaim struct {
	ID          id.ID
	Owner       string // legal person: SIREN or enterprise number
	Series      string
	OperationID id.ID
	Status      ClaimStatus
	RequestedBy id.ID
	RequestedAt time.Time
	DecidedBy   id.ID
	DecidedAt   *time.Time // nil until decided
	Remark      string     // why, or on which proof
	Version     int        // rises with each answer
}
