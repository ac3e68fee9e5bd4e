package share

import (
	"math/bits"

	"github.com/openpmo/pmo/core/energy"
)

// tracer shares one step as the definitions of domain 6.3 say it, and writes down each
// round.
type tracer struct {
	step      stepOf
	produced  energy.MilliWh
	need, got []energy.MilliWh   // by consumer
	shared    [][]energy.MilliWh // [producer][consumer]
	rounds    []Round
	leftovers []Leftover
}

// trace runs the rule.
func (t *tracer) trace() error {
	all := make([]int, len(t.need))
	for i := range all {
		all[i] = i
	}
	here := Round{Pool: None, Producer: None, Offered: t.produced, LeftTo: LeftSurplus, Destination: None}
	s := t.step
	switch {
	case s.Algorithm == ByUngroupedPriority:
		return t.ungrouped()
	case s.ByProducer():
		return t.partsByProducer()
	case s.Algorithm == ByPool:
		return t.cascade()
	case s.Algorithm == Static:
		return t.parts(here, RoundFixed, s.Parameters)
	case s.Algorithm == SimpleDynamic:
		return t.parts(here, RoundCoefficient, coefficientRow(s.Coefficients[0]))
	}
	left, err := t.inner(s.Algorithm, here, all, s.Parameters)
	t.leave(Unused, here, left)
	return err
}

// inner shares what here offers among members, by an algorithm that a pool may have
// too, and gives what is left. parameters are by member.
func (t *tracer) inner(algorithm Algorithm, here Round, members []int, parameters []int64) (energy.MilliWh, error) {
	switch algorithm {
	case ByDefault:
		here.Rule = RoundProrata
		return t.prorata(here, members, 0)
	case ByPriority:
		return t.levels(here, members, parameters)
	case ByEquality:
		return t.fill(here, RoundEqual, selected(members, parameters), nil)
	case ByWeight, ByShareWithMinimum:
		return t.fill(here, RoundParts, members, parameters)
	}
	return 0, ErrShape
}

// selected are the members that take part; without parameters all do.
func selected(members []int, parameters []int64) (some []int) {
	if len(parameters) == 0 {
		return members
	}
	for j, i := range members {
		if parameters[j] != 0 {
			some = append(some, i)
		}
	}
	return some
}

// leave notes energy that is nobody's.
func (t *tracer) leave(why Reason, from Round, e energy.MilliWh) {
	if e > 0 {
		t.leftovers = append(t.leftovers, Leftover{Reason: why, Pool: from.Pool, Producer: from.Producer, Energy: e})
	}
}

// add finishes a round: what members got is theirs.
func (t *tracer) add(r Round) energy.MilliWh {
	r.Left = r.Offered
	for j := range r.Members {
		m := &r.Members[j]
		t.need[m.Consumer] -= m.Got
		t.got[m.Consumer] += m.Got
		m.Left = t.need[m.Consumer]
		r.Left -= m.Got
	}
	r.Number = len(t.rounds) + 1
	t.rounds = append(t.rounds, r)
	return r.Left
}

// member is a consumer that is offered part and takes what it needs of it.
func (t *tracer) member(consumer int, parameter int64, part energy.MilliWh) Member {
	asked := t.need[consumer]
	return Member{Consumer: consumer, Parameter: parameter, Asked: asked, Offered: part, Got: min(asked, part)}
}

// prorata is one round in proportion to need.
func (t *tracer) prorata(here Round, members []int, parameter int64) (energy.MilliWh, error) {
	weights, offers := make([]energy.MilliWh, len(members)), make([]energy.MilliWh, len(members))
	some := false
	for j, i := range members {
		weights[j] = t.need[i]
		some = some || weights[j] > 0
	}
	if some {
		if err := energy.Split(offers, weights, here.Offered); err != nil {
			return 0, err
		}
	}
	for j, i := range members {
		here.Members = append(here.Members, t.member(i, parameter, offers[j]))
	}
	return t.add(here), nil
}

// levels is a prorata for each priority.
func (t *tracer) levels(here Round, members []int, priorities []int64) (energy.MilliWh, error) {
	levels, err := levelsOf([][]int64{priorities}, 1, len(members))
	if err != nil {
		return 0, err
	}
	here.Rule = RoundPriority
	if len(levels) == 0 {
		return t.add(here), nil // nobody takes part
	}
	to := here
	for n, level := range levels {
		here.Level = level
		here.LeftTo, here.Destination = ToNextLevel, None
		if n == len(levels)-1 {
			here.LeftTo, here.Destination = to.LeftTo, to.Destination
		}
		var served []int
		for j, priority := range priorities {
			if priority == level {
				served = append(served, members[j])
			}
		}
		if here.Offered, err = t.prorata(here, served, level); err != nil {
			return 0, err
		}
		here.Carried = 0
	}
	return here.Offered, nil
}

// cascade runs the pools one after the other.
func (t *tracer) cascade() error {
	pools := t.step.Pools
	parts := make([]int64, 0, len(pools))
	for _, p := range pools {
		parts = append(parts, p.Part)
	}
	budgets, unassigned, err := t.dues(t.produced, parts)
	if err != nil {
		return err
	}
	carried := make([]energy.MilliWh, len(pools))
	for g, p := range pools {
		here := Round{Pool: g, Producer: None, Offered: budgets[g] + carried[g], Carried: carried[g], LeftTo: LeftSurplus, Destination: None}
		if p.Destination != ToSurplus {
			here.LeftTo, here.Destination = ToPool, p.Destination
		}
		left, err := t.inner(p.Algorithm, here, p.Members, p.Parameters)
		if err != nil {
			return err
		}
		if p.Destination != ToSurplus {
			carried[p.Destination] += left
			continue
		}
		t.leave(Unused, here, left)
	}
	t.leave(Unassigned, Round{Pool: None, Producer: None}, unassigned)
	return nil
}

// explanation splits what was received over the producers where the rule has not, and
// closes the account.
func (t *tracer) explanation() (Explanation, error) {
	e := Explanation{Produced: t.produced, Rounds: t.rounds, Leftovers: t.leftovers, Received: t.got, Shared: t.shared, LeftOut: t.step.leftOut()}
	if !t.step.ByProducer() {
		row := make([]energy.MilliWh, len(t.step.production))
		for i, got := range t.got {
			if err := energy.Split(row, t.step.production, got); err != nil {
				return Explanation{}, err
			}
			for p, part := range row {
				t.shared[p][i] = part
			}
		}
	}
	for p, produced := range t.step.production {
		for _, a := range t.shared[p] {
			produced -= a
		}
		e.Surplus = append(e.Surplus, produced)
	}
	return e, nil
}

// fill is equal or weighted rounds: each offers what is left to those who still need
// energy, until nothing is left or nobody needs. weights are by member, nil = equal.
func (t *tracer) fill(here Round, rule RoundRule, members []int, weights []int64) (energy.MilliWh, error) {
	here.Rule = rule
	to := here
	f := filling{left: here.Offered}
	for j, i := range members {
		w := int64(1)
		if weights != nil {
			w = weights[j]
		}
		if t.need[i] > 0 && w > 0 {
			f.active = append(f.active, filler{consumer: i, weight: w, need: t.need[i]})
		}
	}
	for {
		last := f.round()
		r := here
		for _, m := range f.active {
			parameter := int64(0)
			if weights != nil {
				parameter = m.weight
			}
			r.Members = append(r.Members, t.member(m.consumer, parameter, m.due-m.had))
		}
		f.leave()
		last = last || len(f.active) == 0
		r.LeftTo, r.Destination = ToNextRound, None
		here.Offered, here.Carried = t.add(r), 0
		if last || here.Offered == 0 {
			end := &t.rounds[len(t.rounds)-1]
			end.LeftTo, end.Destination = to.LeftTo, to.Destination
			return here.Offered, nil
		}
	}
}

// filling is the state between rounds. The odd units of a round wait for the last one,
// which hands them out by the running carry of domain 6.4.
type filling struct {
	left   energy.MilliWh // of all, less the needs of those who left
	active []filler
}

type filler struct {
	consumer  int
	weight    int64
	need      energy.MilliWh // at the beginning
	due, had  energy.MilliWh // in all rounds, up to this one and before it
	satisfied bool
}

// round works out what is due to each; last is true when nobody is satisfied by it.
func (f *filling) round() (last bool) {
	sum := int64(0)
	for _, m := range f.active {
		sum += m.weight
	}
	last = true
	for j := range f.active {
		m := &f.active[j]
		hi, lo := bits.Mul64(uint64(f.left), uint64(m.weight))
		due, _ := bits.Div64(hi, lo, uint64(sum))
		m.had, m.due = m.due, energy.MilliWh(due)
		if m.satisfied = m.need <= m.due; m.satisfied {
			last = false
		}
	}
	if !last || len(f.active) == 0 {
		return last
	}
	total := energy.MilliWh(sum)
	whole := f.left / total
	carry, _ := energy.NewCarry(f.left%total, total)
	for j := range f.active {
		w := energy.MilliWh(f.active[j].weight)
		f.active[j].due = whole*w + carry.Next(w)
	}
	return true
}

// leave takes out those who have what they need.
func (f *filling) leave() {
	stay := f.active[:0]
	for _, m := range f.active {
		if m.satisfied {
			f.left -= m.need
			continue
		}
		stay = append(stay, m)
	}
	f.active = stay
}

// dues are fixed parts of what there is, and what they leave.
func (t *tracer) dues(total energy.MilliWh, parts []int64) (dues []energy.MilliWh, unassigned energy.MilliWh, err error) {
	weights := append([]int64(nil), parts...)
	rest := t.step.Whole
	for _, p := range parts {
		rest -= p
	}
	weights = append(weights, rest)
	dues = make([]energy.MilliWh, len(weights))
	err = energy.Split(dues, weights, total)
	return dues[:len(parts)], dues[len(parts)], err
}

func coefficientRow(file [][]int32) []int64 {
	row := make([]int64, len(file))
	for i, column := range file {
		row[i] = int64(column[0])
	}
	return row
}

// parts is one round of fixed parts.
func (t *tracer) parts(here Round, rule RoundRule, parts []int64) error {
	dues, unassigned, err := t.dues(here.Offered, parts)
	if err != nil {
		return err
	}
	here.Rule = rule
	for i, due := range dues {
		here.Members = append(here.Members, t.member(i, parts[i], due))
	}
	left := t.add(here)
	t.leave(Unassigned, here, unassigned)
	t.leave(Unused, here, left-unassigned)
	return nil
}

// partsByProducer is a round of fixed parts for each producer; a consumer takes in
// proportion of all of them at once.
func (t *tracer) partsByProducer() error {
	s := t.step
	dues := make([][]energy.MilliWh, len(s.production))
	parts := make([][]int64, len(s.production))
	unassigned := make([]energy.MilliWh, len(s.production))
	rule := RoundFixed
	for p, produced := range s.production {
		if parts[p] = nil; s.Algorithm == Static {
			parts[p] = s.Couples[p]
		} else {
			rule, parts[p] = RoundCoefficient, coefficientRow(s.Coefficients[p])
		}
		var err error
		if dues[p], unassigned[p], err = t.dues(produced, parts[p]); err != nil {
			return err
		}
	}
	taken, err := t.takeTogether(dues)
	if err != nil {
		return err
	}
	asked := append([]energy.MilliWh(nil), t.need...)
	for p, produced := range s.production {
		here := Round{Rule: rule, Pool: None, Producer: p, Offered: produced, LeftTo: LeftSurplus, Destination: None}
		for i, due := range dues[p] {
			here.Members = append(here.Members, Member{Consumer: i, Parameter: parts[p][i], Asked: asked[i], Offered: due, Got: taken[p][i]})
			t.shared[p][i] = taken[p][i]
		}
		left := t.add(here)
		t.leave(Unassigned, here, unassigned[p])
		t.leave(Unused, here, left-unassigned[p])
	}
	return nil
}

// takeTogether cuts [producer][consumer] to what each consumer needs.
func (t *tracer) takeTogether(dues [][]energy.MilliWh) ([][]energy.MilliWh, error) {
	taken := make([][]energy.MilliWh, len(dues))
	for p := range dues {
		taken[p] = append([]energy.MilliWh(nil), dues[p]...)
	}
	row := make([]energy.MilliWh, len(dues))
	for i, need := range t.need {
		sum := energy.MilliWh(0)
		for p := range dues {
			row[p] = dues[p][i]
			sum += row[p]
		}
		if sum <= need {
			continue
		}
		if err := energy.Split(row, row, need); err != nil {
			return nil, err
		}
		for p := range dues {
			taken[p][i] = row[p]
		}
	}
	return taken, nil
}

// ungrouped is a contest of all producers for each level.
func (t *tracer) ungrouped() error {
	couples := t.step.Couples
	levels, err := levelsOf(couples, len(t.step.production), len(t.need))
	if err != nil {
		return err
	}
	left := append([]energy.MilliWh(nil), t.step.production...)
	lastOf := make([]int, len(left)) // round of each producer, + 1
	for _, level := range levels {
		for _, c := range contests(couples, level) {
			c.all = t.step.offersAll()
			if err := t.contest(c, level, left, lastOf); err != nil {
				return err
			}
		}
	}
	for p, rest := range left {
		if lastOf[p] > 0 {
			t.rounds[lastOf[p]-1].LeftTo = LeftSurplus
			t.leave(Unused, Round{Pool: None, Producer: p}, rest)
			continue
		}
		t.leave(Unassigned, Round{Pool: None, Producer: p}, rest)
	}
	return nil
}

// contest writes a round for each producer of a group that offers something, and for
// all of them the first time.
func (t *tracer) contest(c *contest, level int64, left []energy.MilliWh, lastOf []int) error {
	c.left, c.got = make([]energy.MilliWh, len(c.producers)), make([]energy.MilliWh, len(c.couples))
	c.need = make([]energy.MilliWh, len(c.consumers))
	for n := range maxRounds {
		for at, p := range c.producers {
			c.left[at] = left[p]
		}
		for at, i := range c.consumers {
			c.need[at] = t.need[i]
		}
		moved, err := c.round()
		if err != nil || !moved && n > 0 {
			return err
		}
		asked := append([]energy.MilliWh(nil), t.need...)
		for at, p := range c.producers {
			here := Round{Rule: RoundPriority, Pool: None, Producer: p, Level: level, Offered: left[p], LeftTo: ToNextRound, Destination: None}
			for j := c.from[at]; j < c.from[at+1]; j++ {
				i := c.consumers[c.couples[j].consumer]
				here.Members = append(here.Members, Member{Consumer: i, Parameter: level, Asked: asked[i], Offered: c.offered[j], Got: c.taken[j]})
				t.shared[p][i] += c.taken[j]
			}
			if n > 0 && left[p] == 0 {
				continue
			}
			if last := lastOf[p]; last > 0 && t.rounds[last-1].Level != level {
				t.rounds[last-1].LeftTo = ToNextLevel
			}
			left[p] = t.add(here)
			lastOf[p] = len(t.rounds)
		}
	}
	return nil
}
