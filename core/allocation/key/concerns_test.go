package key

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
)

// TestAKeyIsAboutWhoTakesPartOnItsDays, and about who is to come as long as they are not over.
func TestAKeyIsAboutWhoTakesPartOnItsDays(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 11, 6)
	days := civil.Range{From: today - 10, To: today + 10}
	of := func(from, to civil.Date) participant.Participant {
		return participant.Participant{Activation: &civil.Range{From: from, To: to}}
	}
	for _, c := range []struct {
		p    participant.Participant
		days civil.Range
		want bool
	}{
		{of(today-20, today-10), days, false}, {of(today-20, today-9), days, true}, {of(today+9, civil.Forever), days, true}, {of(today+10, civil.Forever), days, false},
		{participant.Participant{}, days, true}, {participant.Participant{}, civil.Range{From: today - 10, To: today + 1}, true},
		{participant.Participant{}, civil.Range{From: today - 10, To: today}, false},
	} {
		require.Equal(t, c.want, concerns(c.p, c.days, today), "%+v", c)
	}
}
