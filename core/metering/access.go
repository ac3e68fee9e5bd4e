package metering

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// MinOthers is how few sites a sum of others may hold: fewer would tell what one of
// them has (specification section 6).
const MinOthers = 3

func Has[T comparable](all []T, one T) bool {
	for _, v := range all {
		if v == one {
			return true
		}
	}
	return false
}

const PermImport = policy.Permission("curve:import")

var AllDays = civil.Range{From: civil.Min, To: civil.Forever}

// maxMonths is the longest range a question may have (specification 5).
const maxMonths = 12

// CheckDays refuses ranges no question may have. Errors: range.reversed, range.tooLong.
func CheckDays(r civil.Range) error {
	if r.IsEmpty() {
		return ErrOrder.With("from", r.From.String()).With("to", r.Last().String()).At("dateFrom")
	}
	if r.AtMost(maxMonths) != nil {
		return ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return nil
}

const PermRead = policy.Permission("curve:read")

// MaySee reports whether a principal may see what belongs to one participant: everybody who
// may read the operation, but participants only themselves (specification section 6).
func MaySee(p policy.Principal, participantID id.ID) bool {
	return p.Role != policy.RoleParticipant || p.Holds(participantID)
}

// FindSite finds a participant among the sites. Error: notFound.
func FindSite(sites []Site, participantID id.ID) (Site, error) {
	i := slices.IndexFunc(sites, func(s Site) bool { return s.ParticipantID == participantID })
	if i < 0 {
		return Site{}, policy.ErrNotFound
	}
	return sites[i], nil
}

// VisibleDays is when a principal may see a site: within its activation, and a participant
// account within its own dates of it.
func VisibleDays(p policy.Principal, s Site) civil.Range {
	if p.Role != policy.RoleParticipant {
		return s.Period
	}
	for _, held := range p.Sites {
		if held.ParticipantID == s.ParticipantID {
			return s.Period.Intersect(held.Period)
		}
	}
	return civil.Range{}
}
