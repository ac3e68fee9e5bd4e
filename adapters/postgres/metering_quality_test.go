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
	"github.com/openpmo/pmo/core/metering/definitive"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// A sum is worth what the worst of its sites is, at every resolution; a gap stays one.
func TestASumIsWorthItsWorstSite(t *testing.T) {
	t.Parallel()
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "A", dsoID: "99000000000001", producer: false, from: "2026-09-01", to: ""}, {name: "B", dsoID: "99000000000002", producer: false, from: "2026-09-01", to: ""}})
	f.put(t, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2026-09-01", "2026-09-04"), map[string]int64{"99000000000001": 1000})
	f.put(t, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2026-09-01", "2026-09-01"), map[string]int64{"99000000000002": 1000})
	f.put(t, metering.Conso, curvefile.StatusProvisional, curveDays(t, "2026-09-02", "2026-09-02"), map[string]int64{"99000000000002": 1000})
	f.put(t, metering.Conso, curvefile.StatusEstimated, curveDays(t, "2026-09-03", "2026-09-03"), map[string]int64{"99000000000002": 1000})
	ask := func(resolution drawing.Resolution) drawing.CurveSeries {
		curve, err := f.service.Drawing.OperationCurve(t.Context(), f.organizer, drawing.CurveInput{OperationID: f.operationID, Natures: []metering.Nature{metering.Conso},
			Days: curveDays(t, "2026-09-01", "2026-09-04"), Resolution: resolution, Quality: true})
		require.NoError(t, err)
		require.Equal(t, curve.Series[0].Qualities.Len(), len(curve.Series[0].Values))
		return curve.Series[0]
	}
	want := func(n int) loadcurve.Runs {
		return loadcurve.Runs{{Quality: loadcurve.Definitive, Count: n}, {Quality: loadcurve.Provisional, Count: n},
			{Quality: loadcurve.Estimated, Count: n}, {Quality: loadcurve.Missing, Count: n}}
	}
	for resolution, n := range map[drawing.Resolution]int{drawing.Raw: 96, drawing.Hour: 24, drawing.Daily: 1} {
		series := ask(resolution)
		require.Equal(t, want(n), series.Qualities, resolution)
		require.EqualValues(t, drawing.Gap, series.Values[3*n])
	}
	require.Equal(t, loadcurve.Runs{{Quality: loadcurve.Missing, Count: 1}}, ask(drawing.Monthly).Qualities)

	declared := curveDays(t, "2026-09-01", "2026-09-30").From
	_, err := f.service.Definitive.DeclareDefinitive(t.Context(), f.organizer, definitive.DeclareInput{OperationID: f.operationID, Month: civil.MonthOf(declared), Reason: "relu"})
	require.NoError(t, err)
	require.Equal(t, loadcurve.Runs{{Quality: loadcurve.Definitive, Count: 2}, {Quality: loadcurve.Estimated, Count: 1}, {Quality: loadcurve.Missing, Count: 1}},
		ask(drawing.Daily).Qualities, "what is estimated stays so")
}

func TestTotalsAreComparedWithTheYearBefore(t *testing.T) {
	t.Parallel()
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "A", dsoID: "99000000000001", producer: false, from: "2025-01-01", to: ""}, {name: "B", dsoID: "99000000000002", producer: false, from: "2026-01-01", to: ""}})
	for year, watts := range map[string]int64{"2025": 1000, "2026": 2000} {
		f.put(t, metering.Conso, curvefile.StatusDefinitive, curveDays(t, year+"-09-01", year+"-09-30"), map[string]int64{"99000000000001": watts})
	}
	days := curveDays(t, "2026-09-11", "2026-09-20")
	ten := 240 * energy.KilowattHour
	one, err := f.service.Dashboard.ParticipantMetrics(t.Context(), f.organizer, dashboard.MetricsInput{ParticipantID: f.sites["A"], Days: days})
	require.NoError(t, err)
	all, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	lines, _, _, err := f.service.Dashboard.Group(t.Context(), f.organizer, dashboard.GroupInput{OperationID: f.operationID, Side: metering.Consumer, Days: days})
	require.NoError(t, err)
	for name, m := range map[string]dashboard.Metrics{"site": one, "operation": all, "line": lines[0].Metrics} {
		require.Equal(t, 2*ten, m.Values[metering.Conso].Energy, name)
		require.Equal(t, 2*ten, m.Previous[metering.Conso].Energy, name)
		require.Equal(t, ten, m.YearBefore[metering.Conso].Energy, name)
		require.Equal(t, curveDays(t, "2025-09-11", "2025-09-20"), m.YearBeforeDays, name)
	}
	require.Equal(t, &dashboard.Compared{Days: 10, Energies: map[metering.Nature]dashboard.ComparedEnergy{metering.Conso: {Days: 10, Energy: 2 * ten, Before: ten}}}, one.YearBeforeCompared)
	require.Nil(t, all.YearBeforeCompared, "not all that takes part now is known")
	require.Nil(t, lines[0].Metrics.YearBeforeCompared)
	f.comparesBesideCurves(t, days, one.YearBeforeCompared)
	other, err := f.service.Dashboard.ParticipantMetrics(t.Context(), f.organizer, dashboard.MetricsInput{ParticipantID: f.sites["B"], Days: days})
	require.NoError(t, err)
	require.Empty(t, other.YearBefore)
	// What is remembered of the year before is forgotten with its month.
	f.put(t, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2025-09-11", "2025-09-20"), map[string]int64{"99000000000001": 500})
	again, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: days, Known: all.Tag})
	require.NoError(t, err)
	require.Equal(t, ten/2, again.YearBefore[metering.Conso].Energy)
}

// comparesBesideCurves: curves come with the same comparison as metrics, where it is asked for.
func (f *meteringFixture) comparesBesideCurves(t *testing.T, days civil.Range, want *dashboard.Compared) {
	t.Helper()
	in := drawing.CurveInput{ParticipantID: f.sites["A"], Days: days, Resolution: drawing.Monthly}
	plain, err := f.service.Drawing.ParticipantCurve(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Nil(t, plain.Compared)
	in.Compare, in.Known = dashboard.WithYearBefore, plain.Tag
	curve, err := f.service.Drawing.ParticipantCurve(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Equal(t, want, curve.Compared)
	in.Known = curve.Tag
	curve, err = f.service.Drawing.ParticipantCurve(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.True(t, curve.Unchanged)
	f.put(t, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2025-09-11", "2025-09-11"), map[string]int64{"99000000000001": 1001})
	curve, err = f.service.Drawing.ParticipantCurve(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.False(t, curve.Unchanged, "what it is compared with has changed")
}

// Days to come are not missing; in the running month a file lacks what another site of it
// has, and in one that is over all that is not there.
func TestOnlyPastDaysAreMissing(t *testing.T) {
	t.Parallel()
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "A", dsoID: "99000000000001", producer: false, from: "2026-09-01", to: ""}, {name: "B", dsoID: "99000000000002", producer: false, from: "2026-09-01", to: ""}})
	missing := func(days civil.Range, watts map[string]int64) int {
		return f.put(t, metering.Conso, curvefile.StatusDefinitive, days, watts).Sites[0].Missing
	}
	both := map[string]int64{"99000000000001": 1000, "99000000000002": 1000}
	require.Zero(t, missing(curveDays(t, "2026-10-01", "2026-10-15"), both), "the operator is some days behind")
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2026-10-16", "2026-10-17"), map[string]int64{"99000000000001": 1000}),
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, curveDays(t, "2026-10-16", "2026-10-16"), map[string]int64{"99000000000002": 1000})})
	require.NoError(t, err)
	require.Equal(t, []int{0, 96}, []int{result.Sites[0].Missing, result.Sites[1].Missing}, "the 17th of the second")
	require.Equal(t, 28*96, missing(curveDays(t, "2026-09-29", "2026-09-30"), both), "September is over")
	m, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: curveDays(t, "2026-10-01", "2026-10-31")})
	require.NoError(t, err)
	require.Equal(t, 3, m.MissingDays, "the 17th to the 19th")
}

// The autumn day has an hour twice, the spring day one less.
func TestHoursOfTheWallClock(t *testing.T) {
	t.Parallel()
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "A", dsoID: "99000000000001", producer: false, from: "2026-01-01", to: ""}})
	for _, day := range []string{"2026-03-29", "2026-10-25"} {
		f.put(t, metering.Conso, curvefile.StatusProvisional, curveDays(t, day, day), map[string]int64{"99000000000001": 1000})
	}
	in := drawing.HoursInput{OperationID: f.operationID, Nature: metering.Conso, Days: curveDays(t, "2026-03-28", "2026-03-29")}
	m, err := f.service.Drawing.HeatMap(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Equal(t, []bool{false, true}, []bool{m.Rows[0].Provisional, m.Rows[1].Provisional})
	require.EqualValues(t, drawing.Gap, m.Rows[0].Values[0])
	require.EqualValues(t, drawing.Gap, m.Rows[1].Values[2], "the hour that spring leaves out")
	require.EqualValues(t, energy.KilowattHour, m.Rows[1].Values[3])

	in.Days = curveDays(t, "2026-10-25", "2026-10-25")
	p, err := f.service.Drawing.HourProfile(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Equal(t, 1, p.Counted)
	require.EqualValues(t, energy.KilowattHour, p.Means[2])
	require.EqualValues(t, 2*energy.KilowattHour, p.Totals[2], "both count")
	m, err = f.service.Drawing.HeatMap(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.EqualValues(t, energy.KilowattHour, m.Highest, "of one hour")
	var day int64
	for _, v := range m.Rows[0].Values {
		day += v
	}
	require.EqualValues(t, 25*energy.KilowattHour, day, "the hours add up to the day")
	in.ParticipantID = f.sites["A"]
	own, err := f.service.Drawing.HourProfile(t.Context(), f.organizer, in)
	require.NoError(t, err)
	require.Equal(t, p.Totals, own.Totals)
}
