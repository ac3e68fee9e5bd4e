package share

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// Priority serves level 1 first, then 2 and so on (by_priority): inside a level in
// proportion to consumption, the rest to the next level. Priority 0 stands for none
// given: that consumer is not served.
// Errors: key.shape, key.parameter, energy.negative, energy.overflow.
func (k *Kernel) Priority(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, priorities []int64) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if len(priorities) != len(consumption) {
		return ErrShape
	}
	order := make([]int, 0, len(priorities))
	for i, p := range priorities {
		switch {
		case p < 0:
			return ErrParameter.With("index", i)
		case p == 0:
			clear(dst[i])
		default:
			order = append(order, i)
		}
	}
	// Stable: inside a level the order of the participants stays.
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(priorities[a]-priorities[b], -1), 1)) })
	k.left = append(k.left[:0], production...)
	outs, needs := pick(dst, order), pick(consumption, order)
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && priorities[order[j]] == priorities[order[i]] {
			j++
		}
		if err := k.Prorata(outs[i:j], k.left, needs[i:j]); err != nil {
			return err
		}
		for t, sum := range k.sums {
			k.left[t] -= min(k.left[t], sum)
		}
		i = j
	}
	return nil
}

func pick(columns [][]energy.MilliWh, members []int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(members))
	for i, m := range members {
		out[i] = columns[m]
	}
	return out
}
