package metering

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// ImportResult is what an import understood, and what it changed or would change.
type ImportResult struct {
	DryRun       bool
	Points       int64
	Sites        []ImportSite
	ChangedSites int // sites with a changed curve
	ChangedDays  int // civil days, each counted once however many sites changed on it
	Unchanged    bool
	Registers    int // lines of a monthly file
	Readings     int // of whole periods, beside curves
	// ReadingsChanged of them are new, or differ from what is stored.
	ReadingsChanged int
	ReadingSites    []ReadingSite // whose readings they are, by number
	// Suspected are the months that must be confirmed, or were: the first ones, maxFaults
	// at most, and how many there are.
	Suspected      []Suspicion
	SuspectedCount int
	Warnings       []*fault.Error      // the first ones, maxFaults at most
	WarningCount   int                 // all there are
	Files          []FileUnderstanding // how each file was read
}

// Months are those that the curves are of, ascending.
func (r ImportResult) Months() []civil.Month {
	seen := map[civil.Month]bool{}
	for _, site := range r.Sites {
		seen[site.Month] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// ReadingSite counts the readings of one site in an import.
type ReadingSite struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Readings      int
	Changed       int // new, or other than what is stored
}

// ImportSite is one curve of one month, beside the month before.
type ImportSite struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Nature        Nature
	Month         civil.Month
	Step          int32 // seconds
	Unit          string
	Labels        Labels
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

// reach is the day until which values may be missed: that of today in a month that is over,
// and in the running one the day after the last that any of the files has.
func (c *monthChanges) reach(fresh []SeriesMonth) civil.Date {
	if today := c.in.today; !c.month.Range().Contains(today) {
		return today
	}
	until := c.month.First()
	for _, row := range fresh {
		for i, d := range row.Days {
			if date := c.month.First() + civil.Date(i) + 1; d.State.Has(HasData) && date > until {
				until = date
			}
		}
	}
	return min(until, c.in.today)
}

// describe makes the line of an arrival. own is the arrival alone, row the curve as it
// will be stored; before is that of the month before (nil = none).
func (in *intake) describe(a arrival, own, row SeriesMonth, before *SeriesMonth, changed int, until civil.Date, f finality) ImportSite {
	line := ImportSite{DsoID: a.key.DsoID, Nature: a.key.Nature, Month: row.Month, Step: int32(a.series.Step.Seconds()),
		Unit: a.unit, Labels: a.labels, Doubtful: a.doubtful, ChangedDays: changed}
	line.Points, line.Total = own.N-own.Missing, own.Total
	month := row.Month.Range()
	g := gridOf(in.zone, row.Month, row.Step)
	line.Definitive = true
	for _, s := range in.sites[a.key.DsoID] {
		days := s.Period.Intersect(month)
		if days.IsEmpty() || !s.plays(a.key.Side) {
			continue
		}
		if line.ParticipantID.IsZero() {
			line.ParticipantID, line.Name = s.ParticipantID, s.Name
		}
		if days = days.Intersect(civil.Range{From: civil.Min, To: until}); !days.IsEmpty() {
			line.Missing += row.missing(g, days)
		}
	}
	for i, d := range row.Days {
		if d.State.Has(HasData) && !f.final(month.From+civil.Date(i), d.State) {
			line.Definitive = false
		}
	}
	if before != nil {
		line.Previous = &before.Total
		now, ok := meanDay(own.Days)
		if then, was := meanDay(before.Days); ok && was && then > 0 {
			ratio := now / then
			line.Ratio, line.Factor = &ratio, suspectedFactor(ratio)
		}
	}
	return line
}

// missing counts the steps of some days without a value. Whole days need no look at
// the chunk.
func (m SeriesMonth) missing(g monthGrid, days civil.Range) int {
	from, to := int(days.From-m.Month.First()), int(days.To-m.Month.First())
	if from == 0 && to == len(m.Days) {
		return m.Missing
	}
	var s loadcurve.Series
	if m.curve != nil {
		s = *m.curve
	} else if loadcurve.Decode(m.Chunk, &s) != nil {
		return 0
	}
	return s.Quality.Window(nil, g.starts[from], g.starts[to]).Count(loadcurve.Missing)
}

// gaps warns of the days a curve has a value on but not all of them, and of days of
// the site without any between others that have.
func (in *intake) gaps(row SeriesMonth) {
	var list dayList
	last := -1
	for i, d := range row.Days {
		if d.State.Has(HasData) {
			last = i
		}
	}
	for i := 0; i <= last; i++ {
		date := row.Month.First() + civil.Date(i)
		if row.Days[i].State.Has(Whole) || !in.activeOn(row.DsoID, date) {
			continue
		}
		list.add(date)
	}
	if list.count > 0 {
		in.warn(WarnGap.With("value", row.DsoID).With("nature", row.Nature.String()).With("count", list.count).With("days", list.text()))
	}
}

func (in *intake) activeOn(dsoID string, d civil.Date) bool {
	for _, s := range in.sites[dsoID] {
		if s.Period.Contains(d) {
			return true
		}
	}
	return false
}
