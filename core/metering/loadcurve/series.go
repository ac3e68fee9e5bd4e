package loadcurve

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/energy"
)

// Series is a curve: one value and one quality per step of its grid. Values has N
// elements, zero where Quality is Missing; Quality covers N points.
type Series struct {
	Grid
	Values  []energy.MilliWh
	Quality Runs
}

// NewSeries is a series of gaps.
func NewSeries(g Grid) Series {
	return Series{Grid: g, Values: make([]energy.MilliWh, g.N), Quality: Runs(nil).Add(Missing, g.N)}
}

// Append adds a point at the end.
func (s *Series) Append(v energy.MilliWh, q Quality) {
	if q == Missing {
		v = 0
	}
	s.Values = append(s.Values, v)
	s.Quality = s.Quality.Add(q, 1)
	s.N++
}

// Check reports whether grid, values and quality fit each other.
// Errors: curve.step, curve.gridMismatch.
func (s Series) Check() error {
	if err := s.Grid.Check(); err != nil {
		return err
	}
	if len(s.Values) != s.N || s.Quality.Len() != s.N {
		return ErrGrid
	}
	return nil
}

// offset is where src begins on dst's grid; all of src must lie on it.
func (s Series) offset(src Series) (int, error) {
	d := src.Start.Sub(s.Start)
	if src.Step != s.Step || d < 0 || d%s.Step != 0 || int(d/s.Step)+src.N > s.N {
		return 0, ErrGrid
	}
	return int(d / s.Step), nil
}

// AddTo adds src to the part of dst it lies on. A gap in either makes a gap; else
// the quality is the lower one. Points of dst outside src stay. To sum several
// curves begin with a copy of the first.
// Errors: curve.gridMismatch, energy.overflow (dst is then not to be used).
func AddTo(dst *Series, src Series) error {
	at, err := dst.offset(src)
	if err != nil {
		return err
	}
	values := dst.Values[at:][:len(src.Values)]
	var over energy.MilliWh
	for i, v := range src.Values {
		a := values[i]
		sum := a + v
		over |= (a ^ sum) & (v ^ sum)
		values[i] = sum
	}
	if over < 0 {
		return energy.ErrOverflow
	}
	dst.merge(src.Quality, at, src.N, func(a, b Quality) Quality { return min(a, b) })
	blank(dst.Values, dst.Quality)
	return nil
}

// Overlay puts the known points of src in the place of dst's: a later file replaces
// earlier values, its gaps replace nothing. Error: curve.gridMismatch.
func Overlay(dst *Series, src Series) error {
	at, err := dst.offset(src)
	if err != nil {
		return err
	}
	i := 0
	for _, run := range src.Quality {
		if run.Quality != Missing {
			copy(dst.Values[at+i:], src.Values[i:i+run.Count])
		}
		i += run.Count
	}
	dst.merge(src.Quality, at, src.N, func(a, b Quality) Quality {
		if b == Missing {
			return a
		}
		return b
	})
	return nil
}

// merge changes the n qualities from at on by those of other.
func (s *Series) merge(other Runs, at, n int, pick func(a, b Quality) Quality) {
	if at == 0 && n == s.N && len(s.Quality) == 1 && len(other) == 1 {
		s.Quality[0].Quality = pick(s.Quality[0].Quality, other[0].Quality)
		return
	}
	out := s.Quality.Window(make(Runs, 0, len(s.Quality)+len(other)+2), 0, at)
	out = combine(out, s.Quality.Window(nil, at, at+n), other, pick)
	s.Quality = s.Quality.Window(out, at+n, s.N)
}

// blank writes the zero of every gap.
func blank(values []energy.MilliWh, quality Runs) {
	i := 0
	for _, run := range quality {
		if run.Quality == Missing {
			clear(values[i : i+run.Count])
		}
		i += run.Count
	}
}

// Window is the part of the steps that begin from from to to (excluded). Values are
// shared with s.
func (s Series) Window(from, to time.Time) Series {
	i := s.clamp(from)
	j := max(i, s.clamp(to))
	return Series{
		Grid:    Grid{Start: s.At(i), Step: s.Step, N: j - i},
		Values:  s.Values[i:j:j],
		Quality: s.Quality.Window(nil, i, j),
	}
}

// Clone is a copy that shares nothing.
func (s Series) Clone() Series {
	return Series{Grid: s.Grid, Values: slices.Clone(s.Values), Quality: slices.Clone(s.Quality)}
}

// Equal reports whether both say the same of the same steps.
func (s Series) Equal(o Series) bool {
	return s.Start.Equal(o.Start) && s.Step == o.Step && s.N == o.N &&
		slices.Equal(s.Values, o.Values) && slices.Equal(s.Quality, o.Quality)
}

// Total is the energy of the known points. A series with gaps has a total too: who
// must not bill it asks Quality. Error: energy.overflow.
func (s Series) Total() (energy.MilliWh, error) { return energy.Sum(s.Values) }

func (s *Series) reset(g Grid) {
	s.Grid = g
	s.Values = s.Values[:0]
	s.Quality = s.Quality[:0]
}
