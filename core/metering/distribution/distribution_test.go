package distribution

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/monthly"
)

func TestOnlyTheLargestAreSorted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := distributing{had: monthly.Parts{Roll: monthly.NewRoll()}}
		var order []place
		for i, size := range rapid.SliceOf(rapid.IntRange(0, 6)).Draw(t, "sizes") {
			d.had.One(id.New())
			order = append(order, place{i, energy.MilliWh(size)})
		}
		top := rapid.IntRange(0, len(order)+2).Draw(t, "top")
		all, none := d.largest(slices.Clone(order), 0)
		require.Empty(t, none)
		shown, rest := d.largest(slices.Clone(order), top)
		if top == 0 {
			top = len(order)
		}
		require.Equal(t, all[:min(top, len(all))], shown)
		require.ElementsMatch(t, order, slices.Concat(shown, rest))
	})
}
