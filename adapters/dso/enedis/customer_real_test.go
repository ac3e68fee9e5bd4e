//go:build real

package enedis_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestRealCustomerWorkbook has a week of the meter of the real R63, value by value.
func TestRealCustomerWorkbook(t *testing.T) {
	t.Parallel()
	week := valuesOf(t, "enedis_client_xlsx", "*.xlsx")
	years := valuesOf(t, "enedis_r63", "*.csv")
	require.Equal(t, years.DsoID, week.DsoID)
	require.Equal(t, metering.Conso, week.Nature)
	values := 0
	known := byStart(years)
	for at, v := range byStart(week) {
		require.Equal(t, known[at], v, "at %d", at)
		values++
	}
	require.Equal(t, 7*48-1, values, "the portal left out the last half hour")
}

func valuesOf(t *testing.T, elements ...string) curvefile.Readings {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(append([]string{realData(t), "dso"}, elements...)...))
	require.NoError(t, err)
	require.Len(t, found, 1)
	info, err := os.Stat(found[0])
	require.NoError(t, err)
	sets, err := files.New(files.DefaultLimits(), enedis.R63{}, enedis.CustomerXLSX{}).Read(context.Background(),
		filepath.Base(found[0]), info.Size(), func() (io.ReadCloser, error) { return os.Open(found[0]) }, civil.Paris)
	require.NoError(t, err)
	require.Len(t, sets[0].Readings, 1)
	return sets[0].Readings[0]
}

// byStart lists values by the start of their step and its length.
func byStart(r curvefile.Readings) map[[2]int64]energy.MilliWh {
	out := map[[2]int64]energy.MilliWh{}
	for _, run := range r.Runs {
		for i, v := range run.Values {
			out[[2]int64{run.Start + int64(i)*int64(run.Step), int64(run.Step)}] = v
		}
	}
	return out
}
