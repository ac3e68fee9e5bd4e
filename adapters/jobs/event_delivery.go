package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
)

// eventDeliveryArgs is an event and who is to handle it.
type eventDeliveryArgs struct {
	EventID id.ID  `json:"eventId"`
	Handler string `json:"handler"`
}

func (eventDeliveryArgs) Kind() string { return "event_delivery_v1" }

// InsertOpts has one job for each handler of an event, and another one an hour later at the
// earliest, when all attempts of the first are over.
func (eventDeliveryArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: time.Hour}}
}

// AddEventDeliveries registers the handling of events after their transaction.
func AddEventDeliveries(workers *river.Workers, bus *event.Bus) {
	Add(workers, Handler[eventDeliveryArgs]{Do: func(ctx context.Context, a eventDeliveryArgs) error {
		return bus.Deliver(ctx, event.Delivery(a))
	}}) // what fails for good is found by the sweep of events
}

// EventSweep has events handled whose job is gone, and forgets old ones.
func EventSweep(bus *event.Bus) Sweep {
	return Sweep{Name: "events", Every: 15 * time.Minute, Run: bus.Sweep}
}

// EventDeliveries queues them (event.Queue).
type EventDeliveries struct{ Client func() *Client }

var _ event.Queue = EventDeliveries{}

// Deliver queues them in the transaction of ctx.
func (q EventDeliveries) Deliver(ctx context.Context, ds []event.Delivery) error {
	for _, d := range ds {
		if _, err := q.Client().Enqueue(ctx, eventDeliveryArgs(d), nil); err != nil {
			return err
		}
	}
	return nil
}
