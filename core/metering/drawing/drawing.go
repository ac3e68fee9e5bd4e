package drawing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
)

// drawing puts curves of months on the grid of an answer.
type drawing struct {
	view.Question
	resolution Resolution
	scope      metering.Scope
	origin     metering.Origin
	asked      []metering.Nature
	within     civil.Range // days outside are gaps
	months     []view.CurveMonth
	received   []view.CurveMonth // what came from all producers, where months have one's part
	quality    bool              // tell it step by step; months have chunks then
	out        LoadCurve
}

func (d *drawing) draw() (LoadCurve, error) {
	zone := d.Op.Operator.Zone()
	d.out = LoadCurve{Revision: d.Revision, Zone: zone, Days: d.Days, Start: zone.Start(d.Days.From)}
	source := int32(0)
	for _, m := range slices.Concat(d.months, d.received) {
		source = max(source, m.Step)
	}
	if source == 0 {
		source = rollup.MinStep
	}
	d.out.SourceStep = ISOStep(source)
	d.out.Step = d.step(source)
	for _, n := range d.Natures {
		of := d.of(n)
		if len(of) == 0 && !metering.Has(d.asked, n) {
			continue
		}
		series, err := d.series(n, of, source)
		if err != nil {
			return LoadCurve{}, err
		}
		d.out.Series = append(d.out.Series, series)
	}
	if len(d.received) > 0 {
		series, err := d.series(metering.Autoconso, d.received, source)
		if err != nil {
			return LoadCurve{}, err
		}
		d.out.Received = &series
	}
	if of := d.of(metering.ACI); len(of) > 0 {
		series, err := d.series(metering.ACI, of, source)
		d.out.ACI = &series
		return d.out, err
	}
	return d.out, nil
}

// of are the curves of a nature that the scope counts.
func (d *drawing) of(n metering.Nature) (of []view.CurveMonth) {
	for _, m := range d.months {
		if m.Nature == n && metering.Has(d.scope.Sides(n), m.Side) {
			of = append(of, m)
		}
	}
	return of
}

func (d *drawing) series(n metering.Nature, of []view.CurveMonth, source int32) (CurveSeries, error) {
	out := CurveSeries{Nature: n, Scope: d.scope, Origin: d.origin, Energy: d.known(of)}
	var err error
	if out.Values, err = d.values(of, source); err == nil && d.quality {
		out.Qualities, err = d.qualities(of, out.Values, source)
	}
	return out, err
}

// known is the energy of curves on the days that are seen, gaps of other curves or not.
func (d *drawing) known(of []view.CurveMonth) (sum *energy.MilliWh) {
	for _, m := range of {
		_, days := m.Days.In(m.Month, d.Days.Intersect(d.within))
		for _, day := range days {
			if !day.State.Has(metering.HasData) {
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

func (d *drawing) values(of []view.CurveMonth, source int32) ([]int64, error) {
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
func (d *drawing) byDay(of []view.CurveMonth) []int64 {
	values := gaps(d.Days.Days())
	broken := make([]bool, len(values))
	for _, m := range of {
		first, days := m.Days.In(m.Month, d.Days.Intersect(d.within))
		for i, day := range days {
			at := int(first-d.Days.From) + i
			if !day.State.Has(metering.HasData | metering.Whole) {
				broken[at] = true
				continue
			}
			if values[at] == Gap {
				values[at] = 0
			}
			values[at] += int64(day.Sum)
			if date := first + civil.Date(i); !d.Finality.Final(date, day.State) {
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
func (d *drawing) byMonth(of []view.CurveMonth) []int64 {
	days := d.byDay(of)
	months := civil.MonthsOf(d.Days)
	values := make([]int64, len(months))
	for i, m := range months {
		r := m.Range().Intersect(d.Days)
		for _, v := range days[r.From-d.Days.From : r.To-d.Days.From] {
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
func (d *drawing) bySteps(of []view.CurveMonth, step int32) ([]int64, error) {
	from, to := d.out.Zone.Span(d.Days)
	values := gaps(int(to.Sub(from) / metering.Seconds(step)))
	lower, upper := d.out.Zone.Span(d.Days.Intersect(d.within))
	byMonth := map[civil.Month]*loadcurve.Series{}
	for _, m := range of {
		s, err := metering.DecodeAt(m.Chunk, step)
		if err != nil {
			return nil, err
		}
		d.markProvisional(m, s)
		if sum := byMonth[m.Month]; sum != nil {
			if err := loadcurve.AddTo(sum, s); err != nil {
				return nil, err
			}
			continue
		}
		byMonth[m.Month] = &s
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

// markProvisional finds the first value within the days asked for that is not
// definitive.
func (d *drawing) markProvisional(m view.CurveMonth, s loadcurve.Series) {
	first, days := m.Days.In(m.Month, d.Days.Intersect(d.within))
	for i, day := range days {
		date := first + civil.Date(i)
		if !day.State.Has(metering.HasData) || d.Finality.Final(date, day.State) {
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

func (d *drawing) add(sums []rollup.SumMonth) {
	for _, m := range sums {
		d.months = append(d.months, view.CurveMonth{Month: m.Month, Nature: m.Nature, Side: m.Side, Step: m.Step, Days: m.Days, Chunk: m.Chunk})
	}
}

// expected draws our own allocation (domain 6.6) of a site, or without one the sums
// of all. Sums of it are not kept: whoever asks compares a few days.
func (d *drawing) expected(ctx context.Context, participantID id.ID, known []metering.Revision) (LoadCurve, error) {
	sites, err := d.Perimeter.Sites(ctx, d.Op.ID)
	if err != nil {
		return LoadCurve{}, err
	}
	if participantID != "" {
		sites = slices.DeleteFunc(sites, func(s metering.Site) bool { return s.ParticipantID != participantID })
	}
	d.origin = metering.Expected
	months := civil.MonthsOf(d.Days.Intersect(d.within))
	numbers := make([]string, len(sites))
	for i, s := range sites {
		numbers[i] = s.DsoID
	}
	if len(numbers) == 0 || len(months) == 0 {
		return d.draw()
	}
	rows, err := d.Curves.OfSites(ctx, d.Op.ID, numbers, d.Natures, months, true)
	if err != nil {
		return LoadCurve{}, err
	}
	rows = slices.DeleteFunc(rows, func(r metering.SeriesMonth) bool { return r.Origin != metering.Expected })
	var stamp []any
	for _, row := range rows {
		stamp = append(stamp, row.Month, row.DsoID, row.Nature, row.Side, fmt.Sprintf("%x", row.Hash))
	}
	d.Revision = d.RevisionOf(nil, append(stamp, d.Revision))
	if metering.Knows(known, d.Revision) {
		return LoadCurve{Revision: d.Revision, Unchanged: true}, nil
	}
	byMonth := map[civil.Month][]metering.SeriesMonth{}
	for _, row := range rows {
		row.Origin, row.Derived = metering.DSO, false
		byMonth[row.Month] = append(byMonth[row.Month], row)
	}
	for _, m := range months {
		curves := rollup.SiteCurvesOf(rollup.Input{Op: d.Op, Month: m, Sites: sites, Curves: byMonth[m]})
		var sums []rollup.SumMonth
		for _, k := range []metering.NatureSide{{Nature: metering.Autoconso, Side: metering.Consumer}, {Nature: metering.Autoconso, Side: metering.Producer}, {Nature: metering.Surplus, Side: metering.Producer}} {
			total, some, err := rollup.TotalOf(curves, k)
			if err != nil {
				return LoadCurve{}, err
			}
			if some {
				sums = append(sums, total.Sum)
			}
		}
		d.add(sums)
	}
	return d.draw()
}

// openDays are the days with data that is not definitive.
func (d *drawing) openDays() map[civil.Date]bool {
	out := map[civil.Date]bool{}
	for _, m := range d.months {
		if !metering.Has(d.scope.Sides(m.Nature), m.Side) {
			continue
		}
		first, days := m.Days.In(m.Month, d.Days.Intersect(d.within))
		for i, day := range days {
			if date := first + civil.Date(i); day.State.Has(metering.HasData) && !d.Finality.Final(date, day.State) {
				out[date] = true
			}
		}
	}
	return out
}

// qualities tells, for each value of a curve, the lowest quality of all that it sums.
// What was provisional and counts as definitive by now says so; what is estimated or
// doubtful stays so.
func (d *drawing) qualities(of []view.CurveMonth, values []int64, source int32) (loadcurve.Runs, error) {
	lowest := make([]uint8, len(values))
	for i := range lowest {
		lowest[i] = metering.None
	}
	for _, m := range of {
		step := m.Step
		switch d.resolution {
		case Hour:
			step = 3600
		case Raw, Auto:
			step = source
		}
		s, err := metering.DecodeAt(m.Chunk, step)
		if err != nil {
			return nil, err
		}
		d.lower(lowest, m.Month, s)
	}
	var out loadcurve.Runs
	for i, q := range lowest {
		if values[i] == Gap || q == metering.None {
			q = uint8(loadcurve.Missing)
		}
		out = out.Add(loadcurve.Quality(q), 1)
	}
	return out, nil
}

// lower takes a curve of a month into account, day by day.
func (d *drawing) lower(lowest []uint8, m civil.Month, s loadcurve.Series) {
	days := m.Range().Intersect(d.Days).Intersect(d.within)
	for day := days.From; day < days.To; day++ {
		w := s.Window(d.out.Zone.Start(day), d.out.Zone.Start(day+1))
		at := d.place(day, w.Start, s.Step)
		for _, run := range w.Quality {
			quality := uint8(run.Quality)
			if run.Quality == loadcurve.Provisional && d.Finality.Holds(day) {
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
		return int(day - d.Days.From)
	case Monthly:
		return int(civil.MonthOf(day) - civil.MonthOf(d.Days.From))
	}
	return int(at.Sub(d.out.Start) / step)
}
