package intake

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Arrival is an incoming curve of a month, assembled.
type Arrival struct {
	*incoming
	Series loadcurve.Series // over the whole month; gaps where no file had a value
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

// MergeOnto puts the known values of s in the place of those stored before. What is
// not in s stays.
func MergeOnto(stored, s loadcurve.Series) (loadcurve.Series, error) {
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

// Differ marks the civil days on which two curves of a month differ, and counts them.
func Differ(days []bool, zone civil.Zone, m civil.Month, a, b loadcurve.Series) (count int, err error) {
	x, y := a, b
	if a.Step != b.Step {
		if x, y, err = onOneStep(a, b); err != nil {
			return 0, err
		}
	}
	g := metering.GridOf(zone, m, int32(x.Step/time.Second))
	for d := range days {
		from, to := g.Starts[d], g.Starts[d+1]
		if !slices.Equal(x.Values[from:to], y.Values[from:to]) ||
			!slices.Equal(x.Quality.Window(nil, from, to), y.Quality.Window(nil, from, to)) {
			days[d] = true
			count++
		}
	}
	return count, nil
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
