package dashboard

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// Compared is a period beside an earlier one, on the same days: those on which an energy
// is complete in both. What fewer than half of the days could be compared of is left out.
type Compared struct {
	Days           int // past days of the period, within the activation of a site
	Energies       map[metering.Nature]ComparedEnergy
	Complement     *ComparedEnergy
	Sharing        *ComparedRate
	SelfProduction *ComparedRate
	Coverage       *ComparedRate
}

// ComparedEnergy is an energy of the period and of the earlier one, on as many days of each.
type ComparedEnergy struct {
	Days           int
	Energy, Before energy.MilliWh
}

// ComparedRate is a rate of both, over the days on which both of its energies are complete.
type ComparedRate struct {
	Days         int
	Rate, Before float64
}

// dayLines are energies day by day of some days; Absent where they are not complete.
type dayLines map[metering.NatureSide][]energy.MilliWh

// Comparison is which earlier period a question is compared with.
type Comparison string

// The comparisons.
const (
	WithPrevious   Comparison = "previous"   // the period of the same length just before
	WithYearBefore Comparison = "yearBefore" // the same days one year earlier
)

// yearPlaces is, for each day of r, which of the days of one year before it stands beside;
// -1 for a 29 February.
func yearPlaces(r civil.Range) []int {
	places, from := make([]int, r.Days()), view.YearBefore(r).From
	for at := 0; at < len(places); {
		day := r.From + civil.Date(at)
		m := civil.MonthOf(day)
		then := m.Add(-12).Range()
		first := then.From + (day - m.First())
		for end := m.Next().First(); at < len(places) && day < end; at, day, first = at+1, day+1, first+1 {
			if places[at] = -1; first < then.To {
				places[at] = int(first - from)
			}
		}
	}
	return places
}

// beside is two periods day by day.
type beside struct {
	now, before dayLines
	places      []int // where in before the days of now are; nil = the same
	days        int   // that there are to compare
}

// sums adds up one or two lines of both periods over the days on which all of them are complete in
// both; ok is false where these are fewer than half.
func (b beside) sums(lines ...metering.NatureSide) (days int, now, before [2]energy.MilliWh, ok bool) {
	if len(lines) == 0 {
		return 0, now, before, false
	}
	one, other := lines[0], lines[len(lines)-1] // the same where there is one
	n0, n1, b0, b1 := b.now[one], b.now[other], b.before[one], b.before[other]
	if n0 == nil || n1 == nil || b0 == nil || b1 == nil {
		return 0, now, before, false
	}
	for at := range n0 {
		then := at
		if b.places != nil {
			then = b.places[at]
		}
		if then < 0 || n0[at] == metering.Absent || n1[at] == metering.Absent || b0[then] == metering.Absent || b1[then] == metering.Absent {
			continue
		}
		days++
		now[0], now[1] = now[0]+n0[at], now[1]+n1[at]
		before[0], before[1] = before[0]+b0[then], before[1]+b1[then]
	}
	if one == other {
		now[1], before[1] = 0, 0
	}
	return days, now, before, days > 0 && 2*days >= b.days
}

func (b beside) energy(lines ...metering.NatureSide) (ComparedEnergy, bool) {
	days, now, before, ok := b.sums(lines...)
	return ComparedEnergy{days, now[0] + now[1], before[0] + before[1]}, ok
}

// rest is a whole less a part of it.
func (b beside) rest(whole, part metering.NatureSide) *ComparedEnergy {
	days, now, before, ok := b.sums(whole, part)
	if !ok {
		return nil
	}
	return &ComparedEnergy{days, now[0] - now[1], before[0] - before[1]}
}

// rate is a part over its whole; capped where no more than all of it can be shared.
func (b beside) rate(part, whole metering.NatureSide, capped bool) *ComparedRate {
	days, now, before, ok := b.sums(whole, part)
	if !ok {
		return nil
	}
	of := func(s [2]energy.MilliWh) *float64 {
		if capped {
			return split{s[0], s[1]}.rate()
		}
		return Rate(s[1], s[0])
	}
	if n, before := of(now), of(before); n != nil && before != nil {
		return &ComparedRate{days, *n, *before}
	}
	return nil
}

// Since is the first day that an answer about days rests on.
func (c Comparison) Since(days civil.Range) civil.Date {
	if c == WithYearBefore {
		return view.Earliest(days)
	}
	return view.PreviousDays(days).From
}

// SeenFrom puts what came from one producer in the place of what came from all.
func (c *Compared) SeenFrom(producer *Compared) {
	if c == nil {
		return
	}
	delete(c.Energies, metering.Autoconso)
	if producer == nil {
		return
	}
	if came, ok := producer.Energies[metering.Autoconso]; ok {
		c.Energies[metering.Autoconso] = came
	}
}
