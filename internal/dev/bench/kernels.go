//go:build linux

package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// block is a month of a solar operation, by column, with room for the shares.
type block struct {
	production       []energy.MilliWh
	consumption, dst [][]energy.MilliWh
	weights, levels  []int64
	pools            []share.Pool
}

const monthSteps = 31 * 96

// columns lie one after the other, as the product keeps them: each on its own would
// begin at the start of a page, and all would compete for the same lines of the cache.
func columns[T any](n, steps int) [][]T {
	all, block := make([][]T, n), make([]T, n*steps)
	for i := range all {
		all[i] = block[i*steps : (i+1)*steps : (i+1)*steps]
	}
	return all
}

// newBlock has n homes and production that exceeds them at noon.
func newBlock(n int) *block {
	b := &block{production: make([]energy.MilliWh, monthSteps), consumption: columns[energy.MilliWh](n, monthSteps), dst: columns[energy.MilliWh](n, monthSteps)}
	state := uint64(n)
	for t := range b.production {
		if sun := math.Sin(math.Pi * (float64(t%96) - 24) / 48); sun > 0 {
			b.production[t] = energy.MilliWh(sun*200_000) * energy.MilliWh(n)
		}
		for i := range b.consumption {
			state = state*6364136223846793005 + 1442695040888963407
			b.consumption[i][t] = energy.MilliWh(40+state>>33%400) * 250
		}
	}
	b.pools = []share.Pool{{Part: 40, Algorithm: share.ByDefault, Destination: 1}, {Part: 30, Algorithm: share.ByPriority, Destination: 2},
		{Part: 20, Algorithm: share.ByShareWithMinimum, Destination: share.ToSurplus}}
	for i := range n {
		b.weights, b.levels = append(b.weights, int64(1+i%7)), append(b.levels, int64(1+i%5))
		p := &b.pools[i%3]
		p.Members, p.Parameters = append(p.Members, i), append(p.Parameters, int64(1+i%4))
	}
	return b
}

func (b *block) cells() float64 { return float64(len(b.consumption) * len(b.production)) }

// kernel is an algorithm with a rival that is not exact.
type kernel struct {
	name  string
	run   func(*share.Kernel, *block) error
	rival func(*floatBlock)
	word  string // what the rival is
	most  int    // consumers up to which the rival ends in the time of a bench; 0 = all
}

var algorithms = []kernel{
	{"prorata", func(k *share.Kernel, b *block) error { return k.Prorata(b.dst, b.production, b.consumption) },
		(*floatBlock).prorata, "float64 by column", 0},
	{"equality", func(k *share.Kernel, b *block) error { return k.Equality(b.dst, b.production, b.consumption) },
		func(f *floatBlock) { f.fill(nil) }, "float64, sorted by need", 1_000},
	{"weight", func(k *share.Kernel, b *block) error {
		return k.Weight(b.dst, b.production, b.consumption, b.weights)
	}, func(f *floatBlock) { f.fill(f.weights) }, "float64, sorted by need over weight", 1_000},
	{"priority", func(k *share.Kernel, b *block) error {
		return k.Priority(b.dst, b.production, b.consumption, b.levels)
	}, (*floatBlock).priority, "float64 by column, level by level", 0},
	{"pools", func(k *share.Kernel, b *block) error {
		return k.Pools(b.dst, b.production, b.consumption, b.pools, 100)
	}, (*floatBlock).pools, "float64 by column, the pool with a minimum sorted by need", 0},
}

// kernels measures the algorithms on one core, then prorata on two. A goal is the ratio
// of the size at which ours stands worst beside its rival.
func kernels(r *results) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	worst, told := map[string]float64{}, map[string]string{}
	for _, n := range []int{100, 1_000, 10_000} {
		taken, beside, err := race(newBlock(n))
		if err != nil {
			return err
		}
		for _, a := range algorithms {
			ours, theirs := taken[a.name], beside[a.name]
			told[a.name] += fmt.Sprintf(" %.2f", median(ours))
			if len(theirs) == 0 {
				continue
			}
			ratios := make([]float64, len(ours))
			for i := range ratios {
				ratios[i] = ours[i] / theirs[i]
			}
			told[a.name] += fmt.Sprintf(" (rival %.2f, %.3gx)", median(theirs), median(ratios))
			worst[a.name] = max(worst[a.name], median(ratios))
		}
		runtime.GC()
	}
	for _, a := range algorithms {
		r.tell("%s at 100, 1 000, 10 000 consumers:%s cpu-ns a step and consumer; rival: %s, not exact", a.name, told[a.name], a.word)
		r.set(a.name, worst[a.name])
	}
	return twoCores(r)
}

// race runs all algorithms and their rivals by turns, and refuses shares that nobody
// produced.
func race(b *block) (taken, beside map[string][]float64, err error) {
	taken, beside = map[string][]float64{}, map[string][]float64{}
	kept := make([]energy.MilliWh, len(b.production))
	var k share.Kernel
	f := newFloatBlock(b, len(b.consumption))
	times := max(1, 1_000/len(b.consumption)) // enough for the clock
	for round := range turns + 1 {
		for _, a := range algorithms {
			before := cpuOf(threadClock)
			for range times {
				if err := a.run(&k, b); err != nil {
					return nil, nil, err
				}
			}
			ours := float64(cpuOf(threadClock)-before) / float64(times) / b.cells()
			if err := share.Surplus(kept, b.production, b.dst); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", a.name, err)
			}
			if ours <= 0 {
				return nil, nil, fmt.Errorf("%s took no time: the clock is too coarse", a.name)
			}
			if slices.Min(kept) < 0 {
				return nil, nil, fmt.Errorf("%s gives more than there is", a.name)
			}
			if round > 0 { // the first one fetches the memory
				taken[a.name] = append(taken[a.name], ours)
			}
			if a.most > 0 && len(b.consumption) > a.most {
				continue
			}
			before = cpuOf(threadClock)
			for range times {
				a.rival(f)
			}
			if round > 0 {
				beside[a.name] = append(beside[a.name], float64(cpuOf(threadClock)-before)/float64(times)/b.cells())
			}
		}
	}
	return taken, beside, nil
}

// twoCores compares two months one after the other with two months at once. Others use
// the same cores, so a round counts only when nobody took one away meanwhile: neither
// thread then waited, whatever the two cost each other. Other machines on the same
// processor use its memory, which slows either way down and shows nowhere: the fastest
// tenth of the rounds of each are compared. A round is long beside the time in which the
// system wakes a thread.
func twoCores(r *results) error {
	const n, rounds, enough, times = 1_000, 1_000, 60, 3
	var alone, atOnce []float64
	months := [2]*block{newBlock(n), newBlock(n)}
	var kernels [2]share.Kernel
	work := func(i int) {
		for range times {
			_ = kernels[i].Prorata(months[i].dst, months[i].production, months[i].consumption)
		}
	}
	all := 0
	for ; all < rounds && len(atOnce) < enough; all++ {
		before := cpuOf(threadClock)
		work(0)
		work(1)
		used := cpuOf(threadClock) - before
		if took, calm := together(work); calm && all > 0 {
			alone, atOnce = append(alone, millis(used)), append(atOnce, millis(took))
		}
	}
	r.tell("prorata on two cores: %d of %d rounds were undisturbed", len(atOnce), all)
	if len(atOnce) < enough/6 {
		return fmt.Errorf("%d rounds in which both threads had a core all the time are too few", len(atOnce))
	}
	fast := func(taken []float64) float64 { return quantile(taken, 0.1) }
	r.tell("prorata on two cores: %.2f ms at once, %.2f one after the other (medians %.2f and %.2f); the ideal is half",
		fast(atOnce), fast(alone), median(atOnce), median(alone))
	r.set("prorata-two-cores", fast(atOnce)/fast(alone))
	return nil
}

// together does both halves at once and tells how long it took, and whether both threads
// had a core all the time.
func together(work func(int)) (took time.Duration, calm bool) {
	var both, ready sync.WaitGroup
	var waited [2]time.Duration
	var open time.Time
	gate := make(chan struct{})
	ready.Add(2)
	for i := range waited {
		both.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			before := cpuOf(threadClock)
			ready.Done()
			<-gate
			work(i)
			used := cpuOf(threadClock) - before
			waited[i] = time.Since(open) - used // from the gate: who starts late has waited
		})
	}
	ready.Wait()
	open = time.Now()
	close(gate)
	both.Wait()
	took = time.Since(open)
	return took, max(waited[0], waited[1]) < took/20
}
