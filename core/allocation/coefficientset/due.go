package coefficientset

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// CoefficientsDue is a month of an operation whose coefficients the operator wants and
// does not have, with the deadline past or near.
type CoefficientsDue struct {
	OperationID id.ID
	Month       civil.Month
	Deadline    civil.Date
	DaysLeft    int // to the deadline; negative when past
	Late        bool
	Prepared    bool // a set is made, and not with the operator
}

// coefficientsNeeded reports whether the operator wants coefficients of a month: some key
// of it is not computed by the operator itself, and energy is shared at all.
func coefficientsNeeded(line allocation.Timeline, sites []participant.Participant, m civil.Month) bool {
	takesPart := func(plays func(participant.Participant) bool) bool {
		return slices.ContainsFunc(sites, func(p participant.Participant) bool { return p.ActiveIn(m.Range()) && plays(p) })
	}
	return slices.ContainsFunc(line.Spans(m.Range()), func(span allocation.Span) bool { return span.Key.Type.NeedsCoefficients() }) &&
		takesPart(participant.Participant.Consumes) && takesPart(participant.Participant.Produces)
}

// dueMonths is how many months back a missed deadline is told of: those that the page of
// coefficients shows.
const dueMonths = 12
