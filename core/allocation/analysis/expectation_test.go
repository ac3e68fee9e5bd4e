package analysis

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// drawMonth is a month of hours with some sites, of which a few steps are gaps.
func drawMonth(t *rapid.T) allocation.MonthEnergies {
	month := civil.MonthOf(civil.NewDate(2026, time.Month(rapid.SampledFrom([]int{2, 3, 10}).Draw(t, "month")), 1))
	from, _ := civil.Paris.Span(month.Range())
	e := allocation.MonthEnergies{Month: month, Start: from, Step: time.Hour}
	for d := month.First(); d <= month.Range().To; d++ {
		e.Starts = append(e.Starts, int(civil.Paris.Start(d).Sub(from)/time.Hour))
	}
	steps := e.Starts[len(e.Starts)-1]
	column := func(limit int64) []energy.MilliWh {
		out := make([]energy.MilliWh, steps)
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range out {
			seed = seed*6364136223846793005 + 1442695040888963407
			out[i] = energy.MilliWh(seed >> 33 % uint64(limit))
		}
		return out
	}
	site := func(name string) allocation.Site {
		return allocation.Site{ID: id.ID(name), Name: name, DsoID: "99" + name, Period: civil.Range{From: 0, To: civil.Forever}}
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "consumers") {
		e.Consumers, e.Consumption = append(e.Consumers, site("c"+string(rune('a'+i)))), append(e.Consumption, column(5000))
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "producers") {
		e.Producers, e.Production = append(e.Producers, site("p"+string(rune('a'+i)))), append(e.Production, column(9000))
	}
	e.Missing = make([]bool, steps)
	for range rapid.IntRange(0, 3).Draw(t, "gaps") {
		e.Missing[rapid.IntRange(0, steps-1).Draw(t, "gap")] = true
	}
	return e
}

// drawKey is a key of some type for the sites of a month.
func drawKey(t *rapid.T, e allocation.MonthEnergies) allocation.Key {
	c := allocation.Config{ID: id.New(), Version: 1, Type: rapid.SampledFrom([]allocation.Type{allocation.ByDefault, allocation.Static, allocation.ByEquality, allocation.ByWeight, allocation.ByPriority, allocation.ByPool, allocation.ByUngroupedPriority}).Draw(t, "type")}
	number := func() allocation.Value {
		return allocation.Value(rapid.IntRange(1, 4).Draw(t, "number")) * allocation.One
	}
	switch c.Type {
	case allocation.Static:
		for _, s := range e.Consumers {
			c.Params = append(c.Params, allocation.Param{ConsumerID: s.ID, Value: allocation.Whole / allocation.Value(len(e.Consumers))})
		}
	case allocation.ByEquality: // of all, or of some
		for _, s := range e.Consumers[:rapid.IntRange(0, len(e.Consumers)).Draw(t, "selected")] {
			c.Params = append(c.Params, allocation.Param{ConsumerID: s.ID, Value: allocation.One})
		}
	case allocation.ByWeight, allocation.ByPriority:
		for _, s := range e.Consumers {
			c.Params = append(c.Params, allocation.Param{ConsumerID: s.ID, Value: number()})
		}
	case allocation.ByUngroupedPriority:
		for _, s := range e.Consumers {
			for _, p := range e.Producers {
				c.Params = append(c.Params, allocation.Param{ConsumerID: s.ID, ProducerID: p.ID, Value: number()})
			}
		}
	case allocation.ByPool:
		c.Pools = []allocation.Pool{{Name: "A", Percentage: 50 * allocation.One, Destination: "B", Algorithm: share.ByDefault, Members: []allocation.PoolMember{{ConsumerID: e.Consumers[0].ID}}},
			{Name: "B", Percentage: 40 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByShareWithMinimum}}
		for _, s := range e.Consumers {
			c.Pools[1].Members = append(c.Pools[1].Members, allocation.PoolMember{ConsumerID: s.ID, Value: number()})
		}
	}
	c.Seal()
	return c.Key()
}

func TestExpectationKeepsTheLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		spans := []allocation.Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}
		x, err := replay.Expect(e, spans)
		require.NoError(t, err)
		for step := range e.Missing {
			var shared, given, made energy.MilliWh
			for c := range e.Consumers {
				require.LessOrEqual(t, x.Shared[c][step], e.Consumption[c][step])
				shared += x.Shared[c][step]
			}
			for p := range e.Producers {
				given += x.Given[p][step]
				made += e.Production[p][step]
			}
			require.Equal(t, shared, given, "what is received is given")
			require.LessOrEqual(t, shared, made)
		}
		again, err := replay.Expect(e, spans)
		require.NoError(t, err)
		require.Equal(t, x.Stamp, again.Stamp)
		e.Consumption[0] = slices.Clone(e.Consumption[0])
		e.Consumption[0][0]++
		require.NotEqual(t, x.Stamp.Inputs, replay.StampOf(e, spans).Inputs, "another input has another name")
	})
}

func TestSimulationOfTheKeyInForceIsTheKeyInForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		key := drawKey(t, e)
		sim := newSimulation(civil.Range{From: e.Month.First() + 2, To: e.Month.Range().To - 1})
		require.NoError(t, sim.add(e, []allocation.Span{{Days: e.Month.Range(), Key: key}}, key))
		result, err := sim.result()
		require.NoError(t, err)
		require.Equal(t, result.InForce, result.Simulated)
		missing := map[int]bool{}
		for step, gap := range e.Missing {
			for d := range e.Starts[:len(e.Starts)-1] {
				inside := d >= 2 && d < len(e.Starts)-2
				if gap && inside && step >= e.Starts[d] && step < e.Starts[d+1] {
					missing[d] = true
				}
			}
		}
		require.Equal(t, len(missing), result.MissingDays)
		if result.Steps > 0 {
			require.Equal(t, result.Production, result.InForce.Shared+result.InForce.Surplus)
		}
	})
}

func TestASimulationTellsWhoGainsAndWhoLoses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		sim := newSimulation(e.Month.Range())
		require.NoError(t, sim.add(e, []allocation.Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}, drawKey(t, e)))
		result, err := sim.result()
		require.NoError(t, err)
		var sum, last energy.MilliWh
		for i, p := range result.Participants {
			require.Equal(t, p.Simulated-p.InForce, p.Difference())
			require.True(t, i == 0 || p.Difference() <= last, "gains first")
			last = p.Difference()
			sum += last
		}
		require.Equal(t, result.Simulated.Shared-result.InForce.Shared, sum)
	})
}

// TestMatrixAgreesWithTheExpectation: the cells of a month add up to what each consumer
// is expected to receive on the days that count.
func TestMatrixAgreesWithTheExpectation(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		spans := []allocation.Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}
		m := newMatrixSum(e.Month.Range(), replay.Flows{})
		require.NoError(t, m.add(e, spans))
		x, err := replay.Expect(e, spans)
		require.NoError(t, err)
		want := map[id.ID]energy.MilliWh{}
		for _, run := range wholeDays(e, e.Month.Range()) {
			from, to := e.Starts[run.From-e.Month.First()], e.Starts[run.To-e.Month.First()]
			for c, site := range e.Consumers {
				for _, v := range x.Shared[c][from:to] {
					want[site.ID] += v
				}
			}
		}
		got, given := map[id.ID]energy.MilliWh{}, map[id.ID]energy.MilliWh{}
		for _, cell := range m.result().Cells {
			got[cell.ConsumerID] += *cell.Expected
			given[cell.ProducerID] += *cell.Expected
		}
		for consumer, sum := range want {
			require.Equal(t, sum, got[consumer], "rows are exact (domain 6.6)")
			require.Equal(t, sum, m.got[consumer])
		}
		for p, site := range e.Producers {
			var made energy.MilliWh
			for _, run := range wholeDays(e, e.Month.Range()) {
				from, to := e.Starts[run.From-e.Month.First()], e.Starts[run.To-e.Month.First()]
				for _, v := range e.Production[p][from:to] {
					made += v
				}
			}
			require.Equal(t, made, given[site.ID]+m.surplus[site.ID], "what is given and what is left is what was made")
		}
	})
}

// TestCoefficientsOfAMonthGiveItBack within the rounding bound of each step and site.
func TestCoefficientsOfAMonthGiveItBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		key := drawKey(t, e)
		mode := coefficientset.SimpleCoefficients
		if key.Type.ByPair() {
			mode = coefficientset.FullCoefficients
		}
		a, err := coefficientset.Allocate(e, []allocation.Span{{Days: e.Month.Range(), Key: key}}, mode)
		require.NoError(t, err)
		sets, err := coefficientset.SetsOf(e, a, "ACC00000001", civil.Paris, coefficient.Default)
		require.NoError(t, err)
		require.NoError(t, coefficientset.CheckSets(e, sets))
		applied, err := coefficientset.Applied(e, sets)
		require.NoError(t, err)
		for c := range e.Consumers {
			for step := range e.Missing {
				var bound energy.MilliWh
				for p := range e.Production {
					bound += coefficient.Bound(e.Production[p][step], 2) + 1
				}
				gap := a.Shared[c][step] - applied[c][step]
				require.LessOrEqual(t, max(gap, -gap), bound)
			}
		}
	})
}
