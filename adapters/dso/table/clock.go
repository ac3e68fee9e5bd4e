package table

import (
	"time"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/grid"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// clock turns the times of a file into instants.
type clock struct {
	zone   civil.Zone
	kind   curvefile.FileZone
	labels curvefile.Labels
	date   civil.Date // of the last time, and what is known of that day
	start  int64
	plain  bool // its clock does not change
	known  bool
}

// instants are those that may be meant by a label; none in the hour that spring leaves
// out.
func (c *clock) instants(wall int64) (at [2]int64, n int) {
	switch c.kind {
	case curvefile.ZoneUTC, curvefile.ZoneInFile:
		return [2]int64{wall, wall}, 1
	case curvefile.ZoneWinter:
		return [2]int64{wall - 3600, wall - 3600}, 1
	}
	date := civil.Date(grid.FloorDiv(wall, content.Day))
	if !c.known || date != c.date {
		start := c.zone.Start(date)
		c.date, c.start, c.known = date, start.Unix(), true
		c.plain = c.zone.Start(date+1).Sub(start) == 24*time.Hour
	}
	within := wall - int64(date)*content.Day
	if c.plain {
		return [2]int64{c.start + within, c.start + within}, 1
	}
	return c.changing(date, time.Duration(within)*time.Second)
}

// changing looks up a time on a day when the clock changes. The first instant of the
// hour that spring leaves out is the end of the step before it.
func (c *clock) changing(date civil.Date, within time.Duration) (at [2]int64, n int) {
	found, n := c.zone.Instants(date, within)
	if n == 0 && c.labels == curvefile.LabelsEnd {
		if before, m := c.zone.Instants(date, within-time.Second); m == 1 {
			return [2]int64{before[0].Unix() + 1, before[0].Unix() + 1}, 1
		}
	}
	at[0], at[1] = found[0].Unix(), found[n/2].Unix()
	return at, n
}

// legal reports whether times can be those of the legal clock.
type legal struct {
	skipped int // times that the clock never showed
	doubled int // times of the hour that autumn repeats, seen twice
	single  int // seen once
	passed  int // changes to summer time within the file, with values just before and after
}

// lookAtLegal compares the times of the groups with the legal clock of a zone.
func (c *lines) lookAtLegal(zone civil.Zone, labels curvefile.Labels) (l legal) {
	for _, g := range c.groups {
		at := clock{zone: zone, kind: curvefile.ZoneLegal, labels: labels}
		unclear := map[int64]int{}
		for i, wall := range g.written {
			switch _, n := at.instants(wall); n {
			case 0:
				l.skipped++
			case 2:
				unclear[wall]++
			}
			if !at.plain && i > 0 && justBefore(wall-g.written[i-1], int64(g.steps[i-1])) && zone.Start(at.date+1).Unix()-at.start < content.Day {
				l.passed++
			}
		}
		for _, n := range unclear {
			if n > 1 {
				l.doubled++
			} else {
				l.single++
			}
		}
	}
	return l
}

// justBefore reports whether two times are one step apart, when an hour is left out.
func justBefore(apart, step int64) bool {
	return 2*(apart-3600) > step && 2*(apart-3600) < 3*step
}

// holds reports whether the times are those of the legal clock; sure is false when they
// may or may not be.
func (l legal) holds() (legal, sure bool) {
	switch {
	case l.skipped > 0:
		return false, false
	case l.passed > 0, l.doubled > 0:
		return true, true
	}
	return true, false // a file without a night when the clock changes tells nothing
}
