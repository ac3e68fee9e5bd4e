package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/id"
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
