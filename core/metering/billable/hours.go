package billable

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// wallClocks are the times of the civil day at which the steps of months begin, by month and step.
type wallClocks map[wallKey][]civil.Clock

type wallKey struct {
	month civil.Month
	step  time.Duration
}

// of are those of a grid. On the nights when the clock changes a time comes twice, or not at all.
func (w wallClocks) of(g metering.MonthGrid, zone civil.Zone) []civil.Clock {
	key := wallKey{g.Month, g.Step}
	if known := w[key]; known != nil {
		return known
	}
	clocks := make([]civil.Clock, g.N)
	for t := range clocks {
		at := g.Start.Add(time.Duration(t) * g.Step).In(zone.Location())
		clocks[t] = civil.Clock(at.Hour()*60 + at.Minute())
	}
	w[key] = clocks
	return clocks
}

// energyAt is what a pair had in a month at some hours of the given days.
func energyAt(row metering.SeriesMonth, asked metering.AtHours, splits map[civil.Month]rollup.MonthSplit, days civil.Range, zone civil.Zone, walls wallClocks) (sum energy.MilliWh, err error) {
	in := days.Intersect(row.Month.Range())
	if in.IsEmpty() {
		return 0, nil
	}
	split, several := splits[row.Month]
	several = several && !asked.ProducerID.IsZero()
	g := metering.GridOf(zone, row.Month, row.Step)
	if several {
		g = split.Grid
	}
	curve, err := metering.DecodeAt(row.Chunk, int32(g.Step.Seconds()))
	if err != nil {
		return 0, err
	}
	if several {
		curve = split.Part(curve, asked.ProducerID)
	}
	minutes, clocks := int(g.Step.Minutes()), walls.of(g, zone)
	from, to := g.Steps(in)
	for t := from; t < to; t++ {
		sum += curve.Values[t] * energy.MilliWh(asked.Hours.Minutes(clocks[t], minutes)) / energy.MilliWh(minutes)
	}
	return sum, nil
}
