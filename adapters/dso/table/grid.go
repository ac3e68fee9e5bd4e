package table

import (
	"cmp"
	"math"
	"slices"
)

// curveSteps are the steps that curves have, in seconds.
var curveSteps = [...]int32{300, 600, 900, 1800, 3600}

const (
	// strayRows are so far apart, at least, that two times in one step are the slip of a
	// logger and no narrower step.
	strayRows = 4
	// straysPer lines there may be one of them.
	straysPer = 50
)

// grid is where the steps of some times begin: every step seconds. Loggers may be late
// or early, all by the same or each by another time.
type grid struct {
	step  int32
	phase float64 // the middle of what the times are late by
}

// at is the place of a time on the grid.
func (g grid) at(wall int64) int64 {
	return int64(math.Round((float64(wall)-g.phase)/float64(g.step))) * int64(g.step)
}

// holds reports whether all times lie exactly on the grid.
func (g grid) holds(walls []int64) bool {
	return !slices.ContainsFunc(walls, func(w int64) bool { return w%int64(g.step) != 0 })
}

// gridOf is the widest grid on which each of the times has a place of its own; ok is
// false when there is none. Times are in order, each once. That steps which are all
// twice as long lack every second line cannot be told.
func gridOf(walls []int64) (g grid, ok bool) {
	for _, step := range slices.Backward(curveSteps[:]) {
		for _, phase := range phases(walls, int64(step)) {
			if g := (grid{step, phase}); g.tells(walls) {
				return g, true
			}
		}
	}
	return grid{}, false
}

// phases are what times may be late by: nothing where all are near a place of the grid,
// else what is around their places in the step, the closest together first. There are
// none where times are spread over more than two thirds of the step, or lie exactly on
// a narrower grid, at more than one place of the step: those are late by nothing.
func phases(walls []int64, step int64) (found []float64) {
	rests := places(walls, step)
	if len(rests) > 1 && onNarrower(rests, step) {
		return nil
	}
	if !slices.ContainsFunc(rests, func(r int64) bool { return 3*min(r, step-r) > step }) {
		found = append(found, 0)
	}
	type window struct{ from, spread int64 }
	var windows []window
	for i, rest := range rests {
		last := rests[(i+len(rests)-1)%len(rests)] // around the clock, the one before it
		if spread := ((last-rest)%step + step) % step; 3*spread <= 2*step {
			windows = append(windows, window{rest, spread})
		}
	}
	slices.SortStableFunc(windows, func(a, b window) int { return cmp.Compare(a.spread, b.spread) })
	for _, w := range windows {
		phase := float64(w.from) + float64(w.spread)/2
		if 2*phase > float64(step) {
			phase -= float64(step)
		}
		found = append(found, phase)
	}
	return found
}

// places are where in the step times are, each once, ascending.
func places(walls []int64, step int64) (rests []int64) {
	seen := map[int64]bool{}
	for _, wall := range walls {
		if rest := wall - floorDiv(wall, step)*step; !seen[rest] {
			seen[rest] = true
			rests = append(rests, rest)
		}
	}
	slices.Sort(rests)
	return rests
}

// onNarrower reports whether all places lie on one narrower grid, at least a quarter as
// wide.
func onNarrower(rests []int64, step int64) bool {
	for _, one := range curveSteps {
		narrow := int64(one)
		if narrow >= step || step%narrow != 0 || 4*narrow < step {
			continue
		}
		if !slices.ContainsFunc(rests, func(r int64) bool { return (r-rests[0])%narrow != 0 }) {
			return true
		}
	}
	return false
}

// tells reports whether no two times have the same place, but for a few strays.
func (g grid) tells(walls []int64) bool {
	twice, last := 0, -strayRows
	for i := 1; i < len(walls); i++ {
		if g.at(walls[i]) != g.at(walls[i-1]) {
			continue
		}
		if i-last < strayRows {
			return false
		}
		twice, last = twice+1, i
	}
	return twice <= 1+len(walls)/straysPer
}
