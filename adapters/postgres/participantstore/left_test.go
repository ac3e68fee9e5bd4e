package participantstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
)

// A site has left on the same days in SQL as in the core.
func TestASiteLeavesOnTheSameDayInTheDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	today := civil.NewDate(2026, 11, 20)
	for text, days := range map[string]*civil.Range{
		"":                        nil,
		"[2026-01-01,)":           {From: civil.NewDate(2026, 1, 1), To: civil.Forever},
		"[2026-01-01,2026-11-20)": {From: civil.NewDate(2026, 1, 1), To: today},
		"[2026-01-01,2026-11-21)": {From: civil.NewDate(2026, 1, 1), To: today + 1},
		"[2026-12-01,)":           {From: civil.NewDate(2026, 12, 1), To: civil.Forever},
		"[2026-12-01,2026-12-31)": {From: civil.NewDate(2026, 12, 1), To: civil.NewDate(2026, 12, 31)},
	} {
		var left bool
		require.NoError(t, db.Pool().QueryRow(t.Context(), "select site_has_left(nullif($1, '')::daterange, $2::text::date)", text, today.String()).Scan(&left))
		require.Equal(t, participant.Participant{Activation: days}.HasLeft(today), left, text)
	}
}
