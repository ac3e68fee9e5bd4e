package meteringstore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// benchTown is an operation of n sites, one in fifty a producer.
func benchTown(b testing.TB, n int) (*coretest.Metering, []coretest.MeteredSite) {
	sites := make([]coretest.MeteredSite, n)
	for i := range sites {
		sites[i] = coretest.MeteredSite{Name: fmt.Sprintf("Site %04d", i), DsoID: fmt.Sprintf("%014d", 30000000000000+i), Producer: i%50 == 0, From: "2024-01-01"}
	}
	f := coretest.NewMetering(b, "ENEDIS", sites...)
	f.Clock = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	return f, sites
}

// benchMonth is what an operator sends of one month: Conso and Autoconso of consumers,
// Prod and Surplus of producers, shared by need. Meters count whole watts.
func benchMonth(m civil.Month, sites []coretest.MeteredSite, seed uint64) curvefile.Dataset {
	from, to := civil.Paris.Span(m.Range())
	n := int(to.Sub(from) / (15 * time.Minute))
	rng := rand.New(rand.NewPCG(seed, uint64(m)))
	clouds := make([]float64, n)
	level := 0.7
	for t := range clouds {
		level = min(1, max(0.15, level+rng.NormFloat64()*0.05))
		hour := float64(t%96) / 4
		clouds[t] = level * max(0, math.Sin((hour-6)/12*math.Pi))
	}
	set := curvefile.Dataset{FileName: "bench.csv", Format: "ACC_CSV_LONG"}
	used, made := make([]energy.MilliWh, n), make([]energy.MilliWh, n)
	columns := map[string][]energy.MilliWh{}
	for _, s := range sites {
		column := make([]energy.MilliWh, n)
		base := 100 + rng.Float64()*300
		for t := range column {
			w := clouds[t] * base * 40
			if !s.Producer {
				w = base * (1 + 0.5*math.Sin(float64(t)/15)) * math.Exp(rng.NormFloat64()*0.35)
				if rng.IntN(40) == 0 {
					w += 2000
				}
			}
			column[t] = energy.MilliWh(w) * 250
			if s.Producer {
				made[t] += column[t]
			} else {
				used[t] += column[t]
			}
		}
		columns[s.DsoID] = column
	}
	for _, s := range sites {
		first, second, part := metering.Conso, metering.Autoconso, make([]energy.MilliWh, n)
		if s.Producer {
			first, second = metering.Prod, metering.Surplus
		}
		for t, v := range columns[s.DsoID] {
			shared := min(used[t], made[t])
			switch {
			case s.Producer && made[t] > 0:
				part[t] = v - energy.MilliWh(float64(v)*float64(shared)/float64(made[t])/250)*250
			case !s.Producer && used[t] > 0:
				part[t] = energy.MilliWh(float64(v)*float64(shared)/float64(used[t])/250) * 250
			}
		}
		for nature, values := range map[metering.Nature][]energy.MilliWh{first: columns[s.DsoID], second: part} {
			set.Readings = append(set.Readings, curvefile.Readings{DsoID: s.DsoID, Nature: nature, Status: curvefile.StatusDefinitive, Unit: "W",
				Runs: []curvefile.Run{{Start: from.Unix(), Step: 900, Values: values, Row: 2}}})
		}
	}
	return set
}

func points(set curvefile.Dataset) (n int64) {
	for _, r := range set.Readings {
		for _, run := range r.Runs {
			n += int64(len(run.Values))
		}
	}
	return n
}

func walPosition(b testing.TB, db *postgres.DB) (lsn int64) {
	require.NoError(b, db.Pool().QueryRow(b.Context(), "select (pg_current_wal_lsn() - '0/0')::bigint").Scan(&lsn))
	return lsn
}

// BenchmarkCurveImport stores a month of 1 000 sites, from datasets to committed with
// rollups: a new month each time, the same again, and a corrected one.
func BenchmarkCurveImport(b *testing.B) {
	for _, c := range []struct {
		name string
		next func(i int) (month civil.Month, seed uint64)
	}{
		{"first", func(i int) (civil.Month, uint64) { return civil.NewMonth(2024, 1).Add(i % 30), 1 }},
		{"again", func(int) (civil.Month, uint64) { return civil.NewMonth(2024, 1), 1 }},
		{"corrected", func(i int) (civil.Month, uint64) { return civil.NewMonth(2024, 1), uint64(2 + i) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			f, sites := benchTown(b, 1000)
			load := func(set curvefile.Dataset) {
				_, err := f.Ingest.ImportDatasets(b.Context(), f.Organizer, f.Operation, []curvefile.Dataset{set})
				require.NoError(b, err)
			}
			if c.name != "first" {
				load(benchMonth(civil.NewMonth(2024, 1), sites, 1))
			}
			var total, wal int64
			var used time.Duration
			b.ResetTimer()
			for i := range b.N {
				b.StopTimer()
				m, seed := c.next(i)
				set := benchMonth(m, sites, seed)
				total += points(set)
				before, busy := walPosition(b, f.DB), pgtest.CPUTime(b, f.DB)
				b.StartTimer()
				load(set)
				b.StopTimer()
				wal += walPosition(b, f.DB) - before
				used += pgtest.CPUTime(b, f.DB) - busy
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(total), "ns/point")
			b.ReportMetric(float64(used.Nanoseconds())/float64(total), "cpu-ns/point")
			b.ReportMetric(float64(wal)/float64(total), "wal-B/point")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// benchYears keeps the fixtures of a year, which take long to make.
var benchYears sync.Map

func benchYear(b testing.TB, n int) *coretest.Metering {
	if f, ok := benchYears.Load(n); ok {
		return f.(*coretest.Metering)
	}
	f, sites := benchTown(b, n)
	var total int64
	for m := range 12 {
		set := benchMonth(civil.NewMonth(2025, 1).Add(m), sites, 1)
		total += points(set)
		_, err := f.Ingest.ImportDatasets(b.Context(), f.Organizer, f.Operation, []curvefile.Dataset{set})
		require.NoError(b, err)
	}
	_, err := f.DB.Pool().Exec(b.Context(), "vacuum analyze")
	require.NoError(b, err)
	var size int64
	require.NoError(b, f.DB.Pool().QueryRow(b.Context(), `select sum(pg_total_relation_size(c.oid)) from pg_class c
		where c.relkind = 'r' and (c.relname like 'series%' or c.relname like 'operation\_%')`).Scan(&size))
	b.Logf("%d sites: %.3f bytes on disk per point", n, float64(size)/float64(total))
	return f
}

// BenchmarkDashboard reads what the dashboard of an operation shows of 12 months:
// totals, curve and distribution, in process.
func BenchmarkDashboard(b *testing.B) {
	for _, n := range []int{100, 1000} {
		f := benchYear(b, n)
		for _, r := range []struct {
			name string
			days civil.Range
		}{{"year", coretest.Days("2025-01-01", "2025-12-31")}, {"shifted", coretest.Days("2025-01-15", "2025-12-20")}} {
			ask := map[string]func() error{
				"totals": func() error {
					_, err := f.Dashboard.OperationMetrics(b.Context(), f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: r.days})
					return err
				},
				"curve": func() error {
					_, err := f.Drawing.OperationCurve(b.Context(), f.Organizer, drawing.CurveInput{OperationID: f.Operation, Days: r.days})
					return err
				},
				"distribution": func() error {
					_, err := f.Distribution.Distribution(b.Context(), f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: r.days, Top: 10})
					return err
				},
			}
			for _, name := range []string{"totals", "curve", "distribution"} {
				b.Run(fmt.Sprintf("%s/%s/sites=%d", name, r.name, n), func(b *testing.B) {
					busy, n := pgtest.CPUTime(b, f.DB), 0
					for b.Loop() {
						if err := ask[name](); err != nil {
							b.Fatal(err)
						}
						n++
					}
					b.ReportMetric(float64((pgtest.CPUTime(b, f.DB)-busy).Nanoseconds())/float64(n), "cpu-ns/op")
				})
			}
		}
	}
}
