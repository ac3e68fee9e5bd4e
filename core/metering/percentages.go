package metering

import (
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// wholePercent is all that was shared, in ten-thousandths of a percent.
const wholePercent = 1_000_000

// Percentages are what each line of the consumers had of all that was shared, in
// ten-thousandths of a percent, rounded by largest remainder: where every consumer is in a
// line they add up to 100 exactly. Below zero = nothing was shared.
func (d Distribution) Percentages() []int64 {
	out := make([]int64, len(d.Consumers))
	if d.TotalShared <= 0 {
		for i := range out {
			out[i] = -1
		}
		return out
	}
	rests := make([]remainder, 0, len(out)+1)
	left, hidden := int64(wholePercent), d.TotalShared
	take := func(line int, e energy.MilliWh) int64 {
		hi, lo := bits.Mul64(uint64(max(e, 0)), wholePercent)
		units, rest := bits.Div64(hi, lo, uint64(d.TotalShared))
		rests = append(rests, remainder{rest, line})
		left -= int64(units)
		return int64(units)
	}
	for i, s := range d.Consumers {
		hidden -= max(s.Shared, 0)
		out[i] = take(i, min(s.Shared, d.TotalShared))
	}
	if hidden > 0 { // what others had, whom one does not see
		take(len(out), hidden)
	}
	slices.SortFunc(rests, remainder.compare)
	for _, r := range rests[:min(max(left, 0), int64(len(rests)))] {
		if r.line < len(out) {
			out[r.line]++
		}
	}
	return out
}

// remainder is what rounding down left of a line.
type remainder struct {
	rest uint64
	line int
}

// compare puts the largest first, then the line that comes first.
func (a remainder) compare(b remainder) int {
	switch {
	case a.rest > b.rest:
		return -1
	case a.rest < b.rest:
		return 1
	}
	return a.line - b.line
}
