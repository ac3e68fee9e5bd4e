package ingest

import (
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// gapInput is the month of which one curve lacks an hour, ready to be summed.
func gapInput() rollup.Input {
	m := meteringtest.GapFixture()
	return rollup.Input{Op: m.Op, Month: m.Month, Sites: m.Sites, Curves: m.Curves}
}
