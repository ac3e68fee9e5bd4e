package key

import (
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// Checked is what a key would meet if it were put in force.
type Checked struct {
	// Blockers are about the key itself, DayBlockers about the day or the season that it is
	// to hold from.
	Blockers, DayBlockers []allocation.Blocker
	// Days are those that it would hold at most: to the first one of the next key.
	Days        civil.Range
	Sites       []CheckedSite // those that it may give a part, by name
	WithoutPart []id.ID       // consumers among them that its parameters give nothing
	EmptyPools  []int         // groups, from 1, that take a part for nobody
	// ByOperator are the types by which the operator shares itself, without coefficients.
	ByOperator []allocation.Type
}

// CheckedSite is a site that takes part on a day of the key, or is to come.
type CheckedSite struct {
	participant.Participant
	LeftOn  *civil.Date // its last day, where that is over
	ComesOn *civil.Date // its first day, where that is to come
}

// concerns reports whether a key of some days is about a site: one that takes part on one
// of them, also where it has left since, or that is to come on days that are not over.
func concerns(p participant.Participant, days civil.Range, today civil.Date) bool {
	return p.ActiveIn(days) || p.Activation == nil && days.To > today
}
