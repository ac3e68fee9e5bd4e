package billing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// measure reads the energy of each day for invoices that are drawn together: once for
// each stretch of days that they bill, whatever their number.
func (d *drawing) measure(ctx context.Context, invoices ...Invoice) error {
	wanted := map[civil.Range]map[Pair]bool{}
	for _, inv := range invoices {
		if !inv.countsEnergy() {
			continue
		}
		for _, span := range inv.Spans {
			if wanted[span.Days] == nil {
				wanted[span.Days] = map[Pair]bool{}
			}
			wanted[span.Days][d.pairOf(span)] = true
		}
	}
	d.daily = make(map[civil.Range]map[Pair][]energy.MilliWh, len(wanted))
	for _, days := range slices.SortedFunc(maps.Keys(wanted), func(a, b civil.Range) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}) {
		pairs := slices.SortedFunc(maps.Keys(wanted[days]), func(a, b Pair) int {
			return cmp.Or(cmp.Compare(a.ConsumerID, b.ConsumerID), cmp.Compare(a.ProducerID, b.ProducerID))
		})
		var err error
		if d.daily[days], err = d.Measurements.DailyEnergy(ctx, d.b.op.ID, pairs, days); err != nil {
			return err
		}
	}
	return nil
}

func (d *drawing) pairOf(s Span) Pair { return d.b.bySubscription()[s.SubscriptionID].Pair }

// countsEnergy tells whether a line is per kWh.
func (i Invoice) countsEnergy() bool {
	return slices.ContainsFunc(i.Lines, func(l Line) bool { return l.Unit == UnitKWh })
}

// days is the shared energy of all sites of an invoice, day by day. A day that is not
// known of one of the sites billed on it is left out.
func (d *drawing) days(inv Invoice) []DayEnergy {
	var out []DayEnergy
	for day := inv.Days.From; day < inv.Days.To; day++ {
		one, known := DayEnergy{Day: day}, false
		for _, span := range inv.Spans {
			if !span.Days.Contains(day) {
				continue
			}
			daily := d.daily[span.Days][d.pairOf(span)]
			if daily == nil || daily[day-span.Days.From] == metering.Absent {
				known = false
				break
			}
			one.Energy += daily[day-span.Days.From]
			known = true
		}
		if known {
			out = append(out, one)
		}
	}
	return out
}
