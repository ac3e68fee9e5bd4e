//go:build linux

package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
)

// TestRivalsShareByTheSameRules: what the rivals save is that they are not exact, nothing else.
func TestRivalsShareByTheSameRules(t *testing.T) {
	b := newBlock(30)
	f := newFloatBlock(b, 30)
	var k share.Kernel
	for _, a := range algorithms {
		require.NoError(t, a.run(&k, b))
		a.rival(f)
		for i, column := range b.dst {
			for step, v := range column {
				if got := f.dst[i][step] * 1e6; math.Abs(got-float64(v)) > 100 {
					t.Fatalf("%s: consumer %d at step %d gets %.1f mWh, ours %d of %d", a.name, i, step, got, v, b.production[step])
				}
			}
		}
	}
}
