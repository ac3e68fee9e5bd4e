package sibelga_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// BenchmarkQuarters reads a quarter-hour file of some 200 MB and says how much memory
// it holds at its end, beside the file.
func BenchmarkQuarters(b *testing.B) {
	month := civil.NewMonth(2025, 10)
	m := sharing(b, month, month.Range(), plain)
	point := m.Points[1]
	m.Points = nil
	for i := range 500 {
		p := point
		p.EAN = fmt.Sprintf("5414489%011d", i)
		m.Points = append(m.Points, p)
	}
	var content bytes.Buffer
	require.NoError(b, m.Quarters(&content, sibelga.Newer))
	b.SetBytes(int64(content.Len()))
	points := 0
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		set, err := sibelga.WallClock().Read(b.Context(), files.Input{Name: "q.csv", Reader: bytes.NewReader(content.Bytes()), Zone: civil.Brussels})
		require.NoError(b, err)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapInuse-before.HeapInuse)/1e6, "MB-held")
		points = pointsOf(set)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*points), "ns/point")
}

func pointsOf(set curvefile.Dataset) (n int) {
	for _, r := range set.Readings {
		for _, run := range r.Runs {
			n += len(run.Values)
		}
	}
	return n
}
