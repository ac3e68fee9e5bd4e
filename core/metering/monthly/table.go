package monthly

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// partial lists those of some months that r does not hold whole.
func partial(months []civil.Month, r civil.Range) (part []civil.Month) {
	for _, m := range months {
		if !r.Covers(m.Range()) {
			part = append(part, m)
		}
	}
	return part
}

// dayTable is what each participant of a side had by day, added up from the first of
// the month: some days of it cost one subtraction a participant.
type dayTable struct {
	rollup.DistributionMonth
	until []energy.MilliWh // [day × participants]: on that day and those before
	known []uint32         // a bit a day with data
}

// NewDayTable turns the days round: a question reads two days of all participants.
func NewDayTable(d rollup.DistributionMonth) dayTable {
	days, count := d.Month.Days(), len(d.Participants)
	t := dayTable{d, make([]energy.MilliWh, len(d.Days)), make([]uint32, count)}
	t.Days = nil
	for i := range t.known {
		var sum energy.MilliWh
		for day, v := range d.Days[i*days : (i+1)*days] {
			if v != metering.Absent {
				t.known[i] |= 1 << day
				sum += v
			}
			t.until[day*count+i] = sum
		}
	}
	return t
}

// Add adds what each had on those days of r that lie in the month to its place in
// values, which may be Absent before.
func (t *dayTable) Add(values []energy.MilliWh, places []int, r civil.Range) {
	if t.until == nil {
		for i, v := range t.Totals {
			if v != metering.Absent {
				at := places[i]
				values[at] = max(values[at], 0) + v
			}
		}
		return
	}
	days := r.Intersect(t.Month.Range())
	if days.IsEmpty() {
		return
	}
	first, count := t.Month.First(), len(t.known)
	from, to := int(days.From-first), int(days.To-first)
	mask := uint32(1)<<to - uint32(1)<<from
	until, before := t.until[(to-1)*count:to*count], []energy.MilliWh(nil)
	if from > 0 {
		before = t.until[(from-1)*count : from*count]
	}
	for i, known := range t.known {
		if known&mask == 0 {
			continue
		}
		v := until[i]
		if before != nil {
			v -= before[i]
		}
		at := places[i]
		values[at] = max(values[at], 0) + v
	}
}

// on gives what each had on the days of r.
func (t *dayTable) on(r civil.Range) rollup.DistributionMonth {
	if t.until == nil {
		return t.DistributionMonth
	}
	d := t.DistributionMonth
	d.Totals = WithGaps([]energy.MilliWh{}, len(t.known))
	t.Add(d.Totals, ordinals(len(t.known)), r)
	return d
}

type heldKey struct {
	month  civil.Month
	nature metering.Nature
}

// holding gathers distributions from memory and store. Those of whole months have
// totals, the others days.
type holding struct {
	s           *Service
	known       States
	operationID id.ID
	held        map[heldKey][]dayTable
}

func (h holding) key(whole bool, n metering.Nature) MemoryKey {
	if whole {
		return MemoryKey{operationID: h.operationID, kind: recallTotals, nature: n}
	}
	return MemoryKey{operationID: h.operationID, kind: recallDays, nature: n}
}

func (h holding) recall(months []civil.Month, r civil.Range, n metering.Nature) (missing []civil.Month) {
	for i, m := range months {
		missing = append(missing, h.s.lookUp(h.known, months[i:i+1], h.key(r.Covers(m.Range()), n), func(_ civil.Month, value any) {
			h.held[heldKey{m, n}] = value.([]dayTable)
		})...)
	}
	return missing
}

func (h holding) read(ctx context.Context, months []civil.Month, r civil.Range, natures []metering.Nature) error {
	for _, m := range months {
		for _, n := range natures {
			delete(h.held, heldKey{m, n}) // read again with the others
		}
	}
	all, err := h.s.rollups.Distributions(ctx, h.operationID, rollup.PartQuery{Months: months, Partial: partial(months, r), Natures: natures})
	if err != nil {
		return err
	}
	for _, d := range all {
		d.Participants = h.s.roster(h.operationID, d.Participants)
		t := dayTable{DistributionMonth: d}
		if d.Days != nil {
			t = NewDayTable(d)
		}
		at := heldKey{d.Month, d.Nature}
		h.held[at] = append(h.held[at], t)
	}
	for _, m := range months {
		for _, n := range natures {
			var bytes int
			for _, t := range h.held[heldKey{m, n}] {
				bytes += 200 + 8*(len(t.Totals)+len(t.until)) + 4*len(t.known)
			}
			h.s.keepMonth(h.known, m, h.key(r.Covers(m.Range()), n), h.held[heldKey{m, n}], bytes)
		}
	}
	return nil
}
