// Package carriers has what is sent to carriers of e-invoices, and asked of them, done by jobs.
package carriers

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/transmission"
	"github.com/openpmo/pmo/core/id"
)

// einvoiceSubmitArgs is an attempt to send a transmission.
type einvoiceSubmitArgs struct {
	TransmissionID id.ID `json:"transmissionId"`
}

func (einvoiceSubmitArgs) Kind() string { return "einvoice_submit_v1" }

// einvoicePollArgs asks the carrier of a connection what changed.
type einvoicePollArgs struct {
	ConnectionID id.ID `json:"connectionId"`
}

func (einvoicePollArgs) Kind() string { return "einvoice_poll_v1" }

// Add registers what is sent to carriers and asked of them. One that fails is not tried again by
// itself: when it may be tried is kept with what is sent, and the sweep finds it.
func Add(workers *river.Workers, service func() *transmission.Worker) {
	jobs.Add(workers, jobs.Handler[einvoiceSubmitArgs]{Do: func(ctx context.Context, a einvoiceSubmitArgs) error { return service().Submit(ctx, a.TransmissionID) }})
	jobs.Add(workers, jobs.Handler[einvoicePollArgs]{Do: func(ctx context.Context, a einvoicePollArgs) error { return service().Poll(ctx, a.ConnectionID) }})
}

// Sweep sends what waits and asks carriers for news.
func Sweep(service func() *transmission.Worker) jobs.Sweep {
	return jobs.Sweep{Name: "einvoicing", Every: time.Minute, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}

// Queue queues work with carriers (einvoicing.Queue).
type Queue struct{ Client func() *jobs.Client }

var _ einvoicing.Queue = Queue{}

// Submit queues attempts in the transaction of ctx.
func (q Queue) Submit(ctx context.Context, transmissionIDs []id.ID) error {
	list := make([]river.InsertManyParams, len(transmissionIDs))
	for n, one := range transmissionIDs {
		list[n] = river.InsertManyParams{Args: einvoiceSubmitArgs{one}, InsertOpts: &river.InsertOpts{Queue: jobs.CarrierQueue, MaxAttempts: 1}}
	}
	return q.Client().EnqueueMany(ctx, list)
}

// Poll queues one in the transaction of ctx.
func (q Queue) Poll(ctx context.Context, connectionID id.ID) error {
	_, err := q.Client().Enqueue(ctx, einvoicePollArgs{connectionID}, &river.InsertOpts{Queue: jobs.CarrierQueue, MaxAttempts: 1})
	return err
}
