package curvefile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAYearThatIsAnsweredIsOneOfOurs(t *testing.T) {
	t.Parallel()
	for year, good := range map[int]bool{0: true, 1: false, 1989: false, 1990: true, 2100: true, 2101: false, -1: false} {
		require.Equal(t, good, FileAnswers{Year: year}.check() == nil, "%d", year)
	}
}
