package economy

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
)

// TestWhatLocalEnergyComesTo: each producer's energy at its own price with VAT; a day without data or without
// a price is counted apart and is no zero.
func TestWhatLocalEnergyComesTo(t *testing.T) {
	t.Parallel()
	const kilo = energy.KilowattHour
	first := civil.NewDate(2026, 10, 1)
	days := civil.Range{From: first, To: first + 3}
	daily := map[metering.Pair][]energy.MilliWh{{ConsumerID: "c"}: {10 * kilo, metering.Absent, 4 * kilo}, {ConsumerID: "c", ProducerID: "p"}: {6 * kilo, 1, 4 * kilo}, {ConsumerID: "c", ProducerID: "q"}: {4 * kilo, 1, 0}}
	of := func(a agreed, own civil.Range) Value {
		sum := tally{Value: Value{Days: days}, sum: new(big.Int), why: map[Reason]int{}}
		require.NoError(t, sum.add(a, daily, own))
		v, err := sum.value()
		require.NoError(t, err)
		return v
	}
	v := of(selling(true, 100_000, 200_000), days)
	// 10 kWh at 0.10 and 4 at 0.20, with 20 % of VAT.
	require.Equal(t, []any{money.Cents(216), 14 * kilo, true}, []any{v.Amount, v.Energy, v.Subscribed})
	require.Equal(t, []ValueLack{{NoData, 1}}, v.Lacks)
	require.Equal(t, money.Cents(180), of(selling(false, 100_000, 200_000), days).Amount, "without VAT")
	v = of(selling(true, 100_000, 0), days)
	require.Equal(t, []any{money.Cents(48), 4 * kilo}, []any{v.Amount, v.Energy}, "a day on which one sells without a price does not count")
	require.Equal(t, []ValueLack{{NoData, 1}, {NoPrice, 1}}, v.Lacks)
	require.False(t, of(selling(true, 0, 0), days).Subscribed)
	require.Equal(t, 4*kilo, of(selling(true, 100_000, 200_000), civil.Range{From: first + 2, To: first + 3}).Energy, "days of its own only")

	flat := selling(true, 100_000, 100_000)
	flat.Plans["plan-p"] = billing.Plan{Charges: append(flat.Plans["plan-p"].Charges, billing.Charge{Type: billing.Fixed, Price: 31_000_000})}
	require.Greater(t, of(flat, days).Fixed, money.Cents(0))
}
