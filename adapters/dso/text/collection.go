package text

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	maxSeries = 100_000 // of one file
	maxGuess  = 1 << 16 // values for which a series is made ready
)

// Collection is the series of one file.
type Collection struct {
	series   []*Series
	index    map[seriesKey]*Series
	warnings []*fault.Error
	padded   map[string]bool
	room     []energy.MilliWh // for series to come
}

type seriesKey struct {
	dsoID  string
	nature metering.Nature
}

// Series finds the one of a site and nature, or begins it. Error: import.tooManySeries.
func (c *Collection) Series(dsoID string, nature metering.Nature, unit Unit) (*Series, error) {
	key := seriesKey{dsoID, nature}
	if s, ok := c.index[key]; ok {
		return s, nil
	}
	if len(c.series) >= maxSeries {
		return nil, ErrTooManySeries.With("max", maxSeries)
	}
	if c.index == nil {
		c.index = map[seriesKey]*Series{}
	}
	s := &Series{DsoID: dsoID, Nature: nature, Unit: string(unit)}
	s.values = c.values()
	c.index[key] = s
	c.series = append(c.series, s)
	return s, nil
}

// values is memory for a new series. Some series get theirs together: each alone is a
// piece that the runtime looks for, and hands out, one by one.
func (c *Collection) values() []energy.MilliWh {
	const together = 16
	n := c.guess()
	if len(c.room) < n {
		c.room = make([]energy.MilliWh, n*min(together, len(c.series)))
	}
	values := c.room[:0:n]
	c.room = c.room[n:]
	return values
}

// guess is how many values a new series may get: as many as the others have.
func (c *Collection) guess() int {
	if len(c.series) == 0 {
		return 0
	}
	total := 0
	for _, s := range c.series[max(0, len(c.series)-8):] {
		total += len(s.values)
	}
	return min(maxGuess, total/min(8, len(c.series)))
}

// PRM reads the number of a site. One of 13 digits gets back the zero that a
// spreadsheet took from it, with a warning. Errors: prm.length, prm.digits.
func (c *Collection) PRM(field []byte) (string, error) {
	number := string(field)
	if len(number) == dso.PRMLength-1 {
		if prm, err := dso.ParsePRM("0" + number); err == nil {
			if !c.padded[number] {
				if c.padded == nil {
					c.padded = map[string]bool{}
				}
				c.padded[number] = true
				c.warnings = append(c.warnings, WarnPadded.With("from", number).With("to", string(prm)))
			}
			return string(prm), nil
		}
	}
	prm, err := dso.ParsePRM(number)
	return string(prm), err
}

// Readings gives everything collected, by site and nature, and what is worth a warning.
// status says what the file says of a series as a whole.
func (c *Collection) Readings(t *Table, labels curvefile.Labels, status func(*Series) curvefile.Status) []curvefile.Readings {
	slices.SortFunc(c.series, func(a, b *Series) int {
		return cmp.Or(strings.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Nature, b.Nature))
	})
	var out []curvefile.Readings
	for _, s := range c.series {
		for _, u := range s.settle() {
			t.misaligned(u)
		}
		if len(s.values) == 0 {
			continue
		}
		r := curvefile.Readings{DsoID: s.DsoID, Nature: s.Nature, Unit: s.Unit, Labels: labels, Status: status(s)}
		var repeated int
		r.Runs, repeated = s.runs(r.Status, &t.Refusals)
		r.Doubtful = s.doubtful()
		if repeated > 0 {
			c.warnings = append(c.warnings, WarnRepeated.With("value", s.DsoID).With("count", repeated))
		}
		out = append(out, r)
	}
	return out
}

// Warnings lists what was noticed in the lines, after Readings.
func (c *Collection) Warnings(t *Table) []*fault.Error {
	if t.Empty > 0 {
		c.warnings = append(c.warnings, WarnEmpty.With("count", t.Empty))
	}
	return c.warnings
}
