package intake

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// mostDays is how many days a warning lists; the rest is counted.
const mostDays = 10

// DayList is what a warning says of days.
type DayList struct {
	days  []string
	Count int
}

func (l *DayList) Add(d civil.Date) {
	if l.Count++; len(l.days) < mostDays {
		l.days = append(l.days, d.String())
	}
}

// Text lists the days; an ellipsis stands for those that are only counted.
func (l DayList) Text() []string {
	if l.Count > len(l.days) {
		return append(l.days[:len(l.days):len(l.days)], "…")
	}
	return l.days
}

// rise tells the index of a meter, which only ever goes up, from the energies of steps,
// which come down again every night.
type rise struct {
	steps, ups int
	last       energy.MilliWh
	fell       bool
}

// leastRise is how many values tell an index: a day of quarters of an hour.
const leastRise = 96

func (r *rise) add(values []energy.MilliWh) {
	for _, v := range values {
		if r.fell {
			return
		}
		r.fell = v < r.last
		if v > r.last && r.steps > 0 {
			r.ups++
		}
		r.last = v
		r.steps++
	}
}

// index reports whether all values rise, and not just once or twice.
func (r *rise) index() bool { return !r.fell && r.steps >= leastRise && 4*r.ups >= r.steps }

// ImportSite is one curve of one month, beside the month before.
type ImportSite struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Nature        metering.Nature
	Month         civil.Month
	Step          int32 // seconds
	Unit          string
	Labels        curvefile.Labels
	Points        int // values in the files
	Missing       int // steps of the site's past days without a value, after the import
	Doubtful      int
	Total         energy.MilliWh // of the values in the files
	Previous      *energy.MilliWh
	Ratio         *float64 // mean day against that of the month before
	Factor        string   // "×4", "÷4", "×1000", "÷1000": the ratio looks like a mistake
	ChangedDays   int
	Definitive    bool
}

// suspectedFactor names the unit mistake that a ratio looks like: quarters of an hour
// taken for hours, watts for kilowatts. A season does not do that.
func suspectedFactor(ratio float64) string {
	switch {
	case ratio > 500 && ratio < 2000:
		return "×1000"
	case ratio > 1./2000 && ratio < 1./500:
		return "÷1000"
	case ratio > 3.2 && ratio < 5:
		return "×4"
	case ratio > 1./5 && ratio < 1./3.2:
		return "÷4"
	}
	return ""
}
