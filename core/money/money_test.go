package money_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
)

// Months at 4.50 € each, period by period.
func TestMonthlyFeesOfPartPeriods(t *testing.T) {
	t.Parallel()
	part := func(days, of int64) int64 { return days * money.MonthParts / of }
	for _, c := range []struct {
		name     string
		parts    int64
		quantity string
		want     string
	}{
		{"20 of 31 days", part(20, 31), "0.6452", "2.90"},
		{"20 of 31 days and two months", part(20, 31) + part(60, 30), "2.6452", "11.90"},
		{"a whole month", part(31, 31), "1", "4.50"},
		{"a year", 12 * money.MonthParts, "12", "54.00"},
		{"four months and 17 of 31 days", part(17, 31) + 4*money.MonthParts, "4.5484", "20.47"},
		{"11 of 31 days", part(11, 31), "0.3548", "1.60"},
		{"28 of 30 days and two months", part(28, 30) + 2*money.MonthParts, "2.9333", "13.20"},
	} {
		q, err := money.Quantity(c.parts, money.MonthParts)
		require.NoError(t, err)
		require.Equal(t, c.quantity, q.String(), c.name)
		net, err := money.Amount(q, 4_500_000)
		require.NoError(t, err)
		require.Equal(t, c.want, net.String(), c.name)
	}
}

func TestKilowattHoursRoundOnceToTheWh(t *testing.T) {
	t.Parallel()
	for e, want := range map[energy.MilliWh]string{
		152_187_499: "152.187", 152_187_500: "152.188", 499: "0", 500: "0.001", -500: "-0.001", -499: "0",
		math.MaxInt64: "9223372036854.776",
	} {
		require.Equal(t, want, money.KilowattHours(e).String(), "%d mWh", e)
	}
}

func TestAmountsRoundHalfAwayFromZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q     money.QuantityE4
		price money.MicroEuro
		want  money.Cents
	}{
		{10_000, 5_000, 1}, {10_000, 4_999, 0}, {-10_000, 5_000, -1}, {-10_000, 4_999, 0},
		{1_521_870, 123_400, 1878}, {0, 1, 0},
	} {
		got, err := money.Amount(c.q, c.price)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
	_, err := money.Amount(math.MaxInt64, math.MaxInt64)
	require.ErrorIs(t, err, money.ErrOverflow)
	_, err = money.Amount(math.MaxInt64, 100_000_001)
	require.ErrorIs(t, err, money.ErrOverflow)
	got, err := money.Amount(math.MinInt64, 100_000_000)
	require.ErrorIs(t, err, money.ErrOverflow, got)
}

func TestAmountIsTheExactProductRounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.Int64Range(-1<<45, 1<<45).Draw(t, "quantity")
		p := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "price")
		got, err := money.Amount(money.QuantityE4(q), money.MicroEuro(p))
		exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(q), big.NewInt(p)), big.NewInt(100_000_000))
		if err != nil {
			require.ErrorIs(t, err, money.ErrOverflow)
			require.Positive(t, new(big.Rat).Abs(exact).Cmp(big.NewRat(math.MaxInt64, 1)))
			return
		}
		distance := new(big.Rat).Sub(exact, big.NewRat(int64(got), 1))
		twice := new(big.Rat).Abs(new(big.Rat).Add(distance, distance))
		require.LessOrEqual(t, twice.Cmp(big.NewRat(1, 1)), 0)
		if twice.Cmp(big.NewRat(1, 1)) == 0 {
			require.NotEqual(t, exact.Sign(), distance.Sign(), "a tie goes away from zero")
		}
	})
}

func TestVATIsOfTheGroup(t *testing.T) {
	t.Parallel()
	// Three lines of 0.13 at 20 %: 0.03 each alone would be 0.09, the group owes 0.08.
	totals, err := money.Total([]money.Line{{13, 2000}, {1000, 550}, {13, 2000}, {13, 2000}, {-4, 0}})
	require.NoError(t, err)
	require.Equal(t, []money.VATGroup{{2000, 39, 8}, {550, 1000, 55}, {0, -4, 0}}, totals.Groups)
	require.Equal(t, money.Cents(1035), totals.Net)
	require.Equal(t, money.Cents(63), totals.VAT)
	require.Equal(t, "10.98", totals.Gross.String())
	_, err = money.Total([]money.Line{{math.MaxInt64, 2000}, {1, 2000}})
	require.ErrorIs(t, err, money.ErrOverflow)
	_, err = money.Total([]money.Line{{math.MaxInt64, 2000}})
	require.ErrorIs(t, err, money.ErrOverflow)
	empty, err := money.Total(nil)
	require.NoError(t, err)
	require.Zero(t, empty.Gross)
}

func TestSplitGivesTheLeftCentsToTheLargestRemainders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total   money.Cents
		weights []int64
		want    []money.Cents
	}{
		{100, []int64{1, 1, 1}, []money.Cents{34, 33, 33}},
		{-100, []int64{1, 1, 1}, []money.Cents{-34, -33, -33}},
		{10, []int64{16, 26, 58}, []money.Cents{2, 2, 6}}, // 1.6, 2.6, 5.8: two cents are left
		{0, []int64{0, 0}, []money.Cents{0, 0}},
		{math.MaxInt64, []int64{math.MaxInt64 - 1, 1}, []money.Cents{math.MaxInt64 - 1, 1}},
	} {
		got := make([]money.Cents, len(c.weights))
		require.NoError(t, money.Split(got, c.weights, c.total))
		require.Equal(t, c.want, got)
	}
	require.ErrorIs(t, money.Split(make([]money.Cents, 1), []int64{0}, 1), money.ErrWeights)
	require.ErrorIs(t, money.Split(make([]money.Cents, 1), []int64{-1}, 1), money.ErrWeights)
}

func TestSplitIsExactAndWithinACent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 20).Draw(t, "weights")
		weights[0]++
		total := rapid.Int64().Draw(t, "total")
		got := make([]money.Cents, len(weights))
		require.NoError(t, money.Split(got, weights, money.Cents(total)))
		var sum, parts int64
		for i, w := range weights {
			sum += w
			parts += int64(got[i])
		}
		require.Equal(t, total, parts)
		for i, w := range weights {
			ideal := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(total), big.NewInt(w)), big.NewInt(sum))
			off := ideal.Sub(ideal, big.NewRat(int64(got[i]), 1))
			require.Negative(t, off.Abs(off).Cmp(big.NewRat(1, 1)))
		}
	})
}

func TestTextOfAmounts(t *testing.T) {
	t.Parallel()
	require.Equal(t, "-0.05", money.Cents(-5).String())
	require.Equal(t, "0.1234", money.MicroEuro(123_400).String())
	require.Equal(t, "4.50", money.MicroEuro(4_500_000).String())
	require.Equal(t, "5.5", money.VATRate(550).String())
	require.Equal(t, "20", money.VATRate(2000).String())
	require.Equal(t, "-92233720368547758.08", money.Cents(math.MinInt64).String())
}
