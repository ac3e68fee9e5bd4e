package month

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
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

const (
	maxLines   = 500 // operations that one answer is decided for
	sideBySide = 4   // operations that are asked about at a time
)

// Lines says where a month stands in each operation that the principal reaches, the most urgent
// first: what is late, what blocks, what has the nearest deadline, what is to do, what waits, what
// is done; among equals by name. Errors: forbidden, month.future, list.tooLong.
func (s *Service) Lines(ctx context.Context, p policy.Principal, in LinesInput) ([]Line, error) {
	if err := s.Guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	found, err := s.Reach.Reached(ctx, p)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(slices.Clone(found), func(op operation.Operation) bool { return !operation.Matches(in.Q, op.Name, op.ExternalID) })
	if len(found) > maxLines {
		return nil, fault.ListTooLong.With("max", maxLines)
	}
	for _, op := range found {
		if in.Month != nil && *in.Month > civil.MonthOf(s.today(op)) {
			return nil, ErrFuture.With("month", in.Month.String())
		}
	}
	lines, err := s.linesOf(ctx, p, found, in.Month)
	if err != nil {
		return nil, err
	}
	if err := s.addOverdue(ctx, lines); err != nil {
		return nil, err
	}
	slices.SortStableFunc(lines, compareLines)
	return lines, nil
}

// linesOf decides the month of each operation, some of them side by side. One that was deleted, or
// taken from the principal, meanwhile is left out.
func (s *Service) linesOf(ctx context.Context, p policy.Principal, operations []operation.Operation, m *civil.Month) ([]Line, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	lines := make([]*Line, len(operations))
	next := make(chan int)
	var work sync.WaitGroup
	for range min(sideBySide, len(operations)) {
		work.Go(func() {
			for i := range next {
				line, err := s.line(ctx, p, operations[i], m)
				if err != nil {
					cancel(err)
					continue
				}
				lines[i] = line
			}
		})
	}
	for i := range operations {
		next <- i
	}
	close(next)
	work.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	out := make([]Line, 0, len(lines))
	for _, line := range lines {
		if line != nil {
			out = append(out, *line)
		}
	}
	return out, nil
}

func (s *Service) line(ctx context.Context, p policy.Principal, op operation.Operation, m *civil.Month) (*Line, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	err := s.Guard.Operation(ctx, p, read, op.ID)
	if errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	month := civil.MonthOf(s.today(op)) - 1
	if m != nil {
		month = *m
	}
	sides, err := s.Curves.Coverage(ctx, p, op.ID, []civil.Month{month})
	if errors.Is(err, policy.ErrNotFound) || errors.Is(err, operation.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := s.statusesOf(ctx, p, op, []civil.Month{month}, sides)
	if err != nil {
		return nil, err
	}
	line := &Line{Status: found[0], Operation: op, Urgency: found[0].urgency()}
	line.addSides(sides)
	return line, nil
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

// addOverdue asks for all operations at once, of those whose invoices the principal reads.
func (s *Service) addOverdue(ctx context.Context, lines []Line) error {
	at := map[id.ID]*Line{}
	var ids []id.ID
	for i, line := range lines {
		if slices.ContainsFunc(line.Steps, func(step Step) bool { return step.Kind == StepPublished }) {
			at[line.Operation.ID], ids = &lines[i], append(ids, line.Operation.ID)
			lines[i].Overdue = &Overdue{}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := s.Invoices.Overdue(ctx, ids, s.today(lines[0].Operation)) // both countries have the same days
	for operationID, overdue := range found {
		at[operationID].Overdue = &overdue
	}
	return err
}

// urgency is how soon somebody should look at it. What is done is not late any more.
func (s Status) urgency() Urgency {
	late := slices.ContainsFunc(s.Steps, func(step Step) bool {
		return step.State == StepMissed || step.Deadline != nil && step.DaysLeft < 0 && step.State.open()
	})
	stuck := slices.ContainsFunc(s.Steps, func(step Step) bool { return step.State == StepBlocked })
	switch {
	case s.State == Empty:
		return NoSite
	case s.State == Done:
		return Completed
	case late:
		return Late
	case stuck:
		return Blocked
	case s.Next == nil || s.Next.Actor != Organizer:
		return Waiting
	case s.Next.Deadline != nil:
		return Due
	}
	return ToDo
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
