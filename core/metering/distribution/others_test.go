package distribution_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
)

// TestOthersAreThreeAtLeast: a sum of two would tell one of them what the other has.
func TestOthersAreThreeAtLeast(t *testing.T) {
	t.Parallel()
	day := coretest.Days("2026-10-05", "2026-10-05")
	for consumers, told := range map[int]bool{3: false, 4: true} {
		var sites []coretest.MeteredSite
		watts := map[string]int64{}
		for _, one := range []string{"A", "B", "C", "D"}[:consumers] {
			sites, watts["9900000000000"+one] = append(sites, coretest.MeteredSite{Name: one, DsoID: "9900000000000" + one, From: "2026-01-01"}), 1000
		}
		f := coretest.NewMetering(t, "ENEDIS", sites...)
		f.Clock = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		f.Put(metering.Conso, curvefile.StatusDefinitive, day, watts)
		f.Put(metering.Autoconso, curvefile.StatusDefinitive, day, watts)
		own := f.SiteAccount("A", civil.Range{From: day.From.AddMonths(-6), To: civil.Forever})
		lines, _, _, err := f.Dashboard.Group(t.Context(), own, dashboard.GroupInput{OperationID: f.Operation, Side: metering.Consumer, Days: day})
		require.NoError(t, err)
		d, err := f.Distribution.Distribution(t.Context(), own, distribution.DistributionInput{OperationID: f.Operation, Days: day})
		require.NoError(t, err)
		for _, n := range []int{len(lines), len(d.Consumers)} {
			require.Equal(t, map[bool]int{false: 1, true: 2}[told], n, "%d consumers", consumers)
		}
		if told {
			require.Equal(t, []int{3, 3}, []int{lines[1].Others, d.Consumers[1].Others})
			require.Equal(t, 3*24*energy.KilowattHour, lines[1].Metrics.Values[metering.Conso].Energy)
		}
	}
}
