package pairing

import (
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// ByProducer is what consumers had from producers on the days of a month that were shared so.
type ByProducer struct {
	Mask  metering.DayMask
	Count int                        // of days in the month
	Given [][]energy.MilliWh         // [producer][step] of the month; zero on other days
	Days  map[id.ID][]energy.MilliWh // by consumer: [producer × days]
	// Curves are those of one consumer, [producer][step], where they were asked for.
	Consumer id.ID
	Curves   [][]energy.MilliWh
	// Conflicts are days on which consumers would have to receive from somebody of whom
	// they have no part.
	Conflicts []metering.Finding
}

// Window is the given steps of columns, without a copy.
func Window(columns [][]energy.MilliWh, from, to int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, c := range columns {
		out[i] = c[from:to]
	}
	return out
}

func idsOf(parts []Part) []id.ID {
	ids := make([]id.ID, len(parts))
	for i, p := range parts {
		ids[i] = p.ParticipantID
	}
	return ids
}

// NewByProducer makes one of a month, without a day shared yet.
func NewByProducer(g metering.MonthGrid, producers int) *ByProducer {
	a := &ByProducer{Count: g.Month.Days(), Given: make([][]energy.MilliWh, producers), Days: map[id.ID][]energy.MilliWh{}}
	for p := range a.Given {
		a.Given[p] = make([]energy.MilliWh, g.N)
	}
	return a
}

// Share runs an allocator over days of the month, and writes what consumers received
// to dst unless that is nil.
func (a *ByProducer) Share(g metering.MonthGrid, in Sharing, days civil.Range, with PairAllocator, dst [][]energy.MilliWh) error {
	first, end := int(days.From-g.Month.First()), int(days.To-g.Month.First())
	from, to := g.Starts[first], g.Starts[end]
	pairs := make([][][]energy.MilliWh, len(in.Made))
	block := make([]energy.MilliWh, len(in.Made)*len(in.Used)*(to-from))
	for p := range pairs {
		pairs[p] = make([][]energy.MilliWh, len(in.Used))
		for c := range pairs[p] {
			pairs[p][c], block = block[:to-from:to-from], block[to-from:]
		}
	}
	if in.Received == nil {
		if err := with.AllocatePairs(pairs, in.known(from, to), Window(in.Used, from, to)); err != nil {
			return err
		}
	} else {
		conflicts, err := with.FitPairs(pairs, margin.Margins{Consumption: Window(in.Used, from, to), Received: Window(in.Received, from, to),
			Production: Window(in.Made, from, to), Given: Window(in.Given, from, to)})
		if err != nil {
			return err
		}
		for _, c := range conflicts {
			a.conflict(in.Users[c.Consumer], g.DayOf(from+c.Step), c.Energy)
		}
	}
	a.Mask |= metering.MaskOf(g.Month, days)
	for p := range pairs {
		for c, column := range pairs[p] {
			a.take(g, p, in.Users[c].ParticipantID, first, end, column)
			if dst == nil {
				continue
			}
			out := dst[c][from:to]
			for t, v := range column {
				out[t] += v
			}
		}
	}
	return nil
}

// conflict notes that the pairs of a consumer are in doubt at a step of a day.
func (a *ByProducer) conflict(p Part, day civil.Date, missed energy.MilliWh) {
	a.Conflicts = AddConflict(a.Conflicts, p, day, missed)
}

// AddConflict counts one more step of a site and day at which its pairs are in doubt, and
// the energy missed.
func AddConflict(all []metering.Finding, p Part, day civil.Date, missed energy.MilliWh) []metering.Finding {
	i := slices.IndexFunc(all, func(f metering.Finding) bool { return f.DsoID == p.DsoID && f.Day == day })
	if i < 0 {
		i = len(all)
		all = append(all, metering.Finding{DsoID: p.DsoID, Side: metering.Consumer, Kind: metering.PairsContradict, Day: day})
	}
	all[i].Steps++
	all[i].Energy += missed
	return all
}

// take adds what one consumer had from one producer on days first to end.
func (a *ByProducer) take(g metering.MonthGrid, producer int, consumer id.ID, first, end int, column []energy.MilliWh) {
	sums := a.Days[consumer]
	if sums == nil {
		sums = make([]energy.MilliWh, len(a.Given)*a.Count)
		a.Days[consumer] = sums
	}
	from := g.Starts[first]
	given := a.Given[producer][from:]
	for t, v := range column {
		given[t] += v
	}
	for d := first; d < end; d++ {
		for _, v := range column[g.Starts[d]-from : g.Starts[d+1]-from] {
			sums[producer*a.Count+d] += v
		}
	}
	if consumer == a.Consumer {
		copy(a.Curves[producer][from:], column)
	}
}

// Overlay puts the sums of a consumer in the place of others, [producer × days].
func (a *ByProducer) Overlay(days []energy.MilliWh, consumer id.ID) {
	if a == nil {
		return
	}
	sums := a.Days[consumer]
	for mask := a.Mask; mask != 0; mask &= mask - 1 {
		for at := bits.TrailingZeros32(uint32(mask)); at < len(days); at += a.Count {
			days[at] = 0
			if sums != nil {
				days[at] = sums[at]
			}
		}
	}
}

// Add adds up what one consumer had from each producer.
func (a *ByProducer) Add(sums []energy.MilliWh, consumer id.ID) {
	if a == nil {
		return
	}
	for at, v := range a.Days[consumer] {
		sums[at/a.Count] += v
	}
}

// Steps visits the steps of each day that was shared so.
func (a *ByProducer) Steps(g metering.MonthGrid, visit func(day, from, to int)) {
	if a == nil {
		return
	}
	for mask := a.Mask; mask != 0; mask &= mask - 1 {
		day := bits.TrailingZeros32(uint32(mask))
		visit(day, g.Starts[day], g.Starts[day+1])
	}
}
