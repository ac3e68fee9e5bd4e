package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
)

// TestCO2IsToldWithItsFunctionalityOnly, of an operation and of a site.
func TestCO2IsToldWithItsFunctionalityOnly(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	told := func() []bool {
		all, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: october})
		require.NoError(t, err)
		one, err := f.service.Dashboard.ParticipantMetrics(t.Context(), f.organizer, dashboard.MetricsInput{ParticipantID: f.sites["A"], Days: october})
		require.NoError(t, err)
		return []bool{all.CO2Kg != nil, one.CO2Kg != nil}
	}
	require.Equal(t, []bool{true, true}, told())
	f.exec(t, "update operations set functionalities = '{}'")
	require.Equal(t, []bool{false, false}, told())
}

// TestOthersAreThreeAtLeast: a sum of two would tell one of them what the other has.
func TestOthersAreThreeAtLeast(t *testing.T) {
	t.Parallel()
	day := curveDays(t, "2026-10-05", "2026-10-05")
	for consumers, told := range map[int]bool{3: false, 4: true} {
		var sites []fixtureSite
		watts := map[string]int64{}
		for _, one := range []string{"A", "B", "C", "D"}[:consumers] {
			sites, watts["9900000000000"+one] = append(sites, fixtureSite{name: one, dsoID: "9900000000000" + one, producer: false, from: "2026-01-01", to: ""}), 1000
		}
		f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), sites)
		f.put(t, metering.Conso, curvefile.StatusDefinitive, day, watts)
		f.put(t, metering.Autoconso, curvefile.StatusDefinitive, day, watts)
		own := policyParticipant(f, "A", civil.Range{From: day.From.AddMonths(-6), To: civil.Forever})
		lines, _, _, err := f.service.Dashboard.Group(t.Context(), own, dashboard.GroupInput{OperationID: f.operationID, Side: metering.Consumer, Days: day})
		require.NoError(t, err)
		d, err := f.service.Distribution.Distribution(t.Context(), own, distribution.DistributionInput{OperationID: f.operationID, Days: day})
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
