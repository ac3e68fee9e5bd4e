package metering

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// TestRegistersAreComparedWithWhatTheyReplace: lines by register that become far more or
// far less are asked about, once a site and month, where the quarters are not already.
func TestRegistersAreComparedWithWhatTheyReplace(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, time.October)
	site := Site{ParticipantID: id.New(), Name: "Lambert", DsoID: "E1", Side: Consumer, Period: october.Range()}
	line := func(r Register, shared, rest energy.MilliWh) RegisterVolume {
		return RegisterVolume{DsoID: "E1", Days: october.Range(), Register: r, Shared: shared * energy.KilowattHour, Complement: rest * energy.KilowattHour}
	}
	stored := []RegisterVolume{line(RegisterHigh, 120, 300), line(RegisterLow, 60, 200)}
	for name, c := range map[string]struct {
		fresh  []RegisterVolume
		reason SuspicionReason
		nature Nature
	}{
		"the same":                {stored, "", 0},
		"a corrective":            {[]RegisterVolume{line(RegisterHigh, 125, 297), line(RegisterLow, 58, 205)}, "", 0},
		"little":                  {[]RegisterVolume{line(RegisterHigh, 120, 300), line(RegisterLow, 45, 200)}, "", 0},
		"day for night":           {[]RegisterVolume{line(RegisterHigh, 60, 300), line(RegisterLow, 120, 200)}, SuspectReplaced, Autoconso},
		"a thousand times":        {[]RegisterVolume{line(RegisterHigh, 120_000, 300_000), line(RegisterLow, 60_000, 200_000)}, SuspectReplaced, Conso},
		"a register that is gone": {[]RegisterVolume{line(RegisterHigh, 120, 300)}, SuspectLost, Conso},
		"another register":        {[]RegisterVolume{line(RegisterTotal, 180, 500)}, SuspectLost, Conso},
	} {
		found := suspectRegisters(stored, c.fresh, map[string][]Site{"E1": {site}}, nil)
		if c.reason == "" {
			require.Empty(t, found, name)
			continue
		}
		require.Len(t, found, 1, name)
		require.Equal(t, []any{c.reason, c.nature, "Lambert", october}, []any{found[0].Reason, found[0].Nature, found[0].Name, found[0].Month}, name)
		require.Empty(t, suspectRegisters(stored, c.fresh, nil, []Suspicion{{DsoID: "E1", Month: october}}), "its quarters are asked about already")
	}
}
