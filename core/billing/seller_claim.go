package billing

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
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
// Numbers belong to the legal person over all operations (decisions 5.3), so that nobody
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

// admitted reports whether an organizer who holds a legal person elsewhere may issue in the
// series too, which it may unless somebody else was let into it. known are the claims of
// the legal person.
func admitted(c SellerClaim, known []SellerClaim, p policy.Principal) bool {
	own := func(k SellerClaim) bool {
		return k.OperationID == c.OperationID || p.Role == policy.RoleOrganizer && slices.Contains(p.Operations, k.OperationID)
	}
	holds := false
	for _, k := range known {
		if k.Status != ClaimConfirmed {
			continue
		}
		if own(k) {
			holds = true
		} else if k.Series == c.Series {
			return false
		}
	}
	return holds
}

// mayIssue refuses an issuer whose claim nobody has confirmed. Without a legal number the
// numbers are the issuer's own.
func (e BillingEntity) mayIssue() *fault.Error {
	switch {
	case e.LegalNumber == "" || e.Claim == ClaimConfirmed:
		return nil
	case e.HeldElsewhere || e.Claim == ClaimRefused:
		return ErrNumberTaken.With("name", e.Name).With("legalNumber", e.NumberingOwner())
	}
	return ErrIssuerUnconfirmed.With("name", e.Name).With("legalNumber", e.NumberingOwner())
}
