// Package event is how a context tells of what happened without knowing who hears.
//
// Contexts import one way only (docs/architecture.md). Where a lower one changes something that a
// higher one must follow, it publishes an event: a value of its own, past tense, of ids and
// days. Who handles which event stands in one table of the composition root, and in the doc
// comment of the event (ADR 0035).
//
// A handler runs in the transaction of the change, and its failure undoes the change; or
// after it, by a job: at least once, also when the server dies in between, so that it does
// nothing when it runs again.
//
// A question to a higher context is no event: it is a port for reading.
package event

import "context"

// Event is something that happened. Each context declares its own.
type Event interface {
	// EventName is the context and the fact: "allocation.keyChanged". It is stored with what
	// is still to be handled, so it never changes.
	EventName() string
}

// Publisher is told of events.
type Publisher interface {
	// Publish belongs into the transaction that makes the change. An error of a handler
	// that runs in it must undo the change.
	Publish(ctx context.Context, e Event) error
}

// Publish tells p of e. No publisher: nobody hears, as in a test of one context.
func Publish(ctx context.Context, p Publisher, e Event) error {
	if p == nil {
		return nil
	}
	return p.Publish(ctx, e)
}
