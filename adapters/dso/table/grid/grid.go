// Package grid finds the step of a curve from the times of its lines.
package grid

import (
	"cmp"
	"math"
	"slices"
)

// FloorDiv divides towards minus infinity.
func FloorDiv(a, b int64) int64 {
	if a < 0 && a%b != 0 {
		return a/b - 1
	}
	return a / b
}

// CurveSteps are the steps that curves have, in seconds.
var CurveSteps = [...]int32{300, 600, 900, 1800, 3600}

const (
	// strayRows are so far apart, at least, that two times in one step are the slip of a
	// logger and no narrower step.
	strayRows = 4
	// straysPer lines there may be one of them.
	straysPer = 50
)

// Grid is where the steps of some times begin: every step seconds. Loggers may be late
// or early, all by the same or each by another time.
type Grid struct {
	Step  int32
	phase float64 // the middle of what the times are late by
}

// At is the place of a time on the grid.
func (g Grid) At(wall int64) int64 {
	return int64(math.Round((float64(wall)-g.phase)/float64(g.Step))) * int64(g.Step)
}

// Holds reports whether all times lie exactly on the grid.
func (g Grid) Holds(walls []int64) bool {
	return !slices.ContainsFunc(walls, func(w int64) bool { return w%int64(g.Step) != 0 })
}

// Of is the widest grid on which each of the times has a place of its own; ok is
// false when there is none. Times are in order, each once. That steps which are all
// twice as long lack every second line cannot be told.
func Of(walls []int64) (g Grid, ok bool) {
	for _, step := range slices.Backward(CurveSteps[:]) {
		for _, phase := range phases(walls, int64(step)) {
			if g := (Grid{step, phase}); g.tells(walls) {
				return g, true
			}
		}
	}
	return Grid{}, false
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
		if rest := wall - FloorDiv(wall, step)*step; !seen[rest] {
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
	for _, one := range CurveSteps {
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
func (g Grid) tells(walls []int64) bool {
	twice, last := 0, -strayRows
	for i := 1; i < len(walls); i++ {
		if g.At(walls[i]) != g.At(walls[i-1]) {
			continue
		}
		if i-last < strayRows {
			return false
		}
		twice, last = twice+1, i
	}
	return twice <= 1+len(walls)/straysPer
}
