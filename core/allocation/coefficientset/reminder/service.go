// Package reminder writes to organizers whose coefficients are due.
package reminder

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Tx         tx.Runner
	Now        func() time.Time
	Operations allocation.Operations
	Organizers Organizers
	Reminders  Reminders
	Letters    Queue
	Mail       Mail
	Calendar   *calendar.Service
}

// Service is the work of the jobs that remind.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// RemindAll writes to the organizers of operations whose coefficients of a
// month are needed and not sent: five days and one day before the deadline, and the day
// after it. It is the work of a periodic job; each reminder is given once however often
// it runs. The failure of one operation does not keep others from theirs.
func (s *Service) RemindAll(ctx context.Context) error {
	due := s.dueReminders()
	if len(due) == 0 {
		return nil
	}
	var types []allocation.Type
	for _, t := range allocation.Types() {
		if t.NeedsCoefficients() {
			types = append(types, t)
		}
	}
	operations, err := s.Reminders.Candidates(ctx, takers(), types)
	if err != nil {
		return err
	}
	var failed []error
	for _, operationID := range operations {
		for _, r := range due {
			r.OperationID = operationID
			failed = append(failed, s.remind(ctx, r))
		}
	}
	return errors.Join(failed...)
}

// dueReminders are those of today: of the last month, and of this one when its deadline
// is near. Only French operators take coefficients, so that today is that of Paris.
func (s *Service) dueReminders() []Reminder {
	today := civil.Paris.DateOf(s.Now())
	var due []Reminder
	for m := civil.MonthOf(today) - 1; m <= civil.MonthOf(today); m++ {
		if kind := reminderOn(int(s.Calendar.Deadline(m) - today)); kind != "" {
			due = append(due, Reminder{Month: m, Kind: kind, At: s.Now().UTC()})
		}
	}
	return due
}

// remind records a reminder and queues its letters, when it is wanted and was not given.
func (s *Service) remind(ctx context.Context, r Reminder) error {
	wanted, err := s.Calendar.Unsent(ctx, r.OperationID, r.Month)
	if err != nil || !wanted {
		return err
	}
	people, err := s.Organizers.Of(ctx, []id.ID{r.OperationID}, policy.RoleOrganizer)
	if err != nil || len(people[r.OperationID]) == 0 {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(coefficientset.UpdatePermission), OperationID: r.OperationID, ObjectKind: "coefficientReminder",
		ObjectID: r.OperationID, Details: map[string]any{"month": r.Month.String(), "kind": string(r.Kind)}}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		ok, err := s.Reminders.Add(ctx, r)
		if err != nil {
			return err
		}
		if !ok {
			return errReminded
		}
		for _, person := range people[r.OperationID] {
			if err := s.Letters.Letter(ctx, Letter{Reminder: r, UserID: person, MessageID: id.New()}); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errReminded) {
		return nil
	}
	return err
}

// SendLetter mails a reminder. It is the work of a job; coefficients that were sent since
// need none. Errors: those of the mail.
func (s *Service) SendLetter(ctx context.Context, l Letter) error {
	wanted, err := s.Calendar.Unsent(ctx, l.OperationID, l.Month)
	if err != nil || !wanted {
		return err
	}
	o, err := s.Operations.ByID(ctx, l.OperationID)
	if err != nil {
		return err
	}
	return s.Mail.SendReminder(ctx, Text{Letter: l, Operation: o.Name, Deadline: s.Calendar.Deadline(l.Month)})
}
