package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// roll is a growing list of participants with their place in it. Months share rosters,
// so that the places of a roster are looked up once.
type roll struct {
	ids    []id.ID
	sorted int              // so many of ids, the first roster, ascend
	index  map[id.ID]int    // of the others
	places map[*id.ID][]int // by first element of a roster
}

func newRoll() *roll { return &roll{index: map[id.ID]int{}, places: map[*id.ID][]int{}} }

// place finds where each of the participants, who ascend, is, adding those that are new.
func (r *roll) place(participants []id.ID) []int {
	if len(participants) == 0 {
		return nil
	}
	if places, ok := r.places[&participants[0]]; ok {
		return places
	}
	var places []int
	if len(r.ids) == 0 {
		r.ids, r.sorted = slices.Clip(participants), len(participants) // shared until others come
		places = ordinals(len(participants))
	} else {
		places = make([]int, len(participants))
		for i, p := range participants {
			places[i] = r.one(p)
		}
	}
	r.places[&participants[0]] = places
	return places
}

// find tells where a participant is.
func (r *roll) find(participantID id.ID) (at int, ok bool) {
	if at, ok = slices.BinarySearch(r.ids[:r.sorted], participantID); !ok {
		at, ok = r.index[participantID]
	}
	return at, ok
}

// one finds where a participant is, adding it when it is new.
func (r *roll) one(participantID id.ID) int {
	at, ok := r.find(participantID)
	if !ok {
		at = len(r.ids)
		r.index[participantID] = at
		r.ids = append(r.ids, participantID)
	}
	return at
}

// parts is what each participant had in a period.
type parts struct {
	*roll
	values map[sumKey][]energy.MilliWh // by place; Absent without data
}

// parts reads and adds up the distributions of a period.
func (s *Service) parts(ctx context.Context, known states, operationID id.ID, r civil.Range, natures []Nature) (parts, error) {
	all, err := s.tables(ctx, known, operationID, civil.MonthsOf(r), r, natures)
	out := parts{newRoll(), map[sumKey][]energy.MilliWh{}}
	for _, t := range all {
		places := out.place(t.Participants)
		k := sumKey{t.Nature, t.Side}
		values, ok := out.values[k]
		if !ok {
			values = (*vectors.Get().(*[]energy.MilliWh))[:0]
		}
		values = withGaps(values, len(out.ids))
		t.add(values, places, r)
		out.values[k] = values
	}
	if has(natures, Unmatched) {
		out.takeUnshared(all, r)
	}
	return out, err
}

// takeUnshared adds to what stands alone all energy of months of which nobody knows
// anything shared: rollups do not keep it a second time.
func (p parts) takeUnshared(all []*dayTable, r civil.Range) {
	type monthSide struct {
		civil.Month
		Side
	}
	sharing := map[monthSide]bool{}
	for _, t := range all {
		if t.Nature == Autoconso {
			sharing[monthSide{t.Month, t.Side}] = true
		}
	}
	for _, t := range all {
		if whole := t.Nature == Conso && t.Side == Consumer || t.Nature == Prod && t.Side == Producer; !whole || sharing[monthSide{t.Month, t.Side}] {
			continue
		}
		k := sumKey{Unmatched, t.Side}
		values := withGaps(p.values[k], len(p.ids))
		t.add(values, p.place(t.Participants), r)
		p.values[k] = values
	}
	for _, t := range all {
		for _, side := range []Side{Consumer, Producer} {
			if t.Nature != ACI || sharing[monthSide{t.Month, side}] {
				continue
			}
			k := sumKey{UnmatchedACI, side}
			values := withGaps(p.values[k], len(p.ids))
			t.add(values, p.place(t.Participants), r)
			p.values[k] = values
		}
	}
}

// withGaps makes values as long as n, Absent where it was shorter.
func withGaps(values []energy.MilliWh, n int) []energy.MilliWh {
	had := len(values)
	if had >= n {
		return values
	}
	values = slices.Grow(values, n-had)[:n]
	for i := had; i < n; i++ {
		values[i] = Absent
	}
	return values
}

// get is what a participant had; Absent without data.
func (p parts) get(k sumKey, at int) energy.MilliWh {
	if values := p.values[k]; at < len(values) {
		return values[at]
	}
	return Absent
}

// Pair is a consumer and a producer.
type Pair struct{ ConsumerID, ProducerID id.ID }

// pairs is what consumers had from each producer in a period.
type pairs struct {
	consumers, producers *roll
	values               [][]energy.MilliWh // [consumer][producer]
	all                  []energy.MilliWh   // of all consumers, also those not read
}

// row is what a consumer had, by place of the producer; none for one not read.
func (p *pairs) row(consumer int) []energy.MilliWh {
	if consumer < len(p.values) {
		return p.values[consumer]
	}
	return nil
}

// grown gives a row room for all producers.
func (p *pairs) grown(row []energy.MilliWh) []energy.MilliWh {
	return append(row, make([]energy.MilliWh, len(p.producers.ids)-len(row))...)
}

// of is what one consumer had from each producer.
func (p *pairs) of(consumerID id.ID) map[id.ID]energy.MilliWh {
	out := map[id.ID]energy.MilliWh{}
	if at, ok := p.consumers.find(consumerID); ok {
		for producer, e := range p.row(at) {
			if e > 0 {
				out[p.producers.ids[producer]] = e
			}
		}
	}
	return out
}

// pairs reads and adds up what consumers had from producers; chosen nil = all of them.
// Months with one producer keep no pairs: what a consumer had is its pair there. Months
// of which the period has only some days are split again from the curves.
func (s *Service) pairs(ctx context.Context, known states, op Operation, r civil.Range, chosen []id.ID) (*pairs, error) {
	out := &pairs{consumers: newRoll(), producers: newRoll()}
	all, err := s.pairMonths(ctx, known, op, r, chosen)
	if err != nil {
		return out, err
	}
	seen := make(map[civil.Month]bool, len(all))
	for _, m := range all {
		seen[m.Month] = true
		producers := out.producers.place(m.Producers)
		for c, consumer := range m.Consumers {
			out.add(consumer, producers, m.Totals[c*len(producers):(c+1)*len(producers)])
		}
	}
	months := slices.DeleteFunc(civil.MonthsOf(r), func(m civil.Month) bool { return seen[m] })
	if len(months) == 0 {
		return out, nil
	}
	whole := civil.Range{From: months[0].First(), To: months[len(months)-1].Next().First()}
	made, err := s.distributions(ctx, known, op.ID, months, whole, []Nature{Prod})
	if err != nil {
		return out, err
	}
	received, err := s.distributions(ctx, known, op.ID, months, r, []Nature{Autoconso})
	out.addSingles(made, received)
	return out, err
}

// add adds to the row of a consumer; "" = all of them.
func (p *pairs) add(consumer id.ID, producers []int, energies []energy.MilliWh) {
	row := &p.all
	if consumer != "" {
		row = p.at(p.consumers.one(consumer))
	}
	*row = p.grown(*row)
	for i, at := range producers {
		(*row)[at] += energies[i]
	}
}

// at is the row of the consumer at a place, made where there is none yet.
func (p *pairs) at(place int) *[]energy.MilliWh {
	for len(p.values) <= place {
		p.values = append(p.values, nil)
	}
	return &p.values[place]
}

// addSingles takes months with one producer: made says who that is, received what
// consumers had on the days asked for.
func (p *pairs) addSingles(made, received []DistributionMonth) {
	makers := map[civil.Month]id.ID{}
	for _, d := range made {
		if d.Side != Producer {
			continue
		}
		for i, v := range d.Totals {
			if v != Absent || len(d.Totals) == 1 {
				makers[d.Month] = d.Participants[i]
			}
		}
	}
	for _, d := range received {
		maker, ok := makers[d.Month]
		if d.Side != Consumer || !ok {
			continue
		}
		producer, total := p.producers.one(maker), energy.MilliWh(0)
		for i, place := range p.consumers.place(d.Participants) {
			if e := d.Totals[i]; e != Absent {
				row := p.at(place)
				*row = p.grown(*row)
				(*row)[producer] += e
				total += e
			}
		}
		p.add("", []int{producer}, []energy.MilliWh{total})
	}
}
