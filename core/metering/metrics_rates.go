package metering

import (
	"cmp"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// split is an energy and what was shared of it, over the steps at which both are known.
type split struct{ whole, shared energy.MilliWh }

// rate is what of it was shared; nil of nothing. It is never above 1: more than there is
// cannot be shared, whatever an operator's figures say (domain 1.4).
func (s split) rate() *float64 {
	return rate(min(s.shared, s.whole), s.whole)
}

func rate(part, whole energy.MilliWh) *float64 {
	if r, ok := energy.Rate(part, whole); ok {
		return &r
	}
	return nil
}

// splits are the energy of both sides, as far as it is known what was shared of it; with
// ACI, as far as that is known too.
type splits struct{ consumed, produced, consumedWithACI, producedWithACI *split }

func (s splits) add(o splits) splits {
	return splits{s.consumed.add(o.consumed), s.produced.add(o.produced),
		s.consumedWithACI.add(o.consumedWithACI), s.producedWithACI.add(o.producedWithACI)}
}

func (s *split) add(o *split) *split {
	if s == nil || o == nil {
		return cmp.Or(s, o)
	}
	return &split{s.whole + o.whole, s.shared + o.shared}
}

// rates fills what follows from the energies: of consumers what they received of what
// they consumed, of producers what they shared of what they produced.
func (m *Metrics) rates(of splits) {
	if of.consumed != nil {
		m.SelfProduction = of.consumed.rate()
		// An operator may say that more was received than consumed; nobody feeds the grid so.
		complement := max(0, of.consumed.whole-of.consumed.shared)
		m.Complement = &complement
	}
	if of.produced != nil {
		m.SelfConsumption = of.produced.rate()
		m.Sharing = m.SelfConsumption
	}
	m.ratesWithACI(of)
}

func (c tally) rates(m *Metrics) {
	var of splits
	of.consumed, of.consumedWithACI = c.split(Conso, Consumer)
	of.produced, of.producedWithACI = c.split(Prod, Producer)
	m.rates(of)
	if c.scope == ScopeGlobal {
		m.Coverage = c.coverage()
	}
}

// split adds up an energy of one side and what was shared of it, alone and with ACI; nil
// where that is not known of anything.
func (c tally) split(whole Nature, side Side) (alone, counted *split) {
	if !has(c.scope.sides(whole), side) {
		return nil, nil
	}
	sharing := map[civil.Month]bool{} // months of which anything shared is known
	for _, m := range c.months {
		if m.nature == Autoconso && m.side == side {
			sharing[m.month] = true
		}
	}
	days := c.days.Intersect(c.within)
	var of matching
	var aci withACI
	for _, m := range c.months {
		if m.side != side && m.nature != ACI || !sharing[m.month] {
			continue
		}
		_, some := m.days.in(m.month, days)
		for _, day := range some {
			if !day.State.Has(HasData) {
				continue
			}
			of.take(m.nature, whole, day.Sum)
			aci.take(m.nature, day.Sum)
		}
	}
	alone = of.into()
	return alone, aci.beside(alone)
}

// matching adds up an energy, what was shared of it, and what of both stands alone.
type matching struct {
	known bool
	all   energy.MilliWh
	split
}

func (m *matching) take(n, whole Nature, e energy.MilliWh) {
	switch n {
	case whole:
		m.whole += e
		m.all += e
		m.known = true
	case Unmatched:
		m.whole -= e
	case Autoconso:
		m.shared += e
	case UnmatchedShared:
		m.shared -= e
	}
}

func (m *matching) into() *split {
	if !m.known || m.all > 0 && m.whole == 0 && m.shared == 0 {
		return nil
	}
	return &m.split
}

// coverage is produced over consumed, of the days on which both are whole (domain 7).
func (c tally) coverage() *float64 {
	made, used := c.wholeDays(Prod, Producer), c.wholeDays(Conso, Consumer)
	var sum split
	for i := range made {
		if made[i] != Absent && used[i] != Absent {
			sum.shared += made[i]
			sum.whole += used[i]
		}
	}
	return rate(sum.shared, sum.whole)
}

// wholeDays is a nature day by day; Absent where it is not whole.
func (c tally) wholeDays(n Nature, side Side) []energy.MilliWh {
	out := withGaps(nil, c.days.Days())
	for _, m := range c.months {
		if m.nature != n || m.side != side {
			continue
		}
		first, days := m.days.in(m.month, c.days.Intersect(c.within))
		for i, day := range days {
			if day.State.Has(HasData | Whole) {
				out[int(first-c.days.From)+i] = day.Sum
			}
		}
	}
	return out
}
