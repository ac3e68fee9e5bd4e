package share

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// RoundRule is how a round divides what it offers, by the contract's names.
type RoundRule string

// The rules of rounds.
const (
	RoundProrata     RoundRule = "PRORATA"     // in proportion to need
	RoundFixed       RoundRule = "FIXED"       // fixed parts, one round
	RoundEqual       RoundRule = "EQUAL"       // equal parts
	RoundParts       RoundRule = "PARTS"       // by weight
	RoundPriority    RoundRule = "PRIORITY"    // one level, in proportion to need
	RoundCoefficient RoundRule = "COEFFICIENT" // coefficients of the step
)

// LeftTo says where goes what a round leaves.
type LeftTo string

// Places for what is left.
const (
	ToNextRound LeftTo = "NEXT"    // of the same pool, producer or key
	ToNextLevel LeftTo = "LEVEL"   // the next priority of the same
	ToPool      LeftTo = "POOL"    // Destination
	LeftSurplus LeftTo = "SURPLUS" // nobody has it
)

// None stands for no pool and for all producers together.
const None = -1

// Round is one division of energy among consumers. Energies are of one step.
type Round struct {
	Number      int // from 1
	Rule        RoundRule
	Pool        int   // index; None outside of pools
	Producer    int   // index; None = all together
	Level       int64 // priority; 0 = none
	Offered     energy.MilliWh
	Carried     energy.MilliWh // of Offered, what pools above handed on; first round of a pool only
	Members     []Member
	Left        energy.MilliWh // Offered less what the members got
	LeftTo      LeftTo
	Destination int // the pool, with ToPool; else None
}

// Member is a consumer in a round.
type Member struct {
	Consumer  int
	Parameter int64 // part, weight, priority or coefficient; 0 = the rule has none
	// Asked is what it needs when the round begins (producers that offer at once begin
	// together), Offered its part, Got the smaller of both (less where several producers
	// offer at once), Left what it needs after the round.
	Asked, Offered, Got, Left energy.MilliWh
}

// Capped reports whether the member left some of its part, since it needs no more.
func (m Member) Capped() bool { return m.Got < m.Offered }

// Reason is why energy is nobody's in the end.
type Reason string

// Reasons of surplus.
const (
	Unassigned Reason = "UNASSIGNED" // parts below 100 percent give it to nobody
	Unused     Reason = "UNUSED"     // those it was offered to need no more
)

// Leftover is energy that ends as surplus.
type Leftover struct {
	Reason   Reason
	Pool     int // index; None outside of pools
	Producer int // index; None = all together
	Energy   energy.MilliWh
}

// Explanation is how the production of one step was shared. It adds up to what
// ShareByProducer gives, to the unit.
type Explanation struct {
	Produced  energy.MilliWh
	Rounds    []Round
	Leftovers []Leftover         // they add up to the surplus; none is zero
	Received  []energy.MilliWh   // by consumer
	Shared    [][]energy.MilliWh // [producer][consumer]
	Surplus   []energy.MilliWh   // by producer
	LeftOut   []int              // consumers that the rule gives no part, whatever is produced
}

// Explain tells how a rule shares one step of a block, round by round: the columns are
// those of ShareByProducer. It is language-neutral; texts are the catalogues' matter.
// Errors: those of ShareByProducer; key.shape when there is no such step.
func Explain(r Rule, production, consumption [][]energy.MilliWh, step int) (Explanation, error) {
	one, err := r.at(production, consumption, step)
	if err != nil {
		return Explanation{}, err
	}
	// The kernel knows all refusals.
	if err := new(Kernel).ShareByProducer(one.pairs(), columnsOf(one.production), columnsOf(one.consumption), one.Rule); err != nil {
		return Explanation{}, err
	}
	t := &tracer{step: one, need: append([]energy.MilliWh(nil), one.consumption...), got: make([]energy.MilliWh, len(one.consumption))}
	for range one.production {
		t.shared = append(t.shared, make([]energy.MilliWh, len(one.consumption)))
	}
	for _, p := range one.production {
		t.produced += p
	}
	if err := t.trace(); err != nil {
		return Explanation{}, err
	}
	return t.explanation()
}

// stepOf is a rule with the energies of one step.
type stepOf struct {
	Rule
	production, consumption []energy.MilliWh // by producer, by consumer
}

// at takes a step out of the columns.
func (r Rule) at(production, consumption [][]energy.MilliWh, step int) (stepOf, error) {
	one := stepOf{Rule: r, production: make([]energy.MilliWh, len(production)), consumption: make([]energy.MilliWh, len(consumption))}
	for side, columns := range [2][][]energy.MilliWh{production, consumption} {
		for i, column := range columns {
			if step < 0 || step >= len(column) {
				return one, ErrShape
			}
			[2][]energy.MilliWh{one.production, one.consumption}[side][i] = column[step]
		}
	}
	one.Coefficients = nil
	for _, file := range r.Coefficients {
		row := make([][]int32, len(file))
		for i, column := range file {
			if step >= len(column) {
				return one, ErrShape
			}
			row[i] = column[step : step+1]
		}
		one.Coefficients = append(one.Coefficients, row)
	}
	return one, nil
}

// pairs has room for who received what from whom, as columns of one step.
func (s stepOf) pairs() [][][]energy.MilliWh {
	out := make([][][]energy.MilliWh, len(s.production))
	for p := range out {
		out[p] = columnsOf(make([]energy.MilliWh, len(s.consumption)))
	}
	return out
}

// columnsOf turns the energies of a step into columns of length 1 over the same memory.
func columnsOf(row []energy.MilliWh) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(row))
	for i := range row {
		out[i] = row[i : i+1]
	}
	return out
}

// leftOut lists the consumers that have no part by the parameters of the rule. What
// coefficients give is the matter of each step, not of the rule.
func (s stepOf) leftOut() (out []int) {
	has := func(i int) bool { return true }
	switch {
	case s.Algorithm == ByPool:
		has = func(i int) bool {
			return slices.ContainsFunc(s.Pools, func(p Pool) bool { return slices.Contains(p.Members, i) })
		}
	case s.Couples != nil:
		has = func(i int) bool {
			return slices.ContainsFunc(s.Couples, func(of []int64) bool { return of[i] != 0 })
		}
	case len(s.Parameters) > 0:
		has = func(i int) bool { return s.Parameters[i] != 0 }
	}
	for i := range s.consumption {
		if !has(i) {
			out = append(out, i)
		}
	}
	return out
}
