package forecast

import (
	"math"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// What a solar producer should have made is its peak power times the light in units of
// the light at which the peak is measured (1 000 W/m²), times the performance ratio:
// all that is lost to heat, dust, wires and the angle of the roof. Until enough is
// measured the ratio is the installation's setting; then it is the producer's own.

const (
	// Solar is the production type of panels (specification section 3).
	Solar = 3
	// defaultPerformance is a usual ratio.
	defaultPerformance = 0.8
	// calibrationDays is how many definitive days a producer's own ratio rests on, and
	// fewestDays how many it needs.
	calibrationDays = 60
	fewestDays      = 14
	// calibrationBack is how far back these days are looked for.
	calibrationBack = 120
	// A ratio beyond these is a wrong peak power or a curve that is no panel's.
	lowestRatio  = 0.2
	highestRatio = 1.5
)

// light is the light of civil days, in kWh a square metre; a day that is not known
// whole has none.
type light map[civil.Date]float64

// lightOf sums the hours of civil days. Hours begin on the full hour, so that a day of
// a zone whose clock is whole hours from UTC has 23, 24 or 25 of them.
func lightOf(zone civil.Zone, hours []WeatherHour) light {
	sums, count := light{}, map[civil.Date]int{}
	for _, h := range hours {
		day := zone.DateOf(h.Start)
		sums[day] += max(h.Irradiance, 0) / 1000
		count[day]++
	}
	for day := range sums {
		if count[day] != zone.Steps(day, metering.Hour) {
			delete(sums, day)
		}
	}
	return sums
}

// measuredDay is what one producer made on a day that is known whole.
type measuredDay struct {
	energy energy.MilliWh
	final  bool
}

// performanceOf is the ratio of a producer by its last definitive days before a date,
// and how many these are; the default with 0 days when they are too few, or when what
// they say is no ratio of panels.
func performanceOf(peakW int64, l light, measured map[civil.Date]measuredDay, before civil.Date, byDefault float64) (ratio float64, days int) {
	made, possible := 0.0, 0.0
	for d := before - 1; d >= before-calibrationBack && days < calibrationDays; d-- {
		m, ok := measured[d]
		sun, lit := l[d]
		if !ok || !lit || !m.final {
			continue
		}
		made += float64(m.energy)
		possible += peakEnergy(peakW, sun)
		days++
	}
	if days < fewestDays || possible <= 0 {
		return byDefault, 0
	}
	if ratio = made / possible; ratio < lowestRatio || ratio > highestRatio {
		return byDefault, 0
	}
	return ratio, days
}

// peakEnergy is what a producer makes of light when nothing is lost, in mWh: W × hours
// at full light × 1000.
func peakEnergy(peakW int64, sun float64) float64 { return float64(peakW) * sun * 1000 }

// expectedEnergy rounds once.
func expectedEnergy(peakW int64, sun, ratio float64) energy.MilliWh {
	return energy.MilliWh(math.Round(peakEnergy(peakW, sun) * ratio))
}
