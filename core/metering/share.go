package metering

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

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
	return whole, shared, s.Knows(Autoconso) && (s.Knows(Conso) || s.Knows(Prod)) && (all == 0 || whole > 0 || shared > 0)
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

// Knows tells whether there is data for one of the energies.
func (s Share) Knows(n Nature) bool { return s.known&(1<<n) != 0 }

// Set records the energy of a nature that a line has.
func (s *Share) Set(n Nature, e energy.MilliWh) {
	switch n {
	case Conso:
		s.Consumption = e
	case Prod:
		s.Production = e
	case Autoconso:
		s.Shared = e
	case Surplus:
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
