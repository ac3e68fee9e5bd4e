package fake

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Switch makes something go wrong, as it does with real operators.
type Switch func(*trouble)

type trouble struct {
	gaps     map[string][]civil.Range
	late     map[string]func(civil.Date) bool
	arrivals map[string]func(civil.Date) civil.Date
	doubts   map[string]func(civil.Date) civil.Date
	weak     map[string]func(civil.Date) bool
	silent   map[string]bool
	says     map[string][2]string
	repeated int
	unequal  bool
}

// Gap leaves out days of a site.
func Gap(dsoID string, days civil.Range) Switch {
	return func(t *trouble) {
		if t.gaps == nil {
			t.gaps = map[string][]civil.Range{}
		}
		t.gaps[dsoID] = append(t.gaps[dsoID], days)
	}
}

// LateCorrective sends for some days of a site values that are a quarter too low, until
// they are definitive; the right ones follow then.
func LateCorrective(dsoID string, days func(civil.Date) bool) Switch {
	return func(t *trouble) {
		if t.late == nil {
			t.late = map[string]func(civil.Date) bool{}
		}
		t.late[dsoID] = days
	}
}

// Late has days of a site arrive on a day of their own: until then they are missing.
func Late(dsoID string, arrival func(civil.Date) civil.Date) Switch {
	return func(t *trouble) {
		if t.arrivals == nil {
			t.arrivals = map[string]func(civil.Date) civil.Date{}
		}
		t.arrivals[dsoID] = arrival
	}
}

// Doubtful has the meter of a site freeze for two hours around noon, which the operator
// doubts (quality suspect) until a day that depends on the one measured; the right
// values follow then. A day not after the one measured is one without doubt.
func Doubtful(dsoID string, until func(civil.Date) civil.Date) Switch {
	return func(t *trouble) {
		if t.doubts == nil {
			t.doubts = map[string]func(civil.Date) civil.Date{}
		}
		t.doubts[dsoID] = until
	}
}

// Weak has a producer make a third of what the sun allows on some days, as one does of
// which panels are cut off. It is what is measured: nothing corrects it.
func Weak(dsoID string, days func(civil.Date) bool) Switch {
	return func(t *trouble) {
		if t.weak == nil {
			t.weak = map[string]func(civil.Date) bool{}
		}
		t.weak[dsoID] = days
	}
}

// NoTrailError is a site whose meter the operator does not read: there is no curve,
// and Folder says NO_TRAIL_ERR.
func NoTrailError(dsoID string) Switch {
	return func(t *trouble) {
		if t.silent == nil {
			t.silent = map[string]bool{}
		}
		t.silent[dsoID] = true
	}
}

// Says makes the operator tell a status and an action of a site, whatever its days are:
// it can tell every pair of them.
func Says(dsoID, status, action string) Switch {
	return func(t *trouble) {
		if t.says == nil {
			t.says = map[string][2]string{}
		}
		t.says[dsoID] = [2]string{status, action}
	}
}

// RepeatedRows writes every so many lines of a text file twice; unequal ones have
// another value the second time.
func RepeatedRows(every int, unequal bool) Switch {
	return func(t *trouble) { t.repeated, t.unequal = every, unequal }
}

func (t *trouble) absent(dsoID string, d, today civil.Date) bool {
	arrival := t.arrivals[dsoID]
	return holds(t.gaps[dsoID], d) || arrival != nil && today < arrival(d)
}

// weaken leaves a third, in whole watts, of what a producer would have made.
func (t *trouble) weaken(values []energy.MilliWh, dsoID string, d civil.Date) {
	if weak := t.weak[dsoID]; weak == nil || !weak(d) {
		return
	}
	for i, v := range values {
		values[i] = v / milliWhPerWatt / 3 * milliWhPerWatt
	}
}

// The quarters of a day on which a meter freezes, from and to.
const freezes, thaws = 44, 52

// freeze repeats the last good value of a day whose meter was frozen.
func (t *trouble) freeze(values []energy.MilliWh, quality []loadcurve.Quality, dsoID string, d, today civil.Date) {
	if until := t.doubts[dsoID]; until == nil || today >= until(d) {
		return
	}
	for i := freezes; i < thaws; i++ {
		values[i], quality[i] = values[freezes-1], loadcurve.Suspect
	}
}

func (t *trouble) correct(values []energy.MilliWh, dsoID string, d civil.Date, final bool) {
	if late := t.late[dsoID]; final || late == nil || !late(d) {
		return
	}
	for i, v := range values {
		values[i] = v / milliWhPerWatt * 3 / 4 * milliWhPerWatt
	}
}

func holds(ranges []civil.Range, d civil.Date) bool {
	for _, r := range ranges {
		if r.Contains(d) {
			return true
		}
	}
	return false
}

// Folder is what the operator says of a site on a day, and what was asked of it
// (specification section 4).
func (o *Operator) Folder(dsoID string, today civil.Date) (status, action string) {
	if said, ok := o.says[dsoID]; ok {
		return said[0], said[1]
	}
	for _, m := range o.meters {
		switch {
		case m.DsoID != dsoID:
		case o.silent[dsoID]:
			return "NO_TRAIL_ERR", "CREATION"
		case today < m.Period.From:
			return "CREATION", "CREATION"
		case today >= m.Period.To:
			return "SUPPRESSION", "SUPPRESSION"
		case !m.Period.IsOpen():
			return "EN_VIGUEUR", "SUPPRESSION"
		default:
			return "EN_VIGUEUR", "CREATION"
		}
	}
	return "", ""
}

// ClockChanges lists the days of r on which the clock changes, for tests that want a
// month with such a day.
func ClockChanges(zone civil.Zone, r civil.Range) (days []civil.Date) {
	for d := r.From; d < r.To; d++ {
		if zone.Steps(d, time.Hour) != 24 {
			days = append(days, d)
		}
	}
	return days
}

// offset is the seconds that the clock on the wall is ahead of UTC.
func offset(zone civil.Zone, unix int64) int64 {
	_, seconds := time.Unix(unix, 0).In(zone.Location()).Zone()
	return int64(seconds)
}
