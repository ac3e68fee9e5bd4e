package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/statement"
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
	return enqueueEach(ctx, q.Client(), ids, func(one id.ID) river.JobArgs { return messageDeliveryArgs{one} })
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
	return enqueueEach(ctx, q.Client(), ids, func(one id.ID) river.JobArgs { return paymentReminderArgs{one} })
}

// invoiceDeliveryArgs is the mail of an invoice.
type invoiceDeliveryArgs struct {
	DeliveryID id.ID `json:"deliveryId"`
}

func (invoiceDeliveryArgs) Kind() string { return "invoice_delivery_v1" }

// InsertOpts gives it days, and lets everything else go first.
func (invoiceDeliveryArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Priority: 4}
}

// invoiceSampleArgs is a copy of an invoice's mail for who asked for it.
type invoiceSampleArgs delivery.Sample

func (invoiceSampleArgs) Kind() string { return "invoice_sample_v1" }

// InsertOpts gives it a day: who asked has asked again by then.
func (invoiceSampleArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttemptsOfADay}
}

// AddInvoiceDeliveries registers the mailing of invoices.
func AddInvoiceDeliveries(workers *river.Workers, service func() *delivery.Service) {
	Add(workers, Handler[invoiceDeliveryArgs]{
		Do: func(ctx context.Context, a invoiceDeliveryArgs) error {
			return service().DeliverMail(ctx, a.DeliveryID)
		},
		Close: func(ctx context.Context, a invoiceDeliveryArgs, _ error) error {
			return service().GiveUp(ctx, a.DeliveryID)
		},
		Pause: mailPause,
	})
	Add(workers, Handler[invoiceSampleArgs]{
		Do: func(ctx context.Context, a invoiceSampleArgs) error {
			return service().MailSample(ctx, delivery.Sample(a))
		},
		Pause: mailPause,
	})
}

// InvoiceDeliveries queues mails of invoices (delivery.Queue).
type InvoiceDeliveries struct{ Client func() *Client }

var _ delivery.Queue = InvoiceDeliveries{}

// Mails queues those of deliveries in the transaction of ctx.
func (q InvoiceDeliveries) Mails(ctx context.Context, deliveryIDs []id.ID) error {
	if len(deliveryIDs) == 0 {
		return nil
	}
	return enqueueEach(ctx, q.Client(), deliveryIDs, func(one id.ID) river.JobArgs { return invoiceDeliveryArgs{one} })
}

// Sample queues a copy in the transaction of ctx.
func (q InvoiceDeliveries) Sample(ctx context.Context, s delivery.Sample) error {
	_, err := q.Client().Enqueue(ctx, invoiceSampleArgs(s), nil)
	return err
}

// statementMailArgs is the mail of a statement to the producer whom it is owed.
type statementMailArgs struct {
	MailID id.ID `json:"mailId"`
}

func (statementMailArgs) Kind() string { return "statement_mail_v1" }

// InsertOpts gives it days, and lets everything else go first.
func (statementMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts, Priority: 4}
}

// AddStatementMails registers the sending of statements.
func AddStatementMails(workers *river.Workers, service func() *statement.Service) {
	Add(workers, Handler[statementMailArgs]{
		Do:    func(ctx context.Context, a statementMailArgs) error { return service().Deliver(ctx, a.MailID) },
		Close: func(ctx context.Context, a statementMailArgs, _ error) error { return service().GiveUp(ctx, a.MailID) },
		Pause: mailPause,
	})
}

// StatementMails queues mails of statements (statement.Queue).
type StatementMails struct{ Client func() *Client }

var _ statement.Queue = StatementMails{}

// StatementMails queues them in the transaction of ctx.
func (q StatementMails) StatementMails(ctx context.Context, ids []id.ID) error {
	return enqueueEach(ctx, q.Client(), ids, func(one id.ID) river.JobArgs { return statementMailArgs{one} })
}
