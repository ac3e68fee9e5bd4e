package jobs

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/payment/handover"
)

// handoversEvery is how often what waits for the bank is laid down, and what came back looked for.
const handoversEvery = 30 * time.Second

// HandoverSweep lays files down for the bank's client, and takes in what it laid down.
func HandoverSweep(service func() *handover.Service) Sweep {
	return Sweep{Name: "handovers", Every: handoversEvery, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}
