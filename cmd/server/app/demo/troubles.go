package demo

import (
	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// What goes wrong in the demo, so that it shows what monitoring is for. All of it follows
// from the day measured, so that it is there on any day of the year and a later start
// tells the same story: what was missing or doubted arrives some days after. Where
// invoices are made, everything has arrived when the month is over (docs/operations.md).

// Who has which trouble, by place among the consumers.
const (
	shortedSite   = 1 // got half of its part on some days
	gapSite       = 2 // its meter is not read for two days a week
	correctedSite = 3 // its first values are too low
	doubtedSite   = 4 // its meter freezes, and it got what the shorted one should have
	silentSite    = 5 // its values come in lots, days late
)

// reader plays what reads the meters of the operation, whatever the day. seeded is the
// month in which the demo was made.
func (o demoOperation) reader(seeded civil.Month) *fake.Operator {
	meters := o.meters()
	if !o.troubled {
		return fake.New(o.externalID, o.seed, civil.Paris, meters)
	}
	weak := meters[len(meters)-1].DsoID
	return fake.New(o.externalID, o.seed, civil.Paris, meters,
		fake.Weak(weak, o.cutOff(seeded)),
		fake.Late(meters[gapSite].DsoID, o.inTime(func(d civil.Date) civil.Date {
			if d%7 < 2 {
				return d - d%7 + 9
			}
			return d + 1
		})),
		fake.Late(meters[silentSite].DsoID, o.inTime(func(d civil.Date) civil.Date { return d - d%3 + 5 })),
		fake.Doubtful(meters[doubtedSite].DsoID, o.inTime(func(d civil.Date) civil.Date {
			if d%5 == 0 {
				return d + 8
			}
			return d
		})),
		fake.LateCorrective(meters[correctedSite].DsoID, correctedDays))
}

// cutOff are days on which panels of the last producer are cut off: from the 8th of each
// month on, since the demo was made, or it would pass for what the panels can do. With a
// meter of its own behind the operator's a producer is left alone.
func (o demoOperation) cutOff(seeded civil.Month) func(civil.Date) bool {
	return func(d civil.Date) bool {
		_, _, day := d.YearMonthDay()
		return !o.external && civil.MonthOf(d) >= seeded && day >= 8
	}
}

// inTime is a day that something is known on, at the latest the first one after its month
// where that is billed.
func (o demoOperation) inTime(known func(civil.Date) civil.Date) func(civil.Date) civil.Date {
	if !o.bills() {
		return known
	}
	return func(d civil.Date) civil.Date { return min(known(d), civil.MonthOf(d).Next().First()) }
}

// correctedDays are three days near the end of each month, which are read too low at first.
func correctedDays(d civil.Date) bool {
	left := civil.MonthOf(d).Next().First() - d
	return left > 3 && left <= 6
}

// slip is what the grid operator does wrong: for some days one consumer gets half of its
// part, what another can use of the rest goes there, and what is left is surplus.
type slip struct {
	since    civil.Date
	from, to string // numbers
}

// slipOf is that of an operation from the month before the demo was made; nil = the
// operator applies what it was sent.
func (o demoOperation) slipOf(seeded civil.Month) *slip {
	if !o.troubled || !o.allocates() {
		return nil
	}
	meters := o.meters()
	return &slip{since: seeded.Add(-1).First(), from: meters[shortedSite].DsoID, to: meters[doubtedSite].DsoID}
}

// on reports whether the operator slips on a day: twice a month for three days.
func (s *slip) on(d civil.Date) bool {
	if s == nil || d < s.since {
		return false
	}
	_, _, day := d.YearMonthDay()
	return day >= 7 && day <= 9 || day >= 21 && day <= 23
}

// shift moves energy of the steps of a day. Where less is shared in all, the first
// producer that gave some gives less.
func (s *slip) shift(received, given, consumption [][]energy.MilliWh, from, to int) {
	for t := range received[from] {
		lost := received[from][t] / 2
		moved := min(lost, consumption[to][t]-received[to][t])
		received[from][t] -= lost
		received[to][t] += moved
		for rest, p := lost-moved, 0; rest > 0 && p < len(given); p++ {
			less := min(rest, given[p][t])
			given[p][t] -= less
			rest -= less
		}
	}
}
