package allocation

import (
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// RemindCoefficients writes to the organizers of operations whose coefficients of a
// month are needed and not sent: five days and one day before the deadline, and the day
// after it. It is the work of a periodic job; each reminder is given once however often
// it runs. The failure of one operation does not keep others from theirs.
func (s *Service) RemindCoefficients(ctx context.Context) error {
	due := s.dueReminders()
	if len(due) == 0 {
		return nil
	}
	var types []Type
	for _, t := range Types() {
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

// takers are the operators that take coefficients.
func takers() []dso.Operator {
	return slices.DeleteFunc(dso.Operators(), func(o dso.Operator) bool {
		return operation.Operation{DSO: o}.Require(operation.FeatureCoefficients) != nil
	})
}

// dueReminders are those of today: of the last month, and of this one when its deadline
// is near. Only French operators take coefficients, so that today is that of Paris.
func (s *Service) dueReminders() []Reminder {
	today := civil.Paris.DateOf(s.Now())
	var due []Reminder
	for m := civil.MonthOf(today) - 1; m <= civil.MonthOf(today); m++ {
		if kind := reminderOn(int(deadline(m, s.DeadlineDay) - today)); kind != "" {
			due = append(due, Reminder{Month: m, Kind: kind, At: s.Now().UTC()})
		}
	}
	return due
}

// remind records a reminder and queues its letters, when it is wanted and was not given.
func (s *Service) remind(ctx context.Context, r Reminder) error {
	wanted, err := s.unsent(ctx, r)
	if err != nil || !wanted {
		return err
	}
	people, err := s.Organizers.Of(ctx, []id.ID{r.OperationID}, policy.RoleOrganizer)
	if err != nil || len(people[r.OperationID]) == 0 {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(updateCoefficients), OperationID: r.OperationID, ObjectKind: "coefficientReminder",
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

// errReminded undoes a transaction that has nothing to record.
var errReminded = errors.New("reminded before")

// unsent tells whether the coefficients of a month are needed and not with the operator.
func (s *Service) unsent(ctx context.Context, r Reminder) (bool, error) {
	_, line, err := s.timeline(ctx, r.OperationID)
	if err != nil {
		return false, err
	}
	sites, err := s.Participants.OfOperation(ctx, r.OperationID)
	if err != nil || !coefficientsNeeded(line, sites, r.Month) {
		return false, err
	}
	sets, err := s.Coefficients.Current(ctx, r.OperationID, []civil.Month{r.Month}, false)
	return err == nil && coefficientsOf(sets).sent() == nil, err
}

// SendLetter mails a reminder. It is the work of a job; coefficients that were sent since
// need none. Errors: those of the mail.
func (s *Service) SendLetter(ctx context.Context, l Letter) error {
	wanted, err := s.unsent(ctx, l.Reminder)
	if err != nil || !wanted {
		return err
	}
	o, err := s.Operations.ByID(ctx, l.OperationID)
	if err != nil {
		return err
	}
	return s.Mail.SendReminder(ctx, ReminderText{Letter: l, Operation: o.Name, Deadline: deadline(l.Month, s.DeadlineDay)})
}
