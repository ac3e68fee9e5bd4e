package share

import "github.com/openpmo/pmo/core/energy"

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
