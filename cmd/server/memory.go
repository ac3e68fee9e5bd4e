package main

import (
	"os"
	"runtime/debug"
)

// What the collector may do unless GOGC and GOMEMLIMIT say otherwise. Live memory is
// small and answers are large, so that collecting at twice the live memory would halt
// one request in ten; near the limit it collects as often as it must.
const (
	gcPercent   = 600
	memoryLimit = 192 << 20
)

func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
