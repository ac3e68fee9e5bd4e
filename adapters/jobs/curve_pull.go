package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// curvePullArgs is one part of a pull: the requests behind After.
type curvePullArgs struct {
	ImportID id.ID  `json:"importId"`
	Part     int    `json:"part"`
	After    string `json:"after"`
}

func (curvePullArgs) Kind() string { return "curve_pull_v1" }

const (
	// pullQueue works one part at a time in a process: the service's quota is for all.
	pullQueue = "pull"
	// takeFor is how long one look into the drops goes on, takePause how long it waits
	// for an import to end before it takes the next file.
	takeFor   = 20 * time.Second
	takePause = 500 * time.Millisecond
)

// AddCurvePull registers the parts of pulls, which bring the files of an import: the last failed
// attempt ends its job.
func AddCurvePull(workers *river.Workers, service func() *pull.Service, followed *job.Service) {
	Add(workers, Handler[curvePullArgs]{
		Do: func(ctx context.Context, a curvePullArgs) error {
			return service().FetchPart(ctx, a.ImportID, a.Part, a.After)
		},
		Close: func(ctx context.Context, a curvePullArgs, cause error) error {
			return followed.Fail(ctx, a.ImportID, a.Part, cause)
		},
	})
}

// CurvePullSweep looks every hour which operations have their daily pull before them.
func CurvePullSweep(service func() *pull.Service) Sweep {
	return Sweep{Name: "curve_pulls", Every: time.Hour, Run: func(ctx context.Context) error {
		_, err := service().PullAll(ctx)
		return err
	}}
}

// CurveRenewalSweep sums again the months that an older arithmetic made, after an update of
// the server.
func CurveRenewalSweep(service *rollup.Service) Sweep {
	return Sweep{Name: "curve_renewals", Every: 5 * time.Minute, Run: service.RenewAll}
}

// CurveDropSweep looks into the drops every five minutes, and takes one file after the
// other while there are new ones.
func CurveDropSweep(service func() *drop.Service) Sweep {
	return Sweep{Name: "curve_drops", Every: 5 * time.Minute, Run: func(ctx context.Context) error {
		return takeFiles(ctx, service().TakeFiles)
	}}
}

// curveDropLookArgs asks for a look into the drops for one operation.
type curveDropLookArgs struct {
	OperationID id.ID `json:"operationId"`
}

func (curveDropLookArgs) Kind() string { return "curve_drop_look_v1" }

// AddCurveDropLook registers the looks that somebody asked for. One that fails is not
// tried again: the next sweep is.
func AddCurveDropLook(workers *river.Workers, service func() *drop.Service) {
	Add(workers, Handler[curveDropLookArgs]{Do: func(ctx context.Context, a curveDropLookArgs) error {
		return takeFiles(ctx, func(ctx context.Context) (int, bool, error) { return service().TakeFilesOf(ctx, a.OperationID) })
	}})
}

func takeFiles(ctx context.Context, take func(context.Context) (started int, more bool, err error)) error {
	end := time.Now().Add(takeFor)
	var failed error
	for {
		_, more, err := take(ctx)
		if err != nil {
			failed = err // what cannot be read is met each time, and holds up nothing
		}
		if !more || time.Now().After(end) {
			return failed
		}
		select {
		case <-ctx.Done():
			return errors.Join(failed, ctx.Err())
		case <-time.After(takePause):
		}
	}
}

// CurvePulls queues parts of pulls (pull.Queue) and looks into drops (drop.Queue).
type CurvePulls struct {
	Client   func() *Client
	EveryDay bool // CurvePullSweep runs
}

var (
	_ pull.Queue = CurvePulls{}
	_ drop.Queue = CurvePulls{}
)

// Daily reports whether the server asks operators by itself.
func (q CurvePulls) Daily() bool { return q.EveryDay }

// CurvePull queues one in the transaction of ctx.
func (q CurvePulls) CurvePull(ctx context.Context, importID id.ID, part int, after string) error {
	_, err := q.Client().Enqueue(ctx, curvePullArgs{importID, part, after}, &river.InsertOpts{Queue: pullQueue})
	return err
}

// DropLook queues one in the transaction of ctx.
func (q CurvePulls) DropLook(ctx context.Context, operationID id.ID) error {
	_, err := q.Client().Enqueue(ctx, curveDropLookArgs{operationID}, &river.InsertOpts{MaxAttempts: 1})
	return err
}
