package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// keyReplayArgs is a replay that somebody asked for.
type keyReplayArgs struct {
	ReplayID id.ID `json:"replayId"`
}

func (keyReplayArgs) Kind() string { return "key_replay_v1" }

// expectMonthArgs is a month whose own allocation is to be made.
type expectMonthArgs struct {
	OperationID id.ID  `json:"operationId"`
	Month       string `json:"month"` // YYYY-MM
}

func (expectMonthArgs) Kind() string { return "key_expect_v1" }

// AddKeyReplays registers replays of keys and expectations of months.
func AddKeyReplays(workers *river.Workers, service func() *replay.Service) {
	Add(workers, Handler[keyReplayArgs]{
		Do: func(ctx context.Context, args keyReplayArgs) error {
			return service().RunReplay(ctx, args.ReplayID)
		},
		Close: func(ctx context.Context, args keyReplayArgs, cause error) error {
			return service().FailReplay(ctx, args.ReplayID, cause)
		},
	})
	Add(workers, Handler[expectMonthArgs]{Do: func(ctx context.Context, args expectMonthArgs) error {
		month, err := civil.ParseMonth(args.Month)
		if err != nil {
			return err
		}
		return service().Expect(ctx, args.OperationID, []civil.Month{month})
	}})
}

// KeyReplaySweep closes replays whose job is gone.
func KeyReplaySweep(service func() *replay.Service) Sweep {
	return Sweep{Name: "key_replays", Every: 5 * time.Minute, Run: func(ctx context.Context) error { return service().SweepReplays(ctx) }}
}

// KeyReplays queues both (allocation.Queue).
type KeyReplays struct{ Client func() *Client }

var _ allocation.Queue = KeyReplays{}

// Replay queues one in the transaction of ctx.
func (q KeyReplays) Replay(ctx context.Context, replayID id.ID) error {
	_, err := q.Client().Enqueue(ctx, keyReplayArgs{replayID}, nil)
	return err
}

// Expect queues a job a month.
func (q KeyReplays) Expect(ctx context.Context, operationID id.ID, months []civil.Month) error {
	list := make([]river.InsertManyParams, len(months))
	for i, m := range months {
		list[i] = river.InsertManyParams{Args: expectMonthArgs{operationID, m.String()}}
	}
	return q.Client().EnqueueMany(ctx, list)
}
