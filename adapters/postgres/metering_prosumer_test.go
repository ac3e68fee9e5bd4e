package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
)

const prosumerHours = 745 // October

// prosumerTown is the town whose Martin also makes 1 kW, of which all is shared: 11 kW go
// to 16.
func prosumerTown(t *testing.T) (*meteringFixture, civil.Range) {
	f := curveTown(t, "FAKE")
	_, err := f.db.Pool().Exec(t.Context(), "update participants set is_prosumer = true where id = $1", f.sites["Martin"])
	require.NoError(t, err)
	october := curveDays(t, "2026-10-01", "2026-10-31")
	made := map[string]int64{"10000000000010": 10000, "10000000000005": 1000}
	f.load(t, constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, townConso),
		constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, october, made))
	return f, october
}

// energiesOf are the totals of a site by nature, in Wh a hour.
func (f *meteringFixture) energiesOf(t *testing.T, in dashboard.MetricsInput) (map[metering.Nature]int64, dashboard.Metrics) {
	t.Helper()
	m, err := f.service.Dashboard.ParticipantMetrics(t.Context(), f.organizer, in)
	require.NoError(t, err)
	out := map[metering.Nature]int64{}
	for n, v := range m.Values {
		out[n] = int64(v.Energy / prosumerHours / energy.WattHour)
	}
	return out, m
}

func TestAProsumerIsReadOnEachSide(t *testing.T) {
	t.Parallel()
	f, october := prosumerTown(t)
	type wh = map[metering.Nature]int64
	const conso, prod, shared, surplus = metering.Conso, metering.Prod, metering.Autoconso, metering.Surplus
	used, made := wh{conso: 1000, shared: 687}, wh{prod: 1000, shared: 1000, surplus: 0}
	for name, one := range map[string]struct {
		site     string
		scope    metering.Scope
		natures  []metering.Nature
		producer string
		want     wh
	}{
		"a consumer first":            {site: "Martin", want: used},
		"what it used":                {site: "Martin", scope: metering.ScopeConsumer, want: used},
		"what it made":                {site: "Martin", scope: metering.ScopeProducer, want: made},
		"both":                        {site: "Martin", scope: metering.ScopeGlobal, want: wh{conso: 1000, prod: 1000, shared: 687, surplus: 0}},
		"by the natures":              {site: "Martin", natures: []metering.Nature{prod, surplus}, want: wh{prod: 1000, surplus: 0}},
		"from one producer":           {site: "Martin", producer: "Commune", want: wh{conso: 1000, shared: 625}},
		"from itself":                 {site: "Martin", producer: "Martin", want: wh{conso: 1000, shared: 62}},
		"both, from one producer":     {site: "Martin", scope: metering.ScopeGlobal, producer: "Commune", want: wh{conso: 1000, prod: 1000, shared: 625, surplus: 0}},
		"a consumer makes nothing":    {site: "Mairie", natures: []metering.Nature{prod}, want: wh{}},
		"as nobody asks for":          {site: "Mairie", scope: metering.ScopeProducer, want: wh{}},
		"a producer receives nothing": {site: "Commune", scope: metering.ScopeConsumer, want: wh{}},
	} {
		in := dashboard.MetricsInput{ParticipantID: f.sites[one.site], Scope: one.scope, Natures: one.natures, ProducerID: f.sites[one.producer], Days: october}
		got, m := f.energiesOf(t, in)
		require.Equal(t, one.want, got, name)
		require.Zero(t, m.MissingDays, name)
		if one.producer != "" {
			require.EqualValues(t, 11*prosumerHours*energy.KilowattHour/16, *m.Received, name)
		}
	}
	_, all := f.energiesOf(t, dashboard.MetricsInput{ParticipantID: f.sites["Martin"], Scope: metering.ScopeGlobal, Days: october})
	require.InDelta(t, 11.0/16, *all.SelfProduction, 1e-9)
	require.InDelta(t, 1, *all.SelfConsumption, 1e-9)
	require.InDelta(t, 1, *all.Coverage, 1e-9)
	_, consumed := f.energiesOf(t, dashboard.MetricsInput{ParticipantID: f.sites["Martin"], Days: october})
	require.InDelta(t, *consumed.CO2Kg, *all.CO2Kg, 1e-9, "a kWh that was received and given saves once")
	require.Nil(t, consumed.SelfConsumption)
}

func TestCurvesOfAProsumer(t *testing.T) {
	t.Parallel()
	f, october := prosumerTown(t)
	ctx := t.Context()
	curve := func(site string, scope metering.Scope, natures ...metering.Nature) drawing.LoadCurve {
		c, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, drawing.CurveInput{ParticipantID: f.sites[site], Scope: scope, Natures: natures,
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
		m, err := f.service.Drawing.HeatMap(ctx, f.organizer, drawing.HoursInput{OperationID: f.operationID, ParticipantID: f.sites["Martin"], Scope: scope,
			Nature: metering.Autoconso, Days: october})
		require.NoError(t, err)
		require.Equal(t, perHour, m.Rows[0].Values[12], scope)
	}
	empty, err := f.service.Drawing.HourProfile(ctx, f.organizer, drawing.HoursInput{OperationID: f.operationID, ParticipantID: f.sites["Mairie"],
		Nature: metering.Prod, Days: october})
	require.NoError(t, err)
	require.Zero(t, empty.Counted)

	file := func(scope metering.Scope, site id.ID, natures ...metering.Nature) (columns []metering.Nature) {
		e, err := f.service.Drawing.Export(ctx, f.organizer, drawing.CurveInput{OperationID: f.operationID, ParticipantID: site, Scope: scope, Natures: natures,
			Days: october, Resolution: drawing.Daily})
		require.NoError(t, err)
		for _, s := range e.Series {
			require.NotContains(t, s.Values, int64(drawing.Gap))
			columns = append(columns, s.Nature)
		}
		return columns
	}
	made := []metering.Nature{metering.Prod, metering.Autoconso, metering.Surplus}
	require.Equal(t, made, file("", f.sites["Martin"], made...), "each nature on the side that has it")
	require.Equal(t, made, file(metering.ScopeProducer, f.sites["Martin"]))
	require.Equal(t, []metering.Nature{metering.Conso}, file("", f.sites["Mairie"], metering.Conso, metering.Prod))
}
