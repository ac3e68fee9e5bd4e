package entity

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/policy"
)

// ClaimDecision is the back-office's answer to a claim.
type ClaimDecision struct {
	Status billing.ClaimStatus // confirmed or refused
	Remark string              // why, or on which proof
	// IfVersion is the version that was seen of the claim; 0 = not asked.
	IfVersion int
}

// admitted reports whether an organizer who holds a legal person elsewhere may issue in the
// series too, which it may unless somebody else was let into it. known are the claims of
// the legal person.
func admitted(c billing.SellerClaim, known []billing.SellerClaim, p policy.Principal) bool {
	own := func(k billing.SellerClaim) bool {
		return k.OperationID == c.OperationID || p.Role == policy.RoleOrganizer && slices.Contains(p.Operations, k.OperationID)
	}
	holds := false
	for _, k := range known {
		if k.Status != billing.ClaimConfirmed {
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
