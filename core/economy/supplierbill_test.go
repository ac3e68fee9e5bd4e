package economy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
)

// TestWhatASupplierBilled: 300 kWh used of which 40 were local, and 1 kWh of each of two registers and half a
// percent of 300 as tolerance: 3.5 kWh.
func TestWhatASupplierBilled(t *testing.T) {
	t.Parallel()
	const kilo = energy.KilowattHour
	for name, c := range map[string]struct {
		shared, billed energy.MilliWh
		want           Verdict
	}{
		"what the supplier delivered":      {40 * kilo, 260 * kilo, Deducted},
		"as far as readings are rounded":   {40 * kilo, 263*kilo + kilo/2, Deducted},
		"one mWh further":                  {40 * kilo, 263*kilo + kilo/2 + 1, PartlyDeducted},
		"and below":                        {40 * kilo, 256*kilo + kilo/2, Deducted},
		"less than it delivered":           {40 * kilo, 256*kilo + kilo/2 - 1, BilledLess},
		"half of what is local":            {40 * kilo, 280 * kilo, PartlyDeducted},
		"all that was used":                {40 * kilo, 300 * kilo, NotDeducted},
		"all, as far as it is rounded":     {40 * kilo, 296*kilo + kilo/2, NotDeducted},
		"more than was used":               {40 * kilo, 304 * kilo, BilledMore},
		"nothing":                          {40 * kilo, 0, BilledLess},
		"nothing is local":                 {0, 300 * kilo, Undecided},
		"too little is local to tell":      {5 * kilo, 298 * kilo, Undecided},
		"little is local, and it is told":  {5 * kilo, 294 * kilo, Deducted},
		"little is local, and all billed":  {5 * kilo, 302 * kilo, NotDeducted},
		"all is local, nothing was billed": {300 * kilo, 0, Deducted},
	} {
		b := SupplierBill{Used: 300 * kilo, Shared: c.shared, Registers: 2, Billed: &c.billed}
		b.judge()
		require.Equal(t, c.want, b.Verdict, name)
		require.Equal(t, 3*kilo+kilo/2, b.Tolerance)
		require.Equal(t, c.billed-(300*kilo-c.shared), b.Excess, name)
	}
	untold := SupplierBill{Used: 300 * kilo, Shared: 40 * kilo, Registers: 2}
	untold.judge()
	require.Equal(t, []any{Verdict(""), 260 * kilo}, []any{untold.Verdict, untold.Expected}, "who tells nothing is told what to expect")
	require.Equal(t, []int{1, 2, 4, 4}, []int{Supply{ContractType: Base}.registers(), Supply{ContractType: Double}.registers(), Supply{ContractType: Quadruple}.registers(), Supply{}.registers()})
}

// TestABillThatDeductsIsNeverBlamed: whatever was used and shared, a bill within the tolerance of what the
// supplier delivered is not told to lack the deduction.
func TestABillThatDeductsIsNeverBlamed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		used := energy.MilliWh(rapid.Int64Range(0, 1e12).Draw(t, "used"))
		shared := energy.MilliWh(rapid.Int64Range(0, int64(used)).Draw(t, "shared"))
		b := SupplierBill{Used: used, Shared: shared, Registers: rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "registers")}
		tolerance := toleranceOf(used, b.Registers)
		billed := max(0, used-shared+energy.MilliWh(rapid.Int64Range(-int64(tolerance), int64(tolerance)).Draw(t, "rounding")))
		b.Billed = &billed
		b.judge()
		require.Contains(t, []Verdict{Deducted, Undecided}, b.Verdict)
		all := used
		b.Billed = &all
		b.judge()
		require.Contains(t, []Verdict{NotDeducted, Undecided}, b.Verdict)
		require.Equal(t, shared <= tolerance, b.Verdict == Undecided, "it is left open only where both fit")
	})
}
