package forecast

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// flat is hours of the same light over civil days.
func flat(days civil.Range, watts float64) (out []WeatherHour) {
	from, to := civil.Paris.Span(days)
	for at := from; at.Before(to); at = at.Add(time.Hour) {
		out = append(out, WeatherHour{Start: at, Irradiance: watts})
	}
	return out
}

func TestLightOfADay(t *testing.T) {
	t.Parallel()
	spring, autumn := civil.NewDate(2026, 3, 29), civil.NewDate(2026, 10, 25)
	require.InDelta(t, 2.3, lightOf(civil.Paris, flat(civil.Range{From: spring, To: spring + 1}, 100))[spring], 1e-9)
	require.InDelta(t, 2.5, lightOf(civil.Paris, flat(civil.Range{From: autumn, To: autumn + 1}, 100))[autumn], 1e-9)
	hours := flat(civil.Range{From: spring, To: spring + 2}, 100)
	l := lightOf(civil.Paris, append(hours[:5], hours[6:]...))
	require.NotContains(t, l, spring, "a day with an hour missing is not known")
	require.Contains(t, l, spring+1)
}

func TestPerformanceOfAProducer(t *testing.T) {
	t.Parallel()
	const peak = 9000 // W
	before := civil.NewDate(2026, 10, 1)
	l := light{}
	for d := before - 200; d < before+30; d++ {
		l[d] = 4
	}
	made := func(days int, share float64, final bool) map[civil.Date]measuredDay {
		m := map[civil.Date]measuredDay{}
		for d := before - civil.Date(days); d < before; d++ {
			m[d] = measuredDay{energy.MilliWh(peakEnergy(peak, 4) * share), final}
		}
		return m
	}
	for name, c := range map[string]struct {
		measured map[civil.Date]measuredDay
		ratio    float64
		days     int
	}{
		"nothing":         {nil, 0.8, 0},
		"too few":         {made(13, 0.7, true), 0.8, 0},
		"enough":          {made(14, 0.7, true), 0.7, 14},
		"the last sixty":  {made(100, 0.7, true), 0.7, 60},
		"not definitive":  {made(60, 0.7, false), 0.8, 0},
		"a dead producer": {made(60, 0, true), 0.8, 0},
		"a wrong peak":    {made(60, 9, true), 0.8, 0},
	} {
		ratio, days := performanceOf(peak, l, c.measured, before, 0.8)
		require.InDelta(t, c.ratio, ratio, 1e-6, name)
		require.Equal(t, c.days, days, name)
	}
	m := made(60, 0.7, true)
	m[before+1] = measuredDay{0, true}
	ratio, _ := performanceOf(peak, l, m, before, 0.8)
	require.InDelta(t, 0.7, ratio, 1e-6, "the days asked for do not count")
}

// TestExpectedIsMeasuredWhereNothingChanges: a producer that always turns the same part
// of the light into energy makes what is expected of it.
func TestExpectedIsMeasuredWhereNothingChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		peak := rapid.Int64Range(500, 2_000_000).Draw(t, "peak")
		share := rapid.Float64Range(0.3, 1.2).Draw(t, "share")
		before := civil.NewDate(2026, 10, 1)
		l, m := light{}, map[civil.Date]measuredDay{}
		for d := before - 60; d <= before; d++ {
			l[d] = rapid.Float64Range(0.2, 8).Draw(t, "light")
			m[d] = measuredDay{expectedEnergy(peak, l[d], share), true}
		}
		ratio, days := performanceOf(peak, l, m, before, 0.8)
		require.Equal(t, 60, days)
		require.InDelta(t, float64(m[before].energy), float64(expectedEnergy(peak, l[before], ratio)), 2+float64(m[before].energy)*1e-6)
	})
}
