package grid

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// lastingSteps is how many times in succession a wider distance must be seen to be, maybe,
// a step of its own: fewer are values that are missing.
const lastingSteps = 3

// Spacing is how far the lines of a group are apart.
type Spacing struct {
	Base int32 // the step of the grid, seconds
	// between are the distances that may be steps, one for each line but the last: 0 at a
	// hole and between equal times.
	between []int32
	usual   int32 // the one most distances are
}

// SpacingOf finds the distances of times on a grid. ok is false where none is a step.
func SpacingOf(walls []int64, base int32) (s Spacing, ok bool) {
	s = Spacing{Base: base, between: make([]int32, max(0, len(walls)-1))}
	count := map[int32]int{}
	for i := range s.between {
		if d := walls[i+1] - walls[i] - skipped(walls[i], walls[i+1]); d <= int64(CurveSteps[len(CurveSteps)-1]) && slices.Contains(CurveSteps[:], int32(d)) {
			s.between[i] = int32(d)
			count[int32(d)]++
		}
	}
	for _, step := range CurveSteps {
		if count[step] > count[s.usual] {
			s.usual = step
		}
	}
	s.dropShort()
	return s, s.usual > 0
}

// hour is what the legal clock leaves out in spring, seconds.
const hour = 3600

// skipped is what the legal clock left out between two times: from two to three of the last Sunday
// of March there is no time. In a file of another clock an hour is missing there, beside which a line
// has the step that it has anyway.
func skipped(from, to int64) int64 {
	date := civil.Date(FloorDiv(to, 24*hour))
	if two := int64(date)*24*hour + 2*hour; from > two || to < two+hour {
		return 0
	}
	if _, month, day := date.YearMonthDay(); month != time.March || day < 25 || date.Weekday() != time.Sunday {
		return 0
	}
	return hour
}

// dropShort makes holes of wider distances that do not last.
func (s *Spacing) dropShort() {
	for i := 0; i < len(s.between); {
		n := 1
		for i+n < len(s.between) && s.between[i+n] == s.between[i] {
			n++
		}
		if s.between[i] > s.Base && n < lastingSteps {
			clear(s.between[i : i+n])
		}
		i += n
	}
}

// Wider are the lasting distances above the narrowest: how many lines they are, the
// steps, and the first such line. They are a wider step, or lines are missing.
func (s Spacing) Wider() (count, first int, steps []int32) {
	for i, d := range s.between {
		if d <= s.Base {
			continue
		}
		if count++; count == 1 {
			first = i
		}
		if !slices.Contains(steps, d) {
			steps = append(steps, d)
		}
	}
	slices.Sort(steps)
	return count, first, steps
}

// Steps are those that each line has. Where lines are missing, or no distance is wider,
// all have the narrowest. Else a line has the distance to the next one (to the one
// before, where times are ends); beside a hole the step of the lines around it, the
// narrower where they differ, so that a gap never counts.
func (s Spacing) Steps(labels curvefile.Labels, missing bool) []int32 {
	out := make([]int32, len(s.between)+1)
	if count, _, _ := s.Wider(); missing || count == 0 {
		for i := range out {
			out[i] = s.Base
		}
		return out
	}
	before := int32(0)
	for i := range out {
		if i > 0 && s.between[i-1] > 0 {
			before = s.between[i-1]
		}
		out[i] = before
	}
	after := int32(0)
	for i := len(out) - 1; i >= 0; i-- {
		if i < len(s.between) && s.between[i] > 0 {
			after = s.between[i]
		}
		own := i
		if labels == curvefile.LabelsEnd {
			own = i - 1
		}
		switch {
		case own >= 0 && own < len(s.between) && s.between[own] > 0:
			out[i] = s.between[own]
		case out[i] == 0 || after > 0 && after < out[i]:
			out[i] = after
		}
	}
	return out
}
