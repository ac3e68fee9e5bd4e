package rollup_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// rebuild sums days again in a transaction, as a change of the perimeter does.
func rebuild(t *testing.T, f *coretest.Metering, days civil.Range) {
	t.Helper()
	require.NoError(t, f.DB.Enclose(t.Context(), func(ctx context.Context) error { return f.Rollup.Rebuild(ctx, f.Operation, days) }))
}

// TestPartsOfACurveAreAllOfIt: what a consumer had of each producer is what it received, step
// by step, and the days of a pair are those of its curve, whatever the key shares by.
func TestPartsOfACurveAreAllOfIt(t *testing.T) {
	t.Parallel()
	for _, kind := range []allocation.Type{allocation.ByDefault, allocation.ByUngroupedPriority} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			f, _ := coretest.NeighboursSharing(t, coretest.KeyOfEachType[kind])
			ctx, october := t.Context(), []civil.Month{coretest.October}
			perimeters := meteringstore.NewPerimeters(f.DB)
			op, err := perimeters.Operation(ctx, f.Operation)
			require.NoError(t, err)
			sites, err := perimeters.Sites(ctx, f.Operation)
			require.NoError(t, err)
			heads, err := f.Rollup.PairHeads(ctx, op, october)
			require.NoError(t, err)
			require.Equal(t, kind == allocation.ByUngroupedPriority, heads[coretest.October].Apart != 0)
			rows, err := meteringstore.NewCurves(f.DB).OfSites(ctx, f.Operation, []string{"10000000000001", "10000000000002"}, []metering.Nature{metering.Autoconso}, october, true)
			require.NoError(t, err)
			require.Len(t, rows, 2)
			for i, consumer := range []id.ID{f.Sites["A"], f.Sites["B"]} {
				splits, err := f.Rollup.MonthSplits(ctx, op, sites, october, heads, rollup.WholeMonth)
				require.NoError(t, err)
				require.NoError(t, f.Rollup.MarkApart(ctx, op, splits, heads, consumer))
				split := splits[coretest.October]
				var shared loadcurve.Series
				require.NoError(t, loadcurve.Decode(rows[i].Chunk, &shared))
				total := make([]energy.MilliWh, shared.N)
				for _, producer := range []string{"P1", "P2", "P3"} {
					pair := metering.Pair{ConsumerID: consumer, ProducerID: f.Sites[producer]}
					part := split.Part(shared, pair.ProducerID)
					days := split.Days(shared, pair)
					for d := range days {
						var sum energy.MilliWh
						for _, v := range part.Values[split.Grid.Starts[d]:split.Grid.Starts[d+1]] {
							sum += v
						}
						require.Equal(t, sum, days[d].Sum, "%s on day %d", producer, d)
					}
					for s, v := range part.Values {
						total[s] += v
					}
				}
				require.Equal(t, shared.Values, total)
				require.Zero(t, split.Part(shared, f.Sites["C"]).Values[50], "who is no producer gave nothing")
			}
		})
	}
}

// TestAnotherKeySharesAgain what pmo shares as the operator; where another one shares, only
// months with several producers are looked at again.
func TestAnotherKeySharesAgain(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	before, _ := coretest.Shared(f, coretest.October.Range())
	require.Positive(t, before[f.Sites["B"]])
	own := allocation.Key{Type: allocation.Static, Params: []allocation.Param{{ConsumerID: f.Sites["A"], Value: allocation.Whole}}}
	f.Rewire(func(d *assembly.Parts) { d.Keys = coretest.KeysByDay(func(civil.Date) allocation.Key { return own }) })
	keyChanged(t, f, coretest.Date("2026-11-01"))
	same, _ := coretest.Shared(f, coretest.October.Range())
	require.Equal(t, before, same, "it holds from November on")
	keyChanged(t, f, coretest.Date("2026-10-01"))
	after, _ := coretest.Shared(f, coretest.October.Range())
	require.Greater(t, after[f.Sites["A"]], before[f.Sites["A"]])
	require.Zero(t, after[f.Sites["B"]])

	other := coretest.MeteredTown(t, "ENEDIS")
	keyChanged(t, other, coretest.Date("2026-10-01")) // without any curve
	other.Load(coretest.TownMonth(coretest.October.Range())...)
	version := func() int {
		return other.Count("select max(version) from operation_month_versions where operation_id = $1", other.Operation)
	}
	was := version()
	keyChanged(t, other, coretest.Date("2026-10-01"))
	require.Equal(t, was, version(), "one producer gave everything, whatever the key says")
}

func keyChanged(t *testing.T, f *coretest.Metering, from civil.Date) {
	t.Helper()
	require.NoError(t, f.DB.Enclose(t.Context(), func(ctx context.Context) error { return f.Rollup.KeyChanged(ctx, f.Operation, from) }))
}
