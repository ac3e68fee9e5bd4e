package drawing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// TestCurvesOfAnOperatorWithoutMetricsHaveTheirTotals: energies, rates and missing days are those
// that the metrics of the same curves have, also where steps are missing, of a prosumer, and seen
// from one producer.
func TestCurvesOfAnOperatorWithoutMetricsHaveTheirTotals(t *testing.T) {
	t.Parallel()
	for name, world := range map[string]func(testing.TB) *coretest.Metering{"a hole": coretest.HoledTown, "a prosumer": coretest.ProsumerTown} {
		f := world(t)
		ctx, october := t.Context(), coretest.October.Range()
		ask := func(site, producer id.ID) drawing.LoadCurve {
			t.Helper()
			in := drawing.CurveInput{OperationID: f.Operation, ParticipantID: site, ProducerID: producer, Days: october, Resolution: drawing.Monthly}
			of := f.Drawing.ParticipantCurve
			if site == "" {
				of = f.Drawing.OperationCurve
			}
			c, err := of(ctx, f.Organizer, in)
			require.NoError(t, err)
			return c
		}
		type view struct{ site, producer id.ID }
		measured := map[view]dashboard.Metrics{{}: f.Metrics(october)}
		for _, site := range f.Sites {
			for _, producer := range append([]id.ID{""}, producersOf(f)...) {
				m, err := f.Dashboard.ParticipantMetrics(ctx, f.Organizer, dashboard.MetricsInput{ParticipantID: site, ProducerID: producer, Days: october})
				if err == nil {
					measured[view{site, producer}] = m
				}
			}
		}
		require.Greater(t, len(measured), len(f.Sites))
		require.Nil(t, ask("", "").Totals, "who has metrics asks for them")
		f.Exec("update operations set dso = 'SIBELGA' where id = $1", f.Operation)
		rates := 0
		for v, m := range measured {
			got := ask(v.site, v.producer).Totals
			require.NotNil(t, got)
			for n := range m.Values {
				require.Equal(t, m.Values[n].Energy, got.Values[n].Energy, "%s: %s", name, n)
			}
			require.Len(t, got.Values, len(m.Values))
			require.Equal(t, []any{m.Sharing, m.SelfConsumption, m.SelfProduction, m.Coverage, m.Complement, m.Received, m.MissingDays},
				[]any{got.Sharing, got.SelfConsumption, got.SelfProduction, got.Coverage, got.Complement, got.Received, got.MissingDays}, name)
			require.Nil(t, got.CO2Kg)
			require.Empty(t, got.Previous)
			if got.SelfProduction != nil || got.Sharing != nil {
				rates++
			}
		}
		require.Positive(t, rates)
	}
}

// producersOf are the sites that produce.
func producersOf(f *coretest.Metering) (ids []id.ID) {
	f.T.Helper()
	for _, site := range f.Sites {
		if f.Count("select count(*) from participants where id = $1 and (energy_type = 'producer' or is_prosumer)", site) > 0 {
			ids = append(ids, site)
		}
	}
	return ids
}
