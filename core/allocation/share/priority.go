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

// maxRounds bounds the rounds inside a level (domain 6.3). Each round satisfies at
// least one consumer or uses up all that is offered, so a level needs more only when
// more consumers than that are satisfied one after the other; the rest then goes to
// the next level.
const maxRounds = 50

// UngroupedPriority serves by a priority for each couple, priorities[producer][consumer]
// from 1, 0 for none; production is not put together (by_ungrouped_priority). Level by
// level each producer offers what it has left in proportion to the needs of its
// consumers at the level, more than they need where it has more: who sells follows what
// each has, as by default (domain 6.3). A consumer that is offered too much takes the
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

// contest is producers of one level with consumers in common, at one step.
type contest struct {
	producers, consumers []int    // of the block
	couples              []couple // by producer, then by consumer
	from                 []int    // the first couple of each producer, and the end
	ofConsumer           [][]int  // couples
	all                  bool     // offers are all that is left, not cut to the needs

	left, need []energy.MilliWh // by producer, by consumer
	got        []energy.MilliWh // by couple, in all rounds

	// Of the round that was last.
	offered, taken []energy.MilliWh // by couple
	asked          []energy.MilliWh // by consumer: the sum of its offers
	weights, row   []energy.MilliWh
}

// couple holds places in the lists of its contest.
type couple struct{ producer, consumer int }

func newContest(priorities [][]int64, level int64, producers []int) *contest {
	c := &contest{producers: producers, from: []int{0}}
	place := map[int]int{}
	for i := range priorities[0] {
		for _, p := range producers {
			if priorities[p][i] == level {
				place[i] = len(c.consumers)
				c.consumers = append(c.consumers, i)
				break
			}
		}
	}
	c.ofConsumer = make([][]int, len(c.consumers))
	for at, p := range producers {
		for i, priority := range priorities[p] {
			if priority == level {
				c.ofConsumer[place[i]] = append(c.ofConsumer[place[i]], len(c.couples))
				c.couples = append(c.couples, couple{at, place[i]})
			}
		}
		c.from = append(c.from, len(c.couples))
	}
	n := len(c.couples)
	c.offered, c.taken, c.weights = make([]energy.MilliWh, n), make([]energy.MilliWh, n), make([]energy.MilliWh, n)
	c.asked, c.row = make([]energy.MilliWh, len(c.consumers)), make([]energy.MilliWh, len(producers))
	return c
}

// round lets all producers offer and all consumers take, once. moved is false when
// nothing changed hands.
func (c *contest) round() (moved bool, err error) {
	clear(c.asked)
	some := false
	for p, left := range c.left {
		offers, err := c.offer(p, left)
		if err != nil {
			return false, err
		}
		some = some || offers
	}
	if !some {
		clear(c.taken)
		return false, nil
	}
	copy(c.taken, c.offered)
	for i, asked := range c.asked {
		if asked > c.need[i] {
			if err := c.cut(i); err != nil {
				return false, err
			}
		}
	}
	for j, a := range c.taken {
		couple := c.couples[j]
		c.got[j] += a
		c.left[couple.producer] -= a
		c.need[couple.consumer] -= a
	}
	return true, nil
}

// offer splits what a producer has left by the needs of its consumers.
func (c *contest) offer(p int, left energy.MilliWh) (some bool, err error) {
	from, to := c.from[p], c.from[p+1]
	offers, weights := c.offered[from:to], c.weights[from:to]
	sum := energy.MilliWh(0)
	for j, couple := range c.couples[from:to] {
		weights[j] = c.need[couple.consumer]
		sum += weights[j]
	}
	if !c.all {
		left = min(left, sum)
	}
	if left == 0 || sum == 0 {
		clear(offers)
		return false, nil
	}
	carry, exact := energy.NewCarry(left, sum)
	if exact = exact && left <= sum; !exact {
		if err := energy.Split(offers, weights, left); err != nil {
			return false, err
		}
	}
	for j, couple := range c.couples[from:to] {
		if exact {
			offers[j] = carry.Next(weights[j])
		}
		c.asked[couple.consumer] += offers[j]
	}
	return true, nil
}

// cut lets a consumer take of each offer in proportion, what it needs in all.
func (c *contest) cut(i int) error {
	row := c.row[:len(c.ofConsumer[i])]
	for at, j := range c.ofConsumer[i] {
		row[at] = c.offered[j]
	}
	if err := energy.Split(row, row, c.need[i]); err != nil {
		return err
	}
	for at, j := range c.ofConsumer[i] {
		c.taken[j] = row[at]
	}
	return nil
}
