package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// Compared is a period beside an earlier one, on the same days: those on which an energy
// is complete in both. What fewer than half of the days could be compared of is left out.
type Compared struct {
	Days           int // past days of the period, within the activation of a site
	Energies       map[Nature]ComparedEnergy
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
type dayLines map[sumKey][]energy.MilliWh

// Comparison is which earlier period a question is compared with.
type Comparison string

// The comparisons.
const (
	WithPrevious   Comparison = "previous"   // the period of the same length just before
	WithYearBefore Comparison = "yearBefore" // the same days one year earlier
)

// compare fills what the period is compared with, day by day.
func (c tally) compare(out *Metrics) {
	now := c.complete(c.days)
	defer now.release()
	if len(out.Previous) > 0 {
		out.PreviousCompared = c.comparedWith(now, WithPrevious)
	}
	if len(out.YearBefore) > 0 {
		out.YearBeforeCompared = c.comparedWith(now, WithYearBefore)
	}
}

// comparedWith is nil where nothing can be compared on enough days.
func (c tally) comparedWith(now dayLines, with Comparison) *Compared {
	days, places := previousDays(c.days), []int(nil)
	if with == WithYearBefore {
		days, places = yearBefore(c.days), yearPlaces(c.days)
	}
	before := c.complete(days)
	defer before.release()
	b := beside{now: now, before: before, places: places, days: c.days.Intersect(c.within).Intersect(civil.Range{From: civil.Min, To: c.today}).Days()}
	out := Compared{Days: b.days, Energies: map[Nature]ComparedEnergy{}}
	for _, n := range Natures() {
		var lines []sumKey
		for _, side := range c.scope.sides(n) {
			if k := (sumKey{n, side}); now[k] != nil {
				lines = append(lines, k)
			}
		}
		if e, ok := b.energy(lines...); ok {
			out.Energies[n] = e
		}
	}
	if len(out.Energies) == 0 {
		return nil
	}
	used, received := sumKey{Conso, Consumer}, sumKey{Autoconso, Consumer}
	made, given := sumKey{Prod, Producer}, sumKey{Autoconso, Producer}
	if c.scope != ScopeProducer {
		out.SelfProduction = b.rate(received, used, true)
		out.Complement = b.rest(used, received)
	}
	if c.scope != ScopeConsumer {
		out.Sharing = b.rate(given, made, true)
	}
	if c.scope == ScopeGlobal {
		out.Coverage = b.rate(made, used, false)
	}
	return &out
}

// complete is what is complete on the days of r that are seen, past ones only.
func (c tally) complete(r civil.Range) dayLines {
	out, seen := dayLines{}, r.Intersect(c.within).Intersect(civil.Range{From: civil.Min, To: c.today})
	for _, m := range c.months {
		if m.nature >= Complement {
			continue
		}
		first, days := m.days.in(m.month, seen)
		if len(days) == 0 {
			continue
		}
		k := sumKey{m.nature, m.side}
		line := out[k]
		if line == nil {
			line = withGaps((*vectors.Get().(*[]energy.MilliWh))[:0], r.Days())
			out[k] = line
		}
		line = line[first-r.From:]
		for i, day := range days {
			if day.State.Has(HasData | Complete) {
				line[i] = day.Sum
			}
		}
	}
	return out
}

func (l dayLines) release() {
	for _, line := range l {
		vectors.Put(&line)
	}
}

// yearPlaces is, for each day of r, which of the days of one year before it stands beside;
// -1 for a 29 February.
func yearPlaces(r civil.Range) []int {
	places, from := make([]int, r.Days()), yearBefore(r).From
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
func (b beside) sums(lines ...sumKey) (days int, now, before [2]energy.MilliWh, ok bool) {
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
		if then < 0 || then >= len(b0) || n0[at] == Absent || n1[at] == Absent || b0[then] == Absent || b1[then] == Absent {
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

func (b beside) energy(lines ...sumKey) (ComparedEnergy, bool) {
	days, now, before, ok := b.sums(lines...)
	return ComparedEnergy{days, now[0] + now[1], before[0] + before[1]}, ok
}

// rest is a whole less a part of it.
func (b beside) rest(whole, part sumKey) *ComparedEnergy {
	days, now, before, ok := b.sums(whole, part)
	if !ok {
		return nil
	}
	return &ComparedEnergy{days, now[0] - now[1], before[0] - before[1]}
}

// rate is a part over its whole; capped where no more than all of it can be shared.
func (b beside) rate(part, whole sumKey, capped bool) *ComparedRate {
	days, now, before, ok := b.sums(whole, part)
	if !ok {
		return nil
	}
	of := func(s [2]energy.MilliWh) *float64 {
		if capped {
			return split{s[0], s[1]}.rate()
		}
		return rate(s[1], s[0])
	}
	if n, before := of(now), of(before); n != nil && before != nil {
		return &ComparedRate{days, *n, *before}
	}
	return nil
}
