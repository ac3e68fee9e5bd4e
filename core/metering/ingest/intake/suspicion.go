package intake

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
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
	Nature        metering.Nature
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

// Suspicions are those of an import: the first maxFaults, and how many there are in all.
type Suspicions struct {
	First []Suspicion
	Count int
}

// With is s and some more.
func (s Suspicions) With(all []Suspicion) Suspicions {
	room := max(0, MaxFaults-len(s.First))
	return Suspicions{append(s.First[:len(s.First):len(s.First)], all[:min(room, len(all))]...), s.Count + len(all)}
}

// And is both, those of o after those of s.
func (s Suspicions) And(o Suspicions) Suspicions {
	both := s.With(o.First)
	both.Count = s.Count + o.Count
	return both
}

// Covers reports whether somebody who agreed to was has agreed to now, too.
func (s Suspicions) Covers(now Suspicions) bool {
	return s.Count == now.Count && slices.EqualFunc(s.First, now.First, func(a, b Suspicion) bool {
		before := (a.Before == nil) == (b.Before == nil) && (a.Before == nil || *a.Before == *b.Before)
		return before && a.DsoID == b.DsoID && a.Nature == b.Nature && a.Month == b.Month && a.Reason == b.Reason && a.After == b.After
	})
}

// comparison is a new month of a curve beside what is known of it.
type comparison struct {
	own      metering.SeriesMonth  // the new values alone
	stored   *metering.SeriesMonth // what is stored; nil = nothing, or derived
	replaced []change              // by day, the steps that had a value; nil = nothing is replaced
	previous *metering.SeriesMonth // the month before
	sites    []metering.Site       // who holds the number
	final    func(civil.Date, metering.DayState) bool
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
		if site.Plays(c.own.Side) && site.Period.Overlaps(c.own.Month.Range()) {
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
	for _, known := range []*metering.SeriesMonth{c.stored, c.previous} {
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
func replacedDays(grids *metering.Grids, stored, merged loadcurve.Series) ([]change, error) {
	x, y := stored, merged
	if stored.Step != merged.Step {
		var err error
		if x, y, err = onOneStep(stored, merged); err != nil {
			return nil, err
		}
	}
	grid := grids.At(int32(x.Step.Seconds()))
	days := make([]change, len(grid.Starts)-1)
	at, day := 0, 0
	for _, run := range x.Quality {
		for end := at + run.Count; at < end; {
			for grid.Starts[day+1] <= at {
				day++
			}
			stop := min(end, grid.Starts[day+1])
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
		With("month", s.Month.String()).With("afterKilowattHours", metering.KilowattHours(s.After))
	if s.Before != nil {
		f = f.With("beforeKilowattHours", metering.KilowattHours(*s.Before))
	}
	if s.PowerW > 0 {
		f = f.With("kilowatts", fmt.Sprintf("%d.%d", s.PowerW/1000, s.PowerW%1000/100))
	}
	return f
}

var suspected = map[SuspicionReason]*fault.Error{
	SuspectLost: metering.ErrSuspectLost, SuspectReplaced: metering.ErrSuspectReplaced, SuspectPower: metering.ErrSuspectPower, SuspectPrevious: metering.ErrSuspectPrevious,
}

// Held is the refusal of an import that waits for a yes.
func (s Suspicions) Held() *fault.Error {
	items := make([]*fault.Error, 0, len(s.First)+1)
	for _, one := range s.First {
		items = append(items, one.fault())
	}
	if further := s.Count - len(s.First); further > 0 {
		items = append(items, metering.ErrMore.With("count", further))
	}
	return metering.ErrSuspected.With("count", s.Count).Of(items...)
}

// ofDefinitive is why a change of definitive energy is asked about; "" = it is not.
func (c change) ofDefinitive() SuspicionReason {
	switch {
	case c.before >= leastFinalChange && c.after*lostDay < c.before:
		return SuspectLost
	case c.size() >= leastFinalChange && c.size()*finalChange > c.before && c.before > 0:
		return SuspectReplaced
	}
	return ""
}

// Energy by register is billed as the monthly file says it, so that its lines are compared
// with those that they replace, too: the quarters may stay as they were. What the operator
// says by register is definitive.

// registerOf is a counter of an access point in a month, and which of its energies.
type registerOf struct {
	month    civil.Month
	dsoID    string
	register metering.Register
	nature   metering.Nature // Autoconso is what was received or given, Surplus and Conso the rest of each
}

func (r registerOf) compare(o registerOf) int {
	return cmp.Or(cmp.Compare(r.month, o.month), cmp.Compare(r.dsoID, o.dsoID), cmp.Compare(r.nature, o.nature), cmp.Compare(r.register, o.register))
}

func byRegister(lines []metering.RegisterVolume) map[registerOf]energy.MilliWh {
	out := map[registerOf]energy.MilliWh{}
	for _, v := range lines {
		of := func(n metering.Nature) registerOf { return registerOf{v.Month(), v.DsoID, v.Register, n} }
		out[of(metering.Autoconso)] += v.Shared + v.Given
		out[of(metering.Conso)] += v.Complement
		out[of(metering.Surplus)] += v.Surplus
	}
	return out
}

// SuspectRegisters lists the months of access points whose lines become far more or far
// less, but for those that their quarters are asked about already.
func SuspectRegisters(stored, fresh []metering.RegisterVolume, sites map[string][]metering.Site, asked []Suspicion) (out []Suspicion) {
	before, after := byRegister(stored), byRegister(fresh)
	keys := make([]registerOf, 0, len(before))
	for k := range before {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, registerOf.compare)
	known := func(k registerOf) bool {
		same := func(s Suspicion) bool { return s.DsoID == k.dsoID && s.Month == k.month }
		return slices.ContainsFunc(asked, same) || slices.ContainsFunc(out, same)
	}
	for _, k := range keys {
		c := change{before[k], after[k]}
		reason := c.ofDefinitive()
		if reason == "" || known(k) {
			continue
		}
		s := Suspicion{DsoID: k.dsoID, Nature: k.nature, Month: k.month, Reason: reason, Before: &c.before, After: c.after}
		for _, site := range sites[k.dsoID] {
			if site.Period.Overlaps(k.month.Range()) {
				s.ParticipantID, s.Name = site.ParticipantID, site.Name
				break
			}
		}
		out = append(out, s)
	}
	return out
}
