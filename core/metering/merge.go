package metering

import (
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// arrival is an incoming curve of a month, assembled.
type arrival struct {
	*incoming
	series loadcurve.Series // over the whole month; gaps where no file had a value
}

// assemble puts the pieces of a curve on the grid of its month, at the widest step
// that divides all of them: a wider value is split evenly, so its energy stays
// (domain 2.1). A piece replaces those of earlier files.
func (in *intake) assemble(m civil.Month, c *incoming) (arrival, error) {
	step := uint64(0)
	for _, p := range c.pieces {
		step = gcd(step, uint64(p.step))
	}
	g := gridOf(in.zone, m, int32(step))
	if p := c.pieces[0]; len(c.pieces) == 1 && len(p.values) == g.N {
		return arrival{c, loadcurve.Series{Grid: g.Grid, Values: p.values, Quality: p.quality}}, nil
	}
	whole := loadcurve.NewSeries(g.Grid)
	var even loadcurve.Series
	for _, p := range c.pieces {
		s := loadcurve.Series{Grid: loadcurve.Grid{Start: time.Unix(p.start, 0).UTC(), Step: seconds(p.step), N: len(p.values)},
			Values: p.values, Quality: p.quality}
		if s.Step != g.Step {
			if err := loadcurve.Resample(&even, s, g.Step); err != nil {
				return arrival{}, err
			}
			s = even
		}
		if err := loadcurve.Overlay(&whole, s); err != nil {
			return arrival{}, err
		}
	}
	return arrival{c, whole}, nil
}

// arrivals assembles all curves of a month, ascending by key. Gross volumes that an
// operator leaves out are added up: Conso from Autoconso and Complement, Prod from
// Autoconso and Surplus (domain 1.3).
func (in *intake) arrivals(m civil.Month) ([]arrival, error) {
	byKey := map[SeriesKey]arrival{}
	for _, key := range slices.SortedFunc(maps.Keys(in.curves[m]), SeriesKey.compare) {
		a, err := in.assemble(m, in.curves[m][key])
		if err != nil {
			return nil, err
		}
		byKey[key] = a
	}
	in.splits[m] = nil // a transaction may run twice
	for _, key := range slices.SortedFunc(maps.Keys(byKey), SeriesKey.compare) {
		a, gross := byKey[key], SeriesKey{key.DsoID, Conso, key.Side, DSO}
		other := SeriesKey{key.DsoID, Complement, key.Side, DSO}
		if key.Nature != Autoconso {
			continue
		}
		if key.Side == Producer {
			gross.Nature, other.Nature = Prod, Surplus
		}
		b, ok := byKey[other]
		if used, given := byKey[gross]; given && ok && other.Nature == Complement {
			if err := in.splitFindings(m, used, a, b); err != nil {
				return nil, err
			}
		}
		if _, given := byKey[gross]; given || !ok {
			continue
		}
		sum := a.series.Clone()
		if err := addAt(&sum, b.series); err != nil {
			return nil, err
		}
		c := *a.incoming
		c.key = gross
		byKey[gross] = arrival{&c, sum}
	}
	out := make([]arrival, 0, len(byKey))
	for key, a := range byKey {
		if key.Nature != Complement {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b arrival) int { return a.key.compare(b.key) })
	return out, nil
}

// addAt adds two curves of one month that may have different steps.
func addAt(dst *loadcurve.Series, src loadcurve.Series) error {
	if dst.Step != src.Step {
		step := seconds(int32(gcd(uint64(dst.Step/time.Second), uint64(src.Step/time.Second))))
		var a, b loadcurve.Series
		if err := loadcurve.Resample(&a, *dst, step); err != nil {
			return err
		}
		if err := loadcurve.Resample(&b, src, step); err != nil {
			return err
		}
		*dst, src = a, b
	}
	return loadcurve.AddTo(dst, src)
}

// mergeOnto puts the known values of s in the place of those stored before. What is
// not in s stays.
func mergeOnto(stored, s loadcurve.Series) (loadcurve.Series, error) {
	if replaces(stored, s) {
		return s, nil
	}
	merged, s, err := onOneStep(stored, s)
	if err == nil {
		err = loadcurve.Overlay(&merged, s)
	}
	return merged, err
}

// replaces tells whether every stored value has a new one.
func replaces(stored, s loadcurve.Series) bool {
	if s.Quality.Count(loadcurve.Missing) == 0 {
		return true
	}
	if stored.Step != s.Step {
		return false
	}
	at := 0
	for _, run := range stored.Quality {
		if run.Quality != loadcurve.Missing && s.Quality.Window(nil, at, at+run.Count).Count(loadcurve.Missing) > 0 {
			return false
		}
		at += run.Count
	}
	return true
}

// onOneStep gives copies of both at the widest step that divides theirs.
func onOneStep(a, b loadcurve.Series) (x, y loadcurve.Series, err error) {
	if a.Step == b.Step {
		return a.Clone(), b, nil
	}
	step := seconds(int32(gcd(uint64(a.Step/time.Second), uint64(b.Step/time.Second))))
	if err = loadcurve.Resample(&x, a, step); err != nil {
		return x, y, err
	}
	err = loadcurve.Resample(&y, b, step)
	return x, y, err
}

// differ marks the civil days on which two curves of a month differ, and counts them.
func differ(days []bool, zone civil.Zone, m civil.Month, a, b loadcurve.Series) (count int, err error) {
	x, y := a, b
	if a.Step != b.Step {
		if x, y, err = onOneStep(a, b); err != nil {
			return 0, err
		}
	}
	g := gridOf(zone, m, int32(x.Step/time.Second))
	for d := range days {
		from, to := g.starts[d], g.starts[d+1]
		if !slices.Equal(x.Values[from:to], y.Values[from:to]) ||
			!slices.Equal(x.Quality.Window(nil, from, to), y.Quality.Window(nil, from, to)) {
			days[d] = true
			count++
		}
	}
	return count, nil
}

// meanDay is the mean energy of the whole days; ok is false without one.
func meanDay(days Days) (mean float64, ok bool) {
	var sum energy.MilliWh
	count := 0
	for _, d := range days {
		if d.State.Has(HasData | Whole) {
			sum += d.Sum
			count++
		}
	}
	if count == 0 {
		return 0, false
	}
	return float64(sum) / float64(count), true
}
