package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// coefficientReminderArgs is a reminder and the person it goes to.
type coefficientReminderArgs struct {
	OperationID id.ID  `json:"operationId"`
	Month       string `json:"month"` // YYYY-MM
	Reason      string `json:"reason"`
	UserID      id.ID  `json:"userId"`
	MessageID   id.ID  `json:"messageId"`
}

func (coefficientReminderArgs) Kind() string { return "coefficient_reminder_v1" }

// AddCoefficientReminders registers the sending of reminders of coefficients.
func AddCoefficientReminders(workers *river.Workers, service func() *reminder.Service) {
	Add(workers, Handler[coefficientReminderArgs]{Do: func(ctx context.Context, a coefficientReminderArgs) error {
		month, err := civil.ParseMonth(a.Month)
		if err != nil {
			return err
		}
		return service().SendLetter(ctx, reminder.Letter{UserID: a.UserID, MessageID: a.MessageID,
			Reminder: reminder.Reminder{OperationID: a.OperationID, Month: month, Kind: reminder.Kind(a.Reason)}})
	}})
}

// reminderEvery is how often it is looked who is to be reminded: each reminder is given
// once a month, whatever the hour a server starts.
const reminderEvery = 6 * time.Hour

// CoefficientReminderSweep reminds organizers of coefficients that are due.
func CoefficientReminderSweep(service func() *reminder.Service) Sweep {
	return Sweep{Name: "coefficient_reminders", Every: reminderEvery, Run: func(ctx context.Context) error { return service().RemindAll(ctx) }}
}

// CoefficientReminders queues letters (reminder.Queue).
type CoefficientReminders struct{ Client func() *Client }

var _ reminder.Queue = CoefficientReminders{}

// Letter queues one in the transaction of ctx.
func (q CoefficientReminders) Letter(ctx context.Context, l reminder.Letter) error {
	_, err := q.Client().Enqueue(ctx, coefficientReminderArgs{OperationID: l.OperationID, Month: l.Month.String(), Reason: string(l.Kind),
		UserID: l.UserID, MessageID: l.MessageID}, nil)
	return err
}
