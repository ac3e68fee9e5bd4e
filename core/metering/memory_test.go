package metering

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// drawParts are so many consumers with what some of them had.
func drawParts(t *rapid.T, count int) parts {
	p := parts{newRoll(), map[sumKey][]energy.MilliWh{}}
	ids := make([]id.ID, count)
	for i := range ids {
		ids[i] = id.New()
	}
	slices.Sort(ids)
	p.place(ids)
	for _, n := range []Nature{Conso, Autoconso} {
		values := (*vectors.Get().(*[]energy.MilliWh))[:0]
		values = withGaps(values, count)
		for i := range values {
			require.Equal(t, Absent, values[i], "memory of another question")
		}
		for _, at := range rapid.SliceOfN(rapid.IntRange(0, count-1), 0, 9).Draw(t, "at") {
			values[at] = energy.MilliWh(rapid.IntRange(0, 1_000_000).Draw(t, "energy"))
		}
		p.values[sumKey{n, Consumer}] = values
	}
	return p
}

// Memory goes from one answer to the next, and nothing of what was in it.
func TestReleasedMemoryTellsNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		had := drawParts(t, fewLines+rapid.IntRange(1, 99).Draw(t, "more"))
		top := rapid.IntRange(0, 5).Draw(t, "top")
		d := distributing{question{p: policy.Principal{Role: policy.RoleOrganizer}}, had}
		kept := d.side(Consumer, top) // never released
		want := slices.Clone(kept)
		other := Distribution{Consumers: d.side(Consumer, 0)}
		other.Release()
		require.Empty(t, other.Consumers)
		require.Equal(t, want, d.side(Consumer, top))
		had.release()
		next := drawParts(t, fewLines+100)
		require.Equal(t, want, kept)
		next.release()
	})
}

func TestOrdinals(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 3, 1, 200, 7} {
		numbers := ordinals(n)
		require.Len(t, numbers, n)
		for i, number := range numbers {
			require.Equal(t, i, number)
		}
		require.Equal(t, n, cap(numbers), "who appends gets a list of its own")
	}
}
