package civil_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
)

// TestHoursAndTheOthersAreTheDay: of each step, at whatever time.
func TestHoursAndTheOthersAreTheDay(t *testing.T) {
	t.Parallel()
	clock := rapid.IntRange(0, 1439)
	rapid.Check(t, func(t *rapid.T) {
		h := civil.Hours{From: civil.Clock(clock.Draw(t, "from")), To: civil.Clock(clock.Draw(t, "to"))}
		if h.From == h.To {
			return
		}
		at, minutes := civil.Clock(clock.Draw(t, "at")), rapid.IntRange(1, 60).Draw(t, "minutes")
		in := h.Minutes(at, minutes)
		require.Equal(t, minutes, in+h.Others().Minutes(at, minutes))
		by := 0
		for m := range minutes {
			now := (int(at) + m) % 1440
			if h.From < h.To && now >= int(h.From) && now < int(h.To) || h.From > h.To && (now >= int(h.From) || now < int(h.To)) {
				by++
			}
		}
		require.Equal(t, by, in, "%s from %s", h, at)
	})
}
