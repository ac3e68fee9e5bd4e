package participant

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
)

// loses tells whether the site loses a side: what it has curves of counts no more. Who
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
func (s *Service) checkInvoiced(ctx context.Context, o operation.Operation, m movement) error {
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
func (s *Service) keepInvoiced(ctx context.Context, o operation.Operation, outcomes []outcome, wrong *fault.List) error {
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
