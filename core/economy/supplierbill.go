package economy

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// Verdict is what a supplier's bill says beside what was measured.
type Verdict string

// The verdicts: what is local is not on the bill, all of it is, some of it is; less is billed than the
// supplier delivered, more than was used; there is too little local energy to tell.
const (
	Deducted       Verdict = "DEDUCTED"
	NotDeducted    Verdict = "NOT_DEDUCTED"
	PartlyDeducted Verdict = "PARTLY_DEDUCTED"
	BilledLess     Verdict = "BILLED_LESS"
	BilledMore     Verdict = "BILLED_MORE"
	Undecided      Verdict = "UNDECIDED"
)

// MostBilled is the most energy that one bill may name: 1 TWh.
const MostBilled = 1_000_000_000 * energy.KilowattHour

// A bill is written from whole kWh of each register at both ends of its days, and its days begin at the
// hour of a reading: a kWh a register and half a percent is no fault of the supplier.
const (
	registerRounding = energy.KilowattHour
	tolerancePart    = 200 // of what was used
	mostRegisters    = 4   // of a meter, where the contract is not known
)

// SupplierBill is what the supplier should bill of some days, and what it says that it billed. While
// days lack there are no energies and no verdict: part of a bill proves nothing.
type SupplierBill struct {
	Days        civil.Range
	Gaps        []Gap // ascending
	Provisional bool
	Used        energy.MilliWh
	Shared      energy.MilliWh
	Expected    energy.MilliWh // used less shared
	Registers   int            // of the contract of supply; as many as a meter has where nobody told it
	Tolerance   energy.MilliWh
	Billed      *energy.MilliWh
	Excess      energy.MilliWh // billed less expected
	Verdict     Verdict        // "" = none
}

// Whole reports whether every day is known.
func (b SupplierBill) Whole() bool { return len(b.Gaps) == 0 }

// toleranceOf is how far a bill may be from what was measured.
func toleranceOf(used energy.MilliWh, registers int) energy.MilliWh {
	return registerRounding*energy.MilliWh(registers) + used/tolerancePart
}

// judge compares what was billed with what was measured.
func (b *SupplierBill) judge() {
	b.Expected, b.Tolerance = b.Used-b.Shared, toleranceOf(b.Used, b.Registers)
	if b.Billed == nil {
		return
	}
	b.Excess = *b.Billed - b.Expected
	overUsed := *b.Billed - b.Used
	asDelivered, asUsed := abs(b.Excess) <= b.Tolerance, abs(overUsed) <= b.Tolerance
	switch {
	case asDelivered && asUsed:
		b.Verdict = Undecided
	case asDelivered:
		b.Verdict = Deducted
	case asUsed:
		b.Verdict = NotDeducted
	case b.Excess < 0:
		b.Verdict = BilledLess
	case overUsed > 0:
		b.Verdict = BilledMore
	default:
		b.Verdict = PartlyDeducted
	}
}

func abs(e energy.MilliWh) energy.MilliWh { return max(e, -e) }
