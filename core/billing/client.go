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
	Language     string     // fr or nl
	IBAN         party.IBAN // where money goes back to, and comes from by direct debit; "" = none
	BIC          party.BIC
	Reference    string   // the organizer's own
	Tags         []string // the organizer's own words (party.Tags)
	ConsumerIDs  []id.ID
	Version      int
	// Read only: the caller may see the end of the account number only.
	Masked    bool
	CreatedAt time.Time
}

// Missing lists the fields a client lacks. Professionals have a legal number.
func (e BillableEntity) Missing() []string {
	out := e.missing()
	if e.ConsumerType == party.Professional && e.LegalNumber == "" {
		out = append(out, "legalNumber")
	}
	return out
}
