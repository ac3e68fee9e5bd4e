package intake

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// TestRemarksAreCountedBeyondTheFirst: however they come, the first ones are kept in
// their order and all are counted; nothing that was made of remarks changes them.
func TestRemarksAreCountedBeyondTheFirst(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 250), 0, 8).Draw(t, "sizes")
		n := 0
		some := func(count int) Remarks {
			var all []*fault.Error
			for range count {
				all = append(all, metering.WarnGap.With("value", strconv.Itoa(n)))
				n++
			}
			return Told(all...)
		}
		var r Remarks
		for _, count := range sizes {
			before := r
			r = r.And(some(count))
			_ = before.And(some(0)).And(Told(metering.WarnGap.With("value", "other")))
			require.Equal(t, before.Count+count, r.Count)
			require.Len(t, r.First, min(MaxFaults, r.Count))
		}
		for i, w := range r.First {
			require.Equal(t, strconv.Itoa(i), w.Params["value"])
		}
	})
}

// TestRefusalsBeyondTheFirstAreCounted: the first ones are listed, then how many more
// there are, with those that a file has counted itself.
func TestRefusalsBeyondTheFirstAreCounted(t *testing.T) {
	t.Parallel()
	var r Refusals
	require.NoError(t, r.Err())
	for n := range MaxFaults {
		r = r.With(metering.ErrUnknownSite.With("value", strconv.Itoa(n)))
	}
	require.Len(t, fault.From(r.Err()).Items, MaxFaults)
	for range 7 {
		r = r.With(metering.ErrUnknownSite)
	}
	r = r.With(metering.ErrMore.With("count", 30))
	items := fault.From(r.Err()).Items
	require.Len(t, items, MaxFaults+1)
	require.Equal(t, []any{"import.moreErrors", 37}, []any{items[MaxFaults].Key, items[MaxFaults].Params["count"]})
	both := r.And(r)
	require.Equal(t, r.First, both.First)
	require.Equal(t, 37+MaxFaults+37, both.Further)
}

// TestFaultsAreOnTheClocksOfTheOperator, and quote only what can be kept.
func TestFaultsAreOnTheClocksOfTheOperator(t *testing.T) {
	t.Parallel()
	refused := metering.ErrRejected.Of(metering.ErrFuture.With("date", "2026-11-06T10:00:00Z").With("value", "a\x00b\xffc"), metering.ErrNoValues)
	all := LocalAll(civil.Paris, refused)
	require.Len(t, all.First, 2)
	require.Equal(t, map[string]any{"date": "2026-11-06T11:00:00+01:00", "value": "a?b?c"}, all.First[0].Params)
	require.Equal(t, "2026-11-06T10:00:00Z", refused.Items[0].Params["date"], "the reader's own is left as it was")
	alone := LocalAll(civil.Paris, metering.ErrUnknownFile.With("fileName", "c.csv"))
	require.Equal(t, []string{"UnknownFile"}, []string{alone.First[0].Key})
}
