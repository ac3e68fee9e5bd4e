package billable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestHoursOfDaysOnWhichTheClockChanges, by hand: 400 W are 400 Wh an hour. On 25 October 2026 two
// o'clock comes twice, on 29 March not at all.
func TestHoursOfDaysOnWhichTheClockChanges(t *testing.T) {
	t.Parallel()
	m := coretest.NewMetering(t, "FAKE", coretest.MeteredSite{Name: "P", DsoID: "20000000000001", Producer: true, From: "2026-01-01"},
		coretest.MeteredSite{Name: "A", DsoID: "10000000000001", From: "2026-01-01"})
	pair := metering.Pair{ConsumerID: m.Sites["A"], ProducerID: m.Sites["P"]}
	clock := func(hour, minute int) civil.Clock { return civil.Clock(hour*60 + minute) }
	for day, want := range map[string]map[civil.Hours]energy.MilliWh{
		"2026-10-25": {{From: clock(1, 0), To: clock(5, 0)}: 5 * 400_000, {From: clock(22, 0), To: clock(6, 0)}: 9 * 400_000, {From: clock(6, 0), To: clock(22, 0)}: 16 * 400_000,
			{From: clock(2, 30), To: clock(3, 0)}: 400_000,  // twice half an hour
			{From: clock(6, 10), To: clock(7, 0)}: 333_332}, // five minutes of the first quarter are not in it: 66 666.6 mWh of 100 000
		"2026-03-29": {{From: clock(1, 0), To: clock(5, 0)}: 3 * 400_000, {From: clock(2, 0), To: clock(3, 0)}: 0, {From: clock(22, 0), To: clock(6, 0)}: 7 * 400_000},
		"2026-10-24": {{From: clock(1, 0), To: clock(5, 0)}: 4 * 400_000},
	} {
		days := coretest.Days(day, day)
		m.Put(metering.Prod, curvefile.StatusDefinitive, days, map[string]int64{"20000000000001": 1000})
		m.Put(metering.Conso, curvefile.StatusDefinitive, days, map[string]int64{"10000000000001": 400})
		for hours, mWh := range want {
			one, alone := metering.AtHours{Pair: pair, Hours: hours}, metering.AtHours{Pair: metering.Pair{ConsumerID: pair.ConsumerID}, Hours: hours}
			got, err := m.Billable.EnergyAt(t.Context(), m.Operation, []metering.AtHours{one, alone}, days)
			require.NoError(t, err)
			if hours.From%15 != 0 {
				mWh = 3*100_000 + 100_000*5/15
			}
			require.Equal(t, mWh, got[one], "%s at %s", day, hours)
			require.Equal(t, mWh, got[alone], "%s at %s, of all", day, hours)
		}
	}
}

// TestHoursAndTheOthersAreWhatAPairHad, however production was shared.
func TestHoursAndTheOthersAreWhatAPairHad(t *testing.T) {
	t.Parallel()
	apart, _ := coretest.NeighboursSharing(t, coretest.KeyOfEachType[allocation.ByUngroupedPriority])
	hours := civil.Hours{From: 6*60 + 30, To: 22 * 60}
	for name, m := range map[string]*coretest.Metering{"in proportion": coretest.Neighbours(t), "apart": apart} {
		for _, days := range []civil.Range{coretest.October.Range(), coretest.Days("2026-10-03", "2026-10-12")} {
			pairs, err := m.Billable.PairEnergy(t.Context(), m.Operation, days)
			require.NoError(t, err)
			require.NotEmpty(t, pairs)
			var asked []metering.AtHours
			for pair := range pairs {
				asked = append(asked, metering.AtHours{Pair: pair, Hours: hours}, metering.AtHours{Pair: pair, Hours: civil.Hours{From: 0, To: 12 * 60}},
					metering.AtHours{Pair: pair, Hours: civil.Hours{From: 12 * 60, To: 0}})
			}
			got, err := m.Billable.EnergyAt(t.Context(), m.Operation, asked, days)
			require.NoError(t, err)
			some := false
			for pair, all := range pairs {
				at := got[metering.AtHours{Pair: pair, Hours: hours}]
				require.LessOrEqual(t, at, all)
				some = some || at > 0 && at < all
				require.Equal(t, all, got[metering.AtHours{Pair: pair, Hours: civil.Hours{From: 0, To: 12 * 60}}]+got[metering.AtHours{Pair: pair, Hours: civil.Hours{From: 12 * 60, To: 0}}], "%s: both halves of the day", name)
			}
			require.True(t, some, name)
		}
	}
}
