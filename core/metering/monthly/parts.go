package monthly

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// Roll is a growing list of participants with their place in it. Months share rosters,
// so that the places of a roster are looked up once.
type Roll struct {
	IDs    []id.ID
	sorted int              // so many of ids, the first roster, ascend
	index  map[id.ID]int    // of the others
	places map[*id.ID][]int // by first element of a roster
}

// NewRoll makes an empty one.
func NewRoll() *Roll { return &Roll{index: map[id.ID]int{}, places: map[*id.ID][]int{}} }

// Place finds where each of the participants, who ascend, is, adding those that are new.
func (r *Roll) Place(participants []id.ID) []int {
	if len(participants) == 0 {
		return nil
	}
	if places, ok := r.places[&participants[0]]; ok {
		return places
	}
	var places []int
	if len(r.IDs) == 0 {
		r.IDs, r.sorted = slices.Clip(participants), len(participants) // shared until others come
		places = ordinals(len(participants))
	} else {
		places = make([]int, len(participants))
		for i, p := range participants {
			places[i] = r.One(p)
		}
	}
	r.places[&participants[0]] = places
	return places
}

// Find tells where a participant is.
func (r *Roll) Find(participantID id.ID) (at int, ok bool) {
	if at, ok = slices.BinarySearch(r.IDs[:r.sorted], participantID); !ok {
		at, ok = r.index[participantID]
	}
	return at, ok
}

// One finds where a participant is, adding it when it is new.
func (r *Roll) One(participantID id.ID) int {
	at, ok := r.Find(participantID)
	if !ok {
		at = len(r.IDs)
		r.index[participantID] = at
		r.IDs = append(r.IDs, participantID)
	}
	return at
}

// Parts is what each participant had in a period.
type Parts struct {
	*Roll
	Values map[metering.NatureSide][]energy.MilliWh // by place; Absent without data
}

// takeUnshared adds to what stands alone all energy of months of which nobody knows
// anything shared: rollups do not keep it a second time.
func (p Parts) takeUnshared(all []*dayTable, r civil.Range) {
	type monthSide struct {
		civil.Month
		metering.Side
	}
	sharing := map[monthSide]bool{}
	for _, t := range all {
		if t.Nature == metering.Autoconso {
			sharing[monthSide{t.Month, t.Side}] = true
		}
	}
	for _, t := range all {
		if whole := t.Nature == metering.Conso && t.Side == metering.Consumer || t.Nature == metering.Prod && t.Side == metering.Producer; !whole || sharing[monthSide{t.Month, t.Side}] {
			continue
		}
		k := metering.NatureSide{Nature: metering.Unmatched, Side: t.Side}
		values := WithGaps(p.Values[k], len(p.IDs))
		t.Add(values, p.Place(t.Participants), r)
		p.Values[k] = values
	}
	for _, t := range all {
		for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
			if t.Nature != metering.ACI || sharing[monthSide{t.Month, side}] {
				continue
			}
			k := metering.NatureSide{Nature: metering.UnmatchedACI, Side: side}
			values := WithGaps(p.Values[k], len(p.IDs))
			t.Add(values, p.Place(t.Participants), r)
			p.Values[k] = values
		}
	}
}

// WithGaps makes values as long as n, Absent where it was shorter.
func WithGaps(values []energy.MilliWh, n int) []energy.MilliWh {
	had := len(values)
	if had >= n {
		return values
	}
	values = slices.Grow(values, n-had)[:n]
	for i := had; i < n; i++ {
		values[i] = metering.Absent
	}
	return values
}

// Get is what a participant had; Absent without data.
func (p Parts) Get(k metering.NatureSide, at int) energy.MilliWh {
	if values := p.Values[k]; at < len(values) {
		return values[at]
	}
	return metering.Absent
}

// Pairs is what consumers had from each producer in a period.
type Pairs struct {
	Consumers, Producers *Roll
	Values               [][]energy.MilliWh // [consumer][producer]
	All                  []energy.MilliWh   // of all consumers, also those not read
}

// Row is what a consumer had, by place of the producer; none for one not read.
func (p *Pairs) Row(consumer int) []energy.MilliWh {
	if consumer < len(p.Values) {
		return p.Values[consumer]
	}
	return nil
}

// grown gives a row room for all producers.
func (p *Pairs) grown(row []energy.MilliWh) []energy.MilliWh {
	return append(row, make([]energy.MilliWh, len(p.Producers.IDs)-len(row))...)
}

// Of is what one consumer had from each producer.
func (p *Pairs) Of(consumerID id.ID) map[id.ID]energy.MilliWh {
	out := map[id.ID]energy.MilliWh{}
	if at, ok := p.Consumers.Find(consumerID); ok {
		for producer, e := range p.Row(at) {
			if e > 0 {
				out[p.Producers.IDs[producer]] = e
			}
		}
	}
	return out
}

// add adds to the row of a consumer; "" = all of them.
func (p *Pairs) add(consumer id.ID, producers []int, energies []energy.MilliWh) {
	row := &p.All
	if consumer != "" {
		row = p.at(p.Consumers.One(consumer))
	}
	*row = p.grown(*row)
	for i, at := range producers {
		(*row)[at] += energies[i]
	}
}

// at is the row of the consumer at a place, made where there is none yet.
func (p *Pairs) at(place int) *[]energy.MilliWh {
	for len(p.Values) <= place {
		p.Values = append(p.Values, nil)
	}
	return &p.Values[place]
}

// addSingles takes months with one producer: made says who that is, received what
// consumers had on the days asked for.
func (p *Pairs) addSingles(made, received []rollup.DistributionMonth) {
	makers := map[civil.Month]id.ID{}
	for _, d := range made {
		if d.Side != metering.Producer {
			continue
		}
		for i, v := range d.Totals {
			if v != metering.Absent || len(d.Totals) == 1 {
				makers[d.Month] = d.Participants[i]
			}
		}
	}
	for _, d := range received {
		maker, ok := makers[d.Month]
		if d.Side != metering.Consumer || !ok {
			continue
		}
		producer, total := p.Producers.One(maker), energy.MilliWh(0)
		for i, place := range p.Consumers.Place(d.Participants) {
			if e := d.Totals[i]; e != metering.Absent {
				row := p.at(place)
				*row = p.grown(*row)
				(*row)[producer] += e
				total += e
			}
		}
		p.add("", []int{producer}, []energy.MilliWh{total})
	}
}

// ordinals are the numbers 0 to n-1.
func ordinals(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}
