package distribution

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// nameLines writes the names that are known and lists who has none.
func nameLines(names map[id.ID]string, sides [][]Share) (missing []id.ID) {
	for _, lines := range sides {
		for i := range lines {
			if lines[i].Others > 0 {
				continue
			}
			name, ok := names[lines[i].ParticipantID]
			if !ok {
				missing = append(missing, lines[i].ParticipantID)
				continue
			}
			lines[i].Name = name
		}
	}
	return missing
}

// Share is what one participant had, or several together as the others.
type Share struct {
	ParticipantID id.ID // none for the others
	Name          string
	Others        int // how many sites the line sums; 0 = one participant
	Consumption   energy.MilliWh
	Production    energy.MilliWh
	Shared        energy.MilliWh
	Surplus       energy.MilliWh
	Best          []BestProducer // of a consumer, largest first; see Distribution
	known         uint8          // bit n: there is data for nature n
	// Of consumption or production, and of what was shared, at steps at which the other
	// is not known.
	alone, sharedAlone energy.MilliWh
}

// Split is what a line consumed, or produced, at the steps at which it is known what of it
// was shared, and that: rate and complement follow from it. ok is false where there is no
// such step.
func (s Share) Split() (whole, shared energy.MilliWh, ok bool) {
	all := s.Consumption + s.Production // a line is of one side
	whole, shared = all-s.alone, s.Shared-s.sharedAlone
	return whole, shared, s.Knows(metering.Autoconso) && (s.Knows(metering.Conso) || s.Knows(metering.Prod)) && (all == 0 || whole > 0 || shared > 0)
}

// Rate is what was shared of it, from 0 to 1; ok is false where it is not known of any
// energy.
func (s Share) Rate() (rate float64, ok bool) {
	whole, shared, ok := s.Split()
	if !ok {
		return 0, false
	}
	return energy.Rate(min(shared, whole), whole)
}

// Knows reports whether there is data for one of the energies.
func (s Share) Knows(n metering.Nature) bool { return s.known&(1<<n) != 0 }

// Set records the energy of a nature that a line has.
func (s *Share) Set(n metering.Nature, e energy.MilliWh) {
	switch n {
	case metering.Conso:
		s.Consumption = e
	case metering.Prod:
		s.Production = e
	case metering.Autoconso:
		s.Shared = e
	case metering.Surplus:
		s.Surplus = e
	}
	s.known |= 1 << n
}

// add puts a participant among the others.
func (s *Share) add(o Share) {
	s.Others++
	s.Consumption += o.Consumption
	s.Production += o.Production
	s.Shared += o.Shared
	s.Surplus += o.Surplus
	s.alone += o.alone
	s.sharedAlone += o.sharedAlone
	s.known |= o.known
}

func (s *Share) take(n metering.Nature, values []energy.MilliWh, at int) {
	if at < len(values) && values[at] != metering.Absent {
		s.Set(n, values[at])
	}
}
