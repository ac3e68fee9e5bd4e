package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/pairing"
	"github.com/openpmo/pmo/core/policy"
)

// keysByDay answers with the key of each day (pairing.Keys).
type keysByDay func(day civil.Date) allocation.Key

func (k keysByDay) KeysIn(_ context.Context, _ id.ID, q pairing.KeyQuery) ([]pairing.KeySpan, error) {
	var out []pairing.KeySpan
	for d := q.Days.From; d < q.Days.To; d++ {
		out = append(out, pairing.KeySpan{Days: civil.Range{From: d, To: d + 1}, Allocator: sharesOf(k(d), q.Consumers, q.Producers)})
	}
	return out, nil
}

func sharesOf(k allocation.Key, consumers, producers []id.ID) *allocation.Shares {
	shares, err := allocation.Span{Key: k}.For(consumers, producers)
	if err != nil {
		panic(err)
	}
	return shares
}

// middle is the days of October on which the key of fakeWith holds; by_default does on
// the others.
var middle = civil.Range{From: civil.NewDate(2026, 10, 6), To: civil.NewDate(2026, 10, 26)}

// fakeWith is the month of fakeOperation, shared by a key in its middle.
func fakeWith(t testing.TB, key func(f *meteringFixture) allocation.Key) (*meteringFixture, civil.Range, keysByDay) {
	f := fakeTown(t)
	own := key(f)
	keys := keysByDay(func(day civil.Date) allocation.Key {
		if middle.Contains(day) || day >= civil.NewDate(2026, 11, 1) {
			return own
		}
		return allocation.Key{Type: allocation.ByDefault}
	})
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db), Keys: keys,
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db)})
	return f, f.fakeOctober(t), keys
}

// everyKey is a key of each type for the sites of fakeTown. C is only somewhere in the
// pools, and B has nothing of P1.
var everyKey = map[allocation.Type]func(f *meteringFixture) allocation.Key{
	allocation.Static: func(f *meteringFixture) allocation.Key {
		return allocation.Key{Type: allocation.Static, Params: f.numbers(25, 40, 20, 15)}
	},
	allocation.ByDefault:  func(*meteringFixture) allocation.Key { return allocation.Key{Type: allocation.ByDefault} },
	allocation.ByEquality: func(*meteringFixture) allocation.Key { return allocation.Key{Type: allocation.ByEquality} },
	allocation.ByWeight: func(f *meteringFixture) allocation.Key {
		return allocation.Key{Type: allocation.ByWeight, Params: f.numbers(4, 1, 2, 2)}
	},
	allocation.ByPriority: func(f *meteringFixture) allocation.Key {
		return allocation.Key{Type: allocation.ByPriority, Params: f.numbers(2, 1, 2, 3)}
	},
	allocation.ByPool: func(f *meteringFixture) allocation.Key {
		n := f.numbers(1, 2, 1, 1)
		member := func(i int) allocation.PoolMember {
			return allocation.PoolMember{ConsumerID: n[i].ConsumerID, Value: n[i].Value}
		}
		plain := member(1)
		plain.Value = 0
		return allocation.Key{Type: allocation.ByPool, Pools: []allocation.Pool{
			{Name: "G1", Percentage: 60 * allocation.One, Destination: "G2", Algorithm: share.ByPriority, Members: []allocation.PoolMember{member(0), member(1)}},
			{Name: "G2", Percentage: 30 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByShareWithMinimum, Members: []allocation.PoolMember{member(2), member(3)}},
			{Name: "G3", Percentage: 10 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByDefault, Members: []allocation.PoolMember{plain}},
		}}
	},
	allocation.SimpleDynamic: func(*meteringFixture) allocation.Key { return allocation.Key{Type: allocation.SimpleDynamic} },
	allocation.ByUngroupedPriority: func(f *meteringFixture) allocation.Key {
		key := allocation.Key{Type: allocation.ByUngroupedPriority}
		levels := map[string]map[string]int{"A": {"P1": 1, "P2": 2, "P3": 1}, "B": {"P2": 1, "P3": 3}, "C": {"P1": 1, "P2": 1, "P3": 2}, "D": {"P1": 2, "P2": 1}}
		for _, consumer := range []string{"A", "B", "C", "D"} {
			for _, producer := range []string{"P1", "P2", "P3"} {
				if n := levels[consumer][producer]; n > 0 {
					key.Params = append(key.Params, allocation.Param{ConsumerID: f.sites[consumer], ProducerID: f.sites[producer], Value: allocation.Value(n) * allocation.One})
				}
			}
		}
		return key
	},
}

// numbers are the parameters of A, B, C and D.
func (f *meteringFixture) numbers(values ...int) (params []allocation.Param) {
	for i, name := range []string{"A", "B", "C", "D"} {
		params = append(params, allocation.Param{ConsumerID: f.sites[name], Value: allocation.Value(values[i]) * allocation.One})
	}
	return params
}

func TestFakeSharesByEveryKeyAsTheKernelDoes(t *testing.T) {
	t.Parallel()
	require.Len(t, everyKey, len(allocation.Types()))
	for kind, key := range everyKey {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			f, october, keys := fakeWith(t, key)
			e, err := f.service.Billable.Energies(t.Context(), f.operationID, civil.MonthOf(october.From))
			require.NoError(t, err)
			consumers, producers := namesOfSites(e.Consumers), namesOfSites(e.Producers)
			given := make([][]energy.MilliWh, len(producers))
			for p := range given {
				given[p] = make([]energy.MilliWh, e.N)
			}
			for c, consumer := range consumers {
				received := f.steps(t, drawing.CurveInput{ParticipantID: consumer, Days: october}, metering.Autoconso)
				ofAll := make([]int64, e.N)
				for p, producer := range producers {
					from := f.steps(t, drawing.CurveInput{ParticipantID: consumer, ProducerID: producer, Days: october}, metering.Autoconso)
					for d := range october.Days() {
						day := civil.Range{From: october.From + civil.Date(d), To: october.From + civil.Date(d) + 1}
						i, j := e.Starts[d], e.Starts[d+1]
						want := kernelPairs(t, keys(day.From), e, i, j)
						apart := sharesOf(keys(day.From), consumers, producers).ByProducer()
						for step := range want[p][c] {
							ofAll[i+step] += int64(want[p][c][step])
							if apart {
								require.EqualValues(t, want[p][c][step], max(from[i+step], 0), "%s of %s at %d", consumer, producer, i+step)
								given[p][i+step] += want[p][c][step]
							} else { // two ways to round the same part
								require.InDelta(t, int64(want[p][c][step]), max(from[i+step], 0), 1)
							}
						}
					}
				}
				for step, want := range ofAll {
					require.Equal(t, want, max(received[step], 0), "%s at %d", consumer, step)
				}
			}
			f.surplusIsTheRest(t, e, producers, given)
		})
	}
}

// surplusIsTheRest looks at what producers kept on the days of the key.
func (f *meteringFixture) surplusIsTheRest(t *testing.T, e billable.Energies, producers []id.ID, given [][]energy.MilliWh) {
	t.Helper()
	october := e.Month.Range()
	for p, producer := range producers {
		kept := f.steps(t, drawing.CurveInput{ParticipantID: producer, Days: october}, metering.Surplus)
		gave := f.steps(t, drawing.CurveInput{ParticipantID: producer, Days: october}, metering.Autoconso)
		for step, made := range e.Production[p] {
			if kept[step] == drawing.Gap {
				require.Zero(t, given[p][step])
				continue
			}
			require.EqualValues(t, made, kept[step]+gave[step], "%s at %d", producer, step)
			if given[p][step] > 0 {
				require.EqualValues(t, given[p][step], gave[step], "%s at %d", producer, step)
			}
		}
	}
}

func kernelPairs(t *testing.T, key allocation.Key, e billable.Energies, from, to int) [][][]energy.MilliWh {
	t.Helper()
	cut := func(columns [][]energy.MilliWh) [][]energy.MilliWh {
		out := make([][]energy.MilliWh, len(columns))
		for i := range columns {
			out[i] = columns[i][from:to]
		}
		return out
	}
	pairs := make([][][]energy.MilliWh, len(e.Producers))
	for p := range pairs {
		for range e.Consumers {
			pairs[p] = append(pairs[p], make([]energy.MilliWh, to-from))
		}
	}
	shares := sharesOf(key, namesOfSites(e.Consumers), namesOfSites(e.Producers))
	require.NoError(t, shares.AllocatePairs(pairs, cut(e.Production), cut(e.Consumption)))
	return pairs
}

func namesOfSites(sites []metering.Site) (ids []id.ID) {
	for _, s := range sites {
		ids = append(ids, s.ParticipantID)
	}
	return ids
}

// steps is a raw curve.
func (f *meteringFixture) steps(t *testing.T, in drawing.CurveInput, nature metering.Nature) []int64 {
	t.Helper()
	in.Natures, in.Resolution = []metering.Nature{nature}, drawing.Raw
	c, err := f.service.Drawing.ParticipantCurve(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Len(t, c.Series, 1)
	return c.Series[0].Values
}

func TestPairsSharedApartAgreeEverywhere(t *testing.T) {
	t.Parallel()
	f, october, _ := fakeWith(t, everyKey[allocation.ByUngroupedPriority])
	f.pairsAgree(t, october)
	f.daysAddUp(t, october)

	_, given := f.shared(t, curveDays(t, "2026-10-12", "2026-10-13"))
	pairs, err := f.service.Billable.PairEnergy(t.Context(), f.operationID, curveDays(t, "2026-10-12", "2026-10-13"))
	require.NoError(t, err)
	require.NotContains(t, pairs, metering.Pair{ConsumerID: f.sites["B"], ProducerID: f.sites["P1"]}, "a pair without a priority")
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
	f, _, _ := fakeWith(t, everyKey[allocation.ByUngroupedPriority])
	f.now = f.now.AddDate(0, 0, 5)
	early, all := curveDays(t, "2026-11-01", "2026-11-05"), curveDays(t, "2026-11-01", "2026-11-10")
	f.load(t, constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, all, map[string]int64{"20000000000001": 900, "20000000000002": 600}),
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, all, map[string]int64{"10000000000001": 400, "10000000000003": 800}),
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, early, map[string]int64{"10000000000002": 500}))
	// P1 serves A first, then D; P2 serves B and D in proportion, and D no more than it draws.
	const day = 250 * 96
	want := map[metering.Pair]energy.MilliWh{}
	for pair, watts := range map[[2]string]energy.MilliWh{{"A", "P1"}: 400, {"B", "P2"}: 231, {"D", "P2"}: 369, {"D", "P1"}: 431} {
		want[metering.Pair{ConsumerID: f.sites[pair[0]], ProducerID: f.sites[pair[1]]}] = watts * day * 5
	}
	for _, r := range []civil.Range{early, all} {
		got, err := f.service.Billable.PairEnergy(t.Context(), f.operationID, r)
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for pair, e := range got {
			require.InDelta(t, int64(want[pair]), int64(e), day*5, "within a watt")
		}
	}
	rest, err := f.service.Billable.PairEnergy(t.Context(), f.operationID, curveDays(t, "2026-11-06", "2026-11-10"))
	require.NoError(t, err)
	require.Empty(t, rest)
}
