package app

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/adapters/weather"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// withPulls adds what the server fetches by itself, as the settings say.
func (a *App) withPulls(d assembly.Parts) (assembly.Parts, error) {
	c := a.config.Pull
	queue := jobs.CurvePulls{Client: a.jobs, EveryDay: c.EnedisClientID != ""}
	d.Pulls, d.DropQueue, d.DropMemory = queue, queue, importstore.NewDropMemory(a.db)
	d.PerformanceRatio, d.LateDays = float64(c.PerformancePercent)/100, c.LateDays
	enedis, err := c.Enedis()
	if err != nil {
		return d, err
	}
	var sources curveSources
	if enedis != nil {
		sources = append(sources, enedis)
	}
	if a.config.Demo {
		sources = append(sources, a.demo.Source(d.Operations))
		d.Weather = a.demo.Weather()
	}
	if len(sources) > 0 {
		d.Source = sources
	}
	drops, closers, err := c.Drops()
	for _, one := range closers {
		a.closers = append(a.closers, func() { _ = one.Close() })
	}
	if err != nil {
		return d, err
	}
	d.Drops = drops
	s, err := c.Weather()
	if err != nil || s == nil {
		return d, err
	}
	d.Weather, err = weather.New(*s, nil, a.now)
	return d, err
}

func (a *App) jobs() *jobs.Client { return a.wiring.jobs }

// pullSweeps are those of what is on.
func (a *App) pullSweeps() []jobs.Sweep {
	var out []jobs.Sweep
	if a.config.Pull.EnedisClientID != "" {
		out = append(out, jobs.CurvePullSweep(func() *pull.Service { return a.Services.Metering.Pull }))
	}
	if a.config.Pull.PullDir+a.config.Pull.PullSFTPURL != "" {
		out = append(out, jobs.CurveDropSweep(func() *drop.Service { return a.Services.Metering.Drop }))
	}
	return out
}

// curveSources asks the first source that serves an operation.
type curveSources []pull.CurveSource

var errNoSource = errors.New("no source of curves serves the operation")

func (s curveSources) of(op metering.Operation) pull.CurveSource {
	for _, one := range s {
		if one.Serves(op) {
			return one
		}
	}
	return nil
}

func (s curveSources) Serves(op metering.Operation) bool { return s.of(op) != nil }

// Oldest is that of the source which gives the least.
func (s curveSources) Oldest(today civil.Date) civil.Date {
	oldest := civil.Min
	for _, one := range s {
		oldest = max(oldest, one.Oldest(today))
	}
	return oldest
}

// Calls is that of the source which needs the most.
func (s curveSources) Calls(r pull.CurveRequest) int {
	calls := 0
	for _, one := range s {
		calls = max(calls, one.Calls(r))
	}
	return calls
}

func (s curveSources) Fetch(ctx context.Context, op metering.Operation, requests []pull.CurveRequest) (pull.FetchedFile, error) {
	source := s.of(op)
	if source == nil {
		return pull.FetchedFile{}, errNoSource
	}
	return source.Fetch(ctx, op, requests)
}
