package payout

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TestARecordIsRefusedFromItsBoundsOn: each bound itself is fine, what is beyond it is not.
func TestARecordIsRefusedFromItsBoundsOn(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 11, 2)
	good := Record{StatementIDs: make([]id.ID, MaxRecorded), BookedOn: today, Reference: " " + strings.Repeat("é", 140)}
	require.NoError(t, good.Check(today))
	for name, change := range map[string]func(*Record){
		"a statement too many": func(r *Record) { r.StatementIDs = make([]id.ID, MaxRecorded+1) },
		"a letter too many":    func(r *Record) { r.Reference += "a" },
		"tomorrow":             func(r *Record) { r.BookedOn = today.AddDays(1) },
	} {
		r := good
		change(&r)
		require.ErrorIs(t, r.Check(today), ErrInvalid, name)
	}
}
