package enedis_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
)

// BenchmarkReadR63 reads two years of half hours of ten sites.
func BenchmarkReadR63(b *testing.B) {
	var out bytes.Buffer
	out.WriteString(header)
	start := civil.Paris.Start(civil.NewDate(2024, time.January, 1)).In(civil.Paris.Location())
	const sites, steps = 10, 731 * 48
	for site := range sites {
		for step := range steps {
			at := start.Add(time.Duration(step+1) * 30 * time.Minute).Format(time.DateTime)
			fmt.Fprintf(&out, "99%012d;2024-01-01 00:00:00;2026-01-01 00:00:00;PA;CONS;BRUT;W;%s;%d;B;PT30M;0;0\n", site, at, (site*7919+step*step)%3000)
		}
	}
	b.SetBytes(int64(out.Len()))
	for b.Loop() {
		set, err := enedis.R63{}.Read(context.Background(), files.Input{Name: "bench.csv", Reader: bytes.NewReader(out.Bytes()), Zone: civil.Paris})
		require.NoError(b, err)
		require.Len(b, set.Readings, sites)
	}
	b.ReportMetric(sites*steps*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpoints/s")
}
