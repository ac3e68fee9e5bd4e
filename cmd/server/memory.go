package main

import (
	"os"
	"runtime/debug"
	"time"

	"github.com/openpmo/pmo/adapters/jobs"
)

// memoryLimit is near what the collector works as often as it must, however much garbage it may
// leave lying (jobs.UsualPercent).
const memoryLimit = 192 << 20

// startMost is longer than a start takes whose database is up to date.
const startMost = 600 * time.Millisecond

// tuneMemory says what the collector may do unless GOGC and GOMEMLIMIT say otherwise.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(jobs.UsualPercent)
		// What the start leaves would lie there until much more has come.
		time.AfterFunc(startMost, debug.FreeOSMemory)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
