package intake

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Known is what is stored where the curves of a month arrive.
type Known struct {
	Stored   map[metering.SeriesKey]metering.SeriesMonth // of the month
	Previous map[metering.SeriesKey]metering.SeriesMonth // of the month before
	Series   map[metering.SeriesKey]loadcurve.Series     // those that Differing names
	Finality metering.Finality
}

// Change is what the curves of a month change of what is stored.
type Change struct {
	Month      civil.Month
	Rows       []metering.SeriesMonth // new and changed
	Days       []bool                 // civil days on which something changes
	Sites      []ImportSite           // a line of each curve
	Suspicions []Suspicion
	Warnings   []*fault.Error
}

// ChangedDays are the days on which something changes, ascending.
func (c Change) ChangedDays() (days []civil.Date) {
	for i, changed := range c.Days {
		if changed {
			days = append(days, c.Month.First()+civil.Date(i))
		}
	}
	return days
}

// Alone are the rows that would be stored of arrivals alone.
func Alone(grids *metering.Grids, arrivals []Arrival) []metering.SeriesMonth {
	rows := make([]metering.SeriesMonth, len(arrivals))
	for i, a := range arrivals {
		rows[i] = metering.NewSeriesMonth(a.Key, grids.At(int32(a.Series.Step.Seconds())), a.Series)
	}
	return rows
}

// Differing names the curves that differ from what is stored of them, or have only a part of
// it: their stored values must be known to compare.
func Differing(alone []metering.SeriesMonth, stored map[metering.SeriesKey]metering.SeriesMonth) (keys []metering.SeriesKey) {
	for _, row := range alone {
		if before, ok := stored[row.SeriesKey]; ok && !before.Derived && before.Hash != row.Hash {
			keys = append(keys, row.SeriesKey)
		}
	}
	return keys
}

// Compare says what arrivals, and the rows of them alone, change of what is known.
func Compare(against Against, grids *metering.Grids, arrivals []Arrival, alone []metering.SeriesMonth, known Known) (Change, error) {
	m := grids.Month
	out := Change{Month: m, Days: make([]bool, m.Days()), Rows: make([]metering.SeriesMonth, 0, len(arrivals)), Sites: make([]ImportSite, 0, len(arrivals))}
	until := reach(against.Zone.DateOf(against.Now), m, alone)
	for i, a := range arrivals {
		one, err := compareCurve(against, grids, a, alone[i], known)
		if err != nil {
			return Change{}, err
		}
		changed := 0
		for d, differs := range one.days {
			if differs {
				out.Days[d] = true
				changed++
			}
		}
		if one.stores {
			out.Rows = append(out.Rows, one.row)
		}
		if changed > 0 {
			if s, ok := one.beside.suspect(); ok {
				out.Suspicions = append(out.Suspicions, s)
			}
		}
		out.Sites = append(out.Sites, describe(against, grids, a, one, changed, until, known.Finality))
		out.Warnings = append(append(out.Warnings, one.lessFinal...), gaps(against, one.row)...)
	}
	return out, nil
}

// comparedCurve is a curve beside what was stored of it.
type comparedCurve struct {
	row       metering.SeriesMonth // as it will be
	stores    bool                 // it is new or other than before
	days      []bool               // civil days on which it changes; nil = none
	lessFinal []*fault.Error
	beside    comparison
}

// compareCurve says what becomes of an arrival; own is what would be stored of it alone.
func compareCurve(against Against, grids *metering.Grids, a Arrival, own metering.SeriesMonth, known Known) (comparedCurve, error) {
	out := comparedCurve{row: own, beside: comparison{own: own, sites: against.Sites[a.Key.DsoID], final: known.Finality.Final}}
	if previous, ok := known.Previous[a.Key]; ok {
		out.beside.previous = &previous
	}
	before, existed := known.Stored[a.Key]
	stored, differs := known.Series[a.Key]
	switch {
	case !existed || before.Derived:
		out.row.Version = before.Version + 1
		out.days, out.stores = daysWithData(own.Days), true
		return out, nil
	case !differs:
		out.row.Version = before.Version
		return out, nil
	}
	merged, err := mergeOnto(stored, a.Series)
	if err != nil {
		return out, err
	}
	if out.days, err = changedDays(grids, stored, merged); err != nil {
		return out, err
	}
	if &merged.Values[0] != &a.Series.Values[0] { // else nothing stored is left
		out.row = metering.NewSeriesMonth(a.Key, grids.At(int32(merged.Step.Seconds())), merged)
	}
	out.row.Version = before.Version
	if out.stores = out.row.Hash != before.Hash; out.stores {
		out.row.Version++
	}
	out.lessFinal = lessFinal(before, out.row, known.Finality)
	out.beside.stored = &before
	out.beside.replaced, err = replacedDays(grids, stored, merged)
	return out, err
}

// daysWithData marks the days on which a new curve has a value.
func daysWithData(days metering.Days) []bool {
	out := make([]bool, len(days))
	for i, d := range days {
		out[i] = d.State.Has(metering.HasData)
	}
	return out
}

// changedDays marks the civil days on which two curves of a month differ.
func changedDays(grids *metering.Grids, a, b loadcurve.Series) (days []bool, err error) {
	x, y := a, b
	if a.Step != b.Step {
		if x, y, err = onOneStep(a, b); err != nil {
			return nil, err
		}
	}
	g := grids.At(int32(x.Step / time.Second))
	days = make([]bool, grids.Month.Days())
	for d := range days {
		from, to := g.Starts[d], g.Starts[d+1]
		days[d] = !slices.Equal(x.Values[from:to], y.Values[from:to]) ||
			!slices.Equal(x.Quality.Window(nil, from, to), y.Quality.Window(nil, from, to))
	}
	return days, nil
}

// reach is the day until which values may be missed: today in a month that is over, and in
// the running one the day after the last that any of the files has.
func reach(today civil.Date, m civil.Month, alone []metering.SeriesMonth) civil.Date {
	if !m.Range().Contains(today) {
		return today
	}
	until := m.First()
	for _, row := range alone {
		for i, d := range row.Days {
			if date := m.First() + civil.Date(i) + 1; d.State.Has(metering.HasData) && date > until {
				until = date
			}
		}
	}
	return min(until, today)
}
