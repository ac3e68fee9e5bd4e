package allocation

import (
	"slices"

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
func coefficientsNeeded(line Timeline, sites []participant.Participant, m civil.Month) bool {
	takesPart := func(plays func(participant.Participant) bool) bool {
		return slices.ContainsFunc(sites, func(p participant.Participant) bool { return p.ActiveIn(m.Range()) && plays(p) })
	}
	return slices.ContainsFunc(line.Spans(m.Range()), func(span Span) bool { return span.Key.Type.NeedsCoefficients() }) &&
		takesPart(participant.Participant.Consumes) && takesPart(participant.Participant.Produces)
}

// due reports whether somebody has to act on a month now: it is late, or its deadline is
// as near as the first reminder.
func (m CoefficientMonth) due(unsent bool) bool {
	return m.Late || m.Needed && unsent && m.DaysLeft >= 0 && m.DaysLeft <= soonDays
}
