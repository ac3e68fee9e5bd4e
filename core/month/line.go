package month

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
)

// Urgency says how soon somebody should look at a month.
type Urgency string

// The urgencies, the first to look at first.
const (
	Late      Urgency = "LATE"    // something is open, and a deadline has passed
	Blocked   Urgency = "BLOCKED" // something must be mended before anything goes on
	Due       Urgency = "DUE"     // somebody has to act by a day
	ToDo      Urgency = "TODO"    // somebody has to act
	Waiting   Urgency = "WAITING" // for others, or for the month to end
	Completed Urgency = "DONE"
	NoSite    Urgency = "EMPTY"
)

var urgencies = []Urgency{Late, Blocked, Due, ToDo, Waiting, Completed, NoSite}

// Line is where the month of one operation stands beside those of others.
type Line struct {
	Status
	Operation operation.Operation
	Urgency   Urgency
	Sites     int // that take part in the month
	// Consumed, Shared and Produced are the energy of these sites; nil = nothing is known of it.
	Consumed, Shared, Produced *KnownEnergy
	Overdue                    *Overdue // of all months; nil = the principal may not read it
}

// KnownEnergy is the energy of the values that are there.
type KnownEnergy struct {
	Energy  energy.MilliWh
	Partial bool // some of the days of some site lack
}

// Overdue is what should have been paid and is not.
type Overdue struct {
	Number int
	Amount money.Cents
}

// LinesInput chooses what is listed.
type LinesInput struct {
	Month *civil.Month // nil = of each operation the last that is over
	Q     string       // part of the name or external id of the operation
}

// addSides counts the sites and adds up what is known of their energy.
func (l *Line) addSides(sides []billable.SideMonth) {
	sites := map[id.ID]bool{}
	var consumed, shared, produced billable.KnownDays
	for _, side := range sides {
		sites[side.Site.ParticipantID] = true
		consumed, shared, produced = consumed.Plus(side.Consumed), shared.Plus(side.Received), produced.Plus(side.Produced)
	}
	l.Sites, l.Consumed, l.Shared, l.Produced = len(sites), knownEnergy(consumed), knownEnergy(shared), knownEnergy(produced)
}

// knownEnergy is nil where no value is there: a gap is not zero.
func knownEnergy(days billable.KnownDays) *KnownEnergy {
	if days.Known == 0 {
		return nil
	}
	return &KnownEnergy{Energy: days.Energy, Partial: days.Whole < days.Owed}
}

// compareLines puts the most urgent first, then the nearest deadline, then the name.
func compareLines(a, b Line) int {
	return cmp.Or(cmp.Compare(slices.Index(urgencies, a.Urgency), slices.Index(urgencies, b.Urgency)),
		cmp.Compare(a.firstDeadline(), b.firstDeadline()), naming.Compare(a.Operation.Name, b.Operation.Name))
}

// firstDeadline is the earliest of what is open or missed; without one the latest day there is.
func (l Line) firstDeadline() civil.Date {
	first := civil.Forever
	for _, step := range l.Steps {
		if step.Deadline != nil && (step.State.open() || step.State == StepMissed) {
			first = min(first, *step.Deadline)
		}
	}
	return first
}
