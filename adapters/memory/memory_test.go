package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/memory"
)

func TestWhatIsUsedLeastGoesFirst(t *testing.T) {
	t.Parallel()
	m := memory.New[string](100)
	for _, key := range []string{"a", "b", "c", "d"} {
		m.Keep(key, key, 25)
	}
	_, ok := m.Recall("a")
	require.True(t, ok)
	m.Keep("e", "e", 25)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": true} {
		value, ok := m.Recall(key)
		require.Equal(t, want, ok, key)
		if ok {
			require.Equal(t, key, value)
		}
	}
	m.Keep("f", "f", 26)
	_, ok = m.Recall("f")
	require.False(t, ok, "more than a quarter of all")
	m.Keep("a", "A", 1)
	value, _ := m.Recall("a")
	require.Equal(t, "A", value)
}

// TestItHoldsNoMoreThanItsBytes, and what it holds is what was kept last of each key.
func TestItHoldsNoMoreThanItsBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const limit = 64
		m := memory.New[int](limit)
		last, size := map[int]int{}, map[int]int{}
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			key, bytes := rapid.IntRange(0, 9).Draw(t, "key"), rapid.IntRange(0, limit/4).Draw(t, "bytes")
			m.Keep(key, step, bytes)
			last[key], size[key] = step, bytes
			held := 0
			for k := range 10 {
				value, ok := m.Recall(k)
				if !ok {
					continue
				}
				require.Equal(t, last[k], value)
				held += size[k]
			}
			require.LessOrEqual(t, held, limit)
			value, ok := m.Recall(key)
			require.True(t, ok)
			require.Equal(t, step, value)
		}
	})
}
