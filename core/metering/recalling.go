package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// lookUp looks up what is remembered of some months, and lists those that have to
// be read. A month known to have no rollups is neither.
func (s *Service) lookUp(known states, months []civil.Month, key recallKey, use func(m civil.Month, value any)) (missing []civil.Month) {
	for _, m := range months {
		var ok bool
		if key.state, ok = known.of(m); ok && key.state.Version == 0 {
			continue
		}
		if ok {
			if value, found := s.recall.get(key); found {
				use(m, value)
				continue
			}
		}
		missing = append(missing, m)
	}
	return missing
}

// keepMonth keeps what was read of a month, if its state is known.
func (s *Service) keepMonth(known states, m civil.Month, key recallKey, value any, bytes int) {
	var ok bool
	if key.state, ok = known.of(m); ok {
		s.recall.keep(key, value, bytes)
	}
}

// sums are the summed curves of months without chunks, by month, nature and side.
func (s *Service) sums(ctx context.Context, known states, operationID id.ID, months []civil.Month, natures []Nature) ([]SumMonth, error) {
	held := map[civil.Month][]SumMonth{}
	key := recallKey{operationID: operationID, kind: recallSums}
	missing := s.lookUp(known, months, key, func(m civil.Month, value any) { held[m] = value.([]SumMonth) })
	if len(missing) > 0 {
		read, err := s.rollups.Sums(ctx, operationID, SumQuery{Months: missing, Natures: summed()})
		if err != nil {
			return nil, err
		}
		for _, sum := range read {
			held[sum.Month] = append(held[sum.Month], sum)
		}
		for _, m := range missing {
			s.keepMonth(known, m, key, held[m], 1200*len(held[m]))
		}
	}
	out := make([]SumMonth, 0, len(months)*len(natures))
	for _, m := range months {
		for _, sum := range held[m] {
			if slices.Contains(natures, sum.Nature) {
				out = append(out, sum)
			}
		}
	}
	return out, nil
}

// dayTable is what each participant of a side had by day, added up from the first of
// the month: some days of it cost one subtraction a participant.
type dayTable struct {
	DistributionMonth
	until []energy.MilliWh // [day × participants]: on that day and those before
	known []uint32         // a bit a day with data
}

// newDayTable turns the days round: a question reads two days of all participants.
func newDayTable(d DistributionMonth) dayTable {
	days, count := d.Month.Days(), len(d.Participants)
	t := dayTable{d, make([]energy.MilliWh, len(d.Days)), make([]uint32, count)}
	t.Days = nil
	for i := range t.known {
		var sum energy.MilliWh
		for day, v := range d.Days[i*days : (i+1)*days] {
			if v != Absent {
				t.known[i] |= 1 << day
				sum += v
			}
			t.until[day*count+i] = sum
		}
	}
	return t
}

// add adds what each had on those days of r that lie in the month to its place in
// values, which may be Absent before.
func (t *dayTable) add(values []energy.MilliWh, places []int, r civil.Range) {
	if t.until == nil {
		for i, v := range t.Totals {
			if v != Absent {
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
func (t *dayTable) on(r civil.Range) DistributionMonth {
	if t.until == nil {
		return t.DistributionMonth
	}
	d := t.DistributionMonth
	d.Totals = withGaps([]energy.MilliWh{}, len(t.known))
	t.add(d.Totals, ordinals(len(t.known)), r)
	return d
}

// distributions are what each participant had on those days of r that lie in the given
// months, by month, nature and side.
func (s *Service) distributions(ctx context.Context, known states, operationID id.ID, months []civil.Month, r civil.Range, natures []Nature) ([]DistributionMonth, error) {
	tables, err := s.tables(ctx, known, operationID, months, r, natures)
	out := make([]DistributionMonth, len(tables))
	for i, t := range tables {
		out[i] = t.on(r)
	}
	return out, err
}

// tables are what distributions come from: totals of the months that r holds whole, days
// of the others.
func (s *Service) tables(ctx context.Context, known states, operationID id.ID, months []civil.Month, r civil.Range, natures []Nature) ([]*dayTable, error) {
	h := holding{s, known, operationID, map[heldKey][]dayTable{}}
	var missing []civil.Month
	for _, n := range natures {
		missing = append(missing, h.recall(months, r, n)...)
	}
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		if err := h.read(ctx, missing, r, natures); err != nil {
			return nil, err
		}
	}
	out := make([]*dayTable, 0, 2*len(months)*len(natures))
	for _, m := range months {
		for _, n := range natures {
			held := h.held[heldKey{m, n}]
			for i := range held {
				out = append(out, &held[i])
			}
		}
	}
	return out, nil
}

type heldKey struct {
	month  civil.Month
	nature Nature
}

// holding gathers distributions from memory and store. Those of whole months have
// totals, the others days.
type holding struct {
	s           *Service
	known       states
	operationID id.ID
	held        map[heldKey][]dayTable
}

func (h holding) key(whole bool, n Nature) recallKey {
	if whole {
		return recallKey{operationID: h.operationID, kind: recallTotals, nature: n}
	}
	return recallKey{operationID: h.operationID, kind: recallDays, nature: n}
}

func (h holding) recall(months []civil.Month, r civil.Range, n Nature) (missing []civil.Month) {
	for i, m := range months {
		missing = append(missing, h.s.lookUp(h.known, months[i:i+1], h.key(r.Covers(m.Range()), n), func(_ civil.Month, value any) {
			h.held[heldKey{m, n}] = value.([]dayTable)
		})...)
	}
	return missing
}

func (h holding) read(ctx context.Context, months []civil.Month, r civil.Range, natures []Nature) error {
	for _, m := range months {
		for _, n := range natures {
			delete(h.held, heldKey{m, n}) // read again with the others
		}
	}
	all, err := h.s.rollups.Distributions(ctx, h.operationID, PartQuery{Months: months, Partial: partial(months, r), Natures: natures})
	if err != nil {
		return err
	}
	for _, d := range all {
		d.Participants = h.s.roster(h.operationID, d.Participants)
		t := dayTable{DistributionMonth: d}
		if d.Days != nil {
			t = newDayTable(d)
		}
		at := heldKey{d.Month, d.Nature}
		h.held[at] = append(h.held[at], t)
	}
	for _, m := range months {
		for _, n := range natures {
			bytes := 0
			for _, t := range h.held[heldKey{m, n}] {
				bytes += 200 + 8*(len(t.Totals)+len(t.until)) + 4*len(t.known)
			}
			h.s.keepMonth(h.known, m, h.key(r.Covers(m.Range()), n), h.held[heldKey{m, n}], bytes)
		}
	}
	return nil
}

// roster gives equal lists of participants as one, so that they are looked up once.
func (s *Service) roster(operationID id.ID, participants []id.ID) []id.ID {
	if len(participants) == 0 {
		return participants
	}
	key := recallKey{operationID: operationID, kind: recallRoster, about: string(participants[0] + participants[len(participants)-1])}
	if held, ok := s.recall.get(key); ok && slices.Equal(held.([]id.ID), participants) {
		return held.([]id.ID)
	}
	s.recall.keep(key, participants, 52*len(participants))
	return participants
}
