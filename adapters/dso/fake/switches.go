package fake

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// Switch makes something go wrong, as it does with real operators.
type Switch func(*trouble)

type trouble struct {
	gaps     map[string][]civil.Range
	late     map[string][]civil.Range
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

// LateCorrective sends for days of a site values that are a quarter too low, until
// they are definitive; the right ones follow then.
func LateCorrective(dsoID string, days civil.Range) Switch {
	return func(t *trouble) {
		if t.late == nil {
			t.late = map[string][]civil.Range{}
		}
		t.late[dsoID] = append(t.late[dsoID], days)
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

func (t *trouble) absent(dsoID string, d civil.Date) bool { return holds(t.gaps[dsoID], d) }

func (t *trouble) correct(values []energy.MilliWh, dsoID string, d civil.Date, final bool) {
	if final || !holds(t.late[dsoID], d) {
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
