package share

import "github.com/openpmo/pmo/core/energy"

// Algorithm is how a pool shares among its members, with the contract's names.
type Algorithm string

// The algorithms of a pool (specification section 5).
const (
	ByDefault          Algorithm = "by_default"
	ByPriority         Algorithm = "by_priority"
	ByShareWithMinimum Algorithm = "by_share_with_minimum"
	ToSurplus                    = -1 // the Destination that hands nothing on
)

// Pool is a group of consumers that gets a part of the production first.
type Pool struct {
	Part       int64 // out of the whole that Pools is given
	Algorithm  Algorithm
	Members    []int   // indices of consumers, ascending, each once
	Parameters []int64 // per member: priority or weight; none for by_default
	// Destination is the index of a pool below that takes what the members leave, or
	// ToSurplus.
	Destination int
}

// Pools shares by groups in order (by_pool): each gets its part of the production and
// what pools above hand on to it. A consumer in several pools brings to the later
// ones only what it still needs. Parts add up to whole at most; what no pool has is
// surplus. Consumers in no pool get nothing.
// Errors: key.shape, key.sumOver100, key.parameter,
// pool.destination, energy.negative, energy.overflow.
func (k *Kernel) Pools(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, pools []Pool, whole int64) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if err := checkPools(pools, len(consumption)); err != nil {
		return err
	}
	budgets, err := k.budgets(production, pools, whole)
	if err != nil {
		return err
	}
	served := make([]bool, len(consumption))
	for i := range dst {
		clear(dst[i])
	}
	for g, pool := range pools {
		if err := k.pool(dst, consumption, pool, budgets[g], served); err != nil {
			return err
		}
		if pool.Destination != ToSurplus {
			below := budgets[pool.Destination]
			for t, left := range budgets[g] {
				below[t] += left
			}
		}
	}
	return nil
}

func checkPools(pools []Pool, consumers int) error {
	for g, p := range pools {
		if p.Destination != ToSurplus && (p.Destination <= g || p.Destination >= len(pools)) {
			return ErrDestination.With("index", g)
		}
		for i, m := range p.Members {
			if m < 0 || m >= consumers || i > 0 && m <= p.Members[i-1] {
				return ErrShape
			}
		}
	}
	return nil
}

// budgets splits each step's production over the pools.
func (k *Kernel) budgets(production []energy.MilliWh, pools []Pool, whole int64) ([][]energy.MilliWh, error) {
	parts := make([]int64, len(pools))
	for g, p := range pools {
		parts[g] = p.Part
	}
	if err := checkParts(parts, whole); err != nil {
		return nil, err
	}
	if err := k.beginParts(production, whole); err != nil {
		return nil, err
	}
	budgets := make([][]energy.MilliWh, len(pools))
	for g := range budgets {
		part := energy.MilliWh(parts[g])
		budgets[g] = make([]energy.MilliWh, len(production))
		for t := range k.carries {
			budgets[g][t] = part*k.whole[t] + k.carries[t].Next(part)
		}
	}
	return budgets, nil
}

// pool serves one pool and leaves in budget what its members did not take.
func (k *Kernel) pool(dst, consumption [][]energy.MilliWh, pool Pool, budget []energy.MilliWh, served []bool) error {
	outs, needs := pick(dst, pool.Members), pick(consumption, pool.Members)
	for i, m := range pool.Members {
		if !served[m] {
			continue
		}
		outs[i], needs[i] = make([]energy.MilliWh, len(budget)), make([]energy.MilliWh, len(budget))
		for t, c := range consumption[m] {
			needs[i][t] = c - dst[m][t]
		}
	}
	if err := k.inPool(outs, budget, needs, pool); err != nil {
		return err
	}
	if err := k.sum(outs, len(budget)); err != nil {
		return err
	}
	for t, taken := range k.sums {
		budget[t] -= taken
	}
	for i, m := range pool.Members {
		if served[m] {
			for t, a := range outs[i] {
				dst[m][t] += a
			}
		}
		served[m] = true
	}
	return nil
}

func (k *Kernel) inPool(dst [][]energy.MilliWh, budget []energy.MilliWh, needs [][]energy.MilliWh, pool Pool) error {
	switch pool.Algorithm {
	case ByDefault:
		return k.Prorata(dst, budget, needs)
	case ByPriority:
		return k.Priority(dst, budget, needs, pool.Parameters)
	case ByShareWithMinimum:
		return k.Weight(dst, budget, needs, pool.Parameters)
	}
	return ErrShape
}
