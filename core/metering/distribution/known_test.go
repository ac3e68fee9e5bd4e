package distribution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// A gap is no zero: a line counts an energy only at the steps at which it is known what was
// shared of it.
func TestLinesCountOnlyStepsThatAreKnown(t *testing.T) {
	t.Parallel()
	fixture := meteringtest.GapFixture()
	in := rollup.Input{Op: fixture.Op, Month: fixture.Month, Sites: fixture.Sites, Curves: fixture.Curves}
	out, err := rollup.Summed(in)
	require.NoError(t, err)
	first := meteringtest.BalanceMonth.First()
	p := monthly.Parts{Roll: monthly.NewRoll(), Values: map[metering.NatureSide][]energy.MilliWh{}}
	for _, d := range out.Rollup.Distributions {
		table := monthly.NewDayTable(d)
		k := metering.NatureSide{Nature: d.Nature, Side: d.Side}
		places := p.Place(d.Participants)
		values := monthly.WithGaps(p.Values[k], len(p.IDs))
		table.Add(values, places, civil.Range{From: first, To: first + 2})
		p.Values[k] = values
	}
	at, ok := p.Find(in.Sites[3].ParticipantID)
	require.True(t, ok)
	line, ok := columnsOf(p, metering.Consumer).share(at)
	require.True(t, ok)
	whole, shared, ok := line.Split()
	require.True(t, ok)
	require.Equal(t, 48*640*energy.MilliWh(1000), line.Consumption)
	require.Equal(t, 47*640*energy.MilliWh(1000), whole)
	require.Equal(t, whole/2, shared)
	rate, _ := line.Rate()
	require.InDelta(t, 0.5, rate, 0)
	at, _ = p.Find(in.Sites[4].ParticipantID)
	line, _ = columnsOf(p, metering.Producer).share(at)
	rate, _ = line.Rate()
	require.InDelta(t, 1, rate, 0)
}
