package distribution_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/policy"
)

// The picture of flows: each consumer's line receives what its flows bring, to the
// milliwatt-hour (rows exact, domain 6.6); a producer's line misses its flows by no more
// than they are rounded; percentages add up.
func TestFlowsAndPercentagesAddUp(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	for _, top := range []int{1, 2, 100} {
		d, err := f.Distribution.Distribution(t.Context(), f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: october, Top: top})
		require.NoError(t, err)
		to, from := map[id.ID]energy.MilliWh{}, map[id.ID]energy.MilliWh{}
		for _, flow := range d.Flows {
			to[flow.ConsumerID] += flow.Shared
			from[flow.ProducerID] += flow.Shared
		}
		for _, line := range d.Consumers {
			require.Equal(t, line.Shared, to[line.ParticipantID], "%s of %d", line.Name, top)
		}
		for _, line := range d.Producers {
			require.InDelta(t, int64(line.Shared), int64(from[line.ParticipantID]), 4*2980, "%s of %d", line.Name, top) // 1 mWh a consumer and step
			require.Equal(t, line.Production, line.Shared+line.Surplus, line.Name)
		}
		var sum int64
		for _, units := range d.Percentages() {
			sum += units
		}
		require.EqualValues(t, 1_000_000, sum)
		require.Zero(t, d.MissingDays)
	}
}

// TestASumOfTwoIsNeverAnswered: an account that holds all sites but two reads nothing of
// these two, however few lines it asks for; of three it reads the sum.
func TestASumOfTwoIsNeverAnswered(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	all, err := f.Distribution.Distribution(t.Context(), f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: october})
	require.NoError(t, err)
	require.Len(t, all.Consumers, 5)
	for others := 1; others < 5; others++ {
		who, left := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{f.Operation}}, energy.MilliWh(0)
		for i, line := range all.Consumers {
			if i < others {
				left += line.Shared
				continue
			}
			who.Sites = append(who.Sites, policy.Site{ParticipantID: line.ParticipantID, OperationID: f.Operation, Period: civil.Range{From: october.From, To: civil.Forever}})
		}
		for top := range 5 {
			d, err := f.Distribution.Distribution(t.Context(), who, distribution.DistributionInput{OperationID: f.Operation, Days: october, Top: top})
			require.NoError(t, err)
			var told energy.MilliWh
			for _, line := range d.Consumers {
				told += line.Shared
			}
			want := all.TotalShared
			if others < 3 {
				want -= left
			}
			require.Equal(t, want, told, "%d others, %d lines", others, top)
		}
		lines, _, _, err := f.Dashboard.Group(t.Context(), who, dashboard.GroupInput{OperationID: f.Operation, Side: metering.Consumer, Days: october})
		require.NoError(t, err)
		require.Equal(t, others >= 3, slices.ContainsFunc(lines, func(l dashboard.GroupLine) bool { return l.Others > 0 }), "%d others", others)
	}
}

// The state of an answer with names changes with any of them, also one that it sums.
func TestANewNameIsANewAnswer(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	ask := distribution.DistributionInput{OperationID: f.Operation, Days: october, Top: 1}
	first, err := f.Distribution.Distribution(ctx, f.Organizer, ask)
	require.NoError(t, err)
	ask.Known = []metering.Revision{first.Revision}
	again, err := f.Distribution.Distribution(ctx, f.Organizer, ask)
	require.NoError(t, err)
	require.True(t, again.Unchanged)
	_, err = f.DB.Pool().Exec(ctx, "update participants set name = 'Martine' where id = $1", f.Sites["Martin"])
	require.NoError(t, err)
	again, err = f.Distribution.Distribution(ctx, f.Organizer, ask)
	require.NoError(t, err)
	require.False(t, again.Unchanged)
	require.NotEqual(t, first.Revision, again.Revision)
}

// Days of a distribution add up: those before a day and those from it on are all.
func TestDaysOfADistributionAddUp(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	f.Load(coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusProvisional, coretest.Days("2026-11-03", "2026-11-05"),
		map[string]int64{"20000000000001": 2000}))
	all := civil.Range{From: october.From, To: october.To + 30}
	for _, top := range []int{0, 2} {
		in := distribution.DistributionInput{OperationID: f.Operation, Days: all, Top: top}
		whole, err := f.Distribution.Distribution(t.Context(), f.Organizer, in)
		require.NoError(t, err)
		for cut := all.From + 1; cut < all.To; cut += 4 {
			in.Days = civil.Range{From: all.From, To: cut}
			before, err := f.Distribution.Distribution(t.Context(), f.Organizer, in)
			require.NoError(t, err)
			in.Days = civil.Range{From: cut, To: all.To}
			after, err := f.Distribution.Distribution(t.Context(), f.Organizer, in)
			require.NoError(t, err)
			require.Equal(t, whole.TotalShared, before.TotalShared+after.TotalShared)
			require.Equal(t, whole.Surplus, before.Surplus+after.Surplus)
			require.Equal(t, total(whole.Producers), total(before.Producers)+total(after.Producers))
			require.Equal(t, total(whole.Consumers), total(before.Consumers)+total(after.Consumers))
		}
	}
}

func total(lines []distribution.Share) (sum int64) {
	for _, line := range lines {
		sum += int64(line.Consumption + line.Production)
	}
	return sum
}
