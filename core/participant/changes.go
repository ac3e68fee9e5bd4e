package participant

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// changes stores what moves sites in the perimeter, and does what follows from it.
type changes struct{ ports }

// movement is a participant before and after a change; before is zero for a new one.
type movement struct{ before, after Participant }

// loses reports whether the site loses a side: what it has curves of counts no more. Who
// gets another side has no curves of it yet.
func (m movement) loses() bool {
	return !m.before.ID.IsZero() && m.before.IsProsumer && !m.after.IsProsumer
}

// days are those on which the site takes part in another way than before.
func (m movement) days() []civil.Range {
	a, b := m.before, m.after
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

// checkInvoiced refuses a change that would share invoiced days again, where pmo shares
// itself: an issued invoice never changes, and the shares of all sites would no longer be
// what they were billed. Elsewhere the operator decides what each site received.
// Error: participant.daysInvoiced, at the date that was changed.
func (s *changes) checkInvoiced(ctx context.Context, o operation.Operation, m movement) error {
	if s.invoices == nil || !o.DSO.Capabilities().AllocatesHere {
		return nil
	}
	for _, days := range m.days() {
		last, err := s.invoices.LastInvoiced(ctx, o.ID, days)
		if err != nil {
			return err
		}
		if last != nil {
			return ErrDaysInvoiced.With("date", last.String()).At(m.changedDate())
		}
	}
	return nil
}

// changedDate is the field whose change shares days again.
func (m movement) changedDate() string {
	a, b := m.before, m.after
	switch {
	case m.loses():
		return "isProsumer"
	case a.Activation != nil && b.Activation != nil && a.Activation.From == b.Activation.From:
		return "exit"
	}
	return "entry"
}

// keepInvoiced refuses the lines of a perimeter file that would share invoiced days again.
func (s *changes) keepInvoiced(ctx context.Context, o operation.Operation, outcomes []outcome, wrong *fault.List) error {
	if s.invoices == nil || !o.DSO.Capabilities().AllocatesHere {
		return nil
	}
	last, err := s.invoices.LastInvoiced(ctx, o.ID, civil.Range{From: civil.Min, To: civil.Forever})
	if err != nil || last == nil {
		return err
	}
	for _, out := range outcomes {
		if days := out.movement.days(); len(days) == 0 || days[0].From > *last {
			continue
		}
		err := s.checkInvoiced(ctx, o, out.movement)
		f := fault.From(err)
		if err != nil && (f == nil || f.Key != ErrDaysInvoiced.Key) {
			return err
		}
		if f != nil {
			if column, ok := columnOf[f.Field]; ok {
				f = f.At(column)
			}
			wrong.Add(f.OnRow(out.line.row))
		}
	}
	return nil
}

// maxTouched is how many invoices an answer names; the rest is counted.
const maxTouched = 20

// Touched is the published invoices that bill days on which a change moves a site. Where
// the operator shares the change is right even so, for the operator says what each site
// received. The invoices stay as they are (domain 8.3); the organizer must know of them.
type Touched struct {
	Count    int
	Months   []civil.Month    // in which these days are, ascending
	Invoices []TouchedInvoice // the first of them, by period and number
}

// TouchedInvoice is one of them.
type TouchedInvoice struct {
	ID         id.ID
	Number     string
	ClientName string
	Days       civil.Range // that it bills
}

// SiteDays are days on which a site takes part in another way; without participant, days
// on which production is split among the producers in another way.
type SiteDays struct {
	ParticipantID id.ID
	Days          civil.Range
}

// Touch is a published invoice that bills some of these days.
type Touch struct {
	TouchedInvoice
	Moved civil.Range // the days that were asked about
}

// touched finds the invoices that movements touch. Where pmo shares itself there are none:
// such a change is refused. A producer that comes or goes changes who gave what to
// everybody, a consumer only what it has itself.
func (s *changes) touched(ctx context.Context, o operation.Operation, ms []movement) (Touched, error) {
	if s.invoices == nil || o.DSO.Capabilities().AllocatesHere {
		return Touched{}, nil
	}
	var asked []SiteDays
	for _, m := range ms {
		who := m.after.ID
		if m.after.Produces() || m.before.Produces() {
			who = ""
		}
		for _, days := range m.days() {
			if one := (SiteDays{who, days}); !slices.Contains(asked, one) {
				asked = append(asked, one)
			}
		}
	}
	if len(asked) == 0 {
		return Touched{}, nil
	}
	found, err := s.invoices.Touching(ctx, o.ID, asked)
	return touchedBy(found), err
}

func touchedBy(found []Touch) Touched {
	var out Touched
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

// changes are the fields of a perimeter file that differ.
func (m movement) changes() []Change {
	a, b := m.before, m.after
	var out []Change
	for _, f := range []Change{
		{"name", a.Name, b.Name}, {"padt", a.PADT, b.PADT}, {"address", a.Address, b.Address},
		{"postCode", a.PostCode, b.PostCode}, {"city", a.City, b.City}, {"segment", string(a.Segment), string(b.Segment)},
		{"entry", written(a.Entry()), written(b.Entry())}, {"exit", written(a.Exit()), written(b.Exit())},
		{"dsoStatus", a.DsoStatus, b.DsoStatus}, {"dsoAction", a.DsoAction, b.DsoAction},
		{"latitude", degreesOf(a.Position, north), degreesOf(b.Position, north)},
		{"longitude", degreesOf(a.Position, east), degreesOf(b.Position, east)},
		{"entryDateKnown", strconv.FormatBool(a.EntryDateKnown), strconv.FormatBool(b.EntryDateKnown)},
	} {
		if f.Before != f.After {
			out = append(out, f)
		}
	}
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

// free refuses a number that somebody else has on one of the same days.
func (s *changes) free(ctx context.Context, o operation.Operation, one Participant) error {
	taken, err := s.participants.Taken(ctx, []Occupancy{one.occupies(o.Zone())})
	if err == nil && len(taken) > 0 {
		return used(o.DSO, one.DsoID)
	}
	return err
}

// settle does what follows from new dates, in the transaction of the change: it
// occupies the numbers, rebuilds the totals of the days that moved and ends what
// cannot go on after an exit. It tells which invoices the movements touch.
func (s *changes) settle(ctx context.Context, o operation.Operation, ms []movement) (Touched, error) {
	occupancies := make([]Occupancy, len(ms))
	var days []civil.Range
	for i, m := range ms {
		occupancies[i] = m.after.occupies(o.Zone())
		days = append(days, m.days()...)
	}
	if err := s.participants.Occupy(ctx, occupancies); err != nil {
		if len(ms) == 1 {
			return Touched{}, clash(o, ms[0].after, err)
		}
		return Touched{}, err
	}
	for _, m := range ms {
		if err := s.leave(ctx, m); err != nil {
			return Touched{}, err
		}
	}
	for _, r := range civil.Merge(days) {
		if err := event.Publish(ctx, s.events, PerimeterChanged{OperationID: o.ID, Days: r}); err != nil {
			return Touched{}, err
		}
	}
	// Asked when the months are locked: nobody can publish an invoice in between.
	for _, m := range ms {
		if err := s.checkInvoiced(ctx, o, m); err != nil {
			return Touched{}, err
		}
	}
	return s.touched(ctx, o, ms)
}

func (s *changes) leave(ctx context.Context, m movement) error {
	exit := m.after.Exit()
	before := m.before.Exit()
	if exit == nil || before != nil && *before <= *exit {
		return nil
	}
	return event.Publish(ctx, s.events, Left{OperationID: m.after.OperationID, ParticipantID: m.after.ID, LastDay: *exit})
}

// store writes a changed participant; nothing when nothing changed.
func (s *changes) store(ctx context.Context, o operation.Operation, m movement) (Touched, error) {
	if m.unchanged() {
		return Touched{}, nil
	}
	m.after.Version++
	m.after.UpdatedAt = s.now().UTC()
	if err := s.free(ctx, o, m.after); err != nil {
		return Touched{}, err
	}
	if err := s.participants.Save(ctx, m.after); err != nil {
		return Touched{}, err
	}
	return s.settle(ctx, o, []movement{m})
}

func (m movement) unchanged() bool {
	a, b := m.before, m.after
	same := equal(a.Activation, b.Activation) && equal(a.ContractPower, b.ContractPower) && equal(a.Position, b.Position)
	a.Activation, b.Activation, a.ContractPower, b.ContractPower, a.Position, b.Position = nil, nil, nil, nil, nil, nil
	return same && a == b
}

// clash names the number in the refusal of the exclusion constraint.
func clash(o operation.Operation, one Participant, err error) error {
	if errors.Is(err, ErrPRMUsed) {
		return used(o.DSO, one.DsoID).Because(err)
	}
	return err
}
