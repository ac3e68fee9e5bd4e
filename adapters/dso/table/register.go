package table

import (
	"fmt"
	"math"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// ErrIndex is a column whose values are what a meter shows, and no energy of steps;
// parameters column, value (the first and the last).
var ErrIndex = fault.New(fault.Invalid, "curve.indexReadings", fault.Text("column", "value", "fileName"))

const (
	leastRises  = 8  // of values of a meter, and as many for each time they fall
	leastValues = 16 // that tell a meter within less than a day
)

// NoteRising is a column whose values may be what a meter shows; parameters column, value
// (the first and the last), row.
var NoteRising = fault.New(fault.Invalid, "file.risingValues", fault.Text("column", "value"), fault.Int("row"))

// meters asks of columns that look like the index of a meter whether they are: energy of
// steps falls about as often as it rises. A meter falls where it is changed, or begins
// anew each day. Where somebody said that they are, they are refused. Error: import.rejected.
func (t *table) meters() error {
	if t.answers.MeterIndex == curvefile.MeterIndexValues {
		return nil
	}
	noted := map[int]bool{}
	var refusals text.Refusals
	for _, g := range t.lines.groups {
		for i, column := range t.lines.columns {
			if m := g.rising(i, &t.lines.marks); m.isIndex() {
				value, row := fmt.Sprintf("%v … %v", m.first, m.last), int(g.rows[0])
				if t.answers.MeterIndex == curvefile.MeterIndexShown {
					refusals.Add(ErrIndex.With("column", column.Header).With("value", value).At(column.Header).OnRow(row))
				} else if !noted[column.Index] {
					noted[column.Index] = true
					t.note(NoteRising.With("column", column.Header).With("value", value).With("row", row))
				}
			}
		}
	}
	if len(noted) > 0 {
		t.ask(curvefile.AskMeter, []string{string(curvefile.MeterIndexValues), string(curvefile.MeterIndexShown)}, "")
	}
	if !refusals.Any() {
		return nil
	}
	return metering.ErrRejected.With("fileName", t.name).Of(refusals.Items(t.name)...)
}

// rising is what is known of the values of a column in the order of time.
type rising struct {
	first, last   float64
	from, to      int64   // seconds on the clock
	up            float64 // all rises together
	values, rises int
	falls         int
}

func (g *group) rising(column int, marks *content.Marks) (r rising) {
	for i, packed := range g.cells[column] {
		if packed == content.NoValue || mayRepeat(g.walls[i]) {
			continue
		}
		value, decimals := marks.Settled(packed.Number())
		v := float64(value) / math.Pow10(decimals)
		switch {
		case r.values == 0:
			r.first, r.from = v, g.walls[i]
		case v < r.last:
			r.falls++
		case v > r.last:
			r.rises++
			r.up += v - r.last
		}
		r.last, r.to = v, g.walls[i]
		r.values++
	}
	return r
}

// isIndex reports whether the values can be no energy: they hardly ever fall, in a whole
// day or more, and rise often or by little; within less than a day only when nearly all
// rise, by less than a hundredth of the first.
func (r rising) isIndex() bool {
	if r.rises < leastRises*(1+r.falls) {
		return false
	}
	mean := r.up / float64(r.values-1)
	if r.to-r.from >= content.Day-3600 {
		return 4*r.rises >= r.values || r.first >= 10*mean
	}
	return r.values >= leastValues && 2*r.rises >= r.values && r.first >= 100*mean
}
