package intake

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// TestRegistersAreComparedWithWhatTheyReplace: lines by register that become far more or
// far less are asked about, once a site and month, where the quarters are not already.
func TestRegistersAreComparedWithWhatTheyReplace(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, time.October)
	site := metering.Site{ParticipantID: id.New(), Name: "Lambert", DsoID: "E1", Side: metering.Consumer, Period: october.Range()}
	line := func(r metering.Register, shared, rest energy.MilliWh) metering.RegisterVolume {
		return metering.RegisterVolume{DsoID: "E1", Days: october.Range(), Register: r, Shared: shared * energy.KilowattHour, Complement: rest * energy.KilowattHour}
	}
	stored := []metering.RegisterVolume{line(metering.RegisterHigh, 120, 300), line(metering.RegisterLow, 60, 200)}
	for name, c := range map[string]struct {
		fresh  []metering.RegisterVolume
		reason SuspicionReason
		nature metering.Nature
	}{
		"the same":                {stored, "", 0},
		"a corrective":            {[]metering.RegisterVolume{line(metering.RegisterHigh, 125, 297), line(metering.RegisterLow, 58, 205)}, "", 0},
		"little":                  {[]metering.RegisterVolume{line(metering.RegisterHigh, 120, 300), line(metering.RegisterLow, 45, 200)}, "", 0},
		"day for night":           {[]metering.RegisterVolume{line(metering.RegisterHigh, 60, 300), line(metering.RegisterLow, 120, 200)}, SuspectReplaced, metering.Autoconso},
		"a thousand times":        {[]metering.RegisterVolume{line(metering.RegisterHigh, 120_000, 300_000), line(metering.RegisterLow, 60_000, 200_000)}, SuspectReplaced, metering.Conso},
		"a register that is gone": {[]metering.RegisterVolume{line(metering.RegisterHigh, 120, 300)}, SuspectLost, metering.Conso},
		"another register":        {[]metering.RegisterVolume{line(metering.RegisterTotal, 180, 500)}, SuspectLost, metering.Conso},
	} {
		found := SuspectRegisters(stored, c.fresh, map[string][]metering.Site{"E1": {site}}, nil)
		if c.reason == "" {
			require.Empty(t, found, name)
			continue
		}
		require.Len(t, found, 1, name)
		require.Equal(t, []any{c.reason, c.nature, "Lambert", october}, []any{found[0].Reason, found[0].Nature, found[0].Name, found[0].Month}, name)
		require.Empty(t, SuspectRegisters(stored, c.fresh, nil, []Suspicion{{DsoID: "E1", Month: october}}), "its quarters are asked about already")
	}
}
