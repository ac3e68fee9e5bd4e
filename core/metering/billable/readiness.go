package billable

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Billed is one side of a participant: a prosumer is billed on both.
type Billed struct {
	ParticipantID id.ID
	Side          metering.Side
}

// billedNature is the curve that must be whole before a side can be billed: what a
// consumer received, what a producer made.
func billedNature(side metering.Side) metering.Nature {
	if side == metering.Producer {
		return metering.Prod
	}
	return metering.Autoconso
}

// lacking are the days for which a side's curve is not complete and definitive.
func lacking(rows []metering.SeriesMonth, side metering.Side, final metering.Finality, active civil.Range) (out []civil.Date) {
	states := map[civil.Month]metering.Days{}
	for _, row := range rows {
		if row.Nature == billedNature(side) && row.Side == side {
			states[row.Month] = row.Days
		}
	}
	for d := active.From; d < active.To; d++ {
		m := civil.MonthOf(d)
		if of := states[m]; of != nil {
			if state := of[d-m.First()].State; state.Has(metering.HasData|metering.Whole) && final.Final(d, state) {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}
