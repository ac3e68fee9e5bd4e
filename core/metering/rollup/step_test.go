package rollup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering"
)

// TestTheStepOfASum divides the steps of all its curves, and is a quarter of an hour at least.
func TestTheStepOfASum(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		steps []int32
		want  int32
	}{{nil, 900}, {[]int32{900}, 900}, {[]int32{3600}, 3600}, {[]int32{3600, 1800}, 1800}, {[]int32{3600, 900}, 900}, {[]int32{600}, 1800}, {[]int32{600, 3600}, 1800}, {[]int32{300}, 900}, {[]int32{60, 3600}, 900}, {[]int32{600, 900}, 900}} {
		var curves []metering.SeriesMonth
		for _, s := range c.steps {
			curves = append(curves, metering.SeriesMonth{Step: s})
		}
		require.Equal(t, c.want, stepOf(curves), c.steps)
	}
}
