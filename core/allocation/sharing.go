package allocation

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// fewestOthers is how many others a sum must hold to be told to a participant: one of
// fewer would tell of a neighbour (specification section 6).
const fewestOthers = 3

// Sharing is how the key of a day treats one site. It holds nothing that is set for
// another: no name of a consumer, no number, no part (specification section 6).
type Sharing struct {
	ParticipantID id.ID
	Day           civil.Date
	Config        Config // without parameters and pools
	// Described is false where the operator shares by a rule of its own and nobody has
	// said which: the type then means nothing.
	Described  bool
	Consumes   bool   // it may receive
	Produces   bool   // its production is shared
	Receives   bool   // the key gives it a part
	Sites      int    // consumers that the key gives a part
	Percentage *Value // static; the mean of the month with coefficients
	// WithCoefficients: simple_dynamic has some for the month; else it is by_default.
	WithCoefficients bool
	Parts            int64 // by_weight; 0 = none
	PartsOfAll       int64 // the sum of all; 0 = not told
	Priority         int64 // by_priority; 0 = none
	Priorities       int   // how many levels there are
	Producers        []SharingProducer
	Pools            []SharingPool // those it is in, in the order of the cascade
	Next             *Config       // the key that follows, with the day it begins; nil = none is known
}

// SharingProducer is the priority that a site has with a producer.
type SharingProducer struct {
	Site
	Priority int64
}

// SharingPool is a pool that a site is in.
type SharingPool struct {
	Name       string
	Percentage Value
	Algorithm  share.Algorithm
	Sites      int
	Number     int64 // its priority or its parts; 0 = the algorithm has none
	Fed        bool  // a pool above hands on to it what it leaves
}

func (s *Sharing) ofWeight(parts []int64, own int) {
	s.Parts = parts[own]
	if s.Sites-1 < fewestOthers {
		return
	}
	for _, n := range parts {
		s.PartsOfAll += n
	}
}

func (s *Sharing) ofPriority(levels []int64, own int) {
	s.Priority = levels[own]
	slices.Sort(levels)
	levels = slices.DeleteFunc(slices.Compact(levels), func(n int64) bool { return n == 0 })
	s.Priorities = len(levels)
}

func (s *Sharing) ofPools(pools []Pool, consumers []id.ID) {
	for _, p := range pools {
		own := slices.IndexFunc(p.Members, func(m PoolMember) bool { return m.ConsumerID == s.ParticipantID })
		if own < 0 {
			continue
		}
		in := SharingPool{Name: p.Name, Percentage: p.Percentage, Algorithm: p.Algorithm, Number: int64(p.Members[own].Value / One)}
		in.Fed = slices.ContainsFunc(pools, func(o Pool) bool { return o.Destination == p.Name })
		for _, consumer := range consumers {
			if p.has(consumer) {
				in.Sites++
			}
		}
		s.Pools = append(s.Pools, in)
	}
}

func (s *Sharing) ofProducers(params []Param, producers []Site) {
	for _, producer := range producers {
		for _, p := range params {
			if p.ConsumerID == s.ParticipantID && p.ProducerID == producer.ID && p.Value > 0 {
				s.Producers = append(s.Producers, SharingProducer{producer, int64(p.Value / One)})
			}
		}
	}
	s.Receives = len(s.Producers) > 0
}

// OfCoefficients is what imported coefficients give a site: the mean of its part over
// the days of the set, where one set is for all production together.
func (s *Sharing) OfCoefficients(sets []coefficient.Set, number string) {
	s.Receives, s.WithCoefficients = false, true
	for _, set := range sets {
		for _, m := range set.Means() {
			if m.Site != number || m.Mean == 0 {
				continue
			}
			s.Receives = true
			if len(sets) == 1 {
				mean := Value(m.Mean)
				s.Percentage = &mean
			}
		}
	}
}

// DayOf is today, or the day next to it on which the site takes part.
func DayOf(site participant.Participant, today civil.Date) civil.Date {
	if site.Activation == nil || site.Activation.IsEmpty() {
		return today
	}
	return min(max(today, site.Activation.From), site.Activation.Last())
}
