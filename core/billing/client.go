package billing

import (
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// BillableEntity is a client: it receives the invoices of one or several consumer
// sites.
type BillableEntity struct {
	ID, OperationID id.ID
	Identity
	ConsumerType party.ConsumerType
	Language     string // fr or nl
	ConsumerIDs  []id.ID
	Version      int
	CreatedAt    time.Time
}

// Missing lists the fields a client lacks. Professionals have a legal number.
func (e BillableEntity) Missing() []string {
	out := e.missing()
	if e.ConsumerType == party.Professional && e.LegalNumber == "" {
		out = append(out, "legalNumber")
	}
	return out
}
