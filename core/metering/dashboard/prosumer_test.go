package dashboard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
)

const prosumerHours = 745 // October

// energiesOf are the totals of a site by nature, in Wh a hour.
func energiesOf(t *testing.T, f *coretest.Metering, in dashboard.MetricsInput) (map[metering.Nature]int64, dashboard.Metrics) {
	t.Helper()
	m, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	out := map[metering.Nature]int64{}
	for n, v := range m.Values {
		out[n] = int64(v.Energy / prosumerHours / energy.WattHour)
	}
	return out, m
}

func TestAProsumerIsReadOnEachSide(t *testing.T) {
	t.Parallel()
	f, october := coretest.ProsumerTown(t), coretest.October.Range()
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
		in := dashboard.MetricsInput{ParticipantID: f.Sites[one.site], Scope: one.scope, Natures: one.natures, ProducerID: f.Sites[one.producer], Days: october}
		got, m := energiesOf(t, f, in)
		require.Equal(t, one.want, got, name)
		require.Zero(t, m.MissingDays, name)
		if one.producer != "" {
			require.EqualValues(t, 11*prosumerHours*energy.KilowattHour/16, *m.Received, name)
		}
	}
	_, all := energiesOf(t, f, dashboard.MetricsInput{ParticipantID: f.Sites["Martin"], Scope: metering.ScopeGlobal, Days: october})
	require.InDelta(t, 11.0/16, *all.SelfProduction, 1e-9)
	require.InDelta(t, 1, *all.SelfConsumption, 1e-9)
	require.InDelta(t, 1, *all.Coverage, 1e-9)
	_, consumed := energiesOf(t, f, dashboard.MetricsInput{ParticipantID: f.Sites["Martin"], Days: october})
	require.InDelta(t, *consumed.CO2Kg, *all.CO2Kg, 1e-9, "a kWh that was received and given saves once")
	require.Nil(t, consumed.SelfConsumption)
}
