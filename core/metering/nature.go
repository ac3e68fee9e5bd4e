package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Nature says what a curve measures (specification section 3, domain 1.2). The
// numbers are stored.
type Nature int16

// The natures. Complement only occurs in files: it is the consumption less what was
// shared, and is never stored. ACI only occurs in sums: what a site that produces makes
// and uses on the spot, ProdExt less Prod and never below zero (domain 7); so do Unmatched
// and UnmatchedShared and the three after them, see rollup.StepsAlone and rollup.AloneOfACIIn.
const (
	Conso           Nature = 1
	Prod            Nature = 2
	Autoconso       Nature = 3
	Surplus         Nature = 4
	ProdExt         Nature = 5
	ConsExt         Nature = 6
	Complement      Nature = 7
	ACI             Nature = 8
	Unmatched       Nature = 9
	UnmatchedShared Nature = 10

	UnmatchedACI     Nature = 11
	WithoutACI       Nature = 12
	WithoutACIShared Nature = 13
)

var natureNames = map[Nature]string{Conso: "Conso", Prod: "Prod", Autoconso: "Autoconso",
	Surplus: "Surplus", ProdExt: "ProdExt", ConsExt: "ConsExt", Complement: "Complement"}

// Natures are those that are stored, in the order replies list them.
func Natures() []Nature { return []Nature{Conso, Prod, Autoconso, Surplus, ProdExt, ConsExt} }

// String is the name in the contract.
func (n Nature) String() string { return natureNames[n] }

// ParseNature reads the name in the contract. Error: nature.unknown.
func ParseNature(s string) (Nature, error) {
	for n, name := range natureNames {
		if name == s && n != Complement {
			return n, nil
		}
	}
	return 0, ErrNature.With("value", s)
}

// Summed are all natures that sums are kept of.
func Summed() []Nature {
	return append(Natures(), ACI, Unmatched, UnmatchedShared, UnmatchedACI, WithoutACI, WithoutACIShared)
}

// External reports whether the curve comes from a meter of the site's own, which the
// operator does not read; these exist only with the functionality ACI.
func (n Nature) External() bool { return n == ProdExt || n == ConsExt }

// Side is the part a site plays in a curve. A prosumer has curves on both sides.
// The numbers are stored.
type Side int16

// The sides. NoSide means the one the nature or the participant has by itself.
const (
	NoSide   Side = 0
	Consumer Side = 1
	Producer Side = 2
)

// Scope is the side whose energy a caller asks for (specification section 3).
type Scope string

// The scopes. Global sums consumers for Conso and Autoconso, producers for Prod and
// Surplus, and everybody for the external natures.
const (
	ScopeConsumer Scope = "Consommateur"
	ScopeProducer Scope = "Producteur"
	ScopeGlobal   Scope = "Global"
)

// ScopeOf is the scope that shows one side alone.
func ScopeOf(s Side) Scope {
	switch s {
	case Consumer:
		return ScopeConsumer
	case Producer:
		return ScopeProducer
	}
	return ScopeGlobal
}

// Sides lists the sides that make up nature n in scope s.
func (s Scope) Sides(n Nature) []Side {
	switch {
	case n == ACI: // belongs to who produces, whoever asks
		return []Side{Producer}
	case s == ScopeConsumer:
		return []Side{Consumer}
	case s == ScopeProducer:
		return []Side{Producer}
	case n == Conso || n == Autoconso:
		return []Side{Consumer}
	case n == Prod || n == Surplus:
		return []Side{Producer}
	}
	return []Side{Consumer, Producer}
}

// Origin says whose figures a curve holds. The numbers are stored.
type Origin int16

// Only DSO is billed, measured and exported; Expected is our own allocation, to be
// compared (domain 6.6).
const (
	DSO      Origin = 1
	Expected Origin = 2
)

// Unknown words of the contract.
var (
	ErrNature = fault.New(fault.Invalid, "nature.unknown", fault.Text("value"))
)

// NatureSide is the curves of a nature on one side.
type NatureSide struct {
	Nature Nature
	Side   Side
}

// Pair is a consumer and a producer.
type Pair struct{ ConsumerID, ProducerID id.ID }

// AtHours is a pair at some hours of each civil day.
type AtHours struct {
	Pair
	Hours civil.Hours
}

// side is the one that alone has curves of a nature; none where both have some.
func (n Nature) side() Side {
	switch n {
	case Conso:
		return Consumer
	case Prod, Surplus:
		return Producer
	}
	return NoSide
}

// Covers reports whether a scope has curves of a side.
func (s Scope) Covers(side Side) bool { return s == ScopeGlobal || s == ScopeOf(side) }
