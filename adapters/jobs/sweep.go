package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/payment/handover"
)

// Sweep is something that is looked after at intervals: rows whose job is gone,
// keys that are too old. It runs at start and then every Every, once for all
// processes together.
type Sweep struct {
	Name  string // unique, in snake_case
	Every time.Duration
	Run   func(ctx context.Context) error
}

// sweepArgs names the sweep; each name is a job of its own.
type sweepArgs struct {
	Name string `json:"name"`
}

func (sweepArgs) Kind() string { return "sweep_v1" }

// addSweeps registers one worker for all of them and a periodic job for each.
func addSweeps(workers *river.Workers, sweeps []Sweep) ([]*river.PeriodicJob, error) {
	run := map[string]func(context.Context) error{}
	var periodic []*river.PeriodicJob
	for _, s := range sweeps {
		if s.Name == "" || s.Every <= 0 || s.Run == nil || run[s.Name] != nil {
			return nil, fmt.Errorf("jobs: sweep %q is incomplete or there twice", s.Name)
		}
		run[s.Name] = s.Run
		periodic = append(periodic, river.NewPeriodicJob(river.PeriodicInterval(s.Every),
			func() (river.JobArgs, *river.InsertOpts) {
				// The next interval is the next attempt. One that still waits is enough.
				return sweepArgs{s.Name}, &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: s.Every}}
			},
			&river.PeriodicJobOpts{ID: s.Name, RunOnStart: true}))
	}
	err := river.AddWorkerSafely(workers, &worker[sweepArgs]{handler: Handler[sweepArgs]{
		Do: func(ctx context.Context, args sweepArgs) error {
			if sweep := run[args.Name]; sweep != nil {
				return sweep(ctx)
			}
			return nil // of an earlier version
		},
	}})
	return periodic, err
}

// BillSweep makes the bills of the old engine that are due; none is made twice.
func BillSweep(service *bill.Service) Sweep {
	return Sweep{Name: "bills", Every: 24 * time.Hour, Run: service.Sweep}
}

// handoversEvery is how often what waits for the bank is laid down, and what came back looked for.
const handoversEvery = 30 * time.Second

// HandoverSweep lays files down for the bank's client, and takes in what it laid down.
func HandoverSweep(service func() *handover.Service) Sweep {
	return Sweep{Name: "handovers", Every: handoversEvery, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}
