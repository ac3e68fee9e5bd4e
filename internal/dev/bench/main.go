//go:build linux

// Command bench measures the goals of speed and size, each beside a rival in the same
// run, on a PostgreSQL of its own:
//
//	make bench
//
// Its last lines are one a goal, "GOAL name ratio bound ok" or "… SHORT"; the exit code
// is 0 either way. What each means stands in docs/performance.md. It reads /proc
// and therefore needs Linux.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/internal/dev/pagefigures"
)

func main() {
	pgembed.MaybeSupervise()
	if len(os.Args) > 4 && os.Args[1] == plainArg {
		plainServer(os.Args[2], os.Args[3], os.Args[4])
	}
	only := flag.String("only", "", "parts to run, by comma: kernels, coefficients, imports, dashboards, server, corrections, bills, archives, memory, pages")
	sites := flag.Int("sites", 1_000, "of the large operation; the goals are about 1 000, fewer make a quick trial")
	built := flag.String("server", "", "pmo-server to start; empty = built from this tree")
	profile := flag.String("profile", "", "file for a profile of this program's processor time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &results{out: os.Stdout, found: map[string]float64{}}
	err := profiled(*profile, func() error { return run(ctx, r, options{*only, *built, *sites}) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
	r.write()
}

func profiled(path string, do func() error) error {
	if path == "" {
		return do()
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(err, file.Close())
	}
	err = do()
	pprof.StopCPUProfile()
	return errors.Join(err, file.Close())
}

// part measures some goals. Those that need the year of the world come after imports.
type part struct {
	name string
	run  func(context.Context, *world, *results) error
}

var parts = []part{
	{"kernels", func(_ context.Context, _ *world, r *results) error { return kernels(r) }},
	{"coefficients", func(_ context.Context, _ *world, r *results) error { return coefficients(r) }},
	{"imports", imports},
	{"dashboards", dashboards},
	{"server", server},
	{"corrections", corrections},
	{"bills", bills},
	{"archives", archives},
	{"memory", memory},
	{"pages", func(ctx context.Context, w *world, r *results) error {
		env := func(databaseURL string) []string { return w.program.on(databaseURL, w.dir+"/pages").env }
		return pagefigures.Tell(ctx, r.out, pagefigures.Server{Path: w.program.path, Env: env}, w.url, w.dir)
	}},
}

type options struct {
	only, server string
	sites        int
}

func run(ctx context.Context, r *results, o options) error {
	dir, err := os.MkdirTemp("", "pmo-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program, err := build(ctx, dir, o.server) // first: nothing else works while it is measured
	if err != nil {
		return err
	}
	pg, err := pgembed.Start(ctx, pgembed.Options{DataDir: dir + "/postgres", Durable: true})
	if err != nil {
		return err
	}
	defer func() { _ = pg.Stop() }()
	w, err := newWorld(ctx, pg.URL(), dir)
	if err != nil {
		return err
	}
	defer w.db.Close()
	w.program, w.sites = program.on(pg.URL(), dir), o.sites
	r.tell("machine: %s, PostgreSQL %s, %s", machine(), pg.Version(), time.Now().Format(time.DateOnly))
	for _, p := range parts {
		if o.only != "" && !strings.Contains(","+o.only+",", ","+p.name+",") {
			continue
		}
		syscall.Sync() // what the part before left to be written is its own
		start := time.Now()
		if err := p.run(ctx, w, r); err != nil {
			r.tell("%s failed: %v", p.name, err)
		}
		r.tell("# %s took %.0f s, load %s\n", p.name, time.Since(start).Seconds(), load())
	}
	return ctx.Err()
}
