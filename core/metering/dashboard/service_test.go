package dashboard_test

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
	"github.com/openpmo/pmo/core/metering/drawing"
)

// TestCO2IsToldWithItsFunctionalityOnly, of an operation and of a site.
func TestCO2IsToldWithItsFunctionalityOnly(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	told := func() []bool {
		all, err := f.Dashboard.OperationMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: october})
		require.NoError(t, err)
		one, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites["A"], Days: october})
		require.NoError(t, err)
		return []bool{all.CO2Kg != nil, one.CO2Kg != nil}
	}
	require.Equal(t, []bool{true, true}, told())
	f.Exec("update operations set functionalities = '{}'")
	require.Equal(t, []bool{false, false}, told())
}

// Seen from one producer, what was received is what came from there; what came from the
// others is no complement: it and the rate are those of the site.
func TestComplementStaysTheSitesOwn(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	ctx := t.Context()
	in := dashboard.MetricsInput{ParticipantID: f.Sites["A"], Days: october}
	all, err := f.Dashboard.ParticipantMetrics(ctx, f.Organizer, in)
	require.NoError(t, err)
	require.Nil(t, all.Received)
	var sum energy.MilliWh
	for _, producer := range []string{"P1", "P2", "P3"} {
		in.ProducerID = f.Sites[producer]
		m, err := f.Dashboard.ParticipantMetrics(ctx, f.Organizer, in)
		require.NoError(t, err)
		require.Equal(t, all.Complement, m.Complement, producer)
		require.Equal(t, all.SelfProduction, m.SelfProduction, producer)
		require.Equal(t, all.Values[metering.Autoconso].Energy, *m.Received, producer)
		require.Less(t, m.Values[metering.Autoconso].Energy, *m.Received, producer)
		sum += m.Values[metering.Autoconso].Energy
	}
	require.Equal(t, all.Values[metering.Autoconso].Energy, sum)

	question := drawing.CurveInput{ParticipantID: f.Sites["A"], Days: october, Natures: []metering.Nature{metering.Autoconso}, Resolution: drawing.Daily}
	whole, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, question)
	require.NoError(t, err)
	require.Nil(t, whole.Received)
	question.ProducerID = f.Sites["P1"]
	seen, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, question)
	require.NoError(t, err)
	require.Equal(t, whole.Series[0].Values, seen.Received.Values)
	require.NotEqual(t, whole.Series[0].Values, seen.Series[0].Values)
}

// Of a site only the days of its activation are owed; and what a period is compared with
// says what it lacks.
func TestMissingDaysAreThoseOfTheActivation(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	ctx := t.Context()
	for name, days := range map[string]civil.Range{"C": october, "D": october, "P3": october} {
		m, err := f.Dashboard.ParticipantMetrics(ctx, f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites[name], Days: days})
		require.NoError(t, err)
		require.Zero(t, m.MissingDays, name)
		require.Equal(t, map[bool]int{true: 30, false: 0}[name != "D"], m.PreviousMissing, "%s: September has no data", name)
	}
	m, err := f.Dashboard.OperationMetrics(ctx, f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: coretest.Days("2026-09-25", "2026-10-05")})
	require.NoError(t, err)
	require.Equal(t, 6, m.MissingDays)
}

// Observers have no site: their group is empty, not refused.
func TestTheGroupOfObserversIsEmpty(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	lines, tag, _, err := f.Dashboard.Group(t.Context(), f.Organizer, dashboard.GroupInput{OperationID: f.Operation, Days: october})
	require.NoError(t, err)
	require.Empty(t, lines)
	require.NotEmpty(t, tag)
	lines, _, _, err = f.Dashboard.Group(t.Context(), f.Organizer, dashboard.GroupInput{OperationID: f.Operation, Days: october, Side: metering.Consumer})
	require.NoError(t, err)
	require.Len(t, lines, 4)
	one, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: lines[0].ParticipantID, Days: october})
	require.NoError(t, err)
	require.Equal(t, one.Complement, lines[0].Metrics.Complement)
	require.InDelta(t, *one.SelfProduction, *lines[0].Metrics.SelfProduction, 0)
}

func TestTotalsAreComparedWithTheYearBefore(t *testing.T) {
	t.Parallel()
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "A", DsoID: "99000000000001", From: "2025-01-01"}, {Name: "B", DsoID: "99000000000002", From: "2026-01-01"}}...)
	f.Clock = time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	for year, watts := range map[string]int64{"2025": 1000, "2026": 2000} {
		f.Put(metering.Conso, curvefile.StatusDefinitive, coretest.Days(year+"-09-01", year+"-09-30"), map[string]int64{"99000000000001": watts})
	}
	days := coretest.Days("2026-09-11", "2026-09-20")
	ten := 240 * energy.KilowattHour
	one, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites["A"], Days: days})
	require.NoError(t, err)
	all, err := f.Dashboard.OperationMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: days})
	require.NoError(t, err)
	lines, _, _, err := f.Dashboard.Group(t.Context(), f.Organizer, dashboard.GroupInput{OperationID: f.Operation, Side: metering.Consumer, Days: days})
	require.NoError(t, err)
	for name, m := range map[string]dashboard.Metrics{"site": one, "operation": all, "line": lines[0].Metrics} {
		require.Equal(t, 2*ten, m.Values[metering.Conso].Energy, name)
		require.Equal(t, 2*ten, m.Previous[metering.Conso].Energy, name)
		require.Equal(t, ten, m.YearBefore[metering.Conso].Energy, name)
		require.Equal(t, coretest.Days("2025-09-11", "2025-09-20"), m.YearBeforeDays, name)
	}
	require.Equal(t, &dashboard.Compared{Days: 10, Energies: map[metering.Nature]dashboard.ComparedEnergy{metering.Conso: {Days: 10, Energy: 2 * ten, Before: ten}}}, one.YearBeforeCompared)
	require.Nil(t, all.YearBeforeCompared, "not all that takes part now is known")
	require.Nil(t, lines[0].Metrics.YearBeforeCompared)
	comparesBesideCurves(t, f, days, one.YearBeforeCompared)
	other, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites["B"], Days: days})
	require.NoError(t, err)
	require.Empty(t, other.YearBefore)
	// What is remembered of the year before is forgotten with its month.
	f.Put(metering.Conso, curvefile.StatusDefinitive, coretest.Days("2025-09-11", "2025-09-20"), map[string]int64{"99000000000001": 500})
	again, err := f.Dashboard.OperationMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: days, Known: []metering.Revision{all.Revision}})
	require.NoError(t, err)
	require.Equal(t, ten/2, again.YearBefore[metering.Conso].Energy)
}

// comparesBesideCurves: curves come with the same comparison as metrics, where it is asked for.
func comparesBesideCurves(t *testing.T, f *coretest.Metering, days civil.Range, want *dashboard.Compared) {
	t.Helper()
	in := drawing.CurveInput{ParticipantID: f.Sites["A"], Days: days, Resolution: drawing.Monthly}
	plain, err := f.Drawing.ParticipantCurve(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Nil(t, plain.Compared)
	in.Compare, in.Known = dashboard.WithYearBefore, []metering.Revision{plain.Revision}
	curve, err := f.Drawing.ParticipantCurve(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, want, curve.Compared)
	in.Known = []metering.Revision{curve.Revision}
	curve, err = f.Drawing.ParticipantCurve(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.True(t, curve.Unchanged)
	f.Put(metering.Conso, curvefile.StatusDefinitive, coretest.Days("2025-09-11", "2025-09-11"), map[string]int64{"99000000000001": 1001})
	curve, err = f.Drawing.ParticipantCurve(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.False(t, curve.Unchanged, "what it is compared with has changed")
}

// TestDaysWithData: of an operation and of a site, and those of them that are not definitive.
func TestDaysWithData(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	ctx := t.Context()
	f.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-11-02", "2026-11-03"), map[string]int64{"10000000000005": 1000})
	all, err := f.Dashboard.OperationDateRanges(ctx, f.Organizer, f.Operation, nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{coretest.Days("2026-09-01", "2026-10-31"), coretest.Days("2026-11-02", "2026-11-03")}, all.Uploaded)
	require.Equal(t, []civil.Range{coretest.Days("2026-10-14", "2026-10-14"), coretest.Days("2026-11-02", "2026-11-03")}, all.NonDefinitive, "a sum without one site is not final")
	require.Equal(t, "2026-09", all.LatestComplete.String(), "October has a hole")
	again, err := f.Dashboard.OperationDateRanges(ctx, f.Organizer, f.Operation, []metering.Revision{all.Revision})
	require.NoError(t, err)
	require.True(t, again.Unchanged)

	holed, err := f.Dashboard.ParticipantDateRanges(ctx, f.Organizer, f.Sites["Boulangerie"], nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{coretest.Days("2026-09-01", "2026-10-13"), coretest.Days("2026-10-15", "2026-10-31")}, holed.Uploaded)
	martin, err := f.Dashboard.ParticipantDateRanges(ctx, f.SiteAccount("Martin", civil.Range{From: coretest.Date("2026-10-20"), To: civil.Forever}), f.Sites["Martin"], nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{coretest.Days("2026-10-20", "2026-10-31"), coretest.Days("2026-11-02", "2026-11-03")}, martin.Uploaded, "its own dates")
	_, err = f.Dashboard.ParticipantDateRanges(ctx, f.Account("Martin"), f.Sites["Mairie"], nil)
	require.Error(t, err)
}

// TestCO2OfEnergyOnTheSpot counts with ACI: what a site made and used itself saves too.
func TestCO2OfEnergyOnTheSpot(t *testing.T) {
	t.Parallel()
	f := coretest.ProsumerTown(t)
	days := coretest.October.Range()
	plain := f.Metrics(days)
	f.Exec("update operations set functionalities = '{ACI,GES_KPI}' where id = $1", f.Operation)
	f.Put(metering.ProdExt, curvefile.StatusDefinitive, days, map[string]int64{"10000000000005": 1500})
	with := f.Metrics(days)
	require.Nil(t, plain.CO2KgWithACI)
	require.Equal(t, plain.CO2Kg, with.CO2Kg)
	const spot = prosumerHours * 0.5 * 0.0217 // kWh that it made and did not inject, kg that one of a solar panel avoids
	require.InDelta(t, spot, *with.CO2KgWithACI-*with.CO2Kg, 1e-9)
	require.Equal(t, plain.Values[metering.Autoconso], with.Values[metering.Autoconso])
	one, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites["Martin"], Scope: metering.ScopeGlobal, Days: days})
	require.NoError(t, err)
	require.Equal(t, prosumerHours*1500*energy.WattHour, one.Values[metering.ProdExt].Energy)
	require.InDelta(t, spot, *one.CO2KgWithACI-*one.CO2Kg, 1e-9)
}
