package metering

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// qualities tells, for each value of a curve, the lowest quality of all that it sums.
// What was provisional and counts as definitive by now says so; what is estimated or
// doubtful stays so.
func (d *drawing) qualities(of []curveMonth, values []int64, source int32) (loadcurve.Runs, error) {
	lowest := make([]uint8, len(values))
	for i := range lowest {
		lowest[i] = none
	}
	for _, m := range of {
		step := m.step
		switch d.resolution {
		case Hour:
			step = 3600
		case Raw, Auto:
			step = source
		}
		s, err := decodeAt(m.chunk, step)
		if err != nil {
			return nil, err
		}
		d.lower(lowest, m.month, s)
	}
	var out loadcurve.Runs
	for i, q := range lowest {
		if values[i] == Gap || q == none {
			q = uint8(loadcurve.Missing)
		}
		out = out.Add(loadcurve.Quality(q), 1)
	}
	return out, nil
}

// lower takes a curve of a month into account, day by day.
func (d *drawing) lower(lowest []uint8, m civil.Month, s loadcurve.Series) {
	days := m.Range().Intersect(d.days).Intersect(d.within)
	for day := days.From; day < days.To; day++ {
		w := s.Window(d.out.Zone.Start(day), d.out.Zone.Start(day+1))
		at := d.place(day, w.Start, s.Step)
		for _, run := range w.Quality {
			quality := uint8(run.Quality)
			if run.Quality == loadcurve.Provisional && d.finality.holds(day) {
				quality = uint8(loadcurve.Definitive)
			}
			if d.resolution == Daily || d.resolution == Monthly {
				lowest[at] = min(lowest[at], quality)
				continue
			}
			for i := at; i < at+run.Count; i++ {
				lowest[i] = min(lowest[i], quality)
			}
			at += run.Count
		}
	}
}

// place is the value that a step belongs to.
func (d *drawing) place(day civil.Date, at time.Time, step time.Duration) int {
	switch d.resolution {
	case Daily:
		return int(day - d.days.From)
	case Monthly:
		return int(civil.MonthOf(day) - civil.MonthOf(d.days.From))
	}
	return int(at.Sub(d.out.Start) / step)
}
