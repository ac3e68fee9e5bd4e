package rollup

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// marginTown is an operation whose operator shares, with what it says of each step.
type marginTown struct {
	in       Input
	received map[id.ID]energy.MilliWh
	given    map[id.ID]energy.MilliWh
	made     map[id.ID]energy.MilliWh
	key      allocation.Key
}

// drawMargins has the operator share by pairs that it tells nobody: what each consumer
// received and what each producer kept is all it says. Only pairs of the key have energy.
// A few steps of the month are drawn and come again and again.
func drawMargins(t *rapid.T, byPair, surplusOfAll bool) marginTown {
	m := marginTown{received: map[id.ID]energy.MilliWh{}, given: map[id.ID]energy.MilliWh{}, made: map[id.ID]energy.MilliWh{}}
	m.in = Input{Op: metering.Operation{ID: "o", Operator: dso.Enedis}, Month: meteringtest.BalanceMonth}
	producers, consumers := rapid.IntRange(2, 4).Draw(t, "producers"), rapid.IntRange(1, 4).Draw(t, "consumers")
	m.key = allocation.Key{Type: allocation.ByDefault}
	if byPair {
		m.key.Type = allocation.ByUngroupedPriority
	}
	const drawn = 5
	var had [4][4][drawn]energy.MilliWh
	var kept, bought [4][drawn]energy.MilliWh
	for p := range producers {
		for s := range drawn {
			kept[p][s] = energy.MilliWh(rapid.Int64Range(0, 900).Draw(t, "kept")) * 250
		}
	}
	consumer, producer := make([]id.ID, consumers), make([]id.ID, producers)
	for c := range consumer {
		consumer[c] = id.New()
	}
	for p := range producer {
		producer[p] = id.New()
	}
	for c := range consumers {
		for p := range producers {
			priority := rapid.Int64Range(0, 2).Draw(t, "priority")
			if byPair && priority == 0 {
				continue
			}
			if byPair {
				m.key.Params = append(m.key.Params, allocation.Param{ConsumerID: consumer[c], ProducerID: producer[p], Value: allocation.Value(priority) * allocation.One})
			}
			for s := range drawn {
				had[c][p][s] = energy.MilliWh(rapid.Int64Range(0, 900).Draw(t, "had")) * 250
			}
		}
		for s := range drawn {
			bought[c][s] = energy.MilliWh(rapid.Int64Range(0, 900).Draw(t, "bought")) * 250
		}
	}
	column := func(of func(step int) energy.MilliWh) (values []energy.MilliWh, sum energy.MilliWh) {
		values = meteringtest.Steady(0)
		for t := range values {
			values[t] = of(t % drawn)
			sum += values[t]
		}
		return values, sum
	}
	for p := range producers {
		number := "P" + string(rune('1'+p))
		m.in.Sites = append(m.in.Sites, metering.Site{ParticipantID: producer[p], DsoID: number, Side: metering.Producer, Period: meteringtest.BalanceMonth.Range()})
		gave := func(s int) (sum energy.MilliWh) {
			for c := range consumers {
				sum += had[c][p][s]
			}
			return sum
		}
		_, m.given[producer[p]] = column(gave)
		made, sum := column(func(s int) energy.MilliWh { return gave(s) + kept[p][s] })
		m.made[producer[p]] = sum
		m.in.Curves = append(m.in.Curves, meteringtest.BalanceRow(number, metering.Prod, metering.Producer, made, civil.Range{}))
		if surplusOfAll || p == 0 {
			left, _ := column(func(s int) energy.MilliWh { return kept[p][s] })
			m.in.Curves = append(m.in.Curves, meteringtest.BalanceRow(number, metering.Surplus, metering.Producer, left, civil.Range{}))
		}
	}
	for c := range consumers {
		number := "C" + string(rune('1'+c))
		m.in.Sites = append(m.in.Sites, metering.Site{ParticipantID: consumer[c], DsoID: number, Side: metering.Consumer, Period: meteringtest.BalanceMonth.Range()})
		got := func(s int) (sum energy.MilliWh) {
			for p := range producers {
				sum += had[c][p][s]
			}
			return sum
		}
		received, sum := column(got)
		m.received[consumer[c]] = sum
		used, _ := column(func(s int) energy.MilliWh { return got(s) + bought[c][s] })
		m.in.Curves = append(m.in.Curves, meteringtest.BalanceRow(number, metering.Autoconso, metering.Consumer, received, civil.Range{}), meteringtest.BalanceRow(number, metering.Conso, metering.Consumer, used, civil.Range{}))
	}
	m.in.keys = func(q pairing.KeyQuery) (spans []pairing.KeySpan, err error) {
		for d := q.Days.From; d < q.Days.To; d++ {
			shares, err := allocation.Span{Key: m.key}.For(q.Consumers, q.Producers)
			if err != nil {
				return nil, err
			}
			spans = append(spans, pairing.KeySpan{Days: civil.Range{From: d, To: d + 1}, Allocator: shares})
		}
		return spans, nil
	}
	return m
}

// holds compares the pairs of the month with what the operator says of both sides.
func (m marginTown) holds(t require.TestingT, out Output, surplusOfAll bool) {
	pairs := out.Rollup.Pairs
	if pairs == nil {
		return // nobody received anything
	}
	steps := energy.MilliWh(len(meteringtest.Steady(0)))
	given := map[id.ID]energy.MilliWh{}
	for c, consumer := range pairs.Consumers[1:] {
		var sum energy.MilliWh
		for p, producer := range pairs.Producers {
			v := pairs.Totals[(c+1)*len(pairs.Producers)+p]
			sum += v
			given[producer] += v
		}
		require.Equal(t, m.received[consumer], sum, "rows are exact")
	}
	off := steps * energy.MilliWh(len(m.received))
	for p, producer := range pairs.Producers {
		require.LessOrEqual(t, given[producer], m.made[producer]+off, "no more out than in")
		if surplusOfAll || p == 0 {
			require.InDelta(t, int64(m.given[producer]), int64(given[producer]), float64(off), "1 mWh a consumer and step")
		}
	}
	for _, f := range out.Rollup.Findings {
		require.NotEqual(t, metering.PairsContradict, f.Kind)
	}
}

// TestPairsHoldBothMargins: whatever the operator shared by, what consumers had of
// producers adds up to what it says of each.
func TestPairsHoldBothMargins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ byPair, surplusOfAll bool }{
		"together": {false, true}, "together, the surplus of one is told": {false, false},
		"by pairs": {true, true}, "by pairs, the surplus of one is told": {true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				m := drawMargins(t, c.byPair, c.surplusOfAll)
				out, err := Summed(m.in)
				require.NoError(t, err)
				m.holds(t, out, c.surplusOfAll)
			})
		})
	}
}

// TestWhatNobodyCanHaveGivenIsInDoubt: consumers received at steps at which the producers
// say that they kept all, or from a producer that the key keeps from them.
func TestWhatNobodyCanHaveGivenIsInDoubt(t *testing.T) {
	t.Parallel()
	site := func(number string, side metering.Side) metering.Site {
		return metering.Site{ParticipantID: id.ID("0" + number), DsoID: number, Side: side, Period: meteringtest.BalanceMonth.Range()}
	}
	in := Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth,
		Sites: []metering.Site{site("C1", metering.Consumer), site("C2", metering.Consumer), site("P1", metering.Producer), site("P2", metering.Producer)}}
	kept := meteringtest.Steady(0)
	for t := range 8 {
		kept[96+t] = 400 * 250
	}
	for _, number := range []string{"P1", "P2"} {
		in.Curves = append(in.Curves, meteringtest.BalanceRow(number, metering.Prod, metering.Producer, meteringtest.Steady(400*250), civil.Range{}), meteringtest.BalanceRow(number, metering.Surplus, metering.Producer, append(meteringtest.Steady(0)[:0:0], kept...), civil.Range{}))
	}
	in.Curves = append(in.Curves, meteringtest.BalanceRow("C1", metering.Autoconso, metering.Consumer, meteringtest.Steady(500*250), civil.Range{}), meteringtest.BalanceRow("C2", metering.Autoconso, metering.Consumer, meteringtest.Steady(300*250), civil.Range{}))
	doubts := func() (out []metering.Finding) {
		built, err := Summed(in)
		require.NoError(t, err)
		for _, f := range built.Rollup.Findings {
			if f.Kind == metering.PairsContradict {
				out = append(out, f)
			}
		}
		return out
	}
	require.Equal(t, []metering.Finding{{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: meteringtest.BalanceMonth.First() + 1, Steps: 8, Energy: 8 * 500 * 250},
		{DsoID: "C2", Side: metering.Consumer, Kind: metering.PairsContradict, Day: meteringtest.BalanceMonth.First() + 1, Steps: 8, Energy: 8 * 300 * 250}}, doubts())

	couples := allocation.Key{Type: allocation.ByUngroupedPriority, Params: []allocation.Param{
		{ConsumerID: "0C1", ProducerID: "0P1", Value: allocation.One}, {ConsumerID: "0C2", ProducerID: "0P2", Value: allocation.One}}}
	in.keys = func(q pairing.KeyQuery) ([]pairing.KeySpan, error) {
		require.True(t, q.Applied)
		shares, err := allocation.Span{Key: couples}.For(q.Consumers, q.Producers)
		return []pairing.KeySpan{{Days: civil.Range{From: meteringtest.BalanceMonth.First() + 9, To: meteringtest.BalanceMonth.First() + 10}, Allocator: shares}}, err
	}
	all := doubts()
	require.Len(t, all, 3)
	require.Equal(t, metering.Finding{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: meteringtest.BalanceMonth.First() + 9, Steps: 96, Energy: 96 * 100 * 250}, all[1],
		"500 received, and its producer gave 400")
}
