package fake_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestSibelgaPortalIsReadBack writes curves as a customer's account exports them, by
// register, and reads them back equal, over the nights when clocks change.
func TestSibelgaPortalIsReadBack(t *testing.T) {
	t.Parallel()
	eans := strings.NewReplacer("99000000000010", "541448920000000010", "99000000000011", "541448920000000027")
	rapid.Check(t, func(t *rapid.T) {
		want, _ := drawReadings(t, 900, false, metering.Conso, metering.Prod)
		for i := range want {
			want[i].DsoID = eans.Replace(want[i].DsoID)
		}
		var out bytes.Buffer
		require.NoError(t, fake.WritePortal(&out, want))
		sets, err := files.New(files.DefaultLimits(), sibelga.Monthly{}, sibelga.WallClock(), sibelga.GMT(), sibelga.Portal{}).Read(context.Background(), "export.csv",
			int64(out.Len()), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out.Bytes())), nil }, civil.Brussels)
		require.NoError(t, err)
		require.Equal(t, sibelga.FormatPortal, sets[0].Format)
		require.Equal(t, bare(want), bare(sets[0].Readings))
	})
}

func TestSibelgaPortalHasQuartersOfWhatAMeterCounts(t *testing.T) {
	t.Parallel()
	run := curvefile.Run{Start: 0, Step: 1800}
	require.ErrorContains(t, fake.WritePortal(io.Discard, []curvefile.Readings{{Nature: metering.Conso, Runs: []curvefile.Run{run}}}), "1800 seconds")
	require.ErrorContains(t, fake.WritePortal(io.Discard, []curvefile.Readings{{Nature: metering.Autoconso}}), "no Autoconso")
}
