package intake

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// TestRemarksAreCountedBeyondTheFirst: however they come, the first ones are kept in
// their order and all are counted; a copy is not changed by what is added to another.
func TestRemarksAreCountedBeyondTheFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 150), 0, 8).Draw(t, "sizes")
		var r Remarks
		add := func(n int) {
			for range n {
				r.Add(metering.WarnGap.With("value", strconv.Itoa(r.Count)))
			}
		}
		for _, n := range sizes {
			add(n)
		}
		before, count := r.Copied(), r.Count
		for range 2 { // a transaction that runs twice
			r = before.Copied()
			add(7)
			require.Equal(t, count+7, r.Count)
			require.Len(t, r.First, min(MaxFaults, count+7))
			for n, w := range r.First {
				require.Equal(t, strconv.Itoa(n), w.Params["value"])
			}
		}
		require.Equal(t, count, before.Count)
	})
}

// TestRefusalsBeyondTheFirstAreCounted: the first ones are listed, then how many more
// there are, with those that a file has counted itself.
func TestRefusalsBeyondTheFirstAreCounted(t *testing.T) {
	t.Parallel()
	in := NewIntake(civil.Paris, time.Now(), nil, false)
	for n := range MaxFaults {
		in.Fail(metering.ErrUnknownSite.With("value", strconv.Itoa(n)))
	}
	require.Len(t, fault.From(in.Refused()).Items, MaxFaults)
	for range 7 {
		in.Fail(metering.ErrUnknownSite)
	}
	in.Fail(metering.ErrMore.With("count", 30))
	items := fault.From(in.Refused()).Items
	require.Len(t, items, MaxFaults+1)
	require.Equal(t, []any{"import.moreErrors", 37}, []any{items[MaxFaults].Key, items[MaxFaults].Params["count"]})
}
