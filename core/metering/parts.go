package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// all is what each participant had on the days of r within the month; Absent without
// data.
func (d *DistributionMonth) all(r civil.Range) []energy.MilliWh {
	if r.Covers(d.Month.Range()) {
		return d.Totals
	}
	days := r.Intersect(d.Month.Range())
	first, count := int(days.From-d.Month.First()), d.Month.Days()
	out := make([]energy.MilliWh, len(d.Participants))
	for i := range out {
		out[i] = Absent
		for _, v := range d.Days[i*count+first : i*count+first+days.Days()] {
			if v != Absent {
				out[i] = max(out[i], 0) + v
			}
		}
	}
	return out
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
		places[i] = r.one(p)
	}
	r.places[&participants[0]] = places
	return places
}

// one finds where a participant is, adding it when it is new.
func (r *roll) one(participantID id.ID) int {
	at, ok := r.index[participantID]
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
		energies := d.all(r)
		for i, at := range places {
			if v := energies[i]; v != Absent {
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
	if at, ok := p.consumers.index[consumerID]; ok {
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
func (s *Service) pairs(ctx context.Context, op Operation, sites []Site, r civil.Range, chosen []id.ID) (*pairs, error) {
	out := &pairs{consumers: newRoll(), producers: newRoll()}
	months, part := partial(r)
	all, err := s.rollups.Pairs(ctx, op.ID, months, chosen)
	if err != nil {
		return out, err
	}
	var seen []civil.Month
	for _, m := range all {
		seen = append(seen, m.Month)
		if slices.Contains(part, m.Month) {
			if m, err = s.splitAgain(ctx, op, sites, m, r); err != nil {
				return out, err
			}
		}
		producers := out.producers.place(m.Producers)
		for c, consumer := range m.Consumers {
			out.add(consumer, producers, m.Totals[c*len(producers):(c+1)*len(producers)])
		}
	}
	kept := func(m civil.Month) bool { return slices.Contains(seen, m) }
	months, part = slices.DeleteFunc(months, kept), slices.DeleteFunc(part, kept)
	if len(months) == 0 {
		return out, nil
	}
	rest, err := s.rollups.Distributions(ctx, op.ID, PartQuery{Months: months, Partial: part, Natures: []Nature{Prod, Autoconso}})
	out.addSingles(rest, r)
	return out, err
}

// add adds to the row of a consumer; "" = all of them.
func (p *pairs) add(consumer id.ID, producers []int, energies []energy.MilliWh) {
	row := &p.all
	if consumer != "" {
		at := p.consumers.one(consumer)
		for len(p.values) <= at {
			p.values = append(p.values, nil)
		}
		row = &p.values[at]
	}
	*row = p.grown(*row)
	for i, at := range producers {
		(*row)[at] += energies[i]
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
		producer, energies := []int{p.producers.one(maker)}, d.all(r)
		for i, consumer := range d.Participants {
			if e := energies[i]; e != Absent {
				p.add(consumer, producer, []energy.MilliWh{e})
				p.add("", producer, []energy.MilliWh{e})
			}
		}
	}
}
