// Package notice tells organizers that the data of a month are complete and definitive.
package notice

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Now        func() time.Time
	Tx         tx.Runner
	Operations Operations
	Curves     month.Curves
	Notices    Notices
	Organizers Organizers
	Queue      Queue
	Mail       Mail
}

// Service is the work of telling organizers.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// NotifyReady writes to the organizers of operations whose data of the last month have become
// complete and definitive, each month once however often it runs. It is the work of a periodic
// job. The failure of one operation does not keep others from theirs.
func (s *Service) NotifyReady(ctx context.Context) error {
	m := civil.MonthOf(civil.Paris.DateOf(s.Now())) - 1 // Brussels has the same clock
	operations, err := s.Notices.Untold(ctx, m)
	if err != nil {
		return err
	}
	var failed []error
	for _, operationID := range operations {
		failed = append(failed, s.notify(ctx, operationID, m))
	}
	return errors.Join(failed...)
}

// notify records that a month is ready and queues its mails, when it is and nobody was told.
func (s *Service) notify(ctx context.Context, operationID id.ID, m civil.Month) error {
	ready, err := s.ready(ctx, operationID, m)
	if err != nil || ready == 0 {
		return err
	}
	people, err := s.Organizers.Of(ctx, []id.ID{operationID}, policy.RoleOrganizer)
	if err != nil || len(people[operationID]) == 0 {
		return err
	}
	err = s.Tx.InTx(ctx, changeOf(operationID, m), func(ctx context.Context) error {
		ok, err := s.Notices.Add(ctx, operationID, m, s.Now().UTC())
		if err != nil {
			return err
		}
		if !ok {
			return errTold
		}
		for _, person := range people[operationID] {
			if err := s.Queue.Notice(ctx, Notice{OperationID: operationID, Month: m, UserID: person, MessageID: id.New()}); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errTold) {
		return nil
	}
	return err
}

// ready counts the sides of a month whose days are all there and definitive; 0 unless all are.
func (s *Service) ready(ctx context.Context, operationID id.ID, m civil.Month) (int, error) {
	sides, err := s.Curves.Coverage(ctx, everybody, operationID, []civil.Month{m})
	if err != nil || slices.ContainsFunc(sides, func(side billable.SideMonth) bool { return !side.Ready() }) {
		return 0, err
	}
	return len(sides), nil
}

// Send mails a notice. It is the work of a job; a month that is not ready any more needs
// none. Errors: those of the mail.
func (s *Service) Send(ctx context.Context, n Notice) error {
	ready, err := s.ready(ctx, n.OperationID, n.Month)
	if err != nil || ready == 0 {
		return err
	}
	op, err := s.Operations.ByID(ctx, n.OperationID)
	if err != nil {
		return err
	}
	return s.Mail.SendNotice(ctx, Text{Notice: n, Operation: op.Name, Sides: ready})
}
