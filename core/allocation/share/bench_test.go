package share_test

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

func columns(n, steps int) [][]energy.MilliWh {
	all := make([][]energy.MilliWh, n)
	for i := range all {
		all[i] = make([]energy.MilliWh, steps)
	}
	return all
}

// monthOf is a solar operation: N households, production that exceeds them at noon.
func monthOf(n int) (production []energy.MilliWh, consumption [][]energy.MilliWh) {
	const steps = 2976
	production, consumption = make([]energy.MilliWh, steps), columns(n, steps)
	state := uint64(n)
	for t := range steps {
		sun := math.Sin(math.Pi * (float64(t%96) - 24) / 48)
		if sun > 0 {
			production[t] = energy.MilliWh(sun*200_000) * energy.MilliWh(n)
		}
		for i := range consumption {
			state = state*6364136223846793005 + 1442695040888963407
			consumption[i][t] = energy.MilliWh(40+state>>33%400) * 250
		}
	}
	return production, consumption
}

func bench(b *testing.B, run func(k *share.Kernel, dst [][]energy.MilliWh, p []energy.MilliWh, c [][]energy.MilliWh) error) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, c := monthOf(n)
			dst := columns(n, len(p))
			var k share.Kernel
			for b.Loop() {
				if err := run(&k, dst, p, c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*len(p)), "ns/cell")
		})
	}
}

type columnsOf = [][]energy.MilliWh

func BenchmarkProrata(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		return k.Prorata(dst, p, c)
	})
}

func BenchmarkStatic(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		return k.Static(dst, p, c, each(len(c), func(int) int64 { return int64(1_000_000 / len(c)) }), 1_000_000)
	})
}

func BenchmarkEquality(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		return k.Equality(dst, p, c)
	})
}

func BenchmarkWeight(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		return k.Weight(dst, p, c, each(len(c), func(i int) int64 { return int64(1 + i%7) }))
	})
}

func BenchmarkPriority(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		return k.Priority(dst, p, c, each(len(c), func(i int) int64 { return int64(1 + i%5) }))
	})
}

func BenchmarkPools(b *testing.B) {
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		pools := []share.Pool{
			{Part: 40, Algorithm: share.ByDefault, Destination: 1},
			{Part: 30, Algorithm: share.ByPriority, Destination: 2},
			{Part: 20, Algorithm: share.ByShareWithMinimum, Destination: share.ToSurplus},
		}
		for i := range c {
			pool := &pools[i%3]
			pool.Members = append(pool.Members, i)
			pool.Parameters = append(pool.Parameters, int64(1+i%4))
		}
		return k.Pools(dst, p, c, pools, 100)
	})
}

func BenchmarkByProducer(b *testing.B) {
	production, shared := monthOf(10)
	for i := range shared { // ten producers of unlike size
		for t, p := range production {
			shared[i][t] = p * energy.MilliWh(i+1)
		}
	}
	producers, err := share.NewProducers(shared)
	require.NoError(b, err)
	p, consumption := monthOf(100)
	consumers := columns(100, len(p))
	require.NoError(b, new(share.Kernel).Prorata(consumers, p, consumption))
	given := columns(10, len(p))
	for b.Loop() {
		for _, c := range consumers {
			if err := producers.Split(given, c); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(100*len(production)), "ns/cell")
}

// BenchmarkProrataTwoCores is BenchmarkProrata/1000 with a goroutine per month and a
// Kernel each: the goal is 1.8 times one core.
func BenchmarkProrataTwoCores(b *testing.B) {
	const n, months = 1000, 2
	p, c := monthOf(n)
	dst := [months]columnsOf{columns(n, len(p)), columns(n, len(p))}
	var kernels [months]share.Kernel
	for b.Loop() {
		var both sync.WaitGroup
		for m := range months {
			both.Go(func() { _ = kernels[m].Prorata(dst[m], p, c) })
		}
		both.Wait()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(months*n*len(p)), "ns/cell")
}

func each(n int, of func(i int) int64) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = of(i)
	}
	return all
}

// benchUngrouped has three producers: alone, each consumer hangs on one; else on two.
func benchUngrouped(b *testing.B, alone bool) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, c := monthOf(n)
			production := columns(3, len(p))
			for t, v := range p {
				production[0][t], production[1][t], production[2][t] = v/2, v/3, v/6
			}
			couples := make([][]int64, 3)
			for q := range couples {
				couples[q] = each(n, func(i int) int64 {
					if i%3 == q || !alone && i%3 == (q+1)%3 {
						return int64(1 + i%5)
					}
					return 0
				})
			}
			dst := make([]columnsOf, 3)
			for q := range dst {
				dst[q] = columns(n, len(p))
			}
			var k share.Kernel
			for b.Loop() {
				if err := k.UngroupedPriority(dst, production, c, couples); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*len(p)), "ns/cell")
		})
	}
}

func BenchmarkUngroupedAlone(b *testing.B) { benchUngrouped(b, true) }

func BenchmarkUngroupedCompeting(b *testing.B) { benchUngrouped(b, false) }

func BenchmarkDynamic(b *testing.B) {
	var coefficients [][]int32
	bench(b, func(k *share.Kernel, dst columnsOf, p []energy.MilliWh, c columnsOf) error {
		if len(coefficients) != len(c) {
			coefficients = make([][]int32, len(c))
			for i := range coefficients {
				coefficients[i] = make([]int32, len(p))
				for t := range p {
					coefficients[i][t] = int32(1_000_000 / len(c))
				}
			}
		}
		return k.Dynamic(dst, p, c, coefficients, 1_000_000)
	})
}

func BenchmarkExplain(b *testing.B) {
	p, c := monthOf(1000)
	rule := share.Rule{Algorithm: share.ByEquality}
	for b.Loop() {
		if _, err := share.Explain(rule, columnsOf{p}, c, 48); err != nil {
			b.Fatal(err)
		}
	}
}
