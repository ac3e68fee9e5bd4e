package drawing

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// HoursInput asks for one nature hour by hour, of an operation or of one of its sites.
type HoursInput struct {
	OperationID   id.ID
	ParticipantID id.ID          // none = the whole operation
	Scope         metering.Scope // none = the side that the nature belongs to, else Global, of a site its own
	Nature        metering.Nature
	Days          civil.Range
	Known         []metering.Revision // If-None-Match
}

// HeatMap is energy by civil day and hour of the day, in legal time.
type HeatMap struct {
	Revision  metering.Revision
	Unchanged bool
	Zone      civil.Zone
	Days      civil.Range
	Nature    metering.Nature
	Highest   energy.MilliWh // of one hour; of the doubled one the mean of both counts
	Rows      []HeatDay      // one a day
}

// HeatDay is one day. The hour that spring leaves out is a gap; the one that autumn has
// twice is the sum of both, so that the hours add up to the day.
type HeatDay struct {
	Date        civil.Date
	Values      [24]int64 // mWh; Gap = not known
	Provisional bool      // some of it is not definitive
}

// HourProfile is the mean energy of each hour of the day, in legal time.
type HourProfile struct {
	Revision  metering.Revision
	Unchanged bool
	Zone      civil.Zone
	Days      civil.Range
	Nature    metering.Nature
	Counted   int // days with a value
	Means     [24]int64
	Totals    [24]int64 // both occurrences of the doubled hour count
	Best      *BestHours
}

// BestHours are the two hours in a row of a mean day that have the most energy: of the
// surplus, those in which an appliance runs on what is left over.
type BestHours struct {
	From   int            // full hour of legal time, 0 to 22; they end two hours later
	Energy energy.MilliWh // of both together, on a mean day
}

// bestHours are those of mean hours, the earliest of equals; nil where there is nothing.
// Both have to be known.
func bestHours(means [24]int64) (best *BestHours) {
	for from := range 23 {
		if means[from] == Gap || means[from+1] == Gap {
			continue
		}
		if sum := energy.MilliWh(means[from] + means[from+1]); sum > 0 && (best == nil || sum > best.Energy) {
			best = &BestHours{From: from, Energy: sum}
		}
	}
	return best
}

// mean rounds half up; nothing has none.
func mean(sum int64, n int) int64 {
	if n == 0 {
		return Gap
	}
	return (sum + int64(n)/2) / int64(n)
}

// hours are the hours of some days in time order.
type hours struct {
	revision    metering.Revision
	zone        civil.Zone
	start       time.Time
	values      []int64 // Gap = not known
	provisional map[civil.Date]bool
}

// day sums a day by hour of the wall clock, and counts what there is of each.
func (h hours) day(d civil.Date) (sums [24]int64, counts [24]int) {
	from, to := h.zone.Start(d), h.zone.Start(d+1)
	for at := from; at.Before(to); at = at.Add(metering.Hour) {
		v := h.values[int(at.Sub(h.start)/metering.Hour)]
		if v == Gap {
			continue
		}
		wall := at.In(h.zone.Location()).Hour()
		sums[wall] += v
		counts[wall]++
	}
	return sums, counts
}

// rows are days by hour of the wall clock, and the highest of one hour.
func (h hours) rows(days civil.Range) (rows []HeatDay, highest energy.MilliWh) {
	rows = make([]HeatDay, days.Days())
	for i := range rows {
		date := days.From + civil.Date(i)
		sums, counts := h.day(date)
		for hour, n := range counts {
			if n == 0 {
				sums[hour] = Gap
				continue
			}
			highest = max(highest, energy.MilliWh(mean(sums[hour], n)))
		}
		rows[i] = HeatDay{Date: date, Values: sums, Provisional: h.provisional[date]}
	}
	return rows, highest
}
