package acccsv_test

import (
	"bytes"
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
)

// monthOfSites is a month of quarters for sites, line by line in the order of sites, or
// in the order of time.
func monthOfSites(sites int, bySite bool) ([]byte, int) {
	const steps = 31 * 96
	var out bytes.Buffer
	out.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	start := civil.Paris.Start(civil.NewDate(2026, time.July, 1)).In(civil.Paris.Location())
	line := func(site, step int) {
		at := start.Add(time.Duration(step) * 15 * time.Minute).Format("2006-01-02T15:04:05-07:00")
		fmt.Fprintf(&out, "99%012d;CONSO;%s;PT15M;%d;W;D\n", site, at, (site*7919+step*step)%3000)
	}
	if bySite {
		for site := range sites {
			for step := range steps {
				line(site, step)
			}
		}
		return out.Bytes(), sites * steps
	}
	for step := range steps {
		for site := range sites {
			line(site, step)
		}
	}
	return out.Bytes(), sites * steps
}

func benchmarkRead(b *testing.B, bySite bool) {
	data, values := monthOfSites(100, bySite)
	b.SetBytes(int64(len(data)))
	b.ResetTimer()
	before := cpu(b)
	for b.Loop() {
		set, err := acccsv.Long{}.Read(context.Background(), files.Input{Name: "bench.csv", Reader: bytes.NewReader(data), Zone: civil.Paris})
		require.NoError(b, err)
		require.Len(b, set.Readings, 100)
	}
	b.ReportMetric(float64(values)*float64(b.N)/(cpu(b)-before).Seconds()/1e6, "Mpoints/cpu-s")
}

// cpu is the processor time of this process: others may share the machine.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkReadBySite(b *testing.B) { benchmarkRead(b, true) }
func BenchmarkReadByTime(b *testing.B) { benchmarkRead(b, false) }
