package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// sharedAbove finds the days on which consumers together received more than was made,
// step by step on the sums, with a tolerance of 1 Wh a site (domain 1.4). Single sites, and
// what consumers received against what producers gave, are looked at one by one; this is
// what remains where an operator does not say what each producer gave.
func (b *monthBuild) sharedAbove() []Finding {
	received, made := b.sums[sumKey{Autoconso, Consumer}], b.sums[sumKey{Prod, Producer}]
	if received == nil || made == nil {
		return nil
	}
	tolerance := energy.MilliWh(len(b.parts)) * siteTolerance
	quality := lower(received.series().Quality, made.series().Quality)
	return b.grid.days(quality, 0, b.grid.N, tolerance, Finding{Kind: SharedAboveProduced}, func(t int) energy.MilliWh {
		return received.values[t] - made.values[t]
	})
}

// balance warns of what sharedAbove found. It only warns: the operator's figures are the
// truth.
func (b *monthBuild) balance() []*fault.Error {
	count := 0
	for _, f := range b.out.rollup.Findings {
		if f.Kind == SharedAboveProduced {
			count += f.Steps
		}
	}
	if count == 0 {
		return nil
	}
	return []*fault.Error{WarnBalance.With("month", b.month.String()).With("count", count)}
}

// externalShare is by how much of it a consumption may miss that of the site's own meter:
// one in so many (domain 7: 2 %).
const externalShare = 50

// externalUse compares what a meter behind the operator's says that a site used with what
// it drew from the grid and what it made and used on the spot, day by day; days of which
// one of the three is not whole are left out.
func (b *monthBuild) externalUse() (found []Finding, err error) {
	if !b.op.ACI {
		return nil, nil
	}
	for _, p := range b.parts {
		side := Consumer
		ext, ok := b.rows[SeriesKey{p.DsoID, ConsExt, side, DSO}]
		if !ok {
			side = Producer
			ext, ok = b.rows[SeriesKey{p.DsoID, ConsExt, side, DSO}]
		}
		drawn, drew := b.rows[SeriesKey{p.DsoID, Conso, Consumer, DSO}]
		if !drew {
			drawn, drew = b.rows[SeriesKey{p.DsoID, Conso, Producer, DSO}]
		}
		if !ok || !drew || !p.plays(side) {
			continue
		}
		spot, made, err := onSpotOf(p.Site, b.rows, b.decode)
		if err != nil {
			return nil, err
		}
		days := Days(nil)
		if made {
			days = daysOf(b.grid, spot, false)
		}
		for _, f := range p.externalUse(b.month.First(), side, ext.Days, drawn.Days, days) {
			day := f.Day - b.month.First()
			f.Steps = b.grid.starts[day+1] - b.grid.starts[day]
			found = append(found, f)
		}
	}
	return found, nil
}

// externalUse finds the days of a site on which ext misses drawn and spot together by
// more than the tolerance; spot nil = it makes nothing itself.
func (p part) externalUse(first civil.Date, side Side, ext, drawn, spot Days) (found []Finding) {
	whole := func(days Days, i int) bool { return days[i].State.Has(HasData | Whole) }
	for i := p.firstDay; i < p.endDay; i++ {
		if !whole(ext, i) || !whole(drawn, i) || spot != nil && !whole(spot, i) {
			continue
		}
		used := drawn[i].Sum
		if spot != nil {
			used += spot[i].Sum
		}
		miss := max(ext[i].Sum-used, used-ext[i].Sum)
		if miss > max(used/externalShare, siteTolerance) {
			found = append(found, Finding{DsoID: p.DsoID, Side: side, Kind: ExternalConsumption, Day: first + civil.Date(i), Energy: miss})
		}
	}
	return found
}
