package civil

import (
	"time"
	_ "time/tzdata" // a machine without a zone database counts the same days
)

// Zone turns days into instants. The zero value is UTC.
type Zone struct{ loc *time.Location }

// The zones of the operators. Both change to summer time on the last Sunday of
// March and back on the last Sunday of October, at 01:00 UTC; their midnights
// always exist once.
var (
	Paris    = mustZone("Europe/Paris")
	Brussels = mustZone("Europe/Brussels")
)

func mustZone(name string) Zone {
	loc, err := time.LoadLocation(name)
	if err != nil {
		panic("civil: the embedded zone database lacks " + name)
	}
	return Zone{loc}
}

// Location is for formatting instants with the zone's offset.
func (z Zone) Location() *time.Location {
	if z.loc == nil {
		return time.UTC
	}
	return z.loc
}

// Name is the IANA name, as in Europe/Paris.
func (z Zone) Name() string { return z.Location().String() }

// Start is the first instant of the day, in UTC.
func (z Zone) Start(d Date) time.Time {
	y, m, day := d.utc().Date()
	return time.Date(y, m, day, 0, 0, 0, 0, z.Location()).UTC()
}

// DateOf is the day that holds the instant.
func (z Zone) DateOf(t time.Time) Date { return NewDate(t.In(z.Location()).Date()) }

// Steps is the number of steps in the day: for a quarter of an hour 96, or 92 and
// 100 on the days the clock changes. The step divides an hour.
func (z Zone) Steps(d Date, step time.Duration) int {
	return int(z.Start(d+1).Sub(z.Start(d)) / step)
}

// Span is the first instant of the range and the first after it, in UTC.
func (z Zone) Span(r Range) (from, to time.Time) { return z.Start(r.From), z.Start(r.To) }

// StepsIn is the number of steps in a bounded range.
func (z Zone) StepsIn(r Range, step time.Duration) int {
	from, to := z.Span(r)
	return int(to.Sub(from) / step)
}

// Instants finds when the clock on the wall shows the time of day (since 00:00) on
// day d: once as a rule, never in the hour that spring leaves out, twice in the hour
// that autumn repeats, summer time first. The second result is the count; instants
// are UTC (domain 2.3).
func (z Zone) Instants(d Date, clock time.Duration) (at [2]time.Time, n int) {
	y, m, day := d.utc().Date()
	wall := time.Date(y, m, day, 0, 0, 0, 0, time.UTC).Add(clock)
	// Offsets in force half a day around the label are the only candidates.
	for _, probe := range [2]time.Duration{-12 * time.Hour, 12 * time.Hour} {
		_, offset := wall.Add(probe).In(z.Location()).Zone()
		t := wall.Add(-time.Duration(offset) * time.Second)
		if _, there := t.In(z.Location()).Zone(); there != offset || n == 1 && at[0].Equal(t) {
			continue
		}
		at[n] = t
		n++
	}
	return at, n
}
