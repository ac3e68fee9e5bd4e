package share

import "github.com/openpmo/pmo/core/energy"

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
