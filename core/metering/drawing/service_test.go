package drawing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
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
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "A", DsoID: "99000000000001", From: "2026-09-01"}, {Name: "B", DsoID: "99000000000002", From: "2026-09-01"}}...)
	f.Clock = time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	f.Put(metering.Conso, curvefile.StatusDefinitive, coretest.Days("2026-09-01", "2026-09-05"), map[string]int64{"99000000000001": 1000})
	f.Put(metering.Conso, curvefile.StatusDefinitive, coretest.Days("2026-09-01", "2026-09-01"), map[string]int64{"99000000000002": 1000})
	f.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-09-02", "2026-09-02"), map[string]int64{"99000000000002": 1000})
	f.Put(metering.Conso, curvefile.StatusEstimated, coretest.Days("2026-09-03", "2026-09-03"), map[string]int64{"99000000000002": 1000})
	// The fifth day is provisional for six hours, then lacks for six.
	night, noon := coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-09-05", "2026-09-05"), map[string]int64{"99000000000002": 1000}),
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, coretest.Days("2026-09-05", "2026-09-05"), map[string]int64{"99000000000002": 1000})
	first, rest := &night.Readings[0].Runs[0], &noon.Readings[0].Runs[0]
	first.Values, rest.Values, rest.Start = first.Values[:24], rest.Values[48:], rest.Start+12*3600
	f.Load(night, noon)
	ask := func(resolution drawing.Resolution) drawing.CurveSeries {
		curve, err := f.Drawing.OperationCurve(t.Context(), f.Organizer, drawing.CurveInput{OperationID: f.Operation, Natures: []metering.Nature{metering.Conso},
			Days: coretest.Days("2026-09-01", "2026-09-05"), Resolution: resolution, Quality: true})
		require.NoError(t, err)
		require.Equal(t, curve.Series[0].Qualities.Len(), len(curve.Series[0].Values))
		return curve.Series[0]
	}
	want := func(n int) loadcurve.Runs {
		return loadcurve.Runs{{Quality: loadcurve.Definitive, Count: n}, {Quality: loadcurve.Provisional, Count: n},
			{Quality: loadcurve.Estimated, Count: n}, {Quality: loadcurve.Missing, Count: n}}
	}
	for resolution, n := range map[drawing.Resolution]int{drawing.Raw: 96, drawing.Hour: 24} {
		series := ask(resolution)
		require.Equal(t, append(want(n), loadcurve.Run{Quality: loadcurve.Provisional, Count: n / 4}, loadcurve.Run{Quality: loadcurve.Missing, Count: n / 4},
			loadcurve.Run{Quality: loadcurve.Definitive, Count: n / 2}), series.Qualities, resolution)
		require.EqualValues(t, drawing.Gap, series.Values[3*n])
	}
	require.Equal(t, want(1).Add(loadcurve.Missing, 1), ask(drawing.Daily).Qualities)
	require.Equal(t, loadcurve.Runs{{Quality: loadcurve.Missing, Count: 1}}, ask(drawing.Monthly).Qualities)

	declared := coretest.Days("2026-09-01", "2026-09-30").From
	_, err := f.Definitive.DeclareDefinitive(t.Context(), f.Organizer, definitive.DeclareInput{OperationID: f.Operation, Month: civil.MonthOf(declared), Reason: "relu"})
	require.NoError(t, err)
	require.Equal(t, loadcurve.Runs{{Quality: loadcurve.Definitive, Count: 2}, {Quality: loadcurve.Estimated, Count: 1}, {Quality: loadcurve.Missing, Count: 2}},
		ask(drawing.Daily).Qualities, "what is estimated stays so")
}

// The autumn day has an hour twice, the spring day one less.
func TestHoursOfTheWallClock(t *testing.T) {
	t.Parallel()
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "A", DsoID: "99000000000001", From: "2026-01-01"}}...)
	f.Clock = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, day := range []string{"2026-03-29", "2026-10-25"} {
		f.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days(day, day), map[string]int64{"99000000000001": 1000})
	}
	in := drawing.HoursInput{OperationID: f.Operation, Nature: metering.Conso, Days: coretest.Days("2026-03-28", "2026-03-29")}
	m, err := f.Drawing.HeatMap(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, []bool{false, true}, []bool{m.Rows[0].Provisional, m.Rows[1].Provisional})
	require.EqualValues(t, drawing.Gap, m.Rows[0].Values[0])
	require.EqualValues(t, drawing.Gap, m.Rows[1].Values[2], "the hour that spring leaves out")
	require.EqualValues(t, energy.KilowattHour, m.Rows[1].Values[3])

	in.Days = coretest.Days("2026-10-25", "2026-10-25")
	p, err := f.Drawing.HourProfile(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, 1, p.Counted)
	require.EqualValues(t, energy.KilowattHour, p.Means[2])
	require.EqualValues(t, 2*energy.KilowattHour, p.Totals[2], "both count")
	m, err = f.Drawing.HeatMap(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.EqualValues(t, energy.KilowattHour, m.Highest, "of one hour")
	var day int64
	for _, v := range m.Rows[0].Values {
		day += v
	}
	require.EqualValues(t, 25*energy.KilowattHour, day, "the hours add up to the day")
	in.ParticipantID = f.Sites["A"]
	own, err := f.Drawing.HourProfile(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, p.Totals, own.Totals)
}

func TestCurvesOfAProsumer(t *testing.T) {
	t.Parallel()
	f, october := coretest.ProsumerTown(t), coretest.October.Range()
	ctx := t.Context()
	curve := func(site string, scope metering.Scope, natures ...metering.Nature) drawing.LoadCurve {
		c, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, drawing.CurveInput{ParticipantID: f.Sites[site], Scope: scope, Natures: natures,
			Days: october, Resolution: drawing.Daily})
		require.NoError(t, err)
		return c
	}
	both := curve("Martin", metering.ScopeGlobal)
	require.Len(t, both.Series, 4)
	for i, day := range []int64{24_000_000, 24_000_000, 16_500_000, 0} { // Conso, Prod, Autoconso, Surplus
		require.Equal(t, metering.ScopeGlobal, both.Series[i].Scope)
		require.Equal(t, day, both.Series[i].Values[0], both.Series[i].Nature)
	}
	given := curve("Martin", metering.ScopeProducer, metering.Autoconso)
	require.EqualValues(t, 24_000_000, given.Series[0].Values[0])
	none := curve("Mairie", "", metering.Prod)
	require.Empty(t, none.Series, "no curve, not one of gaps")
	require.Equal(t, "P1D", none.Step)

	for scope, perHour := range map[metering.Scope]int64{"": 687_500, metering.ScopeProducer: 1_000_000} {
		m, err := f.Drawing.HeatMap(ctx, f.Organizer, drawing.HoursInput{OperationID: f.Operation, ParticipantID: f.Sites["Martin"], Scope: scope,
			Nature: metering.Autoconso, Days: october})
		require.NoError(t, err)
		require.Equal(t, perHour, m.Rows[0].Values[12], scope)
	}
	empty, err := f.Drawing.HourProfile(ctx, f.Organizer, drawing.HoursInput{OperationID: f.Operation, ParticipantID: f.Sites["Mairie"],
		Nature: metering.Prod, Days: october})
	require.NoError(t, err)
	require.Zero(t, empty.Counted)

	file := func(scope metering.Scope, site id.ID, natures ...metering.Nature) (columns []metering.Nature) {
		e, err := f.Drawing.Export(ctx, f.Organizer, drawing.CurveInput{OperationID: f.Operation, ParticipantID: site, Scope: scope, Natures: natures,
			Days: october, Resolution: drawing.Daily})
		require.NoError(t, err)
		for _, s := range e.Series {
			require.NotContains(t, s.Values, int64(drawing.Gap))
			columns = append(columns, s.Nature)
		}
		return columns
	}
	made := []metering.Nature{metering.Prod, metering.Autoconso, metering.Surplus}
	require.Equal(t, made, file("", f.Sites["Martin"], made...), "each nature on the side that has it")
	require.Equal(t, made, file(metering.ScopeProducer, f.Sites["Martin"]))
	require.Equal(t, []metering.Nature{metering.Conso}, file("", f.Sites["Mairie"], metering.Conso, metering.Prod))
}

// TestACurveSaysTheEnergyOfTheTotals of the same days, drawn or not; a gap is never zero.
func TestACurveSaysTheEnergyOfTheTotals(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	ctx, october := t.Context(), coretest.October.Range()
	m := f.Metrics(october)
	require.Equal(t, 1, m.MissingDays)
	require.Equal(t, (11920-24*6)*energy.KilowattHour, m.Values[metering.Conso].Energy)
	c, err := f.Drawing.OperationCurve(ctx, f.Organizer, drawing.CurveInput{OperationID: f.Operation, Days: october, Resolution: drawing.Daily,
		Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.EqualValues(t, drawing.Gap, c.Series[0].Values[13])
	require.EqualValues(t, 24*16*energy.KilowattHour, c.Series[0].Values[12])
	require.EqualValues(t, 25*16*energy.KilowattHour, c.Series[0].Values[24], "25 October has 25 hours")
	of := f.Sites["Boulangerie"]
	site, err := f.Dashboard.ParticipantMetrics(ctx, f.Organizer, dashboard.MetricsInput{ParticipantID: of, Days: october})
	require.NoError(t, err)
	for _, resolution := range []drawing.Resolution{drawing.Raw, drawing.Hour, drawing.Daily, drawing.Monthly} {
		all, err := f.Drawing.OperationCurve(ctx, f.Organizer, drawing.CurveInput{OperationID: f.Operation, Days: october, Resolution: resolution})
		require.NoError(t, err)
		for _, series := range all.Series {
			require.Equal(t, m.Values[series.Nature].Energy, *series.Energy, "%s of %s", series.Nature, resolution)
		}
		own, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, drawing.CurveInput{ParticipantID: of, Days: october, Resolution: resolution})
		require.NoError(t, err)
		for _, series := range own.Series {
			require.Equal(t, site.Values[series.Nature].Energy, *series.Energy, "%s of a site of %s", series.Nature, resolution)
		}
	}
}
