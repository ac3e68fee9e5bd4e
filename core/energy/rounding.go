package energy

import (
	"math"
	"math/bits"
)

// Carry hands out a total along members, one after the other, so that after each
// member the sum handed out is the floor of what was due until then. The shares
// therefore add up to the total exactly, and each is its ideal rounded down or up.
//
// It is a 64-bit fixed-point fraction: ratio = total / sum and the part of a unit
// that is still owed, both in units of 2^-64. Members come in ascending participant
// id, always, for the order decides who gets the odd unit.
type Carry struct{ ratio, rest uint64 }

// NewCarry begins to split total among members whose weights add up to sum; both
// are ≥ 0. A total above sum counts as sum: every member then gets its weight. The
// second result is false where 64 bits cannot tell the last unit (sum far above
// 2^32); Split works there too.
//
// The rest starts with what ratio lost by being cut, so cumulated dues are never
// too low, and are too high by less than 1/sum as long as rest × sum < 2^64. Dues
// are multiples of 1/sum, hence the floors are those of exact arithmetic.
func NewCarry(total, sum MilliWh) (Carry, bool) {
	if total >= sum {
		// The ratio 1 does not fit: 1 − 2^-64 with a rest of sum gives whole weights.
		return Carry{ratio: math.MaxUint64, rest: uint64(max(sum, 0))}, true
	}
	if total <= 0 {
		return Carry{}, true
	}
	ratio, rest := bits.Div64(uint64(total), 0, uint64(sum))
	over, _ := bits.Mul64(rest, uint64(sum))
	return Carry{ratio, rest}, over == 0
}

// Next is the share of the next member. It is inlined into the loops of
// allocation/share.
func (c *Carry) Next(weight MilliWh) MilliWh {
	hi, lo := bits.Mul64(uint64(weight), c.ratio)
	lo, one := bits.Add64(lo, c.rest, 0)
	c.rest = lo
	return MilliWh(hi + one)
}

// Split divides total in proportion to weights into dst (of the same length, may be
// weights itself). The shares add up to total exactly; each is the ideal
// total × weight / sum rounded down or up, and never above its weight when total is
// not above the sum of the weights. The whole int64 range works; nothing is divided
// in the loop.
//
// Errors: energy.negative (parameter index, or none for the total),
// energy.noWeights, energy.overflow when the weights' sum is not an int64. On error
// dst is unchanged.
func Split[W ~int64](dst []MilliWh, weights []W, total MilliWh) error {
	sum, err := sumWeights(weights)
	switch {
	case err != nil:
		return err
	case total < 0:
		return ErrNegative
	case sum == 0 && total > 0:
		return ErrNoWeights
	}
	dst = dst[:len(weights)]
	var whole MilliWh // what every unit of weight gets before the rest is split
	if total > sum && sum > 0 {
		whole, total = total/sum, total%sum
	}
	carry, exact := NewCarry(total, sum)
	if !exact {
		splitWide(dst, weights, whole, uint64(total), uint64(sum))
		return nil
	}
	for i, w := range weights {
		dst[i] = whole*MilliWh(w) + carry.Next(MilliWh(w))
	}
	return nil
}

func sumWeights[W ~int64](weights []W) (MilliWh, error) {
	var sum uint64
	for i, w := range weights {
		if w < 0 {
			return 0, ErrNegative.With("index", i)
		}
		if sum += uint64(w); sum > math.MaxInt64 {
			return 0, ErrOverflow
		}
	}
	return MilliWh(sum), nil
}

// splitWide keeps the exact remainder (below sum < 2^63) instead of a fraction. The
// share is first guessed from the ratio, at most one too low; the low 64 bits of
// what is then left tell by how much, for what is left is below 2 × sum.
func splitWide[W ~int64](dst []MilliWh, weights []W, whole MilliWh, total, sum uint64) {
	ratio, _ := bits.Div64(total, 0, sum)
	var owed uint64
	for i, w := range weights {
		guess, _ := bits.Mul64(uint64(w), ratio)
		left := uint64(w)*total - guess*sum // exact modulo 2^64, below 2 × sum
		if left >= sum {
			left, guess = left-sum, guess+1
		}
		if left += owed; left >= sum {
			left, guess = left-sum, guess+1
		}
		owed = left
		dst[i] = whole*MilliWh(w) + MilliWh(guess)
	}
}
