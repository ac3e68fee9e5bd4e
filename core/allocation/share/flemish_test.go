package share_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// An oracle of others for our arithmetic, and no key of the product (docs/adr/0022). The
// Flemish protocol of energy sharing shares by a fixed key for each injector, who never
// receives its own injection:
// Vast leaves the injector's own part unshared, Relatief gives it to the others, and
// Optimaal repeats Relatief among those who still need energy.

// flemish is one quarter of participants who inject and use. key is a whole number by
// participant; injection, use and what comes out are by participant too. What consumers
// leave of what they were offered goes back to the injectors in proportion to their
// injection, whoever's it was.
func flemish(t *testing.T, method string, injection, use []energy.MilliWh, key []int64) (received, left []energy.MilliWh) {
	t.Helper()
	n := len(key)
	received, left = make([]energy.MilliWh, n), append([]energy.MilliWh(nil), injection...)
	need := append([]energy.MilliWh(nil), use...)
	for round := 0; ; round++ {
		parts, whole := flemishParts(method, key, need, round > 0)
		pairs := pairsOf(n, n, 1)
		rule := share.Rule{Algorithm: share.Static, Couples: parts, Whole: whole}
		require.NoError(t, new(share.Kernel).ShareByProducer(pairs, asColumns(left), asColumns(need), rule))
		moved, back := energy.MilliWh(0), energy.MilliWh(0)
		for p := range pairs {
			back += left[p]
			for i := range pairs[p] {
				a := pairs[p][i][0]
				received[i], need[i], moved = received[i]+a, need[i]-a, moved+a
			}
		}
		own := make([]energy.MilliWh, n) // what an injector offered to nobody
		for p := range own {
			given := int64(0)
			for _, part := range parts[p] {
				given += part
			}
			own[p] = left[p] - left[p]*energy.MilliWh(given)/energy.MilliWh(whole)
			back -= own[p]
		}
		require.NoError(t, energy.Split(left, injection, back-moved))
		for p := range own {
			left[p] += own[p]
		}
		if method != "Optimaal" || moved == 0 {
			return received, left
		}
	}
}

// flemishParts gives the parts of each injector; whole is a multiple of the sums of all.
func flemishParts(method string, key []int64, need []energy.MilliWh, active bool) (parts [][]int64, whole int64) {
	sums := make([]int64, len(key))
	whole = 1
	for p := range key {
		for i, k := range key {
			if method == "Vast" || i != p && (!active || need[i] > 0) {
				sums[p] += k
			}
		}
		if sums[p] > 0 {
			whole *= sums[p] / gcd(whole, sums[p])
		}
	}
	for p := range key {
		row := make([]int64, len(key))
		for i, k := range key {
			if i != p && (!active || need[i] > 0) && sums[p] > 0 {
				row[i] = k * (whole / sums[p])
			}
		}
		parts = append(parts, row)
	}
	return parts, whole
}

func gcd(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// TestTheArithmeticGivesTheFlemishProtocol by hand-made figures.
func TestTheArithmeticGivesTheFlemishProtocol(t *testing.T) {
	t.Parallel()
	injection, use, key := energies([]float64{40, 10, 0}), energies([]float64{10, 20, 30}), []int64{2, 3, 5}
	for method, want := range map[string]struct{ received, left []float64 }{
		"Vast":     {[]float64{2, 12, 25}, []float64{8, 3, 0}},
		"Relatief": {[]float64{2.857143, 15, 30}, []float64{1.714286, 0.428571, 0}},
		"Optimaal": {[]float64{3.285714, 16.714286, 30}, []float64{0, 0, 0}},
	} {
		received, left := flemish(t, method, injection, use, key)
		for i := range key {
			require.InDelta(t, want.received[i]*1e6, float64(received[i]), 3, "%s: participant %d receives", method, i+1)
			require.InDelta(t, want.left[i]*1e6, float64(left[i]), 3, "%s: participant %d keeps", method, i+1)
		}
	}
}
