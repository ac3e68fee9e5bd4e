package event

import (
	"context"

	"github.com/openpmo/pmo/core/id"
)

// Handler is who does something when an event is published.
type Handler struct {
	Event string // its EventName
	Name  string // of the handler, once per event: the room that does it, "rollup"
	// After says that it runs after the transaction, in a job. Otherwise it runs in it.
	After bool
	do    func(ctx context.Context, e Event) error
	read  func(ctx context.Context, log Log, eventID id.ID) (Event, bool, error)
}

// InTransaction makes a handler that runs in the transaction of the change. Its failure undoes
// the change.
func InTransaction[E Event](name string, do func(ctx context.Context, e E) error) Handler {
	var none E
	return Handler{Event: none.EventName(), Name: name, do: func(ctx context.Context, e Event) error { return do(ctx, e.(E)) }}
}

// AfterCommit makes a handler that runs when the change is committed: at least once, so that it
// must do nothing the second time. The fields of E are stored by their names until then.
func AfterCommit[E Event](name string, do func(ctx context.Context, e E) error) Handler {
	h := InTransaction(name, do)
	h.After = true
	h.read = func(ctx context.Context, log Log, eventID id.ID) (Event, bool, error) {
		var e E
		ok, err := log.Read(ctx, eventID, &e)
		return e, ok, err
	}
	return h
}

// key names the handler in what is stored.
func (h Handler) key() string { return h.Event + "/" + h.Name }
