// Package digest mails organizers what is new among the alerts of an operation: one mail a day at
// most, each alert once.
package digest

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/tx"
)

// Digest is a mail to one person about alerts of one operation.
type Digest struct {
	ID          id.ID // names the mail for ever, so that one sent again is the same
	OperationID id.ID
	UserID      id.ID
	Day         civil.Date
	Alerts      []id.ID
}

// Text is what it says: those of its alerts that are still open, what is urgent first.
type Text struct {
	Digest
	Operation string // name
	Open      []alert.Alert
}

// Digests stores who was told of which alerts.
type Digests interface {
	// Untold lists what is new, by operation and person: open alerts that an active organizer, who
	// has mails on and had none about the operation on the day, was never told of.
	Untold(ctx context.Context, day civil.Date, limit int) ([]Digest, error)
	// Add records that the person is told; ok is false when there was a mail that day.
	Add(ctx context.Context, d Digest, at time.Time) (ok bool, err error)
	// ByID finds one with its alerts; ok is false where there is none, or it was sent.
	ByID(ctx context.Context, digestID id.ID) (d Digest, open []alert.Alert, ok bool, err error)
	// Sent records that the mail is out.
	Sent(ctx context.Context, digestID id.ID, at time.Time) error
}

// Queue has Service.Send done when the caller's transaction commits.
type Queue interface {
	Digest(ctx context.Context, digestID id.ID) error
}

// Mail writes to somebody. A person who has left is no error. Errors:
// mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendDigest(ctx context.Context, t Text) error
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Deps are what the service works with.
type Deps struct {
	Now        func() time.Time
	Tx         tx.Runner
	Digests    Digests
	Operations Operations
	Queue      Queue
	Mail       Mail
}

// Service is the work of mailing alerts.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

const (
	// firstHour is when the mails of a day begin.
	firstHour = 7
	// mostAtOnce is how many mails one sweep queues; the rest waits for the next.
	mostAtOnce = 1000
)

// errTold undoes a transaction that has nothing to record.
var errTold = errors.New("told before")

// Sweep queues the mails of the day, each person's once however often it runs. It is the work of a
// periodic job. The failure of one mail does not keep others from theirs.
func (s *Service) Sweep(ctx context.Context) error {
	day, hour := civil.Paris.DateOf(s.Now()), s.Now().In(civil.Paris.Location()).Hour() // Brussels has the same clock
	if hour < firstHour {
		return nil
	}
	untold, err := s.Digests.Untold(ctx, day, mostAtOnce)
	if err != nil {
		return err
	}
	var failed []error
	for _, d := range untold {
		d.ID, d.Day = id.New(), day
		failed = append(failed, s.queue(ctx, d))
	}
	return errors.Join(failed...)
}

func (s *Service) queue(ctx context.Context, d Digest) error {
	change := tx.Change{Agent: "system", Action: "alert:read", OperationID: d.OperationID, ObjectKind: "alertDigest", ObjectID: d.ID,
		Details: map[string]any{"alerts": len(d.Alerts)}}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		ok, err := s.Digests.Add(ctx, d, s.Now().UTC())
		if err == nil && !ok {
			err = errTold
		}
		if err != nil {
			return err
		}
		return s.Queue.Digest(ctx, d.ID)
	})
	if errors.Is(err, errTold) {
		return nil
	}
	return err
}

// Send mails a digest. It is the work of a job; where none of its alerts is open any more nothing
// is to be said. Errors: those of the mail.
func (s *Service) Send(ctx context.Context, digestID id.ID) error {
	d, open, ok, err := s.Digests.ByID(ctx, digestID)
	if err != nil || !ok {
		return err
	}
	if len(open) > 0 {
		op, err := s.Operations.ByID(ctx, d.OperationID)
		if err != nil {
			return err
		}
		if err := s.Mail.SendDigest(ctx, Text{Digest: d, Operation: op.Name, Open: open}); err != nil {
			return err
		}
	}
	return s.Digests.Sent(ctx, digestID, s.Now().UTC())
}
