package table

import "github.com/openpmo/pmo/core/metering"

// curveSteps are the steps that curves have, in seconds.
var curveSteps = [...]int32{300, 600, 900, 1800, 3600}

// lastingSteps is how many times in succession a distance must be seen to be a step of
// its own, and not a value that is missing.
const lastingSteps = 3

// nearest is the step that a distance is meant to be; 0 when it is none. Loggers are
// late or early by up to a quarter of a step.
func nearest(distance int64) int32 {
	best, least := int32(0), int64(0)
	for _, s := range curveSteps {
		d := distance - int64(s)
		if d < 0 {
			d = -d
		}
		if 4*d <= int64(s) && (best == 0 || d < least) {
			best, least = s, d
		}
	}
	return best
}

// usualStep is the one most distances are; 0 when none is a step.
func usualStep(walls []int64) (usual int32) {
	count := map[int32]int{}
	for i := 1; i < len(walls); i++ {
		count[nearest(walls[i]-walls[i-1])]++
	}
	for _, s := range curveSteps {
		if count[s] > count[usual] && s > 0 || usual == 0 && count[s] > 0 {
			usual = s
		}
	}
	return usual
}

// distances are the steps between neighbours; 0 where there is a hole, or where a
// distance does not last and is none of the usual ones.
func distances(walls []int64, usual int32) []int32 {
	out := make([]int32, max(0, len(walls)-1))
	for i := range out {
		out[i] = nearest(walls[i+1] - walls[i])
	}
	for i := 0; i < len(out); {
		n := 1
		for i+n < len(out) && out[i+n] == out[i] {
			n++
		}
		if out[i] > usual && n < lastingSteps {
			clear(out[i : i+n])
		}
		i += n
	}
	return out
}

// stepsOf finds the step that each time belongs to, as if times were starts: the
// distance to the next one, at holes that from the one before. ok is false when there
// is no step at all.
func stepsOf(walls []int64) (steps []int32, ok bool) {
	usual := usualStep(walls)
	if usual == 0 {
		return nil, false
	}
	return stepsFor(walls, usual, metering.LabelsStart), true
}

// stepsFor is stepsOf for labels of either end.
func stepsFor(walls []int64, usual int32, labels metering.Labels) []int32 {
	between := distances(walls, usual)
	pick := func(i int) int32 {
		if i < 0 || i >= len(between) {
			return 0
		}
		return between[i]
	}
	steps := make([]int32, len(walls))
	for i := range steps {
		own, other := pick(i), pick(i-1)
		if labels == metering.LabelsEnd {
			own, other = other, own
		}
		switch {
		case own > 0:
			steps[i] = own
		case other > 0:
			steps[i] = other
		default:
			steps[i] = usual
		}
	}
	return steps
}

// labelsOf is the end that first and last label tell: days are whole as starts or as
// ends. "" when they are neither.
func labelsOf(g *group) metering.Labels {
	if len(g.walls) < 2 {
		return ""
	}
	for _, s := range g.stamps {
		if s.seconds == day {
			return metering.LabelsEnd // 24:00
		}
	}
	end := len(g.walls) - 1
	first, last := (g.walls[0]+int64(g.stamps[0].offset))%day, (g.walls[end]+int64(g.stamps[end].offset))%day
	firstStep, lastStep := int64(g.steps[0]), int64(g.steps[end])
	switch {
	case first == 0 && last == day-lastStep:
		return metering.LabelsStart
	case first == firstStep && last == 0:
		return metering.LabelsEnd
	}
	return ""
}
