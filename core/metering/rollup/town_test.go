package rollup_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func TestTownMonthIsSummedToTheMilliwattHour(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	first := f.Load(coretest.TownMonth(coretest.Days("2026-09-01", "2026-10-31"))...)
	require.False(t, first.Unchanged)
	require.Equal(t, 6, first.ChangedSites)
	require.Equal(t, 61, first.ChangedDays)
	require.Empty(t, first.Warnings)
	again := f.Load(coretest.TownMonth(october)...)
	require.True(t, again.Unchanged)
	require.Zero(t, again.ChangedDays)

	pairs, err := f.Billable.PairEnergy(ctx, f.Operation, october)
	require.NoError(t, err)
	require.Equal(t, map[metering.Pair]energy.MilliWh{
		{ConsumerID: f.Sites["Mairie"], ProducerID: f.Sites["Commune"]}:      1862_500_000,
		{ConsumerID: f.Sites["École"], ProducerID: f.Sites["Commune"]}:       931_250_000,
		{ConsumerID: f.Sites["CCAS"], ProducerID: f.Sites["Commune"]}:        1396_875_000,
		{ConsumerID: f.Sites["Boulangerie"], ProducerID: f.Sites["Commune"]}: 2793_750_000,
		{ConsumerID: f.Sites["Martin"], ProducerID: f.Sites["Commune"]}:      465_625_000,
	}, pairs)

	m, err := f.Dashboard.OperationMetrics(ctx, f.Organizer, dashboard.MetricsInput{OperationID: f.Operation, Days: october})
	require.NoError(t, err)
	require.Equal(t, 11920*energy.KilowattHour, m.Values[metering.Conso].Energy)
	require.Equal(t, 7450*energy.KilowattHour, m.Values[metering.Prod].Energy)
	require.Equal(t, 7450*energy.KilowattHour, m.Values[metering.Autoconso].Energy)
	require.Equal(t, 0*energy.KilowattHour, m.Values[metering.Surplus].Energy)
	require.EqualValues(t, 16000, m.Values[metering.Conso].Power)
	require.InDelta(t, 1, *m.SelfConsumption, 1e-12)
	require.InDelta(t, 0.625, *m.SelfProduction, 1e-12)
	require.InDelta(t, 7450*0.0217, *m.CO2Kg, 1e-9)
	require.Zero(t, m.MissingDays)
	require.Nil(t, m.ProvisionalFrom)
	require.Equal(t, coretest.Days("2026-08-31", "2026-09-30"), m.PreviousDays)
	require.Equal(t, 720*16*energy.KilowattHour, m.Previous[metering.Conso].Energy)

	d, err := f.Distribution.Distribution(ctx, f.Organizer, distribution.DistributionInput{OperationID: f.Operation, Days: october, Top: 2})
	require.NoError(t, err)
	require.Len(t, d.Consumers, 3)
	require.Equal(t, "Boulangerie", d.Consumers[0].Name)
	require.Equal(t, 3, d.Consumers[2].Others)
	require.Equal(t, 7450*energy.KilowattHour, d.TotalShared)
	require.Equal(t, d.TotalShared, d.Flows[0].Shared+d.Flows[1].Shared+d.Flows[2].Shared)

	last, ok, err := f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, october.Last(), last)
}

func TestChangeOfOccupantMovesNoCurve(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	_, err := f.DB.Pool().Exec(ctx, "update participants set activation = daterange('2026-09-01', '2026-10-15') where id = $1", f.Sites["Martin"])
	require.NoError(t, err)
	next := "019a0000-0000-7000-8000-0000000000bb"
	_, err = f.DB.Pool().Exec(ctx, `insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
		values ($1, $2, 'M. B', 'consumer', '10000000000005', daterange('2026-10-15', null), now(), now())`, f.Operation, next)
	require.NoError(t, err)
	require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) error {
		return f.Rollup.Rebuild(ctx, f.Operation, civil.Range{From: civil.NewDate(2026, 10, 15), To: civil.Forever})
	}))
	received, _ := coretest.Shared(f, october)
	require.EqualValues(t, 210_000_000, received[f.Sites["Martin"]])
	require.EqualValues(t, 255_625_000, received[id.ID(next)])
	missing, err := f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Empty(t, missing)
	ranges, err := f.Dashboard.ParticipantDateRanges(ctx, f.Organizer, id.ID(next), nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{coretest.Days("2026-10-15", "2026-10-31")}, ranges.Uploaded)
}

func TestFakeOperatorSharesWithoutLosingAnything(t *testing.T) {
	t.Parallel()
	f, october := coretest.Neighbours(t), coretest.October.Range()
	ctx := t.Context()
	natures := []metering.Nature{metering.Conso, metering.Prod, metering.Autoconso, metering.Surplus}
	c, err := f.Drawing.OperationCurve(ctx, f.Organizer, drawing.CurveInput{OperationID: f.Operation, Days: october, Natures: natures, Resolution: drawing.Raw})
	require.NoError(t, err)
	require.Len(t, c.Series, 4)
	require.Len(t, c.Series[0].Values, 2980)
	for i, used := range c.Series[0].Values {
		made, shared, surplus := c.Series[1].Values[i], c.Series[2].Values[i], c.Series[3].Values[i]
		require.Equal(t, min(used, made), shared, i)
		require.Equal(t, made, shared+surplus, i)
	}

	pairs, err := f.Billable.PairEnergy(ctx, f.Operation, october)
	require.NoError(t, err)
	received, given := coretest.Shared(f, october)
	require.Len(t, received, 4)
	for pair, e := range pairs {
		received[pair.ConsumerID] -= e
		given[pair.ProducerID] -= e
	}
	for participantID, rest := range received {
		require.Zero(t, rest, participantID)
	}
	for participantID, rest := range given {
		require.InDelta(t, 0, int64(rest), 4*2980, participantID) // 1 mWh a consumer and step
	}
}
