package ingest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
)

// Days to come are not missing; in the running month a file lacks what another site of it
// has, and in one that is over all that is not there.
func TestOnlyPastDaysAreMissing(t *testing.T) {
	t.Parallel()
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "A", DsoID: "99000000000001", From: "2026-09-01"}, {Name: "B", DsoID: "99000000000002", From: "2026-09-01"}}...)
	f.Clock = time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	missing := func(days civil.Range, watts map[string]int64) int {
		return f.Put(metering.Conso, curvefile.StatusDefinitive, days, watts).Sites[0].Missing
	}
	both := map[string]int64{"99000000000001": 1000, "99000000000002": 1000}
	require.Zero(t, missing(coretest.Days("2026-10-01", "2026-10-15"), both), "the operator is some days behind")
	result, err := f.Ingest.ImportDatasets(t.Context(), f.Organizer, f.Operation, []curvefile.Dataset{
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, coretest.Days("2026-10-16", "2026-10-17"), map[string]int64{"99000000000001": 1000}),
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, coretest.Days("2026-10-16", "2026-10-16"), map[string]int64{"99000000000002": 1000})})
	require.NoError(t, err)
	require.Equal(t, []int{0, 96}, []int{result.Sites[0].Missing, result.Sites[1].Missing}, "the 17th of the second")
	require.Equal(t, 28*96, missing(coretest.Days("2026-09-29", "2026-09-30"), both), "September is over")
	m, err := f.Dashboard.OperationMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: coretest.Days("2026-10-01", "2026-10-31")})
	require.NoError(t, err)
	require.Equal(t, 3, m.MissingDays, "the 17th to the 19th")
}
