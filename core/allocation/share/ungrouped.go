package share

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// maxRounds bounds the rounds inside a level (domain 6.3.7). Each round satisfies at
// least one consumer or uses up all that is offered, so a level needs more only when
// more consumers than that are satisfied one after the other; the rest then goes to
// the next level.
const maxRounds = 50

// UngroupedPriority serves by a priority for each couple, priorities[producer][consumer]
// from 1, 0 for none; production is not put together (by_ungrouped_priority). Level by
// level each producer offers what it has left in proportion to the needs of its
// consumers at the level, more than they need where it has more: who sells follows what
// each has, as by default (decisions 3.4a). A consumer that is offered too much takes the
// same fraction of each offer. That is repeated inside the level until not a mWh moves. The result
// is dst[producer][consumer].
//
// Where no consumer of a level hangs on two producers, the level is a prorata for each
// producer, by column; only producers that compete go step by step.
// Errors: key.shape, key.parameter, energy.negative, energy.overflow.
func (k *Kernel) UngroupedPriority(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, priorities [][]int64) error {
	return k.ungroupedPriority(dst, production, consumption, priorities, true)
}

// ungroupedPriority offers all that producers have left, or no more than is needed.
func (k *Kernel) ungroupedPriority(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, priorities [][]int64, all bool) error {
	if err := checkPairs(dst, production, consumption); err != nil {
		return err
	}
	if err := k.checkBlock(production, consumption); err != nil {
		return err
	}
	levels, err := levelsOf(priorities, len(production), len(consumption))
	if err != nil {
		return err
	}
	for p, column := range priorities {
		for i, priority := range column {
			if priority == 0 {
				clear(dst[p][i])
			}
		}
	}
	rest, needs := cloneColumns(production), cloneColumns(consumption)
	for _, level := range levels {
		for _, group := range contests(priorities, level) {
			group.all = all
			if err := k.contest(dst, rest, needs, group); err != nil {
				return err
			}
		}
	}
	return nil
}

// levelsOf lists the priorities that are used, ascending.
func levelsOf(priorities [][]int64, producers, consumers int) ([]int64, error) {
	if len(priorities) != producers {
		return nil, ErrShape
	}
	var levels []int64
	seen := map[int64]bool{0: true}
	for _, column := range priorities {
		if len(column) != consumers {
			return nil, ErrShape
		}
		for i, priority := range column {
			if priority < 0 {
				return nil, ErrParameter.With("index", i)
			}
			if !seen[priority] {
				seen[priority] = true
				levels = append(levels, priority)
			}
		}
	}
	slices.Sort(levels)
	return levels, nil
}

func cloneColumns(columns [][]energy.MilliWh) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, c := range columns {
		out[i] = slices.Clone(c)
	}
	return out
}

// contests parts the couples of a level into groups of producers that have consumers
// in common, in ascending order.
func contests(priorities [][]int64, level int64) []*contest {
	group := make([]int, len(priorities)) // the lowest producer one hangs together with
	first := map[int]int{}                // of the consumers
	for p, column := range priorities {
		group[p] = p
		for i, priority := range column {
			if priority != level {
				continue
			}
			other, known := first[i]
			if !known {
				first[i] = p
				continue
			}
			join(group[:p+1], group[other], group[p])
		}
	}
	var out []*contest
	for lead := range priorities {
		var producers []int
		for p, g := range group {
			if g == lead {
				producers = append(producers, p)
			}
		}
		if c := newContest(priorities, level, producers); len(c.couples) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func join(group []int, a, b int) {
	for p, g := range group {
		if g == a || g == b {
			group[p] = min(a, b)
		}
	}
}

// contest serves one group of a level.
func (k *Kernel) contest(dst [][][]energy.MilliWh, rest, needs [][]energy.MilliWh, c *contest) error {
	outs := make([][]energy.MilliWh, len(c.couples))
	for j, couple := range c.couples {
		outs[j] = dst[c.producers[couple.producer]][c.consumers[couple.consumer]]
	}
	mine := pick(needs, c.consumers)
	if len(c.producers) > 1 {
		return k.contestRows(outs, pick(rest, c.producers), mine, c)
	}
	left := rest[c.producers[0]]
	if err := k.Prorata(outs, left, mine); err != nil {
		return err
	}
	for t, sum := range k.sums {
		left[t] -= min(left[t], sum)
	}
	for j, out := range outs {
		for t, a := range out {
			mine[j][t] -= a
		}
	}
	return nil
}

// contestRows does a contest step by step, on tiles turned into rows.
func (k *Kernel) contestRows(outs, rest, needs [][]energy.MilliWh, c *contest) error {
	steps, n, m, couples := len(rest[0]), len(needs), len(rest), len(outs)
	tile := min(tileSteps, steps)
	k.rows = grow(k.rows, tile*(n+m+couples))
	need, left, got := k.rows[:tile*n], k.rows[tile*n:][:tile*m], k.rows[tile*(n+m):]
	for from := 0; from < steps; from += tileSteps {
		to := min(from+tileSteps, steps)
		toRows(need, needs, from, to)
		toRows(left, rest, from, to)
		for t := range to - from {
			c.left, c.need, c.got = left[t*m:][:m], need[t*n:][:n], got[t*couples:][:couples]
			clear(c.got)
			for range maxRounds {
				moved, err := c.round()
				if err != nil {
					return err
				}
				if !moved {
					break
				}
			}
		}
		toColumns(needs, need, from, to)
		toColumns(rest, left, from, to)
		toColumns(outs, got, from, to)
	}
	return nil
}
