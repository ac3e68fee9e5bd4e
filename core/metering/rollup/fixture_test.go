package rollup

import (
	"github.com/openpmo/pmo/core/metering/meteringtest"
)

// gapInput is the month of which one curve lacks an hour, ready to be summed.
func gapInput() Input {
	m := meteringtest.GapFixture()
	return Input{Op: m.Op, Month: m.Month, Sites: m.Sites, Curves: m.Curves}
}
