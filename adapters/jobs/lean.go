package jobs

import (
	"runtime/debug"
	"sync"
)

// UsualPercent is how much garbage may lie beside what lives while a server answers: live
// memory is small and answers are large, so that collecting at twice the live memory would
// halt one request in ten. What work has filled once is kept for the next, too, instead of
// being given back and fetched page by page again.
const UsualPercent = 600

// leanPercent is the same while a file is imported. An import would fill more with lines
// that were read, and grow by several times of what it holds.
const leanPercent = 100

// lean has memory collected often as long as some large work goes on.
var lean collector

// Lean has memory collected often until end is called; several may ask for it at once.
func Lean() (end func()) { return lean.begin() }

type collector struct {
	mu      sync.Mutex
	running int
	before  int
}

// begin returns what ends it.
func (c *collector) begin() (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running++; c.running == 1 {
		if c.before = debug.SetGCPercent(leanPercent); c.before >= 0 && c.before < leanPercent {
			debug.SetGCPercent(c.before) // somebody has set less
		}
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.running--; c.running == 0 {
			debug.SetGCPercent(c.before)
		}
	}
}
