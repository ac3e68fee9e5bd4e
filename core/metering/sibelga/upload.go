// Package sibelga checks the two files of a month that Sibelga sends against each other, and
// against who takes part.
package sibelga

import (
	"cmp"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Upload looks at the two files of a Sibelga upload together: that they are of the
// participants of their month, on their days, and hold every quarter of an hour
// (domain 5.5). It is pure.
type Upload struct {
	zone    civil.Zone
	sites   map[string][]metering.Site // by number
	Others  []metering.Site            // participants without days of activation, of numbers in the files
	Before  map[string][]metering.Register
	monthly curvefile.Dataset
	file    string // name of the quarter-hour file

	Months   []civil.Month // of the monthly file, ascending
	lines    map[string][]metering.RegisterVolume
	curves   []curvefile.Readings // of the quarter-hour file, within the months
	warnings []*fault.Error
}

func NewUpload(zone civil.Zone, sites []metering.Site, monthly, quarters curvefile.Dataset) *Upload {
	c := &Upload{zone: zone, sites: metering.ByNumber(sites), monthly: monthly, file: quarters.FileName, lines: map[string][]metering.RegisterVolume{}}
	months := map[civil.Month]bool{}
	for _, line := range monthly.Registers {
		months[line.Month()] = true
		c.lines[line.DsoID] = append(c.lines[line.DsoID], line)
	}
	c.Months = slices.Sorted(maps.Keys(months))
	c.warnings = append(c.warnings, monthly.Warnings...)
	c.warnings = append(c.warnings, quarters.Warnings...)
	c.cutToMonths(quarters.Readings)
	return c
}

// cutToMonths leaves out what lies outside the months of the monthly file.
func (c *Upload) cutToMonths(readings []curvefile.Readings) {
	outside := 0
	var days []civil.Range
	for _, m := range c.Months {
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
		c.warnings = append(c.warnings, metering.WarnOutsideMonth.With("fileName", c.file).With("count", outside))
	}
}

// Strangers are the numbers in the files that no participant has on any day.
func (c *Upload) Strangers() []string {
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

// Check gives what is to be stored. Errors: InconsistentPerimeter, InvalidPeriod,
// IncompleteData; the first that holds.
func (c *Upload) Check() ([]curvefile.Dataset, []*fault.Error, error) {
	for _, refused := range []func() *fault.Error{c.perimeter, c.periods, c.complete} {
		if f := refused(); f != nil {
			return nil, c.warnings, f
		}
	}
	c.sums()
	c.costs()
	c.registers()
	c.checkDigits()
	quarters := curvefile.Dataset{FileName: c.file, Part: curvefile.PartQuarters, Readings: c.curves}
	return []curvefile.Dataset{quarters}, c.warnings, nil
}

// perimeter compares the numbers in the files with those that take part.
func (c *Upload) perimeter() *fault.Error {
	wrong := newPeople()
	for _, m := range c.Months {
		inMonthly, inQuarters := map[string]bool{}, map[string]bool{}
		for number, lines := range c.lines {
			inMonthly[number] = slices.ContainsFunc(lines, func(l metering.RegisterVolume) bool { return l.Month() == m })
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
	c.curves = slices.DeleteFunc(c.curves, func(r curvefile.Readings) bool { return !c.plays(r, wrong) })
	f := wrong.fault(metering.ErrPerimeter, "missingConsumers", "missingProducers", "unexpectedConsumers", "unexpectedProducers")
	if f == nil {
		return nil
	}
	return f.With("missing", wrong.names("missingConsumers", "missingProducers")).
		With("unexpected", wrong.names("unexpectedConsumers", "unexpectedProducers"))
}

// stranger is what is known of a number that does not take part in the month: an
// earlier or later participant, or one without days; else the file tells its side.
func (c *Upload) stranger(number string) (metering.Site, metering.Side) {
	known := c.sites[number]
	for _, s := range c.Others {
		if s.DsoID == number {
			known = append(known, s)
		}
	}
	if len(known) > 0 {
		return known[len(known)-1], known[len(known)-1].Side
	}
	for _, line := range c.lines[number] {
		if line.Given+line.Surplus > 0 {
			return metering.Site{}, metering.Producer
		}
	}
	for _, r := range c.curves {
		if r.DsoID == number && r.Side == metering.Producer && sumRuns(r.Runs) > 0 {
			return metering.Site{}, metering.Producer
		}
	}
	return metering.Site{}, metering.Consumer
}

// plays reports whether a curve is one of the participant's side. What is none of it is
// refused when energy was shared in it; the consumption of a producer's own equipment
// is left out with a warning, and zeros without a word.
func (c *Upload) plays(r curvefile.Readings, wrong *people) bool {
	sites := c.sites[r.DsoID]
	if len(sites) == 0 || slices.ContainsFunc(sites, func(s metering.Site) bool { return s.Plays(r.Side) }) {
		return true
	}
	site := sites[len(sites)-1]
	switch {
	case sumRuns(r.Runs) == 0:
	case r.Side == metering.Producer || r.Nature == metering.Autoconso:
		wrong.add("unexpected", r.Side, personIn(r.DsoID, site), "otherSide", true)
	default:
		c.warnings = append(c.warnings, metering.ErrNatureOfSite.With("value", r.DsoID).With("name", site.Name).
			With("nature", r.Nature.String()).With("fileName", c.file))
	}
	return false
}

// periods compares the days of the lines with those of the activation.
func (c *Upload) periods() *fault.Error {
	wrong := newPeople()
	for i, r := range c.curves {
		active := metering.Activation(c.sites[r.DsoID])
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
		for _, m := range c.Months {
			for _, days := range metering.Activation(c.sites[number]) {
				due = append(due, days.Intersect(m.Range()))
			}
		}
		if !slices.Equal(civil.Merge(have), civil.Merge(due)) {
			c.misplaced(number, wrong)
		}
	}
	f := wrong.fault(metering.ErrPeriod, "participants")
	if f == nil {
		return nil
	}
	return f.With("names", wrong.names("participants"))
}

// misplaced names a participant with the days that the file has.
func (c *Upload) misplaced(number string, wrong *people) {
	sites := c.sites[number]
	site, _ := activeIn(sites, c.Months[0])
	if site.ParticipantID.IsZero() {
		site = sites[len(sites)-1]
	}
	lines := c.lines[number]
	first := slices.MinFunc(lines, func(a, b metering.RegisterVolume) int { return cmp.Compare(a.Days.From, b.Days.From) })
	last := slices.MaxFunc(lines, func(a, b metering.RegisterVolume) int { return cmp.Compare(a.Days.To, b.Days.To) })
	wrong.add("", metering.NoSide, personIn(number, site), "from", first.Days.From.String(), "to", last.Days.Last().String())
}

// complete lists the days on which a quarter of an hour is missing.
func (c *Upload) complete() *fault.Error {
	wrong := newPeople()
	covered := map[metering.SeriesKey][]civil.Range{}
	for _, r := range c.curves {
		key := metering.SeriesKey{DsoID: r.DsoID, Nature: r.Nature, Side: r.Side, Origin: metering.DSO}
		covered[key] = wholeDays(c.zone, r.Runs)
	}
	dates := map[civil.Date]bool{}
	for number := range c.lines {
		for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
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
	f := wrong.fault(metering.ErrIncomplete, "consumers", "producers")
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
func (c *Upload) missingDays(number string, side metering.Side, covered map[metering.SeriesKey][]civil.Range) (days []civil.Date, first metering.Site) {
	natures := []metering.Nature{metering.Autoconso, metering.Complement}
	if side == metering.Producer {
		natures = []metering.Nature{metering.Autoconso, metering.Surplus}
	}
	for _, site := range c.sites[number] {
		if !site.Plays(side) {
			continue
		}
		for _, m := range c.Months {
			due := site.Period.Intersect(m.Range())
			for d := due.From; d < due.To; d++ {
				whole := func(n metering.Nature) bool {
					return slices.ContainsFunc(covered[metering.SeriesKey{DsoID: number, Nature: n, Side: side, Origin: metering.DSO}], func(r civil.Range) bool { return r.Contains(d) })
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

// sums compares the quarters of each access point with its monthly volumes.
func (c *Upload) sums() {
	type volume struct {
		number string
		month  civil.Month
		nature metering.Nature
		side   metering.Side
	}
	quarters := map[volume]energy.MilliWh{}
	for _, r := range c.curves {
		for _, m := range c.Months {
			quarters[volume{r.DsoID, m, r.Nature, r.Side}] += sumRuns(cutRuns(c.zone, r.Runs, []civil.Range{m.Range()}))
		}
	}
	monthly := map[volume]energy.MilliWh{}
	for number, lines := range c.lines {
		for _, line := range lines {
			m := line.Month()
			monthly[volume{number, m, metering.Autoconso, metering.Consumer}] += line.Shared
			monthly[volume{number, m, metering.Complement, metering.Consumer}] += line.Complement
			monthly[volume{number, m, metering.Autoconso, metering.Producer}] += line.Given
			monthly[volume{number, m, metering.Surplus, metering.Producer}] += line.Surplus
		}
	}
	words := map[metering.Side]map[metering.Nature]string{metering.Consumer: {metering.Autoconso: "shared", metering.Complement: "complement"}, metering.Producer: {metering.Autoconso: "given", metering.Surplus: "surplus"}}
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		for _, m := range c.Months {
			for _, kind := range []volume{{number, m, metering.Autoconso, metering.Consumer}, {number, m, metering.Complement, metering.Consumer},
				{number, m, metering.Autoconso, metering.Producer}, {number, m, metering.Surplus, metering.Producer}} {
				want, got := monthly[kind], quarters[kind]
				if off := max(want-got, got-want); off > max(sumTolerance, want/sumTolerancePart) && c.playedBy(number, kind.side) {
					c.warnings = append(c.warnings, metering.WarnSum.With("value", number).With("name", c.nameOf(number)).With("month", m.String()).
						With("volume", words[kind.side][kind.nature]).With("monthlyKwh", metering.KilowattHours(want)).With("quartersKwh", metering.KilowattHours(got)))
				}
			}
		}
	}
}

func (c *Upload) playedBy(number string, side metering.Side) bool {
	return slices.ContainsFunc(c.sites[number], func(s metering.Site) bool { return s.Plays(side) })
}

// costs warns when the day and the night line carry the same total: the file may repeat
// what is due once. They are added up all the same.
func (c *Upload) costs() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		for _, a := range c.lines[number] {
			for _, b := range c.lines[number] {
				if a.Register == metering.RegisterHigh && b.Register == metering.RegisterLow && a.Days == b.Days && a.Costs.Total != 0 && a.Costs.Total == b.Costs.Total {
					c.warnings = append(c.warnings, metering.WarnCostsRepeated.With("value", number).With("name", c.nameOf(number)).OnRow(b.Row))
				}
			}
		}
	}
}

// registers announces a meter that counts by other registers than in the month before.
func (c *Upload) registers() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		was := c.Before[number]
		var now []metering.Register
		for _, line := range c.lines[number] {
			if line.Month() == c.Months[0] && !slices.Contains(now, line.Register) {
				now = append(now, line.Register)
			}
		}
		slices.Sort(now)
		if len(was) > 0 && len(now) > 0 && !slices.Equal(was, now) {
			c.warnings = append(c.warnings, metering.WarnRegister.With("value", number).With("name", c.nameOf(number)).
				With("month", c.Months[0].String()).With("from", was).With("to", now))
		}
	}
}

func (c *Upload) checkDigits() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		if !dso.EAN(number).CheckDigitHolds() {
			c.warnings = append(c.warnings, metering.WarnCheckDigit.With("value", number).With("name", c.nameOf(number)))
		}
	}
}

func (c *Upload) nameOf(number string) string {
	if site, ok := activeIn(c.sites[number], c.Months[0]); ok {
		return site.Name
	}
	return ""
}

// Two sums of a month agree within the larger of these (domain 5.5).
const (
	sumTolerance     = energy.KilowattHour / 100
	sumTolerancePart = 1000 // 0.1 %
)

// RegisterMonths is the lines in their order, with the costs of each access point.
func RegisterMonths(lines []metering.RegisterVolume) metering.RegisterMonths {
	out := metering.RegisterMonths{Volumes: slices.Clone(lines), Costs: metering.CostsOf(lines)}
	for i := range out.Volumes {
		out.Volumes[i].Costs, out.Volumes[i].Row = metering.NetworkCosts{}, 0
	}
	slices.SortFunc(out.Volumes, metering.RegisterVolume.Compare)
	return out
}
