package pull

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
)

func TestWithoutDays(t *testing.T) {
	t.Parallel()
	r := func(from, to civil.Date) civil.Range { return civil.Range{From: from, To: to} }
	for _, c := range []struct{ from, cut, want []civil.Range }{
		{[]civil.Range{r(0, 10)}, nil, []civil.Range{r(0, 10)}},
		{[]civil.Range{r(0, 10)}, []civil.Range{r(0, 10)}, nil},
		{[]civil.Range{r(0, 10)}, []civil.Range{r(-5, 2), r(4, 5), r(9, 20)}, []civil.Range{r(2, 4), r(5, 9)}},
		{[]civil.Range{r(0, 3), r(5, 8)}, []civil.Range{r(2, 6)}, []civil.Range{r(0, 2), r(6, 8)}},
	} {
		require.Equal(t, c.want, without(c.from, c.cut))
	}
}
