package participant_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
)

func TestASiteHasLeft(t *testing.T) {
	t.Parallel()
	from, today := civil.NewDate(2026, 1, 1), civil.NewDate(2026, 11, 20)
	until := func(to civil.Date) participant.Participant {
		return participant.Participant{Activation: &civil.Range{From: from, To: to}}
	}
	require.False(t, participant.Participant{}.HasLeft(today), "no entry date")
	require.False(t, until(civil.Forever).HasLeft(today))
	require.False(t, until(today+1).HasLeft(today), "its last day is today")
	require.True(t, until(today).HasLeft(today), "its last day was yesterday")
}
