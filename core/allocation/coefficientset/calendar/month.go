package calendar

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// Due is a month of an operation whose coefficients the operator wants and
// does not have, with the deadline past or near.
type Due struct {
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

// SoonDays is how many days before a deadline somebody has to act.
const SoonDays = 5

// DefaultDeadlineDay is the day of the next month by which coefficients are sent, where
// no setting says otherwise (domain 3.2; the operator's own rule is not public).
const DefaultDeadlineDay = 5

// Month is a month for which the operator may want coefficients.
type Month struct {
	Month    civil.Month
	Needed   bool // false with a key that the operator computes itself
	Deadline civil.Date
	DaysLeft int                            // to the deadline; negative when past
	Late     bool                           // needed, deadline past, and the operator has none
	Current  *coefficientset.CoefficientSet // the last one that was made
	Sent     *coefficientset.CoefficientSet // the one that the operator has, where another was made since
}

// deadline is the last day to send the coefficients of a month (domain 3.2).
func deadline(m civil.Month, day int) civil.Date { return m.Next().First().AddDays(day - 1) }

// due reports whether somebody has to act on a month now: it is late, or its deadline is
// as near as the first reminder.
func (m Month) due(unsent bool) bool {
	return m.Late || m.Needed && unsent && m.DaysLeft >= 0 && m.DaysLeft <= SoonDays
}
