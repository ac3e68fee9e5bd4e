package metering

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// TestRemarksAreCountedBeyondTheFirst: however they come, the first ones are kept in
// their order and all are counted; a copy is not changed by what is added to another.
func TestRemarksAreCountedBeyondTheFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 150), 0, 8).Draw(t, "sizes")
		var r remarks
		add := func(n int) {
			for range n {
				r.add(WarnGap.With("value", strconv.Itoa(r.count)))
			}
		}
		for _, n := range sizes {
			add(n)
		}
		before, count := r.copied(), r.count
		for range 2 { // a transaction that runs twice
			r = before.copied()
			add(7)
			require.Equal(t, count+7, r.count)
			require.Len(t, r.first, min(maxFaults, count+7))
			for n, w := range r.first {
				require.Equal(t, strconv.Itoa(n), w.Params["value"])
			}
		}
		require.Equal(t, count, before.count)
	})
}

// TestRefusalsBeyondTheFirstAreCounted: the first ones are listed, then how many more
// there are, with those that a file has counted itself.
func TestRefusalsBeyondTheFirstAreCounted(t *testing.T) {
	t.Parallel()
	in := newIntake(civil.Paris, time.Now(), nil, false)
	for n := range maxFaults {
		in.fail(ErrUnknownSite.With("value", strconv.Itoa(n)))
	}
	require.Len(t, fault.From(in.refused()).Items, maxFaults)
	for range 7 {
		in.fail(ErrUnknownSite)
	}
	in.fail(ErrMore.With("count", 30))
	items := fault.From(in.refused()).Items
	require.Len(t, items, maxFaults+1)
	require.Equal(t, []any{"import.moreErrors", 37}, []any{items[maxFaults].Key, items[maxFaults].Params["count"]})
}
