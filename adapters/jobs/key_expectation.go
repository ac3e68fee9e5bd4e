package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// expectMonthArgs is a month whose own allocation is to be made.
type expectMonthArgs struct {
	OperationID id.ID  `json:"operationId"`
	Month       string `json:"month"` // YYYY-MM
}

func (expectMonthArgs) Kind() string { return "key_expect_v1" }

// AddKeyExpectations registers expectations of months.
func AddKeyExpectations(workers *river.Workers, service func() *replay.Service) {
	Add(workers, Handler[expectMonthArgs]{Do: func(ctx context.Context, args expectMonthArgs) error {
		month, err := civil.ParseMonth(args.Month)
		if err != nil {
			return err
		}
		return service().Expect(ctx, args.OperationID, []civil.Month{month})
	}})
}

// KeyExpectations queues them (allocation.Queue).
type KeyExpectations struct{ Client func() *Client }

var _ allocation.Queue = KeyExpectations{}

// Expect queues a job a month.
func (q KeyExpectations) Expect(ctx context.Context, operationID id.ID, months []civil.Month) error {
	return enqueueEach(ctx, q.Client(), months, func(m civil.Month) river.JobArgs { return expectMonthArgs{operationID, m.String()} })
}
