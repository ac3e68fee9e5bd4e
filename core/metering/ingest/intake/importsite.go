package intake

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

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

// describe makes the line of an arrival on which some days changed. until is the day before
// which values may be missed.
func describe(against Against, grids *metering.Grids, a Arrival, c comparedCurve, changed int, until civil.Date, f metering.Finality) ImportSite {
	own, row := c.beside.own, c.row
	line := ImportSite{DsoID: a.Key.DsoID, Nature: a.Key.Nature, Month: row.Month, Step: int32(a.Series.Step.Seconds()),
		Unit: a.unit, Labels: a.labels, Doubtful: a.doubtful, ChangedDays: changed}
	line.Points, line.Total = own.N-own.Missing, own.Total
	month := row.Month.Range()
	g := grids.At(row.Step)
	line.Definitive = true
	for _, s := range against.Sites[a.Key.DsoID] {
		days := s.Period.Intersect(month)
		if days.IsEmpty() || !s.Plays(a.Key.Side) {
			continue
		}
		if line.ParticipantID.IsZero() {
			line.ParticipantID, line.Name = s.ParticipantID, s.Name
		}
		if days = days.Intersect(civil.Range{From: civil.Min, To: until}); !days.IsEmpty() {
			line.Missing += row.MissingIn(g, days)
		}
	}
	for i, d := range row.Days {
		if d.State.Has(metering.HasData) && !f.Final(month.From+civil.Date(i), d.State) {
			line.Definitive = false
		}
	}
	if before := c.beside.previous; before != nil {
		line.Previous = &before.Total
		now, ok := meanDay(own.Days)
		if then, was := meanDay(before.Days); ok && was && then > 0 {
			ratio := now / then
			line.Ratio, line.Factor = &ratio, suspectedFactor(ratio)
		}
	}
	return line
}

// meanDay is the mean energy of the whole days; ok is false without one.
func meanDay(days metering.Days) (mean float64, ok bool) {
	var sum energy.MilliWh
	count := 0
	for _, d := range days {
		if d.State.Has(metering.HasData | metering.Whole) {
			sum += d.Sum
			count++
		}
	}
	if count == 0 {
		return 0, false
	}
	return float64(sum) / float64(count), true
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
