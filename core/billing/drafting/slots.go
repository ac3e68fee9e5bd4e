package drafting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// slots is what is known of the energy at the peak hours of sites; at the others is the rest.
type slots struct {
	hours map[id.ID]civil.Hours
	at    map[civil.Range]map[metering.AtHours]energy.MilliWh
}

// peak are the peak hours that hold for a part, as far as they are known.
func (s slots) peak(p agreement.Part) (civil.Hours, bool) {
	if p.Hours != nil {
		return *p.Hours, true
	}
	h, known := s.hours[p.ConsumerID]
	return h, known
}

// of is what of the energy of a part is at the hours of an option.
func (s slots) of(p agreement.Part, all energy.MilliWh, option billing.PricingOption) energy.MilliWh {
	peak, _ := s.peak(p)
	at := s.at[p.Span][metering.AtHours{Pair: p.Pair, Hours: peak}]
	switch option {
	case billing.AtPeakHours:
		return at
	case billing.AtOffPeakHours:
		return all - at
	}
	return all
}
