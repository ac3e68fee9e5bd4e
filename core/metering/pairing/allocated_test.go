package pairing_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// keys answers the same spans, and which question was asked.
type keys struct {
	spans []allocation.Span
	asked string
}

func (k *keys) KeysIn(context.Context, id.ID, civil.Range) ([]allocation.Span, error) {
	k.asked = "in force"
	return k.spans, nil
}

func (k *keys) AppliedIn(context.Context, id.ID, civil.Range) ([]allocation.Span, error) {
	k.asked = "applied"
	return k.spans, nil
}

// TestKeysPerProducerAreCutIntoDays: what they make is as large as consumers times producers.
func TestKeysPerProducerAreCutIntoDays(t *testing.T) {
	t.Parallel()
	first := civil.NewDate(2026, 10, 1)
	of := func(kind allocation.Type, from, to civil.Date) allocation.Span {
		return allocation.Span{Days: civil.Range{From: first + from, To: first + to}, Key: allocation.Key{Type: kind, Params: []allocation.Param{
			{ConsumerID: "a", ProducerID: "p", Value: allocation.One}, {ConsumerID: "b", ProducerID: "q", Value: allocation.One}}}}
	}
	asked := &keys{spans: []allocation.Span{of(allocation.ByDefault, 0, 10), of(allocation.ByUngroupedPriority, 10, 13), of(allocation.ByDefault, 13, 31)}}
	query := pairing.KeyQuery{Days: civil.Range{From: first, To: first + 31}, Step: 15 * time.Minute, Consumers: []id.ID{"a", "b"}, Producers: []id.ID{"p", "q"}}
	spans, err := pairing.AllocatedKeys{Allocation: asked}.KeysIn(t.Context(), "", query)
	require.NoError(t, err)
	require.Equal(t, "in force", asked.asked)
	var days [][2]int
	for _, span := range spans {
		days = append(days, [2]int{int(span.Days.From - first), int(span.Days.To - first)})
		_, apart := span.ByProducer()
		require.Equal(t, span.Days.From >= first+10 && span.Days.To <= first+13, apart)
	}
	require.Equal(t, [][2]int{{0, 10}, {10, 11}, {11, 12}, {12, 13}, {13, 31}}, days)

	// Each day has an allocator of its own for the columns that were named.
	with, _ := spans[2].ByProducer()
	pairs := [][][]energy.MilliWh{{make([]energy.MilliWh, 1), make([]energy.MilliWh, 1)}, {make([]energy.MilliWh, 1), make([]energy.MilliWh, 1)}}
	require.NoError(t, with.AllocatePairs(pairs, [][]energy.MilliWh{{10}, {4}}, [][]energy.MilliWh{{6}, {6}}))
	require.Equal(t, [][][]energy.MilliWh{{{6}, {0}}, {{0}, {4}}}, pairs)

	query.Applied = true
	_, err = pairing.AllocatedKeys{Allocation: asked}.KeysIn(t.Context(), "", query)
	require.NoError(t, err)
	require.Equal(t, "applied", asked.asked)
}

// TestNothingIsSharedApartWhereSomebodyLacks: of a day, the steps at which the data of a site have a gap, also of
// one that began the day before or goes on the day after.
func TestNothingIsSharedApartWhereSomebodyLacks(t *testing.T) {
	t.Parallel()
	g := metering.GridOf(civil.Paris, civil.NewMonth(2026, time.October), 3600)
	const day = 10
	from, to := g.Starts[day], g.Starts[day+1]
	flat := func(v energy.MilliWh) []energy.MilliWh { return slices.Repeat([]energy.MilliWh{v}, g.N) }
	asked := &keys{spans: []allocation.Span{{Days: g.Month.Range(), Key: allocation.Key{Type: allocation.ByUngroupedPriority,
		Params: []allocation.Param{{ConsumerID: "a", ProducerID: "p", Value: allocation.One}}}}}}
	spans, err := pairing.AllocatedKeys{Allocation: asked}.KeysIn(t.Context(), "", pairing.KeyQuery{Days: g.Month.Range(), Step: time.Hour, Consumers: []id.ID{"a"}, Producers: []id.ID{"p"}})
	require.NoError(t, err)
	with, apart := spans[day].ByProducer()
	require.True(t, apart)
	whole, gap := loadcurve.Definitive, loadcurve.Missing
	for name, c := range map[string]struct {
		gap    [2]int // steps
		shared []int  // of the day's
	}{
		"none":               {[2]int{0, from}, []int{0, to - from}},
		"begun before":       {[2]int{from - 3, from + 2}, []int{2, to - from}},
		"until the day ends": {[2]int{to - 4, to + 5}, []int{0, to - from - 4}},
	} {
		quality := loadcurve.Runs{}.Add(whole, c.gap[0]).Add(gap, c.gap[1]-c.gap[0]).Add(whole, g.N-c.gap[1])
		out := pairing.NewByProducer(g, 1)
		in := pairing.Sharing{Users: []pairing.Part{{Site: metering.Site{ParticipantID: "a"}}}, Makers: []pairing.Part{{Site: metering.Site{ParticipantID: "p"}}},
			Used: [][]energy.MilliWh{flat(6)}, Made: [][]energy.MilliWh{flat(10)}, Quality: quality}
		require.NoError(t, out.Share(g, in, civil.Range{From: g.Month.First() + day, To: g.Month.First() + day + 1}, with, nil))
		want := make([]energy.MilliWh, g.N)
		copy(want[from+c.shared[0]:from+c.shared[1]], flat(6))
		require.Equal(t, want, out.Given[0], name)
	}
}
