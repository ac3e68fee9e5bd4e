package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
)

const kiloWh = energy.KilowattHour

// The town of the first journey: constant powers, October of 745 hours.
var (
	curveTownSites = []fixtureSite{
		{name: "Commune", dsoID: "10000000000010", producer: true, from: "2026-09-01", to: ""},
		{name: "Mairie", dsoID: "10000000000001", producer: false, from: "2026-09-01", to: ""},
		{name: "École", dsoID: "10000000000002", producer: false, from: "2026-09-01", to: ""},
		{name: "CCAS", dsoID: "10000000000003", producer: false, from: "2026-09-01", to: ""},
		{name: "Boulangerie", dsoID: "10000000000004", producer: false, from: "2026-09-01", to: ""},
		{name: "Martin", dsoID: "10000000000005", producer: false, from: "2026-09-01", to: ""},
	}
	townConso  = map[string]int64{"10000000000001": 4000, "10000000000002": 2000, "10000000000003": 3000, "10000000000004": 6000, "10000000000005": 1000}
	townAuto   = map[string]int64{"10000000000001": 2500, "10000000000002": 1250, "10000000000003": 1875, "10000000000004": 3750, "10000000000005": 625}
	townProd   = map[string]int64{"10000000000010": 10000}
	curveClock = time.Date(2026, 11, 6, 8, 0, 0, 0, time.UTC)
)

func curveTown(t testing.TB, operator string) *meteringFixture {
	return newMeteringFixture(t, pgtest.New(t), operator, curveClock, curveTownSites)
}

func (f *meteringFixture) load(t testing.TB, sets ...curvefile.Dataset) ingest.ImportResult {
	r, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, sets)
	require.NoError(t, err)
	return r
}

func curveTownMonth(r civil.Range) []curvefile.Dataset {
	return []curvefile.Dataset{
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, r, townConso),
		constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, r, townProd),
		constantCurve(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, r, townAuto),
	}
}

func TestTownMonthIsSummedToTheMilliwattHour(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	first := f.load(t, curveTownMonth(curveDays(t, "2026-09-01", "2026-10-31"))...)
	require.False(t, first.Unchanged)
	require.Equal(t, 6, first.ChangedSites)
	require.Equal(t, 61, first.ChangedDays)
	require.Empty(t, first.Warnings)
	again := f.load(t, curveTownMonth(october)...)
	require.True(t, again.Unchanged)
	require.Zero(t, again.ChangedDays)

	pairs, err := f.service.Billable.PairEnergy(ctx, f.operationID, october)
	require.NoError(t, err)
	require.Equal(t, map[metering.Pair]energy.MilliWh{
		{ConsumerID: f.sites["Mairie"], ProducerID: f.sites["Commune"]}:      1862_500_000,
		{ConsumerID: f.sites["École"], ProducerID: f.sites["Commune"]}:       931_250_000,
		{ConsumerID: f.sites["CCAS"], ProducerID: f.sites["Commune"]}:        1396_875_000,
		{ConsumerID: f.sites["Boulangerie"], ProducerID: f.sites["Commune"]}: 2793_750_000,
		{ConsumerID: f.sites["Martin"], ProducerID: f.sites["Commune"]}:      465_625_000,
	}, pairs)

	m, err := f.service.Dashboard.OperationMetrics(ctx, f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Equal(t, 11920*kiloWh, m.Values[metering.Conso].Energy)
	require.Equal(t, 7450*kiloWh, m.Values[metering.Prod].Energy)
	require.Equal(t, 7450*kiloWh, m.Values[metering.Autoconso].Energy)
	require.Equal(t, 0*kiloWh, m.Values[metering.Surplus].Energy)
	require.EqualValues(t, 16000, m.Values[metering.Conso].Power)
	require.InDelta(t, 1, *m.SelfConsumption, 1e-12)
	require.InDelta(t, 0.625, *m.SelfProduction, 1e-12)
	require.InDelta(t, 7450*0.0217, *m.CO2Kg, 1e-9)
	require.Zero(t, m.MissingDays)
	require.Nil(t, m.ProvisionalFrom)
	require.Equal(t, curveDays(t, "2026-08-31", "2026-09-30"), m.PreviousDays)
	require.Equal(t, 720*16*kiloWh, m.Previous[metering.Conso].Energy)

	d, err := f.service.Distribution.Distribution(ctx, f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: october, Top: 2})
	require.NoError(t, err)
	require.Len(t, d.Consumers, 3)
	require.Equal(t, "Boulangerie", d.Consumers[0].Name)
	require.Equal(t, 3, d.Consumers[2].Others)
	require.Equal(t, 7450*kiloWh, d.TotalShared)
	require.Equal(t, d.TotalShared, d.Flows[0].Shared+d.Flows[1].Shared+d.Flows[2].Shared)

	last, ok, err := f.service.Billable.LastDefinitive(ctx, f.operationID)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, october.Last(), last)
}

func TestGapIsNeverZero(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	f.load(t, curveTownMonth(curveDays(t, "2026-09-01", "2026-09-30"))...)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	file := curveTownMonth(october)
	holed := curveTownMonth(october)
	from, to := civil.Paris.Span(curveDays(t, "2026-10-14", "2026-10-14"))
	for i := range holed {
		for j := range holed[i].Readings {
			if r := &holed[i].Readings[j]; r.DsoID == "10000000000004" {
				run := r.Runs[0]
				a, b := (from.Unix()-run.Start)/900, (to.Unix()-run.Start)/900
				r.Runs = []curvefile.Run{{Start: run.Start, Step: 900, Values: run.Values[:a], Row: 2},
					{Start: to.Unix(), Step: 900, Values: run.Values[b:], Row: 2 + int(a)}}
			}
		}
	}
	result := f.load(t, holed...)
	require.Len(t, result.Warnings, 2, "one gap a nature")
	require.Equal(t, metering.WarnGap.Key, result.Warnings[0].Key)

	missing, err := f.service.Billable.Readiness(ctx, f.operationID, nil, october)
	require.NoError(t, err)
	require.Equal(t, map[billable.Billed][]civil.Date{{ParticipantID: f.sites["Boulangerie"], Side: metering.Consumer}: {civil.NewDate(2026, 10, 14)}}, missing)
	m, err := f.service.Dashboard.OperationMetrics(ctx, f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Equal(t, 1, m.MissingDays)
	require.Equal(t, (11920-24*6)*kiloWh, m.Values[metering.Conso].Energy)
	c, err := f.service.Drawing.OperationCurve(ctx, f.organizer, drawing.CurveInput{OperationID: f.operationID, Days: october, Resolution: drawing.Daily,
		Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.EqualValues(t, drawing.Gap, c.Series[0].Values[13])
	require.EqualValues(t, 24*16*kiloWh, c.Series[0].Values[12])
	require.EqualValues(t, 25*16*kiloWh, c.Series[0].Values[24], "25 October has 25 hours")
	// A curve says the energy that the totals of the same days say, drawn or not.
	of := f.sites["Boulangerie"]
	site, err := f.service.Dashboard.ParticipantMetrics(ctx, f.organizer, dashboard.MetricsInput{ParticipantID: of, Days: october})
	require.NoError(t, err)
	for _, resolution := range []drawing.Resolution{drawing.Raw, drawing.Hour, drawing.Daily, drawing.Monthly} {
		all, err := f.service.Drawing.OperationCurve(ctx, f.organizer, drawing.CurveInput{OperationID: f.operationID, Days: october, Resolution: resolution})
		require.NoError(t, err)
		for _, series := range all.Series {
			require.Equal(t, m.Values[series.Nature].Energy, *series.Energy, "%s of %s", series.Nature, resolution)
		}
		own, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, drawing.CurveInput{ParticipantID: of, Days: october, Resolution: resolution})
		require.NoError(t, err)
		for _, series := range own.Series {
			require.Equal(t, site.Values[series.Nature].Energy, *series.Energy, "%s of a site of %s", series.Nature, resolution)
		}
	}
	before, err := f.service.Billable.Fingerprint(ctx, f.operationID, []id.ID{f.sites["Boulangerie"]}, october)
	require.NoError(t, err)
	_, ok, err := f.service.Billable.LastDefinitive(ctx, f.operationID)
	require.NoError(t, err)
	require.True(t, ok)

	// The corrective file mends one day of one site.
	fixed := f.load(t, file...)
	require.Equal(t, 1, fixed.ChangedSites)
	require.Equal(t, 1, fixed.ChangedDays)
	missing, err = f.service.Billable.Readiness(ctx, f.operationID, nil, october)
	require.NoError(t, err)
	require.Empty(t, missing)
	after, err := f.service.Billable.Fingerprint(ctx, f.operationID, []id.ID{f.sites["Boulangerie"]}, october)
	require.NoError(t, err)
	require.NotEqual(t, before, after)
	var kept int
	require.NoError(t, f.db.Pool().QueryRow(ctx, "select count(*) from series_months_superseded").Scan(&kept))
	require.Equal(t, 4, kept, "Conso and Autoconso of the site, Autoconso and Surplus of the producer")
}
