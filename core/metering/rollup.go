package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// Rollup is everything that is summed of one operation month. Only curves of origin
// DSO are in it.
type Rollup struct {
	Month         civil.Month
	Sums          []SumMonth
	Distributions []DistributionMonth
	Pairs         *PairMonth // nil with fewer than two producers
	LatestDay     *civil.Date
	Findings      []Finding // where the operator's curves do not fit together
}

// SumMonth is the summed curve of one nature and side. A step is a gap where one of
// the curves has one while its site takes part.
type SumMonth struct {
	Month  civil.Month
	Nature Nature
	Side   Side
	Step   int32 // seconds
	N      int
	Total  energy.MilliWh
	Days   Days // with peaks
	Chunk  []byte
}

// DistributionMonth is what each participant of a side had.
type DistributionMonth struct {
	Month        civil.Month
	Nature       Nature
	Side         Side
	Participants []id.ID          // ascending
	Totals       []energy.MilliWh // Absent = no curve
	Days         []energy.MilliWh // [participant × days of the month]
}

// PairMonth is what each consumer had from each producer: A_c split in proportion to
// what each producer gave at every step, rows exact (decisions 3.2). With one producer the shared energy of
// a consumer is its pair, and none is kept. A consumer without id stands for all of them
// together. On the days of Apart the key itself said who had what from whom.
type PairMonth struct {
	Month     civil.Month
	Producers []id.ID          // ascending
	Consumers []id.ID          // "" first, then ascending
	Totals    []energy.MilliWh // [consumer × producers]
	Days      []energy.MilliWh // of all together: [producer × days]; nil when not read
	Apart     DayMask
	Algorithm int // version of the arithmetic that made it (share.Version)
}
