package distribution

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
)

func TestPercentagesAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var d Distribution
		for range rapid.IntRange(1, 40).Draw(t, "lines") {
			e := energy.MilliWh(rapid.Int64Range(0, 1<<40).Draw(t, "shared"))
			d.Consumers = append(d.Consumers, Share{Shared: e})
			d.TotalShared += e
		}
		hidden := energy.MilliWh(rapid.Int64Range(0, 1<<40).Draw(t, "hidden") * rapid.Int64Range(0, 1).Draw(t, "hides"))
		d.TotalShared += hidden
		sum := int64(0)
		for i, units := range d.Percentages() {
			if d.TotalShared == 0 {
				require.Negative(t, units)
				continue
			}
			ideal := float64(d.Consumers[i].Shared) / float64(d.TotalShared) * wholePercent
			require.InDelta(t, ideal, units, 1)
			sum += units
		}
		if d.TotalShared > 0 && hidden == 0 {
			require.EqualValues(t, wholePercent, sum)
		}
	})
}
