package allocation

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// drawMonth is a month of hours with some sites, of which a few steps are gaps.
func drawMonth(t *rapid.T) MonthEnergies {
	month := civil.MonthOf(civil.NewDate(2026, time.Month(rapid.SampledFrom([]int{2, 3, 10}).Draw(t, "month")), 1))
	from, _ := civil.Paris.Span(month.Range())
	e := MonthEnergies{Month: month, Start: from, Step: time.Hour}
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
	site := func(name string) Site {
		return Site{ID: id.ID(name), Name: name, DsoID: "99" + name, Period: civil.Range{From: 0, To: civil.Forever}}
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
func drawKey(t *rapid.T, e MonthEnergies) Key {
	c := Config{ID: id.New(), Version: 1, Type: rapid.SampledFrom([]Type{ByDefault, Static, ByEquality, ByWeight, ByPriority, ByPool, ByUngroupedPriority}).Draw(t, "type")}
	number := func() Value { return Value(rapid.IntRange(1, 4).Draw(t, "number")) * One }
	switch c.Type {
	case Static:
		for _, s := range e.Consumers {
			c.Params = append(c.Params, Param{ConsumerID: s.ID, Value: Whole / Value(len(e.Consumers))})
		}
	case ByEquality: // of all, or of some
		for _, s := range e.Consumers[:rapid.IntRange(0, len(e.Consumers)).Draw(t, "selected")] {
			c.Params = append(c.Params, Param{ConsumerID: s.ID, Value: One})
		}
	case ByWeight, ByPriority:
		for _, s := range e.Consumers {
			c.Params = append(c.Params, Param{ConsumerID: s.ID, Value: number()})
		}
	case ByUngroupedPriority:
		for _, s := range e.Consumers {
			for _, p := range e.Producers {
				c.Params = append(c.Params, Param{ConsumerID: s.ID, ProducerID: p.ID, Value: number()})
			}
		}
	case ByPool:
		c.Pools = []Pool{{Name: "A", Percentage: 50 * One, Destination: "B", Algorithm: share.ByDefault, Members: []PoolMember{{ConsumerID: e.Consumers[0].ID}}},
			{Name: "B", Percentage: 40 * One, Destination: Surplus, Algorithm: share.ByShareWithMinimum}}
		for _, s := range e.Consumers {
			c.Pools[1].Members = append(c.Pools[1].Members, PoolMember{ConsumerID: s.ID, Value: number()})
		}
	}
	c.seal()
	return c.Key()
}

func TestExpectationKeepsTheLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		spans := []Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}
		x, err := e.expect(spans)
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
		again, err := e.expect(spans)
		require.NoError(t, err)
		require.Equal(t, x.Stamp, again.Stamp)
		e.Consumption[0] = slices.Clone(e.Consumption[0])
		e.Consumption[0][0]++
		require.NotEqual(t, x.Stamp.Inputs, e.stamp(spans).Inputs, "another input has another name")
	})
}

func TestSimulationOfTheKeyInForceIsTheKeyInForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawMonth(t)
		key := drawKey(t, e)
		sim := newSimulation(civil.Range{From: e.Month.First() + 2, To: e.Month.Range().To - 1})
		require.NoError(t, sim.add(e, []Span{{Days: e.Month.Range(), Key: key}}, key))
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
		require.NoError(t, sim.add(e, []Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}, drawKey(t, e)))
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
		spans := []Span{{Days: e.Month.Range(), Key: drawKey(t, e)}}
		m := newMatrixSum(e.Month.Range(), Flows{})
		require.NoError(t, m.add(e, spans))
		x, err := e.expect(spans)
		require.NoError(t, err)
		want := map[id.ID]energy.MilliWh{}
		for _, run := range e.wholeDays(e.Month.Range()) {
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
			require.Equal(t, sum, got[consumer], "rows are exact (decisions 3.2)")
			require.Equal(t, sum, m.got[consumer])
		}
		for p, site := range e.Producers {
			var made energy.MilliWh
			for _, run := range e.wholeDays(e.Month.Range()) {
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
		mode := SimpleCoefficients
		if key.Type.ByPair() {
			mode = FullCoefficients
		}
		a, err := e.allocate([]Span{{Days: e.Month.Range(), Key: key}}, mode)
		require.NoError(t, err)
		sets, err := e.coefficients(a, "ACC00000001", civil.Paris, coefficient.Default)
		require.NoError(t, err)
		require.NoError(t, e.check(sets))
		applied, err := e.applied(sets)
		require.NoError(t, err)
		for c := range e.Consumers {
			for step := range e.Missing {
				var bound energy.MilliWh
				for p := range e.Production {
					bound += coefficient.Bound(e.Production[p][step], 2) + 1
				}
				gap := a.shared[c][step] - applied[c][step]
				require.LessOrEqual(t, max(gap, -gap), bound)
			}
		}
	})
}
