package loadcurve

import "time"

// Grid is N steps that follow each other without a hole from Start.
type Grid struct {
	Start time.Time // UTC, on a multiple of Step
	Step  time.Duration
	N     int
}

// Check wants a step that is a whole number of minutes and divides an hour, a start
// on a multiple of it, and no negative count. Errors: curve.step, curve.gridMismatch.
func (g Grid) Check() error {
	if g.Step < time.Minute || g.Step%time.Minute != 0 || time.Hour%g.Step != 0 {
		return ErrStep.With("seconds", int64(g.Step/time.Second))
	}
	if g.N < 0 || g.Start.Nanosecond() != 0 || g.Start.Unix()%seconds(g.Step) != 0 {
		return ErrGrid
	}
	return nil
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }

// End is the first instant after the last step.
func (g Grid) End() time.Time { return g.At(g.N) }

// At is the start of step i.
func (g Grid) At(i int) time.Time { return g.Start.Add(time.Duration(i) * g.Step) }

// Index is the step that holds t; ok is false outside the grid.
func (g Grid) Index(t time.Time) (i int, ok bool) {
	d := t.Sub(g.Start)
	if d < 0 {
		return 0, false
	}
	i = int(d / g.Step)
	return i, i < g.N
}

// clamp is the first step that begins at t or later, between 0 and N.
func (g Grid) clamp(t time.Time) int {
	d := t.Sub(g.Start)
	if d <= 0 {
		return 0
	}
	return int(min((d+g.Step-1)/g.Step, time.Duration(g.N)))
}
