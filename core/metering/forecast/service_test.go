package forecast_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/policy"
)

// evenLight is 100 W/m² at every hour, until an instant.
type evenLight struct {
	until time.Time
	away  bool // no place is served
}

func (w evenLight) Serves(metering.Place) bool { return !w.away }

func (w evenLight) Hours(_ context.Context, _ metering.Place, from, to time.Time) (hours []forecast.WeatherHour, _ error) {
	for at := from; at.Before(to) && at.Before(w.until); at = at.Add(time.Hour) {
		hours = append(hours, forecast.WeatherHour{Start: at, Irradiance: 100})
	}
	return hours, nil
}

// roofs are two producers of 10 kW peak and one without a known peak. In that light the
// ideal of a day is 24 kWh each.
func roofs(t *testing.T, w forecast.Weather) *coretest.Metering {
	m := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "Toit", DsoID: "20000000000001", Producer: true, From: "2026-01-01"},
		coretest.MeteredSite{Name: "Grange", DsoID: "20000000000002", Producer: true, From: "2026-01-01", To: "2026-11-03"},
		coretest.MeteredSite{Name: "Moulin", DsoID: "20000000000003", Producer: true, From: "2026-01-01"},
		coretest.MeteredSite{Name: "Mairie", DsoID: "10000000000001", From: "2026-01-01"})
	m.Exec("update participants set contract_power_w = 10000 where name in ('Toit', 'Grange')")
	m.Rewire(func(d *assembly.Parts) { d.Weather = w })
	return m
}

func expected(m *coretest.Metering, p policy.Principal, days civil.Range) []forecast.ExpectedProducer {
	m.T.Helper()
	out, err := m.Forecast.Expected(m.T.Context(), p, forecast.ExpectedInput{OperationID: m.Operation, Days: days})
	require.NoError(m.T, err)
	return out
}

// TestWhatTheSunShouldHaveMade: a producer's own ratio rests on definitive days before
// those that are asked for; one with fewer than 14 has the setting of the installation.
func TestWhatTheSunShouldHaveMade(t *testing.T) {
	t.Parallel()
	m := roofs(t, evenLight{until: civil.Paris.Start(coretest.Date("2026-11-05"))})
	m.Put(metering.Prod, curvefile.StatusDefinitive, coretest.Days("2026-10-15", "2026-11-02"), map[string]int64{"20000000000001": 500})
	m.Put(metering.Prod, curvefile.StatusDefinitive, coretest.Days("2026-10-20", "2026-11-02"), map[string]int64{"20000000000002": 500})
	m.Put(metering.Prod, curvefile.StatusDefinitive, coretest.Days("2026-11-03", "2026-11-03"), map[string]int64{"20000000000001": 250})

	days := coretest.Days("2026-11-01", "2026-11-05")
	all := expected(m, m.Organizer, days)
	require.Len(t, all, 2, "one without a peak power, and a consumer, have nothing to be compared with")
	byName := map[string]forecast.ExpectedProducer{all[0].Name: all[0], all[1].Name: all[1]}
	roof, barn := byName["Toit"], byName["Grange"]
	require.Equal(t, []any{int64(10_000), 17}, []any{roof.PeakPowerW, roof.CalibrationDays})
	require.InDelta(t, 0.5, roof.PerformanceRatio, 1e-12)
	require.Equal(t, []any{0.8, 0}, []any{barn.PerformanceRatio, barn.CalibrationDays}, "12 definitive days are too few")

	require.Len(t, roof.Days, 5)
	require.Equal(t, 12*energy.KilowattHour, *roof.Days[0].Expected)
	require.Equal(t, 12*energy.KilowattHour, *roof.Days[0].Measured)
	require.InDelta(t, 1, *roof.Days[0].Ratio, 1e-12)
	require.InDelta(t, 0.5, *roof.Days[2].Ratio, 1e-12, "half of what the light allowed")
	require.NotNil(t, roof.Days[3].Expected)
	require.Nil(t, roof.Days[3].Measured, "still to come")
	require.Nil(t, roof.Days[3].Ratio)
	require.Nil(t, roof.Days[4].Expected, "no weather is known of that day")
	require.Equal(t, []any{3, 36 * energy.KilowattHour, 30 * energy.KilowattHour}, []any{roof.Compared.Days, roof.Compared.Expected, roof.Compared.Measured}, "days that have both figures")
	require.InDelta(t, 30.0/36, *roof.Compared.Ratio, 1e-12)
	require.False(t, roof.Compared.Low())
	require.Len(t, barn.Days, 2, "it left on the third")
	require.Equal(t, energy.MilliWh(19_200_000), *barn.Days[0].Expected)
}

// TestAParticipantSeesWhatItsOwnPanelsShouldHaveMade, for its own dates.
func TestAParticipantSeesWhatItsOwnPanelsShouldHaveMade(t *testing.T) {
	t.Parallel()
	m := roofs(t, evenLight{until: civil.Paris.Start(coretest.Date("2030-01-01"))})
	days := coretest.Days("2026-11-01", "2026-11-05")
	own := expected(m, m.SiteAccount("Toit", coretest.Days("2026-11-02", "2026-12-31")), days)
	require.Len(t, own, 1)
	require.Equal(t, "Toit", own[0].Name)
	require.Len(t, own[0].Days, 4)
	require.Equal(t, coretest.Date("2026-11-02"), own[0].Days[0].Day)
	require.Empty(t, expected(m, m.SiteAccount("Mairie", days), days))
	_, err := m.Forecast.Expected(t.Context(), m.Organizer, forecast.ExpectedInput{OperationID: m.Operation, Days: civil.Range{From: days.To, To: days.From}})
	require.ErrorIs(t, err, metering.ErrOrder)
	_, err = m.Forecast.Expected(t.Context(), policy.Principal{Role: policy.RoleOrganizer}, forecast.ExpectedInput{OperationID: m.Operation, Days: days})
	require.ErrorIs(t, err, policy.ErrNotFound)
}

// TestWithoutWeatherNothingIsExpected: neither where nobody knows it, nor where it is not
// known of the place.
func TestWithoutWeatherNothingIsExpected(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]forecast.Weather{"none": nil, "elsewhere": evenLight{away: true}} {
		m := roofs(t, w)
		_, err := m.Forecast.Expected(t.Context(), m.Organizer, forecast.ExpectedInput{OperationID: m.Operation, Days: coretest.Days("2026-11-01", "2026-11-05")})
		require.ErrorIs(t, err, metering.ErrFeature, name)
	}
}

// TestAProducerIsLowUnderFourFifths of what the weather allowed; one of whom nothing was expected is not.
func TestAProducerIsLowUnderFourFifths(t *testing.T) {
	t.Parallel()
	ratio := func(r float64) forecast.Compared { return forecast.Compared{Ratio: &r} }
	require.True(t, ratio(0.799).Low())
	require.False(t, ratio(0.8).Low())
	require.False(t, forecast.Compared{}.Low())
}
