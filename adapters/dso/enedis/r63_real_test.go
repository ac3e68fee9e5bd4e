//go:build real

package enedis_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// TestRealR63 reads the real file of domain 3.3 and compares with its known figures.
func TestRealR63(t *testing.T) {
	t.Parallel()
	found, err := filepath.Glob(filepath.Join(realData(t), "dso", "enedis_r63", "*.csv"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	set := readFile(t, found[0])
	require.Equal(t, "R63", set.Format)
	require.Len(t, set.Readings, 1)
	r := set.Readings[0]
	require.Equal(t, metering.Conso, r.Nature)
	require.Equal(t, 3, r.Doubtful)
	require.Empty(t, set.Warnings)

	var total, values energy.MilliWh
	months := map[string]energy.MilliWh{}
	steps := map[int32]int{}
	suspect := 0
	for _, run := range r.Runs {
		steps[run.Step] += len(run.Values)
		for i, v := range run.Values {
			at := time.Unix(run.Start+int64(i)*int64(run.Step), 0)
			months[civil.MonthOf(civil.Paris.DateOf(at)).String()] += v
			total += v
			values++
			if run.Quality != nil && run.Quality[i] == loadcurve.Suspect {
				suspect++
			}
		}
	}
	require.Equal(t, energy.MilliWh(34_733), values)
	require.Equal(t, map[int32]int{1800: 34_733 - 307, 3600: 307}, steps)
	require.Equal(t, 3, suspect)
	wattHours := func(e energy.MilliWh) int64 { return int64(e+500) / 1000 }
	require.Equal(t, int64(27_370_227), wattHours(total))
	require.Equal(t, int64(1_077_692), wattHours(months["2023-10"]))
	require.Equal(t, int64(1_897_068), wattHours(months["2024-01"]))
	require.Equal(t, int64(987_886), wattHours(months["2024-07"]))
	require.Equal(t, int64(861_892), wattHours(months["2024-10"]))
	requireWholeChangeDays(t, r.Runs)
}

// requireWholeChangeDays wants every step of the days when the clock changed.
func requireWholeChangeDays(t *testing.T, runs []curvefile.Run) {
	t.Helper()
	for day, steps := range map[string]int{"2023-03-26": 46, "2023-10-29": 50, "2024-03-31": 46, "2024-10-27": 50} {
		d, err := civil.ParseDate(day)
		require.NoError(t, err)
		from, to := civil.Paris.Start(d).Unix(), civil.Paris.Start(d+1).Unix()
		n := 0
		for _, run := range runs {
			for i := range run.Values {
				if at := run.Start + int64(i)*int64(run.Step); at >= from && at < to {
					n++
				}
			}
		}
		require.Equal(t, steps, n, day)
	}
}

func realData(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("PMO_REAL_DATA")
	if folder == "" {
		folder = "../../../../shared/data"
	}
	require.DirExists(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	return folder
}

func readFile(t *testing.T, path string) curvefile.Dataset {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	reader := files.New(files.DefaultLimits(), enedis.R63{}, acccsv.Long{})
	sets, err := reader.Read(context.Background(), filepath.Base(path), info.Size(),
		func() (io.ReadCloser, error) { return os.Open(path) }, civil.Paris)
	require.NoError(t, err)
	require.Len(t, sets, 1)
	return sets[0]
}
