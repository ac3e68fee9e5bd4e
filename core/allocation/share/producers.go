package share

import (
	"math"
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// Producers splits what consumers received over the producers in proportion to what
// each injected at the step (domain 6.6). It is made once per block and serves all
// consumers.
type Producers struct {
	production [][]energy.MilliWh
	sums       []energy.MilliWh
	upTo       [][]uint64       // of the first p+1 producers together, in 2^-63 of the sum
	fallback   []energy.MilliWh // the producers' totals, for steps without production
	twice      []uint64         // of what is shared at each step; 0 for those in odd
	given      []uint64         // to the producers so far
	odd        []int            // steps that need the row arithmetic
	row, split []energy.MilliWh
}

// NewProducers readies the columns of one block, producers in ascending participant
// id, all of one length. The columns are kept, not copied.
// Errors: key.shape, energy.negative, energy.overflow.
func NewProducers(production [][]energy.MilliWh) (*Producers, error) {
	if len(production) == 0 {
		return nil, ErrShape
	}
	steps := len(production[0])
	p := &Producers{production: production, fallback: make([]energy.MilliWh, len(production))}
	for _, column := range production {
		if len(column) != steps {
			return nil, ErrShape
		}
	}
	var k Kernel
	if err := k.sum(production, steps); err != nil {
		return nil, err
	}
	p.sums = k.sums
	var err error
	for i, column := range production {
		if p.fallback[i], err = energy.Sum(column); err != nil {
			return nil, err
		}
	}
	if _, err = energy.Sum(p.fallback); err != nil {
		return nil, err
	}
	p.row, p.split = make([]energy.MilliWh, len(production)), make([]energy.MilliWh, len(production))
	p.twice, p.given = make([]uint64, steps), make([]uint64, steps)
	p.cumulate()
	return p, nil
}

// cumulate writes each cumulated fraction rounded up, so that the floor of a product
// with it is the exact one as long as shared × sum < 2^63 (compare energy.NewCarry).
func (p *Producers) cumulate() {
	so := make([]energy.MilliWh, len(p.sums))
	for _, column := range p.production {
		up := make([]uint64, len(p.sums))
		for t, v := range column {
			so[t] += v
			if sum := uint64(p.sums[t]); sum > 0 {
				hi := uint64(so[t]) >> 1
				q, rest := bits.Div64(hi, uint64(so[t])<<63, sum)
				if rest > 0 {
					q++
				}
				up[t] = q
			}
		}
		p.upTo = append(p.upTo, up)
	}
}

// Split writes what each producer gave of one consumer's shared energy: dst[p][t].
// Per step the producers' parts add up to shared exactly; each is its ideal rounded
// down or up. Energy shared at a step without production (operators' files round) is
// split like the production of the whole block.
// Errors: key.shape, energy.negative, energy.noWeights (no production at all).
func (p *Producers) Split(dst [][]energy.MilliWh, shared []energy.MilliWh) error {
	if len(dst) != len(p.production) || len(shared) != len(p.sums) {
		return ErrShape
	}
	for i := range dst {
		if len(dst[i]) != len(shared) {
			return ErrShape
		}
	}
	if err := p.begin(shared); err != nil {
		return err
	}
	clear(p.given)
	for i, up := range p.upTo {
		out := dst[i]
		for t, a := range p.twice {
			given, _ := bits.Mul64(a, up[t])
			out[t] = energy.MilliWh(given - p.given[t])
			p.given[t] = given
		}
	}
	for _, t := range p.odd {
		if err := p.splitRow(t, shared[t]); err != nil {
			return err
		}
		for i, part := range p.split {
			dst[i][t] = part
		}
	}
	return nil
}

// begin parts the steps into those where a product of 64 bits is exact and the odd
// ones: without production, or with energies of gigawatt-hours.
func (p *Producers) begin(shared []energy.MilliWh) error {
	p.odd = p.odd[:0]
	for t, a := range shared {
		if a < 0 {
			return energy.ErrNegative.With("step", t)
		}
		over, low := bits.Mul64(uint64(a), uint64(p.sums[t]))
		p.twice[t] = uint64(a) << 1
		if a > 0 && (p.sums[t] == 0 || over > 0 || low > math.MaxInt64) {
			p.odd = append(p.odd, t)
			p.twice[t] = 0
		}
	}
	return nil
}

// splitRow splits a, the energy shared at step t, into p.split.
func (p *Producers) splitRow(t int, a energy.MilliWh) error {
	if p.sums[t] == 0 {
		return energy.Split(p.split, p.fallback, a)
	}
	for i, column := range p.production {
		p.row[i] = column[t]
	}
	return energy.Split(p.split, p.row, a)
}
