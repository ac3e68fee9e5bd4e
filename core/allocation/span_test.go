package allocation

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// TestCoefficientsOnAnotherStep: curves may be finer or coarser than the files that the
// operator was sent.
func TestCoefficientsOnAnotherStep(t *testing.T) {
	t.Parallel()
	day := civil.Range{From: civil.NewDate(2026, 10, 25), To: civil.NewDate(2026, 10, 26)} // 25 hours
	set := coefficient.Set{Zone: civil.Paris, Days: civil.Range{From: day.From, To: day.To + 1}, Step: 30 * time.Minute, Decimals: 2, Sites: []string{"1"}}
	column := make([]int32, set.Steps())
	for i := range column {
		column[i] = int32(i + 1)
	}
	set.Values = [][]int32{column}
	span := Span{Days: day, Key: Key{Type: SimpleDynamic}, Sets: []coefficient.Set{set},
		Sites: map[id.ID]Site{"a": {DsoID: "1", Period: civil.Range{From: day.From, To: civil.Forever}}}}
	for step, want := range map[time.Duration][]int32{
		0: {1, 2, 3, 4}, 30 * time.Minute: {1, 2, 3, 4}, 15 * time.Minute: {1, 1, 2, 2}, time.Hour: {1, 3, 5, 7}, // of 1 and 2 the mean is 1.5
	} {
		span.Step = step
		rule, err := span.Rule([]id.ID{"a"}, []id.ID{"p"})
		require.NoError(t, err, step)
		got := rule.Coefficients[0][0]
		require.Equal(t, want, got[:4], step)
		if step > 0 {
			require.Len(t, got, int(25*time.Hour/step))
		}
	}
	span.Step = 20 * time.Minute
	_, err := span.Rule([]id.ID{"a"}, []id.ID{"p"})
	require.Equal(t, "coefficients.notComparable", fault.KeyOf(err))
	require.Equal(t, int32(1), column[0], "the set itself stays")
}
