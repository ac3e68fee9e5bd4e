package billable_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func TestPairsSharedApartAgreeEverywhere(t *testing.T) {
	t.Parallel()
	f, _ := coretest.NeighboursSharing(t, coretest.KeyOfEachType[allocation.ByUngroupedPriority])
	october := coretest.October.Range()
	pairsAgree(t, f, october)
	daysAddUp(t, f, october)

	_, given := coretest.Shared(f, coretest.Days("2026-10-12", "2026-10-13"))
	pairs, err := f.Billable.PairEnergy(t.Context(), f.Operation, coretest.Days("2026-10-12", "2026-10-13"))
	require.NoError(t, err)
	require.NotContains(t, pairs, metering.Pair{ConsumerID: f.Sites["B"], ProducerID: f.Sites["P1"]}, "a pair without a priority")
	for pair, e := range pairs {
		given[pair.ProducerID] -= e
	}
	for producer, left := range given {
		require.Zero(t, left, "%s: the key says what it gave, to the milliwatt-hour", producer)
	}
}

// TestAGapIsPassedOnWhereProductionIsSharedApart: nothing is shared at a step where the
// curve of a site has a gap.
func TestAGapIsPassedOnWhereProductionIsSharedApart(t *testing.T) {
	t.Parallel()
	f, _ := coretest.NeighboursSharing(t, coretest.KeyOfEachType[allocation.ByUngroupedPriority])
	f.Clock = f.Clock.AddDate(0, 0, 5)
	early, all := coretest.Days("2026-11-01", "2026-11-05"), coretest.Days("2026-11-01", "2026-11-10")
	f.Load(coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, all, map[string]int64{"20000000000001": 900, "20000000000002": 600}),
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, all, map[string]int64{"10000000000001": 400, "10000000000003": 800}),
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, early, map[string]int64{"10000000000002": 500}))
	// P1 serves A first, then D; P2 serves B and D in proportion, and D no more than it draws.
	const day = 250 * 96
	want := map[metering.Pair]energy.MilliWh{}
	for pair, watts := range map[[2]string]energy.MilliWh{{"A", "P1"}: 400, {"B", "P2"}: 231, {"D", "P2"}: 369, {"D", "P1"}: 431} {
		want[metering.Pair{ConsumerID: f.Sites[pair[0]], ProducerID: f.Sites[pair[1]]}] = watts * day * 5
	}
	for _, r := range []civil.Range{early, all} {
		got, err := f.Billable.PairEnergy(t.Context(), f.Operation, r)
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for pair, e := range got {
			require.InDelta(t, int64(want[pair]), int64(e), day*5, "within a watt")
		}
	}
	rest, err := f.Billable.PairEnergy(t.Context(), f.Operation, coretest.Days("2026-11-06", "2026-11-10"))
	require.NoError(t, err)
	require.Empty(t, rest)
}

func TestPairsOfDaysAndCurvesByProducerAgree(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	pairsAgree(t, f, october)
}

// pairsAgree adds up what pairs had over pieces of a month, and step by step.
func pairsAgree(t *testing.T, f *coretest.Metering, october civil.Range) {
	t.Helper()
	ctx := t.Context()
	whole, err := f.Billable.PairEnergy(ctx, f.Operation, october)
	require.NoError(t, err)
	sums := map[metering.Pair]energy.MilliWh{}
	for _, r := range []civil.Range{coretest.Days("2026-10-01", "2026-10-09"), coretest.Days("2026-10-10", "2026-10-25"), coretest.Days("2026-10-26", "2026-10-31")} {
		part, err := f.Billable.PairEnergy(ctx, f.Operation, r)
		require.NoError(t, err)
		for pair, e := range part {
			sums[pair] += e
		}
		d, err := f.Distribution.Distribution(ctx, f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: r, Top: 1})
		require.NoError(t, err)
		for _, flow := range d.Flows {
			require.NotEmpty(t, d.Producers)
			for pair, e := range part {
				if pair.ConsumerID == flow.ConsumerID && pair.ProducerID == flow.ProducerID {
					require.Equal(t, e, flow.Shared)
				}
			}
		}
		var flows energy.MilliWh
		for _, flow := range d.Flows {
			flows += flow.Shared
		}
		require.Equal(t, d.TotalShared, flows)
	}
	require.Equal(t, whole, sums)

	// Most of a month is the month less the rest of it.
	for _, cut := range []struct{ from, to, restFrom, restTo string }{
		{"2026-10-01", "2026-10-26", "2026-10-27", "2026-10-31"}, {"2026-10-08", "2026-10-31", "2026-10-01", "2026-10-07"},
	} {
		most, err := f.Billable.PairEnergy(ctx, f.Operation, coretest.Days(cut.from, cut.to))
		require.NoError(t, err)
		rest, err := f.Billable.PairEnergy(ctx, f.Operation, coretest.Days(cut.restFrom, cut.restTo))
		require.NoError(t, err)
		for pair, e := range rest {
			most[pair] += e
		}
		require.Equal(t, whole, most)
		received, _ := coretest.Shared(f, coretest.Days(cut.from, cut.to))
		split, err := f.Billable.PairEnergy(ctx, f.Operation, coretest.Days(cut.from, cut.to))
		require.NoError(t, err)
		for pair, e := range split {
			received[pair.ConsumerID] -= e
		}
		for participantID, left := range received {
			require.Zero(t, left, participantID)
		}
	}

	for pair, e := range whole {
		c, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, drawing.CurveInput{ParticipantID: pair.ConsumerID, ProducerID: pair.ProducerID,
			Days: october, Natures: []metering.Nature{metering.Autoconso}, Resolution: drawing.Raw})
		require.NoError(t, err)
		var sum int64
		for _, v := range c.Series[0].Values {
			if v != drawing.Gap {
				sum += v
			}
		}
		require.EqualValues(t, e, sum)
	}
}

// A month of one producer has no pairs of its own: what consumers had is what it gave,
// on any of its days.
func TestOneProducerGivesEverythingOnAnyDays(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	f.Load(coretest.TownMonth(coretest.Days("2026-09-01", "2026-10-31"))...)
	days := coretest.Days("2026-09-15", "2026-10-10")
	pairs, err := f.Billable.PairEnergy(ctx, f.Operation, days)
	require.NoError(t, err)
	received, _ := coretest.Shared(f, days)
	require.Len(t, pairs, 5)
	for pair, e := range pairs {
		require.Equal(t, f.Sites["Commune"], pair.ProducerID)
		require.Equal(t, received[pair.ConsumerID], e)
	}
	d, err := f.Distribution.Distribution(ctx, f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: days, Top: 2})
	require.NoError(t, err)
	var flows energy.MilliWh
	for _, flow := range d.Flows {
		flows += flow.Shared
	}
	require.Equal(t, d.TotalShared, flows)
	require.Len(t, d.Flows, 3)
}

// TestAnotherKeyAloneIsOtherData: where the key says who had what from whom, other pairs have another fingerprint,
// though each consumer has received and each producer given the same; days it says nothing of keep theirs.
func TestAnotherKeyAloneIsOtherData(t *testing.T) {
	t.Parallel()
	for _, operator := range []string{"ENEDIS", "FAKE"} {
		t.Run(operator, func(t *testing.T) {
			t.Parallel()
			f := coretest.NewMetering(t, operator,
				coretest.MeteredSite{Name: "P1", DsoID: "20000000000001", Producer: true, From: "2026-09-01"}, coretest.MeteredSite{Name: "P2", DsoID: "20000000000002", Producer: true, From: "2026-09-01"},
				coretest.MeteredSite{Name: "A", DsoID: "10000000000001", From: "2026-09-01"}, coretest.MeteredSite{Name: "B", DsoID: "10000000000002", From: "2026-09-01"})
			both, second := coretest.Days("2026-10-01", "2026-10-02"), coretest.Date("2026-10-02")
			serves := map[string]string{"A": "P1", "B": "P2"}
			f.Rewire(func(d *assembly.Parts) {
				d.Keys = coretest.KeysByDay(func(day civil.Date) allocation.Key {
					if day < second {
						return allocation.Key{Type: allocation.ByDefault}
					}
					key := allocation.Key{Type: allocation.ByUngroupedPriority}
					for _, consumer := range []string{"A", "B"} {
						key.Params = append(key.Params, allocation.Param{ConsumerID: f.Sites[consumer], ProducerID: f.Sites[serves[consumer]], Value: allocation.One})
					}
					return key
				})
			})
			drawn := map[string]int64{"10000000000001": 1000, "10000000000002": 1000}
			sets := []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, both, drawn),
				coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, both, map[string]int64{"20000000000001": 1000, "20000000000002": 1000})}
			if operator == "ENEDIS" {
				sets = append(sets, coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, both, drawn))
			}
			f.Load(sets...)
			ask := func(days civil.Range) (map[metering.Pair]energy.MilliWh, []byte) {
				pairs, err := f.Billable.PairEnergy(t.Context(), f.Operation, days)
				require.NoError(t, err)
				sum, err := f.Billable.Fingerprint(t.Context(), f.Operation, nil, days)
				require.NoError(t, err)
				return pairs, sum
			}
			one, other := civil.Range{From: both.From, To: second}, civil.Range{From: second, To: both.To}
			_, firstBefore := ask(one)
			before, secondBefore := ask(other)
			require.Equal(t, map[metering.Pair]energy.MilliWh{{ConsumerID: f.Sites["A"], ProducerID: f.Sites["P1"]}: 24 * energy.KilowattHour,
				{ConsumerID: f.Sites["B"], ProducerID: f.Sites["P2"]}: 24 * energy.KilowattHour}, before)
			received, given := coretest.Shared(f, other)

			serves["A"], serves["B"] = "P2", "P1"
			require.NoError(t, f.DB.Enclose(t.Context(), func(ctx context.Context) error { return f.Rollup.KeyChanged(ctx, f.Operation, second) }))
			_, firstAfter := ask(one)
			after, secondAfter := ask(other)
			require.Equal(t, map[metering.Pair]energy.MilliWh{{ConsumerID: f.Sites["A"], ProducerID: f.Sites["P2"]}: 24 * energy.KilowattHour,
				{ConsumerID: f.Sites["B"], ProducerID: f.Sites["P1"]}: 24 * energy.KilowattHour}, after)
			receivedNow, givenNow := coretest.Shared(f, other)
			require.Equal(t, []map[id.ID]energy.MilliWh{received, given}, []map[id.ID]energy.MilliWh{receivedNow, givenNow})
			require.NotEqual(t, secondBefore, secondAfter)
			require.Equal(t, firstBefore, firstAfter)
		})
	}
}
