package energy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

// How finely people are shown an energy changes at 20 kWh, 20 MWh and 1 000 MWh, on both sides of zero.
func TestGrainOfWhatIsShown(t *testing.T) {
	t.Parallel()
	const kWh, MWh = energy.KilowattHour, energy.MegawattHour
	for e, want := range map[energy.MilliWh]energy.MilliWh{
		0: kWh / 100, 20 * kWh: kWh / 100, 20*kWh + 1: kWh, -20 * kWh: kWh / 100, -20*kWh - 1: kWh,
		20 * MWh: kWh, 20*MWh + 1: MWh / 10, -20*MWh - 1: MWh / 10,
		1000 * MWh: MWh / 10, 1000*MWh + 1: MWh, -1000 * MWh: MWh / 10,
	} {
		require.Equal(t, want, energy.Grain(e), "%d", e)
	}
}

func TestRoundGoesToTheNearest(t *testing.T) {
	t.Parallel()
	for e, want := range map[energy.MilliWh]energy.MilliWh{0: 0, 4: 0, 5: 10, 14: 10, 15: 20, -4: 0, -5: -10, -14: -10, -15: -20, 27: 30} {
		require.Equal(t, want, energy.Round(e, 10), "%d", e)
	}
}

func TestNegativeEnergyKeepsItsSign(t *testing.T) {
	t.Parallel()
	got, err := energy.FromDecimal(-15, 1, energy.KilowattHour)
	require.NoError(t, err)
	require.Equal(t, -3*energy.KilowattHour/2, got)
	require.Equal(t, int64(-6000), energy.Power(-3*energy.KilowattHour/2, 15*time.Minute))
	_, err = energy.FromDecimal(1, -1, energy.KilowattHour)
	require.ErrorIs(t, err, energy.ErrOverflow)
	got, err = energy.FromDecimal(1_000_000_000_000_000_000, 18, energy.KilowattHour)
	require.NoError(t, err)
	require.Equal(t, energy.KilowattHour, got)
	_, err = energy.FromDecimal(1, 19, energy.KilowattHour)
	require.ErrorIs(t, err, energy.ErrOverflow)
}

func TestARateOfNothingIsNotZero(t *testing.T) {
	t.Parallel()
	rate, ok := energy.Rate(1, 4)
	require.True(t, ok)
	require.InDelta(t, 0.25, rate, 0)
	_, ok = energy.Rate(1, 0)
	require.False(t, ok)
	rate, ok = energy.Rate(0, 4)
	require.True(t, ok)
	require.Zero(t, rate)
}
