package jobs

import (
	"runtime/debug"
	"sync"
)

// leanPercent is how much garbage may lie beside what lives while a file is imported. The
// server lets more lie about for the speed of its answers; an import would fill that with
// lines that were read, and grow by several times of what it holds.
const leanPercent = 100

// lean has memory collected often as long as some large work goes on.
var lean collector

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
