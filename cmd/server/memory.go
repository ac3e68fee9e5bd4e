package main

import (
	"os"
	"runtime/debug"

	"github.com/openpmo/pmo/adapters/jobs"
)

// memoryLimit is near what the collector works as often as it must, however much garbage it may
// leave lying (jobs.UsualPercent).
const memoryLimit = 192 << 20

// tuneMemory says what the collector may do unless GOGC and GOMEMLIMIT say otherwise.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(jobs.UsualPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
