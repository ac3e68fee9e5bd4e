// Package assembly makes the services of metering from what they work with: which of them
// needs which other is said here, once.
package assembly

import (
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/definitive"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/metering/health"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/metering/mapping"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/pairing"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Stores are what a database keeps of metering.
type Stores struct {
	Perimeter    metering.Perimeter
	Curves       metering.Curves
	Rollups      rollup.Rollups
	Imports      ingest.Imports
	Declarations definitive.Declarations
	Registers    readings.Registers
	Readings     readings.PeriodReadings // nil = none is kept
	Mappings     curvefile.Mappings      // nil = none is remembered
	Operations   metering.Operations
}

// Fetching is asking operators and looking into drops; all of it may be left out.
type Fetching struct {
	Source     pull.CurveSource
	Pulls      pull.Queue
	Drops      []drop.Drop
	DropMemory drop.Memory
	DropQueue  drop.Queue
}

// Parts are what the services of metering work with.
type Parts struct {
	Guard     policy.Guard
	Tx        tx.Runner
	Now       func() time.Time
	Events    event.Publisher // told which months have other curves than before; nil = nobody hears
	Documents *document.Service
	Jobs      *job.Service
	Stores
	Fetching
	Memory   monthly.Memory // nil = nothing is remembered
	Reader   curvefile.FileReader
	Keys     pairing.Keys     // nil = by_default
	Invoices rollup.Invoices  // nil = nothing is invoiced
	Weather  forecast.Weather // tells what producers should have made; nil = not known
	// PerformanceRatio is how much of the light on its panels a producer turns into
	// energy while its own is not known, 0 to 1; 0 = 0.8.
	PerformanceRatio float64
	// LateDays is after how many days of its end a month should be definitive; 0 = 45.
	LateDays int
}

// Services are the use cases of metering, each kind by itself.
type Services struct {
	Rollup       *rollup.Service
	Monthly      *monthly.Service
	View         *view.Service
	Dashboard    *dashboard.Service
	Drawing      *drawing.Service
	Balance      *balance.Service
	Distribution *distribution.Service
	Definitive   *definitive.Service
	Readings     *readings.Service
	Billable     *billable.Service
	Mapping      *mapping.Service
	Received     *received.Service
	Ingest       *ingest.Service
	Drop         *drop.Service
	Pull         *pull.Service
	Health       *health.Service
	Forecast     *forecast.Service
}

// Assemble makes them.
func Assemble(d Parts) *Services {
	s := &Services{
		Rollup:     rollup.New(rollup.Deps{Curves: d.Curves, Events: d.Events, Invoices: d.Invoices, Keys: d.Keys, Perimeter: d.Perimeter, Rollups: d.Rollups, Tx: d.Tx}),
		Definitive: definitive.New(definitive.Deps{Curves: d.Curves, Declarations: d.Declarations, Guard: d.Guard, Invoices: d.Invoices, Now: d.Now, Perimeter: d.Perimeter, Tx: d.Tx}),
		Readings:   readings.New(readings.Deps{Curves: d.Curves, Guard: d.Guard, Perimeter: d.Perimeter, Readings: d.Readings, Registers: d.Registers}),
		Mapping:    mapping.New(mapping.Deps{Guard: d.Guard, Mappings: d.Mappings, Now: d.Now, Perimeter: d.Perimeter, Tx: d.Tx}),
		Forecast: forecast.New(forecast.Deps{Curves: d.Curves, Guard: d.Guard, Now: d.Now, Operations: d.Operations, PerformanceRatio: d.PerformanceRatio,
			Perimeter: d.Perimeter, Weather: d.Weather}),
	}
	s.Monthly = monthly.New(monthly.Deps{Memory: d.Memory, Perimeter: d.Perimeter, Rollups: d.Rollups, Rollup: s.Rollup})
	s.View = view.New(view.Deps{Source: view.Source{Curves: d.Curves, Perimeter: d.Perimeter, Monthly: s.Monthly, Rollup: s.Rollup}, Now: d.Now})
	s.Dashboard = dashboard.New(dashboard.Deps{Curves: d.Curves, Guard: d.Guard, Now: d.Now, Perimeter: d.Perimeter, Rollups: d.Rollups, Monthly: s.Monthly, View: s.View})
	s.Drawing = drawing.New(drawing.Deps{Curves: d.Curves, Guard: d.Guard, Operations: d.Operations, Perimeter: d.Perimeter, Rollups: d.Rollups, Monthly: s.Monthly, View: s.View})
	s.Balance = balance.New(balance.Deps{Curves: d.Curves, Guard: d.Guard, Now: d.Now, Perimeter: d.Perimeter, View: s.View, Drawing: s.Drawing})
	s.Distribution = distribution.New(distribution.Deps{Guard: d.Guard, Monthly: s.Monthly, View: s.View})
	s.Billable = billable.New(billable.Deps{Curves: d.Curves, Now: d.Now, Perimeter: d.Perimeter, Rollups: d.Rollups, Monthly: s.Monthly, Rollup: s.Rollup})
	s.Health = health.New(health.Deps{Curves: d.Curves, Guard: d.Guard, LateDays: d.LateDays, Perimeter: d.Perimeter, Rollups: d.Rollups, Checks: s.Readings, View: s.View})
	s.Received = received.New(received.Deps{Documents: d.Documents, Mappings: d.Mappings, Reader: d.Reader})
	s.Ingest = ingest.New(ingest.Deps{Curves: d.Curves, Guard: d.Guard, Imports: d.Imports, Jobs: d.Jobs, Now: d.Now, Perimeter: d.Perimeter,
		Readings: s.Readings, Received: s.Received, Rollup: s.Rollup, Tx: d.Tx})
	s.Drop = drop.New(drop.Deps{Drops: d.Drops, Guard: d.Guard, Ingest: s.Ingest, Memory: d.DropMemory, Now: d.Now, Operations: d.Operations,
		Perimeter: d.Perimeter, Queue: d.DropQueue, Received: s.Received, Tx: d.Tx})
	s.Pull = pull.New(pull.Deps{Curves: d.Curves, Drop: s.Drop, Guard: d.Guard, Ingest: s.Ingest, Now: d.Now, Operations: d.Operations,
		Perimeter: d.Perimeter, Queue: d.Pulls, Rollups: d.Rollups, Source: d.Source})
	return s
}
