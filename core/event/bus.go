package event

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what a Bus works with. Without Log and Queue it has handlers in the transaction only.
type Deps struct {
	Tx    tx.Runner
	Log   Log
	Queue Queue
	Now   func() time.Time
}

// Bus brings events to their handlers.
type Bus struct {
	Deps
	handlers []Handler
}

var _ Publisher = (*Bus)(nil)

// New makes one without handlers: the services that publish are made before those that handle.
func New(d Deps) *Bus {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Bus{Deps: d}
}

// Handle registers handlers, before anything is published. Those of one event run in this
// order. It panics when an event has a handler of that name already.
func (b *Bus) Handle(handlers ...Handler) {
	for _, h := range handlers {
		if slices.ContainsFunc(b.handlers, func(o Handler) bool { return o.key() == h.key() }) {
			panic(fmt.Sprintf("event: %s has a handler %s already", h.Event, h.Name))
		}
		b.handlers = append(b.handlers, h)
	}
}

// Publish runs the handlers of e that run in the transaction, and queues the others. An event
// that nobody handles is an error: it would be lost.
func (b *Bus) Publish(ctx context.Context, e Event) error {
	entry := Entry{ID: id.New(), Event: e, At: b.Now().UTC()}
	var later []Delivery
	heard := false
	for _, h := range b.handlers {
		if h.Event != e.EventName() {
			continue
		}
		heard = true
		if h.After {
			entry.Handlers = append(entry.Handlers, h.key())
			later = append(later, Delivery{entry.ID, h.key()})
			continue
		}
		if err := h.do(ctx, e); err != nil {
			return err
		}
	}
	if !heard {
		return fmt.Errorf("event: nobody handles %s", e.EventName())
	}
	if len(later) == 0 {
		return nil
	}
	if err := b.Log.Append(ctx, entry); err != nil {
		return err
	}
	return b.Queue.Deliver(ctx, later)
}

// Deliver runs a handler after the transaction. It is the work of a job. A handler that is no
// more, and an event that is too old, are done.
func (b *Bus) Deliver(ctx context.Context, d Delivery) error {
	i := slices.IndexFunc(b.handlers, func(h Handler) bool { return h.After && h.key() == d.Handler })
	if i < 0 {
		return b.Log.Delivered(ctx, d, b.Now().UTC())
	}
	e, ok, err := b.handlers[i].read(ctx, b.Log, d.EventID)
	if err != nil || !ok {
		return err
	}
	if err := b.handlers[i].do(ctx, e); err != nil {
		return err
	}
	return b.Log.Delivered(ctx, d, b.Now().UTC())
}

const (
	redeliverAfter = time.Hour // well above all attempts of a job
	keptFor        = 30 * 24 * time.Hour
	sweptAtOnce    = 1000
)

// Sweep queues again what a handler has not done, its job having failed for good or been lost,
// and forgets what is older than thirty days.
func (b *Bus) Sweep(ctx context.Context) error {
	now := b.Now()
	lost, err := b.Log.Undelivered(ctx, now.Add(-redeliverAfter), sweptAtOnce)
	if err != nil {
		return err
	}
	if len(lost) > 0 {
		change := tx.Change{Agent: "system", Action: "event:deliver", ObjectKind: "event", ObjectID: lost[0].EventID, Details: map[string]any{"deliveries": len(lost)}}
		if err := b.Tx.InTx(ctx, change, func(ctx context.Context) error { return b.Queue.Deliver(ctx, lost) }); err != nil {
			return err
		}
	}
	return b.Log.DeleteBefore(ctx, now.Add(-keptFor))
}
