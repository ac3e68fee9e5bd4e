package metering

import (
	"cmp"
	"time"

	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// maxFileBytes is the most a single received file may have.
const maxFileBytes = 200 << 20

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Perimeter    Perimeter
	Curves       Curves
	Rollups      Rollups
	Imports      Imports
	Declarations Declarations
	Files        object.Store
	Reader       FileReader
	Registers    Registers
	Queue        Queue
	Readings     PeriodReadings // nil = none is kept
	Mappings     Mappings       // nil = none is remembered
	Keys         Keys           // nil = by_default
	Invoices     Invoices       // nil = nothing is invoiced
	// Asking operators and looking into drops; all may be left out.
	Source     CurveSource
	Pulls      PullQueue
	DailyPulls bool // PullAll is called every hour
	Operations Operations
	Drops      []Drop
	Taken      TakenFiles
	Looks      DropLooks
	// Weather tells what producers should have made; nil = not known.
	Weather Weather
	// Changes is told which months have other curves than before; nil = nobody is.
	Changes Changes
	// PerformanceRatio is how much of the light on its panels a producer turns into
	// energy while its own is not known, 0 to 1; 0 = 0.8.
	PerformanceRatio float64
	// LateDays is after how many days of its end a month should be definitive; 0 = 45.
	LateDays int
}

// Service holds the use cases of metering.
type Service struct {
	guard        policy.Guard
	tx           tx.Runner
	now          func() time.Time
	perimeter    Perimeter
	curves       Curves
	rollups      Rollups
	imports      Imports
	declarations Declarations
	files        object.Store
	reader       FileReader
	registers    Registers
	queue        Queue
	readings     PeriodReadings
	mappings     Mappings
	keys         Keys
	invoices     Invoices
	source       CurveSource
	pulls        PullQueue
	dailyPulls   bool
	operations   Operations
	drops        []Drop
	taken        TakenFiles
	looks        DropLooks
	weather      Weather
	changes      Changes
	performance  float64
	lateDays     int
	recall       *recall
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, tx: d.Tx, now: d.Now, perimeter: d.Perimeter, curves: d.Curves,
		rollups: d.Rollups, imports: d.Imports, declarations: d.Declarations, files: d.Files, reader: d.Reader,
		registers: d.Registers, queue: d.Queue, readings: d.Readings, mappings: d.Mappings, keys: d.Keys, invoices: d.Invoices,
		source: d.Source, pulls: d.Pulls, dailyPulls: d.DailyPulls, operations: d.Operations, drops: d.Drops, taken: d.Taken, looks: d.Looks, weather: d.Weather, changes: d.Changes,
		performance: cmp.Or(d.PerformanceRatio, defaultPerformance), lateDays: d.LateDays, recall: newRecall(recallBytes)}
}
