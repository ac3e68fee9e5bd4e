package metering

import (
	"fmt"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
)

// Two sums of a month agree within the larger of these (domain 5.5).
const (
	sumTolerance     = energy.KilowattHour / 100
	sumTolerancePart = 1000 // 0.1 %
)

// sums compares the quarters of each access point with its monthly volumes.
func (c *pairCheck) sums() {
	type volume struct {
		number string
		month  civil.Month
		nature Nature
		side   Side
	}
	quarters := map[volume]energy.MilliWh{}
	for _, r := range c.curves {
		for _, m := range c.months {
			quarters[volume{r.DsoID, m, r.Nature, r.Side}] += sumRuns(cutRuns(c.zone, r.Runs, []civil.Range{m.Range()}))
		}
	}
	monthly := map[volume]energy.MilliWh{}
	for number, lines := range c.lines {
		for _, line := range lines {
			m := line.Month()
			monthly[volume{number, m, Autoconso, Consumer}] += line.Shared
			monthly[volume{number, m, Complement, Consumer}] += line.Complement
			monthly[volume{number, m, Autoconso, Producer}] += line.Given
			monthly[volume{number, m, Surplus, Producer}] += line.Surplus
		}
	}
	words := map[Side]map[Nature]string{Consumer: {Autoconso: "shared", Complement: "complement"}, Producer: {Autoconso: "given", Surplus: "surplus"}}
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		for _, m := range c.months {
			for _, kind := range []volume{{number, m, Autoconso, Consumer}, {number, m, Complement, Consumer},
				{number, m, Autoconso, Producer}, {number, m, Surplus, Producer}} {
				want, got := monthly[kind], quarters[kind]
				if off := max(want-got, got-want); off > max(sumTolerance, want/sumTolerancePart) && c.playedBy(number, kind.side) {
					c.warnings = append(c.warnings, WarnSum.With("value", number).With("name", c.nameOf(number)).With("month", m.String()).
						With("volume", words[kind.side][kind.nature]).With("monthlyKwh", kilowattHours(want)).With("quartersKwh", kilowattHours(got)))
				}
			}
		}
	}
}

func (c *pairCheck) playedBy(number string, side Side) bool {
	return slices.ContainsFunc(c.sites[number], func(s Site) bool { return s.plays(side) })
}

// kilowattHours are read by people.
func kilowattHours(e energy.MilliWh) string {
	return fmt.Sprintf("%d.%03d", e/energy.KilowattHour, e%energy.KilowattHour/energy.WattHour)
}

// costs warns when the day and the night line carry the same total: the file may repeat
// what is due once. They are added up all the same.
func (c *pairCheck) costs() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		for _, a := range c.lines[number] {
			for _, b := range c.lines[number] {
				if a.Register == RegisterHigh && b.Register == RegisterLow && a.Days == b.Days && a.Costs.Total != 0 && a.Costs.Total == b.Costs.Total {
					c.warnings = append(c.warnings, WarnCostsRepeated.With("value", number).With("name", c.nameOf(number)).OnRow(b.Row))
				}
			}
		}
	}
}

// registers announces a meter that counts by other registers than in the month before.
func (c *pairCheck) registers() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		was := c.before[number]
		var now []Register
		for _, line := range c.lines[number] {
			if line.Month() == c.months[0] && !slices.Contains(now, line.Register) {
				now = append(now, line.Register)
			}
		}
		slices.Sort(now)
		if len(was) > 0 && len(now) > 0 && !slices.Equal(was, now) {
			c.warnings = append(c.warnings, WarnRegister.With("value", number).With("name", c.nameOf(number)).
				With("month", c.months[0].String()).With("from", was).With("to", now))
		}
	}
}

func (c *pairCheck) checkDigits() {
	for _, number := range slices.Sorted(maps.Keys(c.lines)) {
		if !dso.EAN(number).CheckDigitHolds() {
			c.warnings = append(c.warnings, WarnCheckDigit.With("value", number).With("name", c.nameOf(number)))
		}
	}
}

func (c *pairCheck) nameOf(number string) string {
	if site, ok := activeIn(c.sites[number], c.months[0]); ok {
		return site.Name
	}
	return ""
}

// registerMonths is the lines in their order, with the costs of each access point.
func registerMonths(lines []RegisterVolume) RegisterMonths {
	out := RegisterMonths{Volumes: slices.Clone(lines), Costs: costsOf(lines)}
	for i := range out.Volumes {
		out.Volumes[i].Costs, out.Volumes[i].Row = NetworkCosts{}, 0
	}
	slices.SortFunc(out.Volumes, RegisterVolume.compare)
	return out
}

func (m RegisterMonths) equal(o RegisterMonths) bool {
	return slices.Equal(m.Volumes, o.Volumes) && slices.Equal(m.Costs, o.Costs)
}
