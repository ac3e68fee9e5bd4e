package monthly

import (
	"testing"

	"github.com/stretchr/testify/require"
)

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
