package rollup

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// storedDerived are the curves that an earlier build derived, as they are stored.
func storedDerived(rows []metering.SeriesMonth) map[metering.SeriesKey]metering.SeriesMonth {
	out := map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range rows {
		if row.Derived {
			out[row.SeriesKey] = row
		}
	}
	return out
}

// derivedRows are the rows of curves that no operator sent, ascending. One that says what is
// stored keeps its version.
func derivedRows(g metering.MonthGrid, curves map[metering.SeriesKey]*loadcurve.Series, stored map[metering.SeriesKey]metering.SeriesMonth) []metering.SeriesMonth {
	rows := make([]metering.SeriesMonth, 0, len(curves))
	for _, key := range slices.SortedFunc(maps.Keys(curves), metering.SeriesKey.Compare) {
		row := metering.NewSeriesMonth(key, g, *curves[key])
		row.Derived = true
		before, known := stored[key]
		row.Version = before.Version
		if !known || before.Hash != row.Hash {
			row.Version++
		}
		rows = append(rows, row)
	}
	return rows
}

// changedRows are those derived rows that differ from what is stored, ascending. What was derived
// once and no longer is, as the curves of a site that has left, is emptied: nobody may go
// on reading it.
func changedRows(g metering.MonthGrid, derived []metering.SeriesMonth, stored map[metering.SeriesKey]metering.SeriesMonth) (changed []metering.SeriesMonth) {
	ceased := maps.Clone(stored)
	for _, row := range derived {
		if row.Version != stored[row.SeriesKey].Version {
			changed = append(changed, row)
		}
		delete(ceased, row.SeriesKey)
	}
	for key, before := range ceased {
		if before.Missing == before.N {
			continue // it is empty already
		}
		row := metering.NewSeriesMonth(key, g, loadcurve.NewSeries(g.Grid))
		row.Derived, row.Version = true, before.Version+1
		changed = append(changed, row)
	}
	slices.SortFunc(changed, func(a, b metering.SeriesMonth) int { return a.Compare(b.SeriesKey) })
	return changed
}

// within is a curve on the month's grid that is a gap outside the days of p, and
// wherever quality says so. It takes values over.
func within(g metering.MonthGrid, p pairing.Part, values []energy.MilliWh, quality loadcurve.Runs) loadcurve.Series {
	s := loadcurve.Series{Grid: g.Grid, Values: values}
	s.Quality = s.Quality.Add(loadcurve.Missing, p.From)
	s.Quality = quality.Window(s.Quality, p.From, p.To)
	s.Quality = s.Quality.Add(loadcurve.Missing, g.N-p.To)
	at := 0
	for _, run := range s.Quality {
		if run.Quality == loadcurve.Missing {
			clear(s.Values[at : at+run.Count])
		}
		at += run.Count
	}
	return s
}
