package metering

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// curveMonth is a curve of one month, of an operation or of a site.
type curveMonth struct {
	month  civil.Month
	nature Nature
	side   Side
	step   int32
	days   Days
	chunk  []byte
}

// drawing puts curves of months on the grid of an answer.
type drawing struct {
	question
	resolution Resolution
	scope      Scope
	origin     Origin
	asked      []Nature
	within     civil.Range // days outside are gaps
	months     []curveMonth
	received   []curveMonth // what came from all producers, where months have one's part
	quality    bool         // tell it step by step; months have chunks then
	out        LoadCurve
}

func (d *drawing) draw() (LoadCurve, error) {
	zone := d.op.Operator.Zone()
	d.out = LoadCurve{Tag: d.tag, Zone: zone, Days: d.days, Start: zone.Start(d.days.From)}
	source := int32(0)
	for _, m := range slices.Concat(d.months, d.received) {
		source = max(source, m.step)
	}
	if source == 0 {
		source = minStep
	}
	d.out.SourceStep = ISOStep(source)
	d.out.Step = d.step(source)
	for _, n := range d.natures {
		of := d.of(n)
		if len(of) == 0 && !has(d.asked, n) {
			continue
		}
		series, err := d.series(n, of, source)
		if err != nil {
			return LoadCurve{}, err
		}
		d.out.Series = append(d.out.Series, series)
	}
	if len(d.received) > 0 {
		series, err := d.series(Autoconso, d.received, source)
		if err != nil {
			return LoadCurve{}, err
		}
		d.out.Received = &series
	}
	if of := d.of(ACI); len(of) > 0 {
		series, err := d.series(ACI, of, source)
		d.out.ACI = &series
		return d.out, err
	}
	return d.out, nil
}

// of are the curves of a nature that the scope counts.
func (d *drawing) of(n Nature) (of []curveMonth) {
	for _, m := range d.months {
		if m.nature == n && has(d.scope.sides(n), m.side) {
			of = append(of, m)
		}
	}
	return of
}

func (d *drawing) series(n Nature, of []curveMonth, source int32) (CurveSeries, error) {
	out := CurveSeries{Nature: n, Scope: d.scope, Origin: d.origin, Energy: d.known(of)}
	var err error
	if out.Values, err = d.values(of, source); err == nil && d.quality {
		out.Qualities, err = d.qualities(of, out.Values, source)
	}
	return out, err
}

// known is the energy of curves on the days that are seen, gaps of other curves or not.
func (d *drawing) known(of []curveMonth) (sum *energy.MilliWh) {
	for _, m := range of {
		_, days := m.days.in(m.month, d.days.Intersect(d.within))
		for _, day := range days {
			if !day.State.Has(HasData) {
				continue
			}
			if sum == nil {
				sum = new(energy.MilliWh)
			}
			*sum += day.Sum
		}
	}
	return sum
}

func has[T comparable](all []T, one T) bool {
	for _, v := range all {
		if v == one {
			return true
		}
	}
	return false
}

func (d *drawing) values(of []curveMonth, source int32) ([]int64, error) {
	switch d.resolution {
	case Daily:
		return d.byDay(of), nil
	case Monthly:
		return d.byMonth(of), nil
	case Hour:
		source = 3600
	}
	return d.bySteps(of, source)
}

// step is that of the answer in ISO 8601, also where it has no curve.
func (d *drawing) step(source int32) string {
	switch d.resolution {
	case Daily:
		return "P1D"
	case Monthly:
		return "P1M"
	case Hour:
		return ISOStep(3600)
	}
	return ISOStep(source)
}

// ISOStep is a step in seconds as ISO 8601 writes it.
func ISOStep(s int32) string {
	switch s {
	case 300:
		return "PT5M"
	case 600:
		return "PT10M"
	case 900:
		return "PT15M"
	case 1800:
		return "PT30M"
	}
	return "PT1H"
}

// provisional notes that a value at an instant is not definitive.
func (d *drawing) provisional(at time.Time) {
	if d.out.ProvisionalFrom == nil || at.Before(*d.out.ProvisionalFrom) {
		d.out.ProvisionalFrom = &at
	}
}

// byDay gives one value a civil day: a day with a gap in one of the curves is a gap.
func (d *drawing) byDay(of []curveMonth) []int64 {
	values := gaps(d.days.Days())
	broken := make([]bool, len(values))
	for _, m := range of {
		first, days := m.days.in(m.month, d.days.Intersect(d.within))
		for i, day := range days {
			at := int(first-d.days.From) + i
			if !day.State.Has(HasData | Whole) {
				broken[at] = true
				continue
			}
			if values[at] == Gap {
				values[at] = 0
			}
			values[at] += int64(day.Sum)
			if date := first + civil.Date(i); !d.finality.final(date, day.State) {
				d.provisional(d.out.Zone.Start(date))
			}
		}
	}
	for at := range values {
		if broken[at] {
			values[at] = Gap
		}
	}
	return values
}

func gaps(n int) []int64 {
	values := make([]int64, n)
	for i := range values {
		values[i] = Gap
	}
	return values
}

// byMonth gives one value a civil month, of the days asked for: a gap where one of
// these days is.
func (d *drawing) byMonth(of []curveMonth) []int64 {
	days := d.byDay(of)
	months := civil.MonthsOf(d.days)
	values := make([]int64, len(months))
	for i, m := range months {
		r := m.Range().Intersect(d.days)
		for _, v := range days[r.From-d.days.From : r.To-d.days.From] {
			if v == Gap || values[i] == Gap {
				values[i] = Gap
				continue
			}
			values[i] += v
		}
	}
	return values
}

// bySteps gives values at elapsed steps, from the chunks.
func (d *drawing) bySteps(of []curveMonth, step int32) ([]int64, error) {
	from, to := d.out.Zone.Span(d.days)
	values := gaps(int(to.Sub(from) / seconds(step)))
	lower, upper := d.out.Zone.Span(d.days.Intersect(d.within))
	byMonth := map[civil.Month]*loadcurve.Series{}
	for _, m := range of {
		s, err := decodeAt(m.chunk, step)
		if err != nil {
			return nil, err
		}
		d.markProvisional(m, s)
		if sum := byMonth[m.month]; sum != nil {
			if err := loadcurve.AddTo(sum, s); err != nil {
				return nil, err
			}
			continue
		}
		byMonth[m.month] = &s
	}
	for _, s := range byMonth {
		w := s.Window(lower, upper)
		at := int(w.Start.Sub(from) / w.Step)
		for _, run := range w.Quality {
			if run.Quality != loadcurve.Missing {
				for i, v := range w.Values[:run.Count] {
					values[at+i] = int64(v)
				}
			}
			at += run.Count
			w.Values = w.Values[run.Count:]
		}
	}
	return values, nil
}

func decodeAt(chunk []byte, step int32) (loadcurve.Series, error) {
	var s, even loadcurve.Series
	if err := loadcurve.Decode(chunk, &s); err != nil || s.Step == seconds(step) {
		return s, err
	}
	err := loadcurve.Resample(&even, s, seconds(step))
	return even, err
}

// markProvisional finds the first value within the days asked for that is not
// definitive.
func (d *drawing) markProvisional(m curveMonth, s loadcurve.Series) {
	first, days := m.days.in(m.month, d.days.Intersect(d.within))
	for i, day := range days {
		date := first + civil.Date(i)
		if !day.State.Has(HasData) || d.finality.final(date, day.State) {
			continue
		}
		from, to := d.out.Zone.Start(date), d.out.Zone.Start(date+1)
		w := s.Window(from, to)
		at := 0
		for _, run := range w.Quality {
			if run.Quality != loadcurve.Missing && run.Quality != loadcurve.Definitive {
				d.provisional(w.At(at))
				return
			}
			at += run.Count
		}
	}
}
