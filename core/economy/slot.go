package economy

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// Slot is the hours, and the season, at which a price holds.
type Slot string

// The slots of the contract types.
const (
	AllHours      Slot = "BASE"
	Peak          Slot = "PEAK"
	OffPeak       Slot = "OFF_PEAK"
	SummerPeak    Slot = "SUMMER_PEAK"
	SummerOffPeak Slot = "SUMMER_OFF_PEAK"
	WinterPeak    Slot = "WINTER_PEAK"
	WinterOffPeak Slot = "WINTER_OFF_PEAK"
)

// slots are those that a contract type has prices for.
func (c ContractType) slots() map[Slot]bool {
	switch c {
	case Base:
		return map[Slot]bool{AllHours: true}
	case Double:
		return map[Slot]bool{Peak: true, OffPeak: true}
	case Quadruple:
		return map[Slot]bool{SummerPeak: true, SummerOffPeak: true, WinterPeak: true, WinterOffPeak: true}
	}
	return nil
}

// isWinter reports whether a day is of the high season: November to March (domain 7).
func isWinter(d civil.Date) bool { return d.Month() >= time.November || d.Month() <= time.March }

// slotsOf are the slots of peak and of off-peak hours on a day.
func (s Supply) slotsOf(d civil.Date) (peak, offPeak Slot) {
	switch {
	case s.ContractType == Base:
		return AllHours, AllHours
	case s.ContractType == Double:
		return Peak, OffPeak
	case isWinter(d):
		return WinterPeak, WinterOffPeak
	}
	return SummerPeak, SummerOffPeak
}

// peakMinutes is how many minutes of a step that begins at a time of the day are of peak hours. Clock
// changes happen between steps, so that a step has the minutes that it lasts.
func (s Supply) peakMinutes(from Clock, minutes int) int {
	if s.ContractType == Base || s.PeakStart == nil || s.OffPeakStart == nil {
		return minutes
	}
	// On a day that begins with the peak hours, these are from 0 to length.
	length := mod(int(*s.OffPeakStart-*s.PeakStart), minutesADay)
	begin := mod(int(from-*s.PeakStart), minutesADay)
	end := begin + minutes
	return max(0, min(end, length)-begin) + max(0, min(end-minutesADay, length))
}

func mod(a, n int) int { return ((a % n) + n) % n }
