package fake

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// external makes what a meter behind the operator's tells (domain 1.2). Energy that is
// made and used on the spot never passes the operator's meter:
//
//   - a consumer uses what it draws (Conso) and what a small roof of its own makes,
//   - a producer makes what it injects (Prod) and what it uses itself, which while it
//     injects is all that it uses; without light it makes nothing.
func external(m meter) []curve {
	if !m.Producer {
		roof := ownPart(m)
		roof.Producer, roof.PowerW = true, m.mean*2
		return []curve{{metering.ConsExt, func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh {
			return plus(consumed(values, m, d, s.wall), produced(nil, roof, d, s))
		}}}
	}
	house := ownPart(m)
	house.Producer, house.business, house.mean, house.PowerW = false, true, max(m.PowerW/20, 100), 0
	used := func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh {
		return consumed(values, house, d, s.wall)
	}
	made := func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh {
		from := len(values)
		values = produced(values, m, d, s)
		own := used(nil, d, s)
		for i, v := range values[from:] {
			if v == 0 {
				own[i] = 0
			}
		}
		return plus(values, own)
	}
	return []curve{{metering.ProdExt, made}, {metering.ConsExt, used}}
}

// ownPart is a meter with chances of its own, so that the curves that the operator
// reads stay as they are.
func ownPart(m meter) meter {
	m.own ^= seeded(0, m.DsoID, "external")
	return m
}

// plus adds a day to the last values.
func plus(values, day []energy.MilliWh) []energy.MilliWh {
	last := values[len(values)-len(day):]
	for i, v := range day {
		last[i] += v
	}
	return values
}
