package billable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// known adds up the days that are there.
func known(daily []energy.MilliWh) (sum energy.MilliWh, days int) {
	for _, e := range daily {
		if e != metering.Absent {
			sum, days = sum+e, days+1
		}
	}
	return sum, days
}

func TestDaysOfPairsAddUp(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	daysAddUp(t, f, october)
}

// daysAddUp compares the days of pairs with what pairs had in all.
func daysAddUp(t *testing.T, f *coretest.Metering, october civil.Range) {
	t.Helper()
	ctx := t.Context()
	for _, r := range []civil.Range{october, coretest.Days("2026-10-08", "2026-10-22")} {
		whole, err := f.Billable.PairEnergy(ctx, f.Operation, r)
		require.NoError(t, err)
		var pairs []metering.Pair
		alone := map[metering.Pair]energy.MilliWh{}
		for pair, e := range whole {
			pairs = append(pairs, pair)
			alone[metering.Pair{ConsumerID: pair.ConsumerID}] += e
		}
		for pair := range alone {
			pairs = append(pairs, pair)
		}
		daily, err := f.Billable.DailyEnergy(ctx, f.Operation, pairs, r)
		require.NoError(t, err)
		require.Len(t, daily, len(pairs))
		for pair, days := range daily {
			require.Len(t, days, r.Days())
			sum, _ := known(days)
			if pair.ProducerID.IsZero() {
				require.Equal(t, alone[pair], sum)
			} else {
				require.Equal(t, whole[pair], sum, "the days of a pair are its energy")
			}
		}
		c := daily[metering.Pair{ConsumerID: f.Sites["C"]}]
		last := int(coretest.Days("2026-10-19", "2026-10-19").From - r.From)
		require.NotEqual(t, metering.Absent, c[last])
		require.Equal(t, metering.Absent, c[last+1], "C has left, the same meter is D's")
	}
}

func TestADayWithAGapIsAbsent(t *testing.T) {
	t.Parallel()
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "P", DsoID: "20000000000001", Producer: true, From: "2026-09-01"}, {Name: "A", DsoID: "10000000000001", From: "2026-09-01"}}...)
	for _, r := range []civil.Range{coretest.Days("2026-10-01", "2026-10-03"), coretest.Days("2026-10-05", "2026-10-06")} {
		f.Load(coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, r, map[string]int64{"10000000000001": 500}))
	}
	pair := metering.Pair{ConsumerID: f.Sites["A"], ProducerID: f.Sites["P"]}
	daily, err := f.Billable.DailyEnergy(t.Context(), f.Operation, []metering.Pair{pair}, coretest.Days("2026-10-02", "2026-10-07"))
	require.NoError(t, err)
	const day = 500 * 250 * 96
	require.Equal(t, []energy.MilliWh{day, day, metering.Absent, day, day, metering.Absent}, daily[pair])
	daily, err = f.Billable.DailyEnergy(t.Context(), f.Operation, []metering.Pair{pair}, coretest.Days("2026-12-01", "2026-12-02"))
	require.NoError(t, err)
	require.Empty(t, daily)
}
