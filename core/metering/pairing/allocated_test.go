package pairing_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
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
