package balance

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// What is printed adds up to the digit, and no figure is further from the exact one than rounding
// makes it.
func TestPrintedPartsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		whole := energy.MilliWh(rapid.Int64Range(1, 1e15).Draw(t, "whole"))
		shared := energy.MilliWh(rapid.Int64Range(0, int64(whole)).Draw(t, "shared"))
		var known *energy.MilliWh
		if rapid.Bool().Draw(t, "part of it unknown") {
			grid := energy.MilliWh(rapid.Int64Range(0, int64(whole-shared)).Draw(t, "grid"))
			known = &grid
		}
		b := rounded(whole, shared, known)
		require.Equal(t, b.Whole, b.Shared+b.Grid+b.Unknown)
		for _, one := range []energy.MilliWh{b.Whole, b.Shared, b.Grid, b.Unknown} {
			require.GreaterOrEqual(t, one, energy.MilliWh(0))
			require.Zero(t, one%b.Grain)
		}
		require.InDelta(t, int64(whole), int64(b.Whole), float64(b.Grain)/2)
		require.InDelta(t, int64(shared), int64(b.Shared), float64(b.Grain)/2)
		if known == nil {
			require.Zero(t, b.Unknown)
			return
		}
		require.InDelta(t, int64(*known), int64(b.Grid), 2*float64(b.Grain))
	})
}

// TestNothingIsUnknownOfWhatIsPrintedInFull: what roundings of the whole and of its parts take up is no part of its own.
func TestNothingIsUnknownOfWhatIsPrintedInFull(t *testing.T) {
	t.Parallel()
	const grain = energy.KilowattHour / 100
	grid := grain + grain/2
	require.Equal(t, Balance{Whole: 4 * grain, Shared: 2 * grain, Grid: 2 * grain, Grain: grain}, rounded(4*grain+grain/2-1, grid, &grid))
	require.Equal(t, Balance{Whole: 5 * grain, Shared: 2 * grain, Grid: 2 * grain, Unknown: grain, Grain: grain}, rounded(4*grain+grain/2, grid, &grid))
}

func TestABalanceNeedsBothFigures(t *testing.T) {
	t.Parallel()
	kWh := func(n int64) dashboard.Metric {
		return dashboard.Metric{Energy: energy.MilliWh(n) * energy.KilowattHour}
	}
	require.Nil(t, Of(metering.Consumer, &dashboard.Metrics{Values: map[metering.Nature]dashboard.Metric{metering.Conso: kWh(5)}}))
	require.Nil(t, Of(metering.Consumer, &dashboard.Metrics{Values: map[metering.Nature]dashboard.Metric{metering.Conso: kWh(0), metering.Autoconso: kWh(0)}}))
	none := Of(metering.Producer, &dashboard.Metrics{Values: map[metering.Nature]dashboard.Metric{metering.Prod: kWh(400), metering.Autoconso: kWh(0), metering.Surplus: kWh(400)}})
	require.Equal(t, &Balance{Whole: 400 * energy.KilowattHour, Grid: 400 * energy.KilowattHour, Grain: energy.KilowattHour}, none, "nothing shared is a figure")
}

func TestNextData(t *testing.T) {
	t.Parallel()
	day := func(n int) civil.Date { return civil.NewDate(2026, 11, n) }
	for name, one := range map[string]struct {
		monthly bool
		last    civil.Date
		want    Next
	}{
		"tomorrow": {false, day(19), Next{NextAwaited, day(20)}},
		"today":    {false, day(18), Next{NextToday, day(19)}},
		"late":     {false, day(17), Next{NextLate, day(18)}},
		"monthly":  {true, civil.NewDate(2026, 10, 31), Next{NextMonthly, day(1)}},
	} {
		require.Equal(t, one.want, nextData(one.monthly, one.last, day(20)), name)
	}
}

// profile is the same each hour, but for the two best ones.
func profile(days int, hour, best int64) drawing.HourProfile {
	p := drawing.HourProfile{Counted: days}
	for i := range p.Means {
		p.Means[i] = hour
	}
	p.Means[12], p.Means[13] = best, best
	if best > 0 {
		p.Best = &drawing.BestHours{From: 12, Energy: energy.MilliWh(2 * best)}
	}
	return p
}

func TestAdviceIsGivenWhereItIsWorthIt(t *testing.T) {
	t.Parallel()
	const wh = int64(energy.WattHour)
	used := func(hour int64) drawing.HourProfile { return profile(28, hour, hour) }
	none := profile(28, 0, 0)
	require.Equal(t, &Advice{Kind: MoveAtHome, From: 12, To: 14, Energy: energy.KilowattHour}, move(MoveAtHome, profile(28, 0, 500*wh), used(200*wh), none), "what is left over is the bound")
	require.Equal(t, &Advice{Kind: MoveAtWork, From: 12, To: 14, Energy: 22 * 100 * energy.WattHour}, move(MoveAtWork, profile(28, 0, 9000*wh), used(100*wh), none), "what is drawn at other hours is")
	require.Nil(t, move(MoveAtHome, profile(28, 0, 499*wh), used(200*wh), none), "less than a kilowatt-hour a day")
	require.Nil(t, move(MoveAtHome, profile(28, 0, 9000*wh), used(40*wh), none), "nothing to move")
	require.Nil(t, move(MoveAtHome, profile(28, 0, 9000*wh), used(200*wh), profile(28, 180*wh, 0)), "it is local already")
	require.Nil(t, move(MoveAtHome, profile(6, 0, 500*wh), used(200*wh), none), "too few days")
	require.Nil(t, move(MoveAtHome, none, used(200*wh), none), "nothing is left over")
	require.Equal(t, &Advice{Kind: SeekPartner, From: 12, To: 14, Energy: 2 * energy.KilowattHour}, seek(profile(28, 0, 1000*wh)))
	require.Nil(t, seek(profile(28, 0, 499*wh)))
	for site, kind := range map[metering.Site]AdviceKind{
		{Side: metering.Consumer}:                     MoveAtHome,
		{Side: metering.Consumer, Professional: true}: MoveAtWork,
		{Side: metering.Consumer, Prosumer: true}:     MoveToOwn,
		{Side: metering.Producer, Professional: true}: SeekPartner,
	} {
		require.Equal(t, kind, kindFor(site))
	}
}
