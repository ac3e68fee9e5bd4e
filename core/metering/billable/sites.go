package billable

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// SiteMonth is what a side of a site had on some days of a month; metering.Absent where nothing is known.
type SiteMonth struct {
	Billed
	Month   civil.Month
	Whole   energy.MilliWh // consumed, or produced
	Shared  energy.MilliWh // of the whole, shared within the operation
	Surplus energy.MilliWh // of a producer: what nobody of the operation took
}

// Rest is the whole without what was shared; ok is false where either is not known.
func (m SiteMonth) Rest() (rest energy.MilliWh, ok bool) {
	if m.Side == metering.Producer && m.Surplus != metering.Absent {
		return m.Surplus, true
	}
	if m.Whole == metering.Absent || m.Shared == metering.Absent {
		return metering.Absent, false
	}
	return max(0, m.Whole-m.Shared), true
}
