package metering

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// Energy by register is billed as the monthly file says it, so that its lines are compared
// with those that they replace, too: the quarters may stay as they were. What the operator
// says by register is definitive.

// registerOf is a counter of an access point in a month, and which of its energies.
type registerOf struct {
	month    civil.Month
	dsoID    string
	register Register
	nature   Nature // Autoconso is what was received or given, Surplus and Conso the rest of each
}

func (r registerOf) compare(o registerOf) int {
	return cmp.Or(cmp.Compare(r.month, o.month), cmp.Compare(r.dsoID, o.dsoID), cmp.Compare(r.nature, o.nature), cmp.Compare(r.register, o.register))
}

func byRegister(lines []RegisterVolume) map[registerOf]energy.MilliWh {
	out := map[registerOf]energy.MilliWh{}
	for _, v := range lines {
		of := func(n Nature) registerOf { return registerOf{v.Month(), v.DsoID, v.Register, n} }
		out[of(Autoconso)] += v.Shared + v.Given
		out[of(Conso)] += v.Complement
		out[of(Surplus)] += v.Surplus
	}
	return out
}

// suspectRegisters lists the months of access points whose lines become far more or far
// less, but for those that their quarters are asked about already.
func suspectRegisters(stored, fresh []RegisterVolume, sites map[string][]Site, asked []Suspicion) (out []Suspicion) {
	before, after := byRegister(stored), byRegister(fresh)
	keys := make([]registerOf, 0, len(before))
	for k := range before {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, registerOf.compare)
	known := func(k registerOf) bool {
		same := func(s Suspicion) bool { return s.DsoID == k.dsoID && s.Month == k.month }
		return slices.ContainsFunc(asked, same) || slices.ContainsFunc(out, same)
	}
	for _, k := range keys {
		c := change{before[k], after[k]}
		reason := c.ofDefinitive()
		if reason == "" || known(k) {
			continue
		}
		s := Suspicion{DsoID: k.dsoID, Nature: k.nature, Month: k.month, Reason: reason, Before: &c.before, After: c.after}
		for _, site := range sites[k.dsoID] {
			if site.Period.Overlaps(k.month.Range()) {
				s.ParticipantID, s.Name = site.ParticipantID, site.Name
				break
			}
		}
		out = append(out, s)
	}
	return out
}

// ofDefinitive is why a change of definitive energy is asked about; "" = it is not.
func (c change) ofDefinitive() SuspicionReason {
	switch {
	case c.before >= leastFinalChange && c.after*lostDay < c.before:
		return SuspectLost
	case c.size() >= leastFinalChange && c.size()*finalChange > c.before && c.before > 0:
		return SuspectReplaced
	}
	return ""
}
