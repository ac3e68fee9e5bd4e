package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/id"
)

// alertDigestArgs is a mail about alerts.
type alertDigestArgs struct {
	DigestID id.ID `json:"digestId"`
}

func (alertDigestArgs) Kind() string { return "alert_digest_v1" }

// AddAlertDigests registers the sending of mails about alerts.
func AddAlertDigests(workers *river.Workers, service func() *digest.Service) {
	Add(workers, Handler[alertDigestArgs]{Do: func(ctx context.Context, a alertDigestArgs) error {
		return service().Send(ctx, a.DigestID)
	}})
}

// AlertDigests queues mails (digest.Queue).
type AlertDigests struct{ Client func() *Client }

var _ digest.Queue = AlertDigests{}

// Digest queues one in the transaction of ctx.
func (q AlertDigests) Digest(ctx context.Context, digestID id.ID) error {
	_, err := q.Client().Enqueue(ctx, alertDigestArgs{DigestID: digestID}, nil)
	return err
}

const (
	// looksEvery is how soon after a change an operation is looked at.
	looksEvery = time.Minute
	// digestsEvery is how often it is looked who is to be told.
	digestsEvery = 20 * time.Minute
)

// AlertSweep looks at operations of which something changed.
func AlertSweep(service *alert.Service) Sweep {
	return Sweep{Name: "alerts", Every: looksEvery, Run: service.Sweep}
}

// AlertDigestSweep writes about what is new.
func AlertDigestSweep(service func() *digest.Service) Sweep {
	return Sweep{Name: "alert_digests", Every: digestsEvery, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}
