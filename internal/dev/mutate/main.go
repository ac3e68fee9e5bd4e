// Command mutate makes deliberate faults, one at a time, and asks the tests of the same
// package whether they notice:
//
//	go run ./internal/dev/testdb -- go run ./internal/dev/mutate -n 200 -seed 1 core policies adapters/httpapi
//
// The sources are never touched: a fault is compiled from a copy, its package alone, and linked
// with the rest as it is (program.go). The tests end at the first that fails. A fault that does not
// compile is drawn again. Each fault prints its verdict as it falls; survivors are listed
// at the end, after the line "caught a of b". One that changes nothing a caller could see is
// named in equivalent.txt beside this file and is not counted. Tests that run longer than
// the limit have noticed: most faults that last for ever are loops without an end.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed equivalent.txt
var equivalent string

// module is the path of ours.
const module = "github.com/openpmo/pmo"

type verdict int

const (
	caught verdict = iota
	survived
	invalid // it does not compile, or it is known to change nothing
)

func (v verdict) String() string { return [...]string{"caught", "survived", "invalid"}[v] }

func main() {
	n := flag.Int("n", 200, "faults that compile")
	seed := flag.Uint64("seed", 1, "the same seed draws the same faults, and nearly so in a tree that changed")
	workers := flag.Int("workers", 2, "faults tried at once")
	patience := flag.Duration("timeout", 2*time.Minute, "of the tests of one fault; longer counts as caught")
	least := flag.Float64("least", 0, "per cent that must be caught; less is exit code 1")
	after := flag.String("after", "", "go on behind this fault, as a run that was broken off printed it last")
	flag.Parse()
	folders := flag.Args()
	if len(folders) == 0 {
		folders = []string{"core", "policies", "adapters/httpapi"}
	}
	share, err := run(folders, *n, *seed, *after, *workers, *patience)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
	if share < *least {
		fmt.Fprintf(os.Stderr, "mutate: %.1f %% caught, %.1f asked for\n", share, *least)
		os.Exit(1)
	}
}

// run draws and tries faults, prints what survived, and answers the per cent caught.
func run(folders []string, n int, seed uint64, after string, workers int, patience time.Duration) (float64, error) {
	var all []Fault
	for _, folder := range folders {
		faults, err := faultsBelow(filepath.Clean(folder))
		if err != nil {
			return 0, err
		}
		all = append(all, faults...)
	}
	draw(all, seed)
	if after != "" {
		last := slices.IndexFunc(all, func(f Fault) bool { return f.String() == after })
		if last < 0 {
			return 0, fmt.Errorf("no fault is called %q", after)
		}
		all = all[last+1:]
	}
	work, err := os.MkdirTemp("", "pmo-mutate-")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(work) }()

	var mu sync.Mutex
	next, under, counts, survivors := 0, 0, map[verdict]int{}, []string{}
	// A fault under way counts until it turns out not to compile, so that never more than n are tried.
	take := func() (Fault, int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next >= len(all) || counts[caught]+counts[survived]+under >= n {
			return Fault{}, 0, false
		}
		next++
		under++
		return all[next-1], next, true
	}
	var compiled programs
	var group sync.WaitGroup
	failures := make(chan error, workers)
	for range workers {
		group.Go(func() {
			for {
				fault, number, more := take()
				if !more {
					return
				}
				began := time.Now()
				got, err := try(fault, &compiled, filepath.Join(work, fmt.Sprint(number)), patience)
				if err != nil {
					failures <- fmt.Errorf("%s: %w", fault, err)
					return
				}
				mu.Lock()
				counts[got]++
				under--
				if got == survived {
					survivors = append(survivors, fault.String())
				}
				if got != invalid {
					fmt.Printf("%3d/%d %-8s %s (%.0f s)\n", counts[caught]+counts[survived], n, got, fault, time.Since(began).Seconds())
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	close(failures)
	if err := <-failures; err != nil {
		return 0, err
	}
	tried := counts[caught] + counts[survived]
	if tried == 0 {
		return 0, errors.New("no fault could be made")
	}
	share := 100 * float64(counts[caught]) / float64(tried)
	slices.Sort(survivors)
	fmt.Printf("\ncaught %d of %d (%.1f %%): seed %d, %d possible faults, %d did not compile or change nothing\n",
		counts[caught], tried, share, seed, len(all), counts[invalid])
	for _, s := range survivors {
		fmt.Println("  survived", s)
	}
	return share, nil
}

// draw puts faults into an order that looks like chance. A fault's place depends on what it is and on the
// seed, not on how many others there are nor on its line: while the house changes, a seed goes on to draw
// nearly the same ones, so that what is mended stays mended.
func draw(all []Fault, seed uint64) {
	lots, twins := make(map[Fault][sha256.Size]byte, len(all)), map[string]int{}
	for _, f := range all {
		what := f.File + "\x00" + f.What
		twins[what]++
		lots[f] = sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%d", seed, what, twins[what]))
	}
	slices.SortFunc(all, func(a, b Fault) int {
		lot, other := lots[a], lots[b]
		return bytes.Compare(lot[:], other[:])
	})
}

// try runs the tests of the fault's package on the program with the fault in it.
func try(f Fault, compiled *programs, dir string, patience time.Duration) (verdict, error) {
	if isEquivalent(f) {
		return invalid, nil
	}
	text, err := os.ReadFile(f.File)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	faulty := filepath.Join(dir, filepath.Base(f.File))
	if err := os.WriteFile(faulty, f.Apply(text), 0o600); err != nil {
		return 0, err
	}
	original, err := filepath.Abs(f.File)
	if err != nil {
		return 0, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: faulty}})
	if err != nil {
		return 0, err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience+5*time.Minute)
	defer cancel()
	if strings.HasPrefix(f.File, "policies/") {
		return tested(goTool(ctx, "test", "-overlay", overlayFile, "-count=1", "-failfast", "-vet=off", "-timeout", patience.String(), "./policies/..."))
	}
	program := filepath.Join(dir, "tests")
	of, err := compiled.of(ctx, filepath.Dir(f.File))
	if err == nil {
		err = of.build(ctx, f, faulty, dir, program)
	}
	switch {
	case errors.Is(err, errNoTest):
		return survived, nil
	case errors.Is(err, errInvalid):
		return invalid, nil
	case errors.Is(err, errElsewhere):
		// The limit is that of the tests alone, for a busy machine links slowly.
		if goTool(ctx, "test", "-c", "-overlay", overlayFile, "-vet=off", "-ldflags=-s -w", "-o", program, "./"+filepath.Dir(f.File)) != nil {
			return invalid, nil
		}
	case err != nil:
		return 0, err
	}
	verdict, err := testedAtOnce(ctx, program, filepath.Dir(original), patience)
	return verdict, errors.Join(err, os.Remove(program))
}

// testedAtOnce runs a program of tests and ends it at the first test that fails: those that
// run beside it would go on for long.
func testedAtOnce(ctx context.Context, program, dir string, patience time.Duration) (verdict, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	run := exec.CommandContext(ctx, program, "-test.failfast", "-test.v", "-test.timeout", patience.String()) //nolint:gosec // compiled just now
	run.Dir, run.WaitDelay = dir, 5*time.Second
	run.Env = append(os.Environ(), "RAPID_NOFAILFILE=true") // what a fault finds is no example to keep
	said, err := run.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := run.Start(); err != nil {
		return 0, err
	}
	failed := false
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		if strings.HasPrefix(strings.TrimLeft(line, " "), "--- FAIL: ") {
			failed = true
			end()
		}
		if err != nil {
			break
		}
	}
	verdict, err := tested(run.Wait())
	if failed {
		return caught, nil
	}
	return verdict, err
}

// tested is what the tests' end says.
func tested(err error) (verdict, error) {
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	if err != nil {
		return caught, nil
	}
	return survived, nil
}

func goTool(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = 5 * time.Second
	cmd.Env = append(os.Environ(), "RAPID_NOFAILFILE=true")
	return cmd.Run()
}

// isEquivalent reports whether a fault is listed as one that changes nothing.
// Lines move: a fault is known by its file and what it changes.
func isEquivalent(f Fault) bool {
	for line := range strings.Lines(equivalent) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if line == f.File+": "+f.What {
			return true
		}
	}
	return false
}
