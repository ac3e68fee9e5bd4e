package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// of is what participant i had on the days of r within the month; Absent without data.
func (d DistributionMonth) of(i int, r civil.Range) energy.MilliWh {
	if r.Covers(d.Month.Range()) {
		return d.Totals[i]
	}
	days := r.Intersect(d.Month.Range())
	count := d.Month.Days()
	from := i*count + int(days.From-d.Month.First())
	sum := Absent
	for _, v := range d.Days[from : from+days.Days()] {
		if v != Absent {
			sum = max(sum, 0) + v
		}
	}
	return sum
}

// roll is a growing list of participants with their place in it. Months share rosters,
// so that the places of a roster are looked up once.
type roll struct {
	ids    []id.ID
	index  map[id.ID]int
	places map[*id.ID][]int // by first element of a roster
}

func newRoll() *roll { return &roll{index: map[id.ID]int{}, places: map[*id.ID][]int{}} }

// place finds where each of the participants is, adding those that are new.
func (r *roll) place(participants []id.ID) []int {
	if len(participants) == 0 {
		return nil
	}
	if places, ok := r.places[&participants[0]]; ok {
		return places
	}
	places := make([]int, len(participants))
	for i, p := range participants {
		at, ok := r.index[p]
		if !ok {
			at = len(r.ids)
			r.index[p] = at
			r.ids = append(r.ids, p)
		}
		places[i] = at
	}
	r.places[&participants[0]] = places
	return places
}

// parts is what each participant had in a period.
type parts struct {
	*roll
	values map[sumKey][]energy.MilliWh // by place; Absent without data
}

// parts reads and adds up the distributions of a period.
func (s *Service) parts(ctx context.Context, operationID id.ID, r civil.Range, natures []Nature) (parts, error) {
	months, part := partial(r)
	all, err := s.rollups.Distributions(ctx, operationID, PartQuery{Months: months, Partial: part, Natures: natures})
	out := parts{newRoll(), map[sumKey][]energy.MilliWh{}}
	for _, d := range all {
		places := out.place(d.Participants)
		k := sumKey{d.Nature, d.Side}
		values := out.values[k]
		for len(values) < len(out.ids) {
			values = append(values, Absent)
		}
		for i, at := range places {
			if v := d.of(i, r); v != Absent {
				values[at] = max(values[at], 0) + v
			}
		}
		out.values[k] = values
	}
	return out, err
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

// pairs is what each consumer had from each producer in a period.
type pairs struct {
	consumers, producers *roll
	values               [][]energy.MilliWh // [producer][consumer]
}

func (p *pairs) add(consumer, producer int, e energy.MilliWh) {
	for len(p.values) <= producer {
		p.values = append(p.values, nil)
	}
	for len(p.values[producer]) <= consumer {
		p.values[producer] = append(p.values[producer], make([]energy.MilliWh, len(p.consumers.ids)-len(p.values[producer]))...)
	}
	p.values[producer][consumer] += e
}

// of is what one consumer had from each producer.
func (p pairs) of(consumerID id.ID) map[id.ID]energy.MilliWh {
	out := map[id.ID]energy.MilliWh{}
	at, ok := p.consumers.index[consumerID]
	for producer, column := range p.values {
		if ok && at < len(column) && column[at] > 0 {
			out[p.producers.ids[producer]] = column[at]
		}
	}
	return out
}

// pairs reads and adds up what consumers had from producers. Months with one producer
// keep no pairs: what a consumer had is its pair there.
func (s *Service) pairs(ctx context.Context, operationID id.ID, r civil.Range) (pairs, error) {
	out := pairs{consumers: newRoll(), producers: newRoll()}
	months, part := partial(r)
	all, err := s.rollups.Pairs(ctx, operationID, PartQuery{Months: months, Partial: part})
	if err != nil {
		return out, err
	}
	var seen []civil.Month
	for _, m := range all {
		seen = append(seen, m.Month)
		out.addMonth(m, r)
	}
	single := func(m civil.Month) bool { return slices.Contains(seen, m) }
	months, part = slices.DeleteFunc(months, single), slices.DeleteFunc(part, single)
	if len(months) == 0 {
		return out, nil
	}
	rest, err := s.rollups.Distributions(ctx, operationID, PartQuery{Months: months, Partial: part, Natures: []Nature{Prod, Autoconso}})
	out.addSingles(rest, r)
	return out, err
}

func (p *pairs) addMonth(m PairMonth, r civil.Range) {
	consumers, producers := p.consumers.place(m.Consumers), p.producers.place(m.Producers)
	days := r.Intersect(m.Month.Range())
	first, whole, count := int(days.From-m.Month.First()), r.Covers(m.Month.Range()), m.Month.Days()
	for c, consumer := range consumers {
		for i, producer := range producers {
			at := c*len(producers) + i
			e := m.Totals[at]
			if !whole {
				e = 0
				for _, v := range m.Days[at*count+first : at*count+first+days.Days()] {
					e += v
				}
			}
			p.add(consumer, producer, e)
		}
	}
}

// addSingles takes months with one producer.
func (p *pairs) addSingles(all []DistributionMonth, r civil.Range) {
	makers := map[civil.Month]id.ID{}
	for _, d := range all {
		if d.Nature != Prod || d.Side != Producer {
			continue
		}
		for i, v := range d.Totals {
			if v != Absent || len(d.Totals) == 1 {
				makers[d.Month] = d.Participants[i]
			}
		}
	}
	for _, d := range all {
		maker, ok := makers[d.Month]
		if d.Nature != Autoconso || d.Side != Consumer || !ok {
			continue
		}
		producer := p.producers.place([]id.ID{maker})[0]
		for i, consumer := range p.consumers.place(d.Participants) {
			if e := d.of(i, r); e != Absent {
				p.add(consumer, producer, e)
			}
		}
	}
}
