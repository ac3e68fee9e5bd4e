// Package perimeter is what follows when sites enter, leave or change in the perimeter of an
// operation: numbers are occupied, totals of the days are summed again, invoiced days are kept.
package perimeter

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// Deps are what changes work with. Events and Invoices may be nil: nobody is told, and nothing
// is billed.
type Deps struct {
	Now          func() time.Time
	Participants participant.Participants
	Events       event.Publisher
	Invoices     participant.Invoices
}

// Changes stores what moves sites in the perimeter, and does what follows from it. Who calls it
// has asked for the right, and holds the lock of the operation.
type Changes struct{ Deps }

// NewChanges makes it.
func NewChanges(d Deps) *Changes { return &Changes{d} }

// Movement is a participant before and after a change; before is zero for a new one.
type Movement struct{ Before, After participant.Participant }

// loses reports whether the site loses a side: what it has curves of counts no more. Who
// gets another side has no curves of it yet.
func (m Movement) loses() bool {
	return !m.Before.ID.IsZero() && m.Before.IsProsumer && !m.After.IsProsumer
}

// Days are those on which the site takes part in another way than before.
func (m Movement) Days() []civil.Range {
	a, b := m.Before, m.After
	if m.loses() {
		var all []civil.Range
		for _, days := range []*civil.Range{a.Activation, b.Activation} {
			if days != nil {
				all = append(all, *days)
			}
		}
		return civil.Merge(all)
	}
	return moved(a.Activation, b.Activation)
}

// CheckInvoiced refuses a change that would share invoiced days again, where pmo shares
// itself: an issued invoice never changes, and the shares of all sites would no longer be
// what they were billed. Elsewhere the operator decides what each site received.
// Error: participant.daysInvoiced, at the date that was changed.
func (s *Changes) CheckInvoiced(ctx context.Context, o operation.Operation, m Movement) error {
	for _, days := range m.Days() {
		last, err := s.LastInvoiced(ctx, o, days)
		if err != nil {
			return err
		}
		if last != nil {
			return participant.ErrDaysInvoiced.With("date", last.String()).At(m.changedDate())
		}
	}
	return nil
}

// CheckTakeOver refuses another last day that another tool billed, where an invoice of ours bills a
// day between: it would be billed twice, or by nobody. Error: participant.billedHere.
func (s *Changes) CheckTakeOver(ctx context.Context, o operation.Operation, m Movement) error {
	days := m.takenOver()
	if s.Invoices == nil || m.Before.ID.IsZero() || days.IsEmpty() {
		return nil
	}
	found, err := s.Invoices.Touching(ctx, o.ID, []participant.SiteDays{{ParticipantID: m.After.ID, Days: days}})
	if err == nil && len(found) > 0 {
		err = participant.ErrBilledHere.With("number", found[0].Number)
	}
	return err
}

// takenOver are the days that another tool billed before or after a change, and not both.
func (m Movement) takenOver() civil.Range {
	until := func(d *civil.Date) civil.Date {
		if d == nil {
			return civil.Min
		}
		return *d + 1
	}
	a, b := until(m.Before.BilledUntil), until(m.After.BilledUntil)
	return civil.Range{From: min(a, b), To: max(a, b)}
}

// LastInvoiced is the last day of the published invoices that bill a day of the range, where pmo
// shares itself; nil = none does, or the operator shares.
func (s *Changes) LastInvoiced(ctx context.Context, o operation.Operation, days civil.Range) (*civil.Date, error) {
	if s.Invoices == nil || !o.DSO.Capabilities().AllocatesHere {
		return nil, nil
	}
	return s.Invoices.LastInvoiced(ctx, o.ID, days)
}

// changedDate is the field whose change shares days again.
func (m Movement) changedDate() string {
	a, b := m.Before, m.After
	switch {
	case m.loses():
		return "isProsumer"
	case a.Activation != nil && b.Activation != nil && a.Activation.From == b.Activation.From:
		return "exit"
	}
	return "entry"
}

// maxTouched is how many invoices an answer names; the rest is counted.
const maxTouched = 20

// Touched finds the invoices that movements touch. Where pmo shares itself there are none:
// such a change is refused. A producer that comes or goes changes who gave what to
// everybody, a consumer only what it has itself.
func (s *Changes) Touched(ctx context.Context, o operation.Operation, ms []Movement) (participant.Touched, error) {
	if s.Invoices == nil || o.DSO.Capabilities().AllocatesHere {
		return participant.Touched{}, nil
	}
	var asked []participant.SiteDays
	known := map[participant.SiteDays]bool{}
	for _, m := range ms {
		who := m.After.ID
		if m.After.Produces() || m.Before.Produces() {
			who = ""
		}
		for _, days := range m.Days() {
			if one := (participant.SiteDays{ParticipantID: who, Days: days}); !known[one] {
				known[one] = true
				asked = append(asked, one)
			}
		}
	}
	if len(asked) == 0 {
		return participant.Touched{}, nil
	}
	found, err := s.Invoices.Touching(ctx, o.ID, asked)
	return touchedBy(found), err
}

func touchedBy(found []participant.Touch) participant.Touched {
	var out participant.Touched
	seen := map[id.ID]bool{}
	for _, t := range found {
		out.Months = append(out.Months, civil.MonthsOf(t.Days.Intersect(t.Moved))...)
		if seen[t.ID] {
			continue
		}
		seen[t.ID] = true
		if out.Count++; out.Count <= maxTouched {
			out.Invoices = append(out.Invoices, t.TouchedInvoice)
		}
	}
	slices.Sort(out.Months)
	out.Months = slices.Compact(out.Months)
	return out
}

// moved lists the days on which being in the perimeter differs between two
// activations.
func moved(before, after *civil.Range) []civil.Range {
	switch {
	case before == nil && after == nil:
		return nil
	case before == nil:
		return []civil.Range{*after}
	case after == nil:
		return []civil.Range{*before}
	case !before.Overlaps(*after):
		return civil.Merge([]civil.Range{*before, *after})
	}
	return civil.Merge([]civil.Range{
		{From: min(before.From, after.From), To: max(before.From, after.From)},
		{From: min(before.To, after.To), To: max(before.To, after.To)},
	})
}

// Free refuses a number that somebody else has on one of the same days.
func (s *Changes) Free(ctx context.Context, o operation.Operation, one participant.Participant) error {
	taken, err := s.Participants.Taken(ctx, []participant.Occupancy{one.Occupies(o.Zone())})
	if err == nil && len(taken) > 0 {
		return participant.NumberUsed(o.DSO, one.DsoID)
	}
	return err
}

// Settle does what follows from new dates, in the transaction of the change: it
// occupies the numbers, rebuilds the totals of the days that moved and ends what
// cannot go on after an exit. It tells which invoices the movements touch.
func (s *Changes) Settle(ctx context.Context, o operation.Operation, ms []Movement) (participant.Touched, error) {
	occupancies := make([]participant.Occupancy, 0, len(ms))
	var days []civil.Range
	for _, m := range ms {
		if now := m.After.Occupies(o.Zone()); m.Before.ID.IsZero() || now != m.Before.Occupies(o.Zone()) {
			occupancies = append(occupancies, now)
		}
		days = append(days, m.Days()...)
	}
	if err := s.Participants.Occupy(ctx, occupancies); err != nil {
		if len(ms) == 1 {
			return participant.Touched{}, clash(o, ms[0].After, err)
		}
		return participant.Touched{}, err
	}
	for _, m := range ms {
		if err := s.leave(ctx, m); err != nil {
			return participant.Touched{}, err
		}
	}
	for _, r := range civil.Merge(days) {
		if err := event.Publish(ctx, s.Events, participant.PerimeterChanged{OperationID: o.ID, Days: r}); err != nil {
			return participant.Touched{}, err
		}
	}
	// Asked when the months are locked: nobody can publish an invoice in between.
	if err := s.checkAllInvoiced(ctx, o, ms, civil.Merge(days)); err != nil {
		return participant.Touched{}, err
	}
	return s.Touched(ctx, o, ms)
}

// checkAllInvoiced looks for the movement that invoices refuse only where they bill a day of any:
// a file has thousands.
func (s *Changes) checkAllInvoiced(ctx context.Context, o operation.Operation, ms []Movement, days []civil.Range) error {
	for _, r := range days {
		last, err := s.LastInvoiced(ctx, o, r)
		if err != nil {
			return err
		}
		if last == nil {
			continue
		}
		for _, m := range ms {
			if err := s.CheckInvoiced(ctx, o, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Changes) leave(ctx context.Context, m Movement) error {
	exit := m.After.Exit()
	before := m.Before.Exit()
	if exit == nil || before != nil && *before <= *exit {
		return nil
	}
	return event.Publish(ctx, s.Events, participant.Left{OperationID: m.After.OperationID, ParticipantID: m.After.ID, LastDay: *exit})
}

// Store writes a changed participant; nothing when nothing changed.
func (s *Changes) Store(ctx context.Context, o operation.Operation, m Movement) (participant.Touched, error) {
	if m.Unchanged() {
		return participant.Touched{}, nil
	}
	m.After.Version++
	m.After.UpdatedAt = s.Now().UTC()
	if err := s.Free(ctx, o, m.After); err != nil {
		return participant.Touched{}, err
	}
	if err := s.CheckTakeOver(ctx, o, m); err != nil {
		return participant.Touched{}, err
	}
	if err := s.Participants.Save(ctx, m.After); err != nil {
		return participant.Touched{}, err
	}
	return s.Settle(ctx, o, []Movement{m})
}

// Unchanged reports whether the change leaves the site as it is.
func (m Movement) Unchanged() bool {
	return reflect.DeepEqual(m.Before, m.After)
}

// clash names the number in the refusal of the exclusion constraint.
func clash(o operation.Operation, one participant.Participant, err error) error {
	if errors.Is(err, participant.ErrPRMUsed) {
		return participant.NumberUsed(o.DSO, one.DsoID).Because(err)
	}
	return err
}

// Delete removes a site for good. What it moved is summed again, and what ends with it is ended
// before. Errors: participant.daysInvoiced, participant.inKey, participant.startedRuns.
func (s *Changes) Delete(ctx context.Context, o operation.Operation, one participant.Participant) error {
	if err := event.Publish(ctx, s.Events, participant.Deleted{OperationID: o.ID, ParticipantID: one.ID}); err != nil {
		return err
	}
	if err := s.Participants.Delete(ctx, o.ID, one.ID); err != nil {
		return err
	}
	gone := one
	gone.Activation = nil
	m := Movement{Before: one, After: gone}
	for _, days := range m.Days() {
		if err := event.Publish(ctx, s.Events, participant.PerimeterChanged{OperationID: o.ID, Days: days}); err != nil {
			return err
		}
	}
	// Asked when the months are locked, as in Settle.
	return s.CheckInvoiced(ctx, o, m)
}
