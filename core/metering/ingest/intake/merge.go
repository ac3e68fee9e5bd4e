package intake

import (
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// Arrival is a curve of an import on the grid of its month.
type Arrival struct {
	Curve
	Series loadcurve.Series // over the whole month; gaps where no file had a value
}

// Merge puts the curves of a month on its grid, ascending by key. Gross volumes that an
// operator leaves out are added up: Conso from Autoconso and Complement, Prod from Autoconso
// and Surplus (domain 1.3). A consumer of whom all three come is looked at: what it consumed
// is what it received and what it bought.
func Merge(grids *metering.Grids, curves map[metering.SeriesKey]Curve) (out []Arrival, splits []metering.Finding, err error) {
	byKey := make(map[metering.SeriesKey]Arrival, len(curves))
	keys := slices.SortedFunc(maps.Keys(curves), metering.SeriesKey.Compare)
	for _, key := range keys {
		series, err := assemble(grids, curves[key].pieces)
		if err != nil {
			return nil, nil, err
		}
		byKey[key] = Arrival{curves[key], series}
	}
	for _, key := range keys {
		if key.Nature != metering.Autoconso {
			continue
		}
		a, gross, other := byKey[key], key, key
		gross.Nature, other.Nature = metering.Conso, metering.Complement
		if key.Side == metering.Producer {
			gross.Nature, other.Nature = metering.Prod, metering.Surplus
		}
		rest, known := byKey[other]
		used, given := byKey[gross]
		switch {
		case !known:
		case !given:
			sum := a.Series.Clone()
			if err := addAt(&sum, rest.Series); err != nil {
				return nil, nil, err
			}
			a.Key = gross
			byKey[gross] = Arrival{a.Curve, sum}
		case key.Side == metering.Consumer:
			found, err := splitFindings(grids, used, a, rest)
			if err != nil {
				return nil, nil, err
			}
			splits = append(splits, found...)
		}
	}
	out = make([]Arrival, 0, len(byKey))
	for _, key := range slices.SortedFunc(maps.Keys(byKey), metering.SeriesKey.Compare) {
		if key.Nature != metering.Complement {
			out = append(out, byKey[key])
		}
	}
	return out, splits, nil
}

// assemble puts the pieces of a curve on the grid of its month, at the widest step
// that divides all of them: a wider value is split evenly, so its energy stays
// (domain 2.1). A piece replaces those of earlier files.
func assemble(grids *metering.Grids, pieces []piece) (loadcurve.Series, error) {
	step := uint64(0)
	for _, p := range pieces {
		step = metering.Gcd(step, uint64(p.step))
	}
	g := grids.At(int32(step))
	if p := pieces[0]; len(pieces) == 1 && len(p.values) == g.N {
		return loadcurve.Series{Grid: g.Grid, Values: p.values, Quality: p.quality}, nil
	}
	whole := loadcurve.NewSeries(g.Grid)
	var even loadcurve.Series
	for _, p := range pieces {
		s := loadcurve.Series{Grid: loadcurve.Grid{Start: time.Unix(p.start, 0).UTC(), Step: metering.Seconds(p.step), N: len(p.values)},
			Values: p.values, Quality: p.quality}
		if s.Step != g.Step {
			if err := loadcurve.Resample(&even, s, g.Step); err != nil {
				return loadcurve.Series{}, err
			}
			s = even
		}
		if err := loadcurve.Overlay(&whole, s); err != nil {
			return loadcurve.Series{}, err
		}
	}
	return whole, nil
}

// splitFindings are the days on which what a consumer used is not what it received and what
// it bought.
func splitFindings(grids *metering.Grids, used, received, bought Arrival) ([]metering.Finding, error) {
	sum := received.Series.Clone()
	if err := addAt(&sum, bought.Series); err != nil {
		return nil, err
	}
	x, y := used.Series, sum
	if x.Step != y.Step {
		var err error
		if x, y, err = onOneStep(x, y); err != nil {
			return nil, err
		}
	}
	g := grids.At(int32(x.Step.Seconds()))
	like := metering.Finding{DsoID: used.Key.DsoID, Side: used.Key.Side, Kind: metering.ConsumptionSplit}
	return g.Days(metering.Lower(x.Quality, y.Quality), 0, g.N, rollup.SiteTolerance, like, func(t int) energy.MilliWh {
		d := x.Values[t] - y.Values[t]
		return max(d, -d)
	}), nil
}

// addAt adds two curves of one month that may have different steps.
func addAt(dst *loadcurve.Series, src loadcurve.Series) error {
	if dst.Step != src.Step {
		step := metering.Seconds(int32(metering.Gcd(uint64(dst.Step/time.Second), uint64(src.Step/time.Second))))
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

// replaces reports whether every stored value has a new one.
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
	step := metering.Seconds(int32(metering.Gcd(uint64(a.Step/time.Second), uint64(b.Step/time.Second))))
	if err = loadcurve.Resample(&x, a, step); err != nil {
		return x, y, err
	}
	err = loadcurve.Resample(&y, b, step)
	return x, y, err
}
