package metering

import (
	"cmp"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// pairCheck looks at the two files of a Sibelga upload together: that they are of the
// participants of their month, on their days, and hold every quarter of an hour
// (domain 5.5). It is pure.
type pairCheck struct {
	zone    civil.Zone
	sites   map[string][]Site // by number
	others  []Site            // participants without days of activation, of numbers in the files
	before  map[string][]Register
	monthly Dataset
	file    string // name of the quarter-hour file

	months   []civil.Month // of the monthly file, ascending
	lines    map[string][]RegisterVolume
	curves   []Readings // of the quarter-hour file, within the months
	warnings []*fault.Error
}

func newPairCheck(zone civil.Zone, sites []Site, monthly, quarters Dataset) *pairCheck {
	c := &pairCheck{zone: zone, sites: byNumber(sites), monthly: monthly, file: quarters.FileName, lines: map[string][]RegisterVolume{}}
	months := map[civil.Month]bool{}
	for _, line := range monthly.Registers {
		months[line.Month()] = true
		c.lines[line.DsoID] = append(c.lines[line.DsoID], line)
	}
	c.months = slices.Sorted(maps.Keys(months))
	c.warnings = append(c.warnings, monthly.Warnings...)
	c.warnings = append(c.warnings, quarters.Warnings...)
	c.cutToMonths(quarters.Readings)
	return c
}

// cutToMonths leaves out what lies outside the months of the monthly file.
func (c *pairCheck) cutToMonths(readings []Readings) {
	outside := 0
	var days []civil.Range
	for _, m := range c.months {
		days = append(days, m.Range())
	}
	for _, r := range readings {
		kept := cutRuns(c.zone, r.Runs, civil.Merge(days))
		outside += countValues(r.Runs) - countValues(kept)
		if r.Runs = kept; len(kept) > 0 {
			c.curves = append(c.curves, r)
		}
	}
	if outside > 0 {
		c.warnings = append(c.warnings, WarnOutsideMonth.With("fileName", c.file).With("count", outside))
	}
}

// strangers are the numbers in the files that no participant has on any day.
func (c *pairCheck) strangers() []string {
	seen := map[string]bool{}
	for number := range c.lines {
		seen[number] = len(c.sites[number]) == 0
	}
	for _, r := range c.curves {
		seen[r.DsoID] = len(c.sites[r.DsoID]) == 0
	}
	maps.DeleteFunc(seen, func(_ string, strange bool) bool { return !strange })
	return slices.Sorted(maps.Keys(seen))
}

// check gives what is to be stored. Errors: InconsistentPerimeter, InvalidPeriod,
// IncompleteData; the first that holds.
func (c *pairCheck) check() ([]Dataset, []*fault.Error, error) {
	for _, refused := range []func() *fault.Error{c.perimeter, c.periods, c.complete} {
		if f := refused(); f != nil {
			return nil, c.warnings, f
		}
	}
	c.sums()
	c.costs()
	c.registers()
	c.checkDigits()
	quarters := Dataset{FileName: c.file, Part: PartQuarters, Readings: c.curves}
	return []Dataset{quarters}, c.warnings, nil
}

// perimeter compares the numbers in the files with those that take part.
func (c *pairCheck) perimeter() *fault.Error {
	wrong := newPeople()
	for _, m := range c.months {
		inMonthly, inQuarters := map[string]bool{}, map[string]bool{}
		for number, lines := range c.lines {
			inMonthly[number] = slices.ContainsFunc(lines, func(l RegisterVolume) bool { return l.Month() == m })
		}
		for _, r := range c.curves {
			inQuarters[r.DsoID] = inQuarters[r.DsoID] || len(cutRuns(c.zone, r.Runs, []civil.Range{m.Range()})) > 0
		}
		for number, sites := range c.sites {
			site, due := activeIn(sites, m)
			switch {
			case due && !inMonthly[number]:
				wrong.add("missing", site.Side, personIn(number, site), "fileName", c.monthly.FileName)
			case due && !inQuarters[number]:
				wrong.add("missing", site.Side, personIn(number, site), "fileName", c.file)
			}
		}
		maps.Copy(inQuarters, maps.Collect(trueIn(inMonthly)))
		for number := range trueIn(inQuarters) {
			if _, due := activeIn(c.sites[number], m); !due {
				site, side := c.stranger(number)
				wrong.add("unexpected", side, personIn(number, site))
			}
		}
	}
	c.curves = slices.DeleteFunc(c.curves, func(r Readings) bool { return !c.plays(r, wrong) })
	f := wrong.fault(ErrPerimeter, "missingConsumers", "missingProducers", "unexpectedConsumers", "unexpectedProducers")
	if f == nil {
		return nil
	}
	return f.With("missing", wrong.names("missingConsumers", "missingProducers")).
		With("unexpected", wrong.names("unexpectedConsumers", "unexpectedProducers"))
}

// stranger is what is known of a number that does not take part in the month: an
// earlier or later participant, or one without days; else the file tells its side.
func (c *pairCheck) stranger(number string) (Site, Side) {
	known := c.sites[number]
	for _, s := range c.others {
		if s.DsoID == number {
			known = append(known, s)
		}
	}
	if len(known) > 0 {
		return known[len(known)-1], known[len(known)-1].Side
	}
	for _, line := range c.lines[number] {
		if line.Given+line.Surplus > 0 {
			return Site{}, Producer
		}
	}
	for _, r := range c.curves {
		if r.DsoID == number && r.Side == Producer && sumRuns(r.Runs) > 0 {
			return Site{}, Producer
		}
	}
	return Site{}, Consumer
}

// plays tells whether a curve is one of the participant's side. What is none of it is
// refused when energy was shared in it; the consumption of a producer's own equipment
// is left out with a warning, and zeros without a word.
func (c *pairCheck) plays(r Readings, wrong *people) bool {
	sites := c.sites[r.DsoID]
	if len(sites) == 0 || slices.ContainsFunc(sites, func(s Site) bool { return s.plays(r.Side) }) {
		return true
	}
	site := sites[len(sites)-1]
	switch {
	case sumRuns(r.Runs) == 0:
	case r.Side == Producer || r.Nature == Autoconso:
		wrong.add("unexpected", r.Side, personIn(r.DsoID, site), "otherSide", true)
	default:
		c.warnings = append(c.warnings, ErrNatureOfSite.With("value", r.DsoID).With("name", site.Name).
			With("nature", r.Nature.String()).With("fileName", c.file))
	}
	return false
}

// periods compares the days of the lines with those of the activation.
func (c *pairCheck) periods() *fault.Error {
	wrong := newPeople()
	for i, r := range c.curves {
		active := activation(c.sites[r.DsoID])
		kept := cutRuns(c.zone, r.Runs, active)
		if sumRuns(kept) != sumRuns(r.Runs) {
			c.misplaced(r.DsoID, wrong)
		}
		c.curves[i].Runs = kept
	}
	for number, lines := range c.lines {
		var have, due []civil.Range
		for _, line := range lines {
			have = append(have, line.Days)
		}
		for _, m := range c.months {
			for _, days := range activation(c.sites[number]) {
				due = append(due, days.Intersect(m.Range()))
			}
		}
		if !slices.Equal(civil.Merge(have), civil.Merge(due)) {
			c.misplaced(number, wrong)
		}
	}
	f := wrong.fault(ErrPeriod, "participants")
	if f == nil {
		return nil
	}
	return f.With("names", wrong.names("participants"))
}

// misplaced names a participant with the days that the file has.
func (c *pairCheck) misplaced(number string, wrong *people) {
	sites := c.sites[number]
	site, _ := activeIn(sites, c.months[0])
	if site.ParticipantID.IsZero() {
		site = sites[len(sites)-1]
	}
	lines := c.lines[number]
	first := slices.MinFunc(lines, func(a, b RegisterVolume) int { return cmp.Compare(a.Days.From, b.Days.From) })
	last := slices.MaxFunc(lines, func(a, b RegisterVolume) int { return cmp.Compare(a.Days.To, b.Days.To) })
	wrong.add("", NoSide, personIn(number, site), "from", first.Days.From.String(), "to", last.Days.Last().String())
}

// complete lists the days on which a quarter of an hour is missing.
func (c *pairCheck) complete() *fault.Error {
	wrong := newPeople()
	covered := map[SeriesKey][]civil.Range{}
	for _, r := range c.curves {
		key := SeriesKey{r.DsoID, r.Nature, r.Side, DSO}
		covered[key] = wholeDays(c.zone, r.Runs)
	}
	dates := map[civil.Date]bool{}
	for number := range c.lines {
		for _, side := range []Side{Consumer, Producer} {
			days, site := c.missingDays(number, side, covered)
			if len(days) == 0 {
				continue
			}
			names := make([]string, len(days))
			for i, d := range days {
				names[i] = d.String()
				dates[d] = true
			}
			wrong.add("", side, personIn(number, site), "days", names)
		}
	}
	f := wrong.fault(ErrIncomplete, "consumers", "producers")
	if f == nil {
		return nil
	}
	var all []string
	for _, d := range slices.Sorted(maps.Keys(dates)) {
		all = append(all, d.String())
	}
	return f.With("dates", all).With("firstDates", shortened(all)).With("names", wrong.names("consumers", "producers")).With("fileName", c.file)
}

// missingDays of one side of an access point: those of its occupants that play it.
func (c *pairCheck) missingDays(number string, side Side, covered map[SeriesKey][]civil.Range) (days []civil.Date, first Site) {
	natures := []Nature{Autoconso, Complement}
	if side == Producer {
		natures = []Nature{Autoconso, Surplus}
	}
	for _, site := range c.sites[number] {
		if !site.plays(side) {
			continue
		}
		for _, m := range c.months {
			due := site.Period.Intersect(m.Range())
			for d := due.From; d < due.To; d++ {
				whole := func(n Nature) bool {
					return slices.ContainsFunc(covered[SeriesKey{number, n, side, DSO}], func(r civil.Range) bool { return r.Contains(d) })
				}
				if whole(natures[0]) && whole(natures[1]) {
					continue
				}
				if len(days) == 0 {
					first = site
				}
				days = append(days, d)
			}
		}
	}
	return days, first
}
