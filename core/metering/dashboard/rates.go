package dashboard

import (
	"cmp"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// split is an energy and what was shared of it, over the steps at which both are known.
type split struct{ whole, shared energy.MilliWh }

// rate is what of it was shared; nil of nothing. It is never above 1: more than there is
// cannot be shared, whatever an operator's figures say (domain 1.4).
func (s split) rate() *float64 {
	return Rate(min(s.shared, s.whole), s.whole)
}

// Rate is a part of a whole, from 0 to 1; nil of nothing.
func Rate(part, whole energy.MilliWh) *float64 {
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

// matching adds up an energy, what was shared of it, and what of both stands alone.
type matching struct {
	known bool
	all   energy.MilliWh
	split
}

func (m *matching) take(n, whole metering.Nature, e energy.MilliWh) {
	switch n {
	case whole:
		m.whole += e
		m.all += e
		m.known = true
	case metering.Unmatched:
		m.whole -= e
	case metering.Autoconso:
		m.shared += e
	case metering.UnmatchedShared:
		m.shared -= e
	}
}

func (m *matching) into() *split {
	if !m.known || m.all > 0 && m.whole == 0 && m.shared == 0 {
		return nil
	}
	return &m.split
}
