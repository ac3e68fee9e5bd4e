package pgtest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
)

// CPUTime is what this process and all of the database's have used so far.
func CPUTime(b testing.TB, db *postgres.DB) time.Duration {
	var own syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &own))
	used := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	var backend int
	require.NoError(b, db.Pool().QueryRow(b.Context(), "select pg_backend_pid()").Scan(&backend))
	server := processes(b)
	postmaster := server[backend].parent
	for pid, p := range server {
		if pid == postmaster || p.parent == postmaster {
			used += p.used
		}
	}
	return used
}

type process struct {
	parent int
	used   time.Duration
}

// processes reads /proc, in ticks of 10 ms.
func processes(b testing.TB) map[int]process {
	out := map[int]process{}
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(b, err)
	for _, name := range all {
		text, err := os.ReadFile(name)
		_, rest, ok := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		if err != nil || !ok || len(fields) < 15 {
			continue
		}
		number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		// Of the postmaster also the time of children that have ended.
		out[pid] = process{parent: number(1), used: time.Duration(number(11)+number(12)+number(13)+number(14)) * 10 * time.Millisecond}
	}
	return out
}
