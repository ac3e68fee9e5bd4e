package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// Seen from one producer, what was received is what came from there; what came from the
// others is no complement: it and the rate are those of the site.
func TestComplementStaysTheSitesOwn(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	ctx := t.Context()
	in := dashboard.MetricsInput{ParticipantID: f.sites["A"], Days: october}
	all, err := f.service.Dashboard.ParticipantMetrics(ctx, f.organizer, in)
	require.NoError(t, err)
	require.Nil(t, all.Received)
	var sum energy.MilliWh
	for _, producer := range []string{"P1", "P2", "P3"} {
		in.ProducerID = f.sites[producer]
		m, err := f.service.Dashboard.ParticipantMetrics(ctx, f.organizer, in)
		require.NoError(t, err)
		require.Equal(t, all.Complement, m.Complement, producer)
		require.Equal(t, all.SelfProduction, m.SelfProduction, producer)
		require.Equal(t, all.Values[metering.Autoconso].Energy, *m.Received, producer)
		require.Less(t, m.Values[metering.Autoconso].Energy, *m.Received, producer)
		sum += m.Values[metering.Autoconso].Energy
	}
	require.Equal(t, all.Values[metering.Autoconso].Energy, sum)

	question := drawing.CurveInput{ParticipantID: f.sites["A"], Days: october, Natures: []metering.Nature{metering.Autoconso}, Resolution: drawing.Daily}
	whole, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, question)
	require.NoError(t, err)
	require.Nil(t, whole.Received)
	question.ProducerID = f.sites["P1"]
	seen, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, question)
	require.NoError(t, err)
	require.Equal(t, whole.Series[0].Values, seen.Received.Values)
	require.NotEqual(t, whole.Series[0].Values, seen.Series[0].Values)
}

// Of a site only the days of its activation are owed; and what a period is compared with
// says what it lacks.
func TestMissingDaysAreThoseOfTheActivation(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	ctx := t.Context()
	for name, days := range map[string]civil.Range{"C": october, "D": october, "P3": october} {
		m, err := f.service.Dashboard.ParticipantMetrics(ctx, f.organizer, dashboard.MetricsInput{ParticipantID: f.sites[name], Days: days})
		require.NoError(t, err)
		require.Zero(t, m.MissingDays, name)
		require.Equal(t, map[bool]int{true: 30, false: 0}[name != "D"], m.PreviousMissing, "%s: September has no data", name)
	}
	m, err := f.service.Dashboard.OperationMetrics(ctx, f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: curveDays(t, "2026-09-25", "2026-10-05")})
	require.NoError(t, err)
	require.Equal(t, 6, m.MissingDays)
}

// The picture of flows: each consumer's line receives what its flows bring, to the
// milliwatt-hour (rows exact, domain 6.6); a producer's line misses its flows by no more
// than they are rounded; percentages add up.
func TestFlowsAndPercentagesAddUp(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	for _, top := range []int{1, 2, 100} {
		d, err := f.service.Distribution.Distribution(t.Context(), f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: october, Top: top})
		require.NoError(t, err)
		to, from := map[id.ID]energy.MilliWh{}, map[id.ID]energy.MilliWh{}
		for _, flow := range d.Flows {
			to[flow.ConsumerID] += flow.Shared
			from[flow.ProducerID] += flow.Shared
		}
		for _, line := range d.Consumers {
			require.Equal(t, line.Shared, to[line.ParticipantID], "%s of %d", line.Name, top)
		}
		for _, line := range d.Producers {
			require.InDelta(t, int64(line.Shared), int64(from[line.ParticipantID]), 4*2980, "%s of %d", line.Name, top) // 1 mWh a consumer and step
			require.Equal(t, line.Production, line.Shared+line.Surplus, line.Name)
		}
		var sum int64
		for _, units := range d.Percentages() {
			sum += units
		}
		require.EqualValues(t, 1_000_000, sum)
		require.Zero(t, d.MissingDays)
	}
}

// Observers have no site: their group is empty, not refused.
func TestTheGroupOfObserversIsEmpty(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	lines, tag, _, err := f.service.Dashboard.Group(t.Context(), f.organizer, dashboard.GroupInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Empty(t, lines)
	require.NotEmpty(t, tag)
	lines, _, _, err = f.service.Dashboard.Group(t.Context(), f.organizer, dashboard.GroupInput{OperationID: f.operationID, Days: october, Side: metering.Consumer})
	require.NoError(t, err)
	require.Len(t, lines, 4)
	one, err := f.service.Dashboard.ParticipantMetrics(t.Context(), f.organizer, dashboard.MetricsInput{ParticipantID: lines[0].ParticipantID, Days: october})
	require.NoError(t, err)
	require.Equal(t, one.Complement, lines[0].Metrics.Complement)
	require.InDelta(t, *one.SelfProduction, *lines[0].Metrics.SelfProduction, 0)
}
