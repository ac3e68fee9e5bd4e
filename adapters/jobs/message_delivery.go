package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/reminder"
)

// messageDeliveryArgs is the mail of a message to one address.
type messageDeliveryArgs struct {
	DeliveryID id.ID `json:"deliveryId"`
}

func (messageDeliveryArgs) Kind() string { return "message_delivery_v1" }

// InsertOpts gives it days, and lets everything else go first: a message to a thousand people
// holds up no import.
func (messageDeliveryArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Priority: 4}
}

// AddMessageDeliveries registers the sending of messages.
func AddMessageDeliveries(workers *river.Workers, service func() *communication.Service) {
	Add(workers, Handler[messageDeliveryArgs]{
		Do: func(ctx context.Context, a messageDeliveryArgs) error { return service().Deliver(ctx, a.DeliveryID) },
		Close: func(ctx context.Context, a messageDeliveryArgs, _ error) error {
			return service().GiveUp(ctx, a.DeliveryID)
		},
		Pause: mailPause,
	})
}

// MessageDeliveries queues mails of messages (communication.Queue).
type MessageDeliveries struct{ Client func() *Client }

var _ communication.Queue = MessageDeliveries{}

// Deliveries queues them in the transaction of ctx.
func (q MessageDeliveries) Deliveries(ctx context.Context, ids []id.ID) error {
	list := make([]river.InsertManyParams, len(ids))
	for n, one := range ids {
		list[n] = river.InsertManyParams{Args: messageDeliveryArgs{one}}
	}
	return q.Client().EnqueueMany(ctx, list)
}

// paymentReminderArgs is the mail to a client about what is overdue.
type paymentReminderArgs struct {
	ReminderID id.ID `json:"reminderId"`
}

func (paymentReminderArgs) Kind() string { return "payment_reminder_v1" }

// InsertOpts gives it days, and lets everything else go first.
func (paymentReminderArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Priority: 4}
}

// AddPaymentReminders registers the sending of reminders of what is overdue.
func AddPaymentReminders(workers *river.Workers, service func() *reminder.Service) {
	Add(workers, Handler[paymentReminderArgs]{
		Do: func(ctx context.Context, a paymentReminderArgs) error { return service().Deliver(ctx, a.ReminderID) },
		Close: func(ctx context.Context, a paymentReminderArgs, _ error) error {
			return service().GiveUp(ctx, a.ReminderID)
		},
		Pause: mailPause,
	})
}

// PaymentReminderSweep reminds clients each day of what is overdue, where operations want it: more often
// than daily, for a server may have been away, and each level of an invoice goes once.
func PaymentReminderSweep(service func() *reminder.Service) Sweep {
	return Sweep{Name: "payment_reminders", Every: 6 * time.Hour, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}

// PaymentReminders queues mails (reminder.Queue).
type PaymentReminders struct{ Client func() *Client }

var _ reminder.Queue = PaymentReminders{}

// Reminders queues them in the transaction of ctx.
func (q PaymentReminders) Reminders(ctx context.Context, ids []id.ID) error {
	list := make([]river.InsertManyParams, len(ids))
	for n, one := range ids {
		list[n] = river.InsertManyParams{Args: paymentReminderArgs{one}}
	}
	return q.Client().EnqueueMany(ctx, list)
}
