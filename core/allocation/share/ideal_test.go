package share_test

import (
	"math/big"

	"github.com/openpmo/pmo/core/energy"
)

// ideals of domain 6.3 in exact fractions, for one step.
func (b block) ideals(name string, s int) []*big.Rat {
	n := len(b.consumption)
	need, out := make([]*big.Rat, n), make([]*big.Rat, n)
	for i, c := range b.consumption {
		need[i], out[i] = rat(c[s]), new(big.Rat)
	}
	p := rat(b.production[s])
	switch name {
	case "prorata":
		prorata(out, need, p)
	case "static":
		for i := range out {
			due := new(big.Rat).Mul(p, big.NewRat(b.parts[i], 10_000))
			out[i] = lower(due, need[i])
		}
	case "equality":
		rounds(out, need, p, each(n, func(int) int64 { return 1 }))
	case "weight":
		rounds(out, need, p, b.weights)
	case "priority":
		for level := int64(1); level <= 3; level++ {
			only, got := make([]*big.Rat, n), make([]*big.Rat, n)
			for i := range only {
				only[i], got[i] = new(big.Rat), new(big.Rat)
				if b.priorities[i] == level {
					only[i] = need[i]
				}
			}
			prorata(got, only, p)
			for i := range got {
				out[i].Add(out[i], got[i])
				p = new(big.Rat).Sub(p, got[i])
			}
		}
	}
	return out
}

func rat(v energy.MilliWh) *big.Rat { return big.NewRat(int64(v), 1) }

func lower(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return new(big.Rat).Set(b)
}

func prorata(out, need []*big.Rat, p *big.Rat) {
	total := new(big.Rat)
	for _, c := range need {
		total.Add(total, c)
	}
	for i, c := range need {
		switch {
		case p.Cmp(total) >= 0:
			out[i] = new(big.Rat).Set(c)
		default:
			out[i] = new(big.Rat).Quo(new(big.Rat).Mul(p, c), total)
		}
	}
}

// rounds offers what is left by weight to those in need until nothing moves, as the
// definition says it.
func rounds(out, need []*big.Rat, p *big.Rat, weights []int64) {
	left := new(big.Rat).Set(p)
	for range len(need) + 1 {
		active := new(big.Rat)
		for i := range need {
			if out[i].Cmp(need[i]) < 0 {
				active.Add(active, big.NewRat(weights[i], 1))
			}
		}
		if active.Sign() == 0 || left.Sign() == 0 {
			return
		}
		offered := new(big.Rat).Set(left)
		for i := range need {
			if out[i].Cmp(need[i]) < 0 {
				offer := new(big.Rat).Quo(new(big.Rat).Mul(offered, big.NewRat(weights[i], 1)), active)
				got := lower(offer, new(big.Rat).Sub(need[i], out[i]))
				out[i] = new(big.Rat).Add(out[i], got)
				left.Sub(left, got)
			}
		}
	}
}
