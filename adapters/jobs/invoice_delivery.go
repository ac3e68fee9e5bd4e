package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/id"
)

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
	list := make([]river.InsertManyParams, len(deliveryIDs))
	for n, one := range deliveryIDs {
		list[n] = river.InsertManyParams{Args: invoiceDeliveryArgs{one}}
	}
	return q.Client().EnqueueMany(ctx, list)
}

// Sample queues a copy in the transaction of ctx.
func (q InvoiceDeliveries) Sample(ctx context.Context, s delivery.Sample) error {
	_, err := q.Client().Enqueue(ctx, invoiceSampleArgs(s), nil)
	return err
}
