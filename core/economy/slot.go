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

// isWinter reports whether a day is of the high season: November to March (domain 7).
func isWinter(d civil.Date) bool { return d.Month() >= time.November || d.Month() <= time.March }
