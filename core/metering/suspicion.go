package metering

import (
	"fmt"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// SuspicionReason says why a month of new values looks like a mistake. The words are the
// contract's.
type SuspicionReason string

// The reasons, the gravest first; a month of a curve is named once.
const (
	// SuspectLost: definitive energy would all but vanish.
	SuspectLost SuspicionReason = "DEFINITIVE_LOST"
	// SuspectReplaced: the values that are replaced add up to far more, or far less.
	SuspectReplaced SuspicionReason = "REPLACED"
	// SuspectPower: the mean of a whole day is above what the site's contract allows.
	SuspectPower SuspicionReason = "ABOVE_POWER"
	// SuspectPrevious: a mean day is about a thousand times, or a thousandth of, that of
	// the month before, as where W and kW are taken for each other.
	SuspectPrevious SuspicionReason = "PREVIOUS_MONTH"
)

// Suspicion is a month of a curve that must be confirmed before it is stored.
type Suspicion struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Nature        Nature
	Month         civil.Month
	Reason        SuspicionReason
	// Before is the energy stored for the steps that are compared, or that of the month
	// before; nil where there is nothing to compare with.
	Before *energy.MilliWh
	After  energy.MilliWh
	// PowerW is the greatest mean of a day that is not asked about; with ABOVE_POWER only.
	PowerW int64
}

// The bounds (docs/adr/0016). They leave alone what operators do every month: a corrected
// day, a hole that is filled, an estimate that becomes a measure.
const (
	// largeChange is how many times more, or less, provisional energy may become.
	largeChange = 2
	leastChange = 50 * energy.KilowattHour
	// unitChange is a change no correction makes, W for kW or quarters for hours and days:
	// it is asked about however little energy it is.
	unitChange      = 30
	leastUnitChange = energy.KilowattHour
	// finalChange: definitive energy may become one part in so many more or less.
	finalChange      = 5
	leastFinalChange = 20 * energy.KilowattHour
	// lostDay: a definitive day that keeps less than one part in so many is lost.
	lostDay      = 10
	leastLostDay = energy.KilowattHour
	// unknownPowerW stands for a contract power that nobody has told: the mean of a day of
	// the largest producers of an operation.
	unknownPowerW = 1_000_000
	// leastPrevious of the greater of two months: below it nothing is told from a ratio.
	leastPrevious = 10 * energy.KilowattHour
)

// suspicions are those of an import: the first maxFaults, and how many there are in all.
type suspicions struct {
	first []Suspicion
	count int
}

func (s *suspicions) add(one Suspicion) {
	if s.count++; len(s.first) < maxFaults {
		s.first = append(s.first, one)
	}
}

// covers reports whether somebody who agreed to was has agreed to now, too.
func (s suspicions) covers(now suspicions) bool {
	return s.count == now.count && slices.EqualFunc(s.first, now.first, func(a, b Suspicion) bool {
		before := (a.Before == nil) == (b.Before == nil) && (a.Before == nil || *a.Before == *b.Before)
		return before && a.DsoID == b.DsoID && a.Nature == b.Nature && a.Month == b.Month && a.Reason == b.Reason && a.After == b.After
	})
}

// comparison is a new month of a curve beside what is known of it.
type comparison struct {
	own      SeriesMonth  // the new values alone
	stored   *SeriesMonth // what is stored; nil = nothing, or derived
	replaced []change     // by day, the steps that had a value; nil = nothing is replaced
	previous *SeriesMonth // the month before
	sites    []Site       // who holds the number
	final    func(civil.Date, DayState) bool
}

// change is the energy of some steps before and after an import.
type change struct{ before, after energy.MilliWh }

func (c change) size() energy.MilliWh { return max(c.after-c.before, c.before-c.after) }

// times reports whether one is at least so many times the other.
func (c change) times(n energy.MilliWh) bool {
	return max(c.before, c.after) >= n*min(c.before, c.after)
}

// suspect finds the gravest reason to ask; ok is false when there is none.
func (c comparison) suspect() (s Suspicion, ok bool) {
	s = Suspicion{DsoID: c.own.DsoID, Nature: c.own.Nature, Month: c.own.Month, After: c.own.Total}
	for _, site := range c.sites {
		if site.plays(c.own.Side) && site.Period.Overlaps(c.own.Month.Range()) {
			s.ParticipantID, s.Name = site.ParticipantID, site.Name
			break
		}
	}
	if changed, reason := c.replacement(); reason != "" {
		s.Reason, s.Before, s.After = reason, &changed.before, changed.after
		return s, true
	}
	if limit, above := c.abovePower(); above {
		s.Reason, s.PowerW = SuspectPower, limit
		if c.stored != nil {
			s.Before = &c.stored.Total
		}
		return s, true
	}
	if c.unlikePrevious() {
		s.Reason, s.Before = SuspectPrevious, &c.previous.Total
		return s, true
	}
	return s, false
}

// replacement looks at the steps that had a value before.
func (c comparison) replacement() (of change, why SuspicionReason) {
	var all, final, lost change
	for i, day := range c.replaced {
		all.before, all.after = all.before+day.before, all.after+day.after
		if !c.final(c.own.Month.First()+civil.Date(i), c.stored.Days[i].State) {
			continue
		}
		final.before, final.after = final.before+day.before, final.after+day.after
		if day.before >= leastLostDay && day.after*lostDay < day.before {
			lost.before, lost.after = lost.before+day.before, lost.after+day.after
		}
	}
	switch {
	case lost.before > 0:
		return lost, SuspectLost
	case final.size() >= leastFinalChange && final.size()*finalChange > final.before:
		return final, SuspectReplaced
	case all.size() >= leastChange && all.times(largeChange), all.size() >= leastUnitChange && all.times(unitChange):
		return all, SuspectReplaced
	}
	return change{}, ""
}

// abovePower reports whether the mean of a day is above 1.2 times what the contract allows.
// A curve that was as high before is not asked about every month.
func (c comparison) abovePower() (limitW int64, above bool) {
	if c.own.Nature.External() {
		return 0, false // behind the meter, the contract says nothing
	}
	for _, site := range c.sites {
		if site.Side != c.own.Side {
			return 0, false // a prosumer's contract is about its first side
		}
		limitW = max(limitW, site.ContractPowerW*6/5)
	}
	if limitW == 0 {
		limitW = unknownPowerW
	}
	highest := energy.MilliWh(0)
	for _, day := range c.own.Days {
		highest = max(highest, day.Sum)
	}
	if highest <= energy.MilliWh(limitW)*24*energy.WattHour {
		return limitW, false
	}
	for _, known := range []*SeriesMonth{c.stored, c.previous} {
		if known == nil {
			continue
		}
		for _, day := range known.Days {
			if 2*day.Sum >= highest {
				return limitW, false
			}
		}
	}
	return limitW, true
}

// unlikePrevious compares mean days with those of the month before, else with those stored
// of the month itself.
func (c comparison) unlikePrevious() bool {
	if c.previous == nil || max(c.own.Total, c.previous.Total) < leastPrevious {
		return false
	}
	now, ok := meanDay(c.own.Days)
	then, was := meanDay(c.previous.Days)
	if !ok || !was || then == 0 || now == 0 {
		return false
	}
	factor := suspectedFactor(now / then)
	return factor == "×1000" || factor == "÷1000"
}

// replacedDays adds up, by civil day, what stored and merged have at the steps at which
// stored has a value.
func replacedDays(g func(step int32) monthGrid, stored, merged loadcurve.Series) ([]change, error) {
	x, y := stored, merged
	if stored.Step != merged.Step {
		var err error
		if x, y, err = onOneStep(stored, merged); err != nil {
			return nil, err
		}
	}
	grid := g(int32(x.Step.Seconds()))
	days := make([]change, len(grid.starts)-1)
	at, day := 0, 0
	for _, run := range x.Quality {
		for end := at + run.Count; at < end; {
			for grid.starts[day+1] <= at {
				day++
			}
			stop := min(end, grid.starts[day+1])
			if run.Quality != loadcurve.Missing {
				for i := at; i < stop; i++ {
					days[day].before += x.Values[i]
					days[day].after += y.Values[i]
				}
			}
			at = stop
		}
	}
	return days, nil
}

// fault tells it in an answer.
func (s Suspicion) fault() *fault.Error {
	f := suspected[s.Reason].With("value", s.DsoID).With("name", s.Name).With("nature", s.Nature.String()).
		With("month", s.Month.String()).With("afterKilowattHours", kilowattHours(s.After))
	if s.Before != nil {
		f = f.With("beforeKilowattHours", kilowattHours(*s.Before))
	}
	if s.PowerW > 0 {
		f = f.With("kilowatts", fmt.Sprintf("%d.%d", s.PowerW/1000, s.PowerW%1000/100))
	}
	return f
}

var suspected = map[SuspicionReason]*fault.Error{
	SuspectLost: ErrSuspectLost, SuspectReplaced: ErrSuspectReplaced, SuspectPower: ErrSuspectPower, SuspectPrevious: ErrSuspectPrevious,
}

// held is the refusal of an import that waits for a yes.
func (s suspicions) held() *fault.Error {
	items := make([]*fault.Error, 0, len(s.first)+1)
	for _, one := range s.first {
		items = append(items, one.fault())
	}
	if further := s.count - len(s.first); further > 0 {
		items = append(items, ErrMore.With("count", further))
	}
	return ErrSuspected.With("count", s.count).Of(items...)
}
