//go:build linux

package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/jackc/pgx/v5/pgxpool"
)

// machine names the processor and how many cores there are.
func machine() string {
	model := "unknown processor"
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d cores, %s", model, runtime.NumCPU(), runtime.Version())
}

// load is how many processes wanted a core in the last minute.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// Clocks of Linux that package syscall does not name. getrusage knows the same times, but
// only to the millisecond: too coarse for a kernel on a hundred columns.
const (
	processClock = 2 // CLOCK_PROCESS_CPUTIME_ID
	threadClock  = 3 // CLOCK_THREAD_CPUTIME_ID
)

// cpuOf is the processor time of this process, or of this thread.
func cpuOf(clock uintptr) time.Duration {
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		panic(errno) // the constants above are wrong
	}
	return time.Duration(t.Nano())
}

// cluster counts the processor time of a database together with that of this program:
// others share the machine, so that the wall says little.
type cluster struct {
	pool       *pgxpool.Pool
	postmaster int
}

func newCluster(ctx context.Context, pool *pgxpool.Pool) (*cluster, error) {
	var backend int
	if err := pool.QueryRow(ctx, "select pg_backend_pid()").Scan(&backend); err != nil {
		return nil, err
	}
	p, ok := processes()[backend]
	if !ok {
		return nil, fmt.Errorf("the database's process %d is not on this machine", backend)
	}
	return &cluster{pool, p.parent}, nil
}

// used is what all processes of the cluster have used so far.
func (c *cluster) used() (used time.Duration) {
	for pid, p := range processes() {
		if pid == c.postmaster || p.parent == c.postmaster {
			used += p.used
		}
	}
	return used
}

// cost of doing something: processor time of this program and the database together,
// what of it is the database's, and wall.
type cost struct{ cpu, server, wall time.Duration }

func (c *cluster) cost(do func() error) (cost, error) {
	server, own, start := c.used(), cpuOf(processClock), time.Now()
	err := do()
	wall, mine := time.Since(start), cpuOf(processClock)-own
	server = c.used() - server
	return cost{mine + server, server, wall}, err
}

// wal is how much the log of the database has grown so far.
func (c *cluster) wal(ctx context.Context) (at int64, err error) {
	err = c.pool.QueryRow(ctx, "select (pg_current_wal_insert_lsn() - '0/0')::bigint").Scan(&at)
	return at, err
}

type process struct {
	parent int
	used   time.Duration
}

// processes reads /proc, in ticks of 10 ms.
func processes() map[int]process {
	out := map[int]process{}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		text, err := os.ReadFile(name)
		_, rest, ok := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		if err != nil || !ok || len(fields) < 15 {
			continue // it has ended meanwhile
		}
		number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		// With the time of children that have ended: of the postmaster, closed connections.
		out[pid] = process{number(1), time.Duration(number(11)+number(12)+number(13)+number(14)) * 10 * time.Millisecond}
	}
	return out
}

func median[T cmp.Ordered](values []T) T { return quantile(values, 0.5) }

// quantile of values; the lower of two.
func quantile[T cmp.Ordered](values []T, q float64) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1))]
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
