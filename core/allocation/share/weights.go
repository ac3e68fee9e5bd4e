package share

import "github.com/openpmo/pmo/core/energy"

// Equality shares each step's production equally among those who still need energy,
// round after round, until nothing is left or nobody needs (by_equality): what one
// does not use goes to the others.
// Errors: key.shape, energy.negative, energy.overflow.
func (k *Kernel) Equality(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	return k.fill(dst, production, consumption, nil)
}

// Weight is Equality where a consumer counts for weights[i] ≥ 1 (by_weight, and the
// share with a minimum of the pools).
// Errors: key.shape, key.parameter, energy.negative, energy.overflow.
func (k *Kernel) Weight(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, weights []int64) error {
	if len(weights) != len(consumption) {
		return ErrShape
	}
	sum := int64(0)
	for i, w := range weights {
		if w < 1 || w >= maxWhole-sum {
			return ErrParameter.With("index", i)
		}
		sum += w
	}
	return k.fill(dst, production, consumption, weights)
}

// Rounds look at one step over all consumers, so tiles of steps are turned into rows.
const tileSteps = 128

func (k *Kernel) fill(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, weights []int64) error {
	if err := checkShape(dst, production, consumption); err != nil {
		return err
	}
	if err := checkProduction(production); err != nil {
		return err
	}
	if err := k.sum(consumption, len(production)); err != nil {
		return err
	}
	n := len(consumption)
	k.rows = grow(k.rows, n*min(tileSteps, len(production)))
	k.active = grow(k.active, n)
	for from := 0; from < len(production); from += tileSteps {
		to := min(from+tileSteps, len(production))
		toRows(k.rows, consumption, from, to)
		for t := from; t < to; t++ {
			row := k.rows[(t-from)*n:][:n]
			switch p := production[t]; {
			case p >= k.sums[t]:
			case p == 0:
				clear(row)
			case weights == nil:
				fillEqual(row, k.active, p)
			default:
				fillWeighted(row, weights, k.active, p)
			}
		}
		toColumns(dst, k.rows, from, to)
	}
	return nil
}

// fillEqual replaces the needs in row by shares of p, which is below their sum. Who
// needs no more than an equal part of what is left is served and leaves; when nobody
// leaves any more the rest goes in equal parts, none above its need.
func fillEqual(row []energy.MilliWh, active []int32, p energy.MilliWh) {
	count := energy.MilliWh(len(row))
	level := p / count
	n := 0
	served, left := energy.MilliWh(0), p
	for i, need := range row {
		active[n] = int32(i)
		if need > level {
			n++
		} else {
			served += need
		}
	}
	for energy.MilliWh(n) < count {
		left, count, served = left-served, energy.MilliWh(n), 0
		level = left / count
		n = 0
		for _, i := range active[:count] {
			active[n] = i
			if need := row[i]; need > level {
				n++
			} else {
				served += need
			}
		}
	}
	carry, _ := energy.NewCarry(left%count, count)
	for _, i := range active[:n] {
		row[i] = level + carry.Next(1)
	}
}

// fillWeighted is fillEqual for members that count for their weight. A need is served
// when it is at most left × weight / sum. With left = whole × sum + rest that is
// (need − whole × weight) × sum ≤ rest × weight, where both products fit 64 bits as
// soon as the difference is at most the weight.
func fillWeighted(row []energy.MilliWh, weights []int64, active []int32, p energy.MilliWh) {
	sum := energy.MilliWh(0)
	for i, w := range weights {
		sum += energy.MilliWh(w)
		active[i] = int32(i)
	}
	n, left := len(row), p
	for {
		whole, rest := left/sum, left%sum
		stay, served, servedWeight := 0, energy.MilliWh(0), energy.MilliWh(0)
		for _, i := range active[:n] {
			need, w := row[i], energy.MilliWh(weights[i])
			active[stay] = i
			over := need - whole*w
			if over > w || over > 0 && uint64(over)*uint64(sum) > uint64(rest)*uint64(w) {
				stay++
			} else {
				served += need
				servedWeight += w
			}
		}
		if stay == n {
			break
		}
		n, left, sum = stay, left-served, sum-servedWeight
	}
	whole := left / sum
	carry, _ := energy.NewCarry(left%sum, sum)
	for _, i := range active[:n] {
		w := energy.MilliWh(weights[i])
		row[i] = whole*w + carry.Next(w)
	}
}
